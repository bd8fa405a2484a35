/* clock: reads the wall clock and the processor-time clock. */
#include "run/clock.h"

#include <glib.h>
#include <math.h>
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double compare_clock_wall(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double compare_clock_cpu(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

double compare_clock_cost(void)
{
    double least = HUGE_VAL;
    for (int i = 0; i < 1000; i++) {
        double start = compare_clock_wall(), end = compare_clock_wall();
        least = MIN(least, end - start);
    }
    return least;
}
