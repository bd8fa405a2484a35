/* timer: measures how long several tasks take, in turns. */
#include "paper/timer.h"

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

void compare_paper_timers_run(ComparePaperTimer *timers, guint n, guint repeat)
{
    for (guint r = 0; r <= repeat; r++)
        for (guint i = 0; i < n; i++) {
            double ns = time_once(&timers[i]);
            if (r > 0 && !(timers[i].ns <= ns))
                timers[i].ns = ns;
        }
}
