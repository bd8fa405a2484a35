/* timer: how long something takes, of several things in turn. */
#include "paper/timer.h"

#include <stdlib.h>
#include <time.h>

volatile double compare_paper_sink;

static double thread_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_once(const ComparePaperTimer *timer)
{
    double start = thread_ns();
    for (guint i = 0; i < timer->times; i++)
        timer->work(timer->data);
    return (thread_ns() - start) / timer->times;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, guint n)
{
    qsort(values, n, sizeof *values, compare_doubles);
    return 0.5 * (values[(n - 1) / 2] + values[n / 2]);
}

void compare_paper_timers_run(ComparePaperTimer *timers, guint n, guint repeat)
{
    for (guint i = 0; i < n; i++)
        timers[i].each = g_new(double, repeat);
    for (guint r = 0; r <= repeat; r++)
        for (guint i = 0; i < n; i++) {
            double ns = time_once(&timers[i]);
            if (r > 0)
                timers[i].each[r - 1] = ns;
        }
    for (guint i = 0; i < n; i++) {
        timers[i].ns = median(timers[i].each, repeat);
        g_clear_pointer(&timers[i].each, g_free);
    }
}
