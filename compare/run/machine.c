/* machine: its clocks, other work, the memory of this process, and whether it was busy. */
#include "run/machine.h"

#include <glib.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

/* --- reads the wall clock and the processor-time clock --- */

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

/* --- other work that uses the processor's caches --- */

/* Bytes of other work: more than the caches of nearly all processors have. */
#define WORK ((gsize)64 << 20)

/* Bytes. No cache line is shorter, and in longer lines every line is still touched. */
#define LINE 64

struct CompareOtherWork {
    gsize n; /* words */
    guint64 *words;
};

CompareOtherWork *compare_other_work_new(void)
{
    CompareOtherWork *work = g_new(CompareOtherWork, 1);
    *work = (CompareOtherWork){ WORK / sizeof *work->words, g_malloc0(WORK) };
    return work;
}

void compare_other_work_free(CompareOtherWork *work)
{
    if (!work)
        return;
    g_free(work->words);
    g_free(work);
}

void compare_other_work_do(CompareOtherWork *work)
{
    volatile guint64 *words = work->words; /* volatile, so that the compiler keeps the reads */
    for (gsize i = 0; i < work->n; i += LINE / sizeof *words)
        words[i] = words[i] + 1;
}

/* The last word that compare_other_work_do() changes has counted its calls. */
guint64 compare_other_work_times(const CompareOtherWork *work)
{
    const gsize step = LINE / sizeof *work->words;
    return work->words[(work->n - 1) / step * step];
}

/* --- how much memory a build needs --- */

/* The value of a line of /proc/self/status, in bytes. */
static gsize status_bytes(const char *format)
{
    char line[256];
    gsize kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file) && sscanf(line, format, &kib) != 1)
        ;
    if (file)
        fclose(file);
    return kib * 1024;
}

gsize compare_memory_begin(void)
{
    malloc_trim(0); /* returns freed memory to the system, so that the next build is charged for its
                       memory */
    FILE *file = fopen("/proc/self/clear_refs", "w"); /* 5: reset the peak */
    if (file) {
        fputs("5", file);
        fclose(file);
    }
    return status_bytes("VmRSS: %zu");
}

gsize compare_memory_peak(gsize before)
{
    gsize peak = status_bytes("VmHWM: %zu");
    return peak > before ? peak - before : 0;
}

/* --- whether other work on the machine may have disturbed the times --- */

gboolean compare_is_noisy(const CompareNoise *noise)
{
    return noise->load > noise->cores || noise->waited > COMPARE_NOISE_WAITED ||
           noise->widest > COMPARE_NOISE_WIDTH;
}
