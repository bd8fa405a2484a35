/* machine: reads the clocks of the machine and the memory of this process, does other work, and
 * decides whether the machine was busy. */
#include "run/machine.h"

#include <glib.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "run/processor.h"

/* --- reads the wall clock and the clock of processor time --- */

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

/* Bytes. The minimum size of the memory for other work. The caches of most processors in desktop
 * computers have at most half of this size. */
#define LEAST ((gsize)64 << 20)

/* Bytes. No processor has shorter cache lines. If lines are longer, every line is still touched. */
#define LINE 64

struct CompareOtherWork {
    CompareCold size;
    gsize n; /* the number of items in `words` */
    guint64 *words;
};

/* Returns the number in the first line of a file that has this form, or 0 if there is no such
 * line. */
static gsize scan_number(const char *path, const char *format)
{
    char line[256];
    gsize number = 0;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file) && sscanf(line, format, &number) != 1)
        ;
    if (file)
        fclose(file);
    return number;
}

/* Returns the bytes of memory that the process may still take, or 0 if unknown. The limits are
 * those of the system, and of the container (control groups of version 2 and 1). */
static gsize available_bytes(void)
{
    gsize bytes[] = { scan_number("/proc/meminfo", "MemAvailable: %zu") * 1024,
                      scan_number("/sys/fs/cgroup/memory.max", "%zu"),
                      scan_number("/sys/fs/cgroup/memory/memory.limit_in_bytes", "%zu") };
    gsize least = 0;
    for (guint i = 0; i < G_N_ELEMENTS(bytes); i++)
        least = bytes[i] && (!least || bytes[i] < least) ? bytes[i] : least;
    return least;
}

gsize compare_other_work_bytes(gsize cache, gsize available)
{
    gsize bytes = 2 * cache;
    if (available)
        bytes = MIN(bytes, available / 4);
    return MAX(bytes, LEAST);
}

CompareOtherWork *compare_other_work_new(void)
{
    CompareOtherWork *work = g_new(CompareOtherWork, 1);
    gsize cache = compare_processor_largest_cache();
    gsize bytes = compare_other_work_bytes(cache, available_bytes());
    guint64 *words = g_try_malloc0(bytes);
    if (!words) /* the process has a limit, such as one set by "ulimit -v" */
        words = g_malloc0(bytes = LEAST);
    *work = (CompareOtherWork){ { cache, bytes, 0 }, bytes / sizeof *words, words };
    compare_other_work_do(work); /* the system maps the memory only when it is written */
    double start = compare_clock_wall();
    compare_other_work_do(work);
    work->size.ns = compare_clock_wall() - start;
    return work;
}

const CompareCold *compare_other_work_size(const CompareOtherWork *work)
{
    return &work->size;
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

/* Each call of compare_other_work_do() adds 1 to the last word that it changes, so this word is the
 * number of calls. */
guint64 compare_other_work_times(const CompareOtherWork *work)
{
    const gsize step = LINE / sizeof *work->words;
    return work->words[(work->n - 1) / step * step];
}

/* --- how much memory a build needs --- */

gsize compare_memory_begin(void)
{
    malloc_trim(0); /* returns freed memory to the system, so that the peak of the next build
                       includes all memory that it takes */
    FILE *file = fopen("/proc/self/clear_refs", "w"); /* writing "5" resets the peak */
    if (file) {
        fputs("5", file);
        fclose(file);
    }
    return scan_number("/proc/self/status", "VmRSS: %zu") * 1024;
}

gsize compare_memory_peak(gsize before)
{
    gsize peak = scan_number("/proc/self/status", "VmHWM: %zu") * 1024;
    return peak > before ? peak - before : 0;
}

/* --- whether other work on the machine may have disturbed the times --- */

gboolean compare_is_noisy(const CompareNoise *noise)
{
    return noise->load > noise->cores || noise->waited > COMPARE_NOISE_WAITED ||
           noise->widest > COMPARE_NOISE_WIDTH;
}
