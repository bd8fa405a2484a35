/* machine: its clocks, its caches, the memory of this process, and whether it was busy. */
#include "run/machine.h"

#include <glib.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

/* --- the sizes of the processor's caches, and other work that uses them --- */

/* Linux describes the first processor's caches in this directory, each in a directory of its
 * own. */
#define SYSTEM "/sys/devices/system/cpu/cpu0/cache"
#define MOST_CACHES 8

/* Bytes of other work: the default if the cache sizes are unknown, and the maximum. */
#define USUAL_WORK (16 << 20)
#define MOST_WORK (64 << 20)

/* Bytes. No cache line is shorter, and in longer lines every line is still touched. */
#define LINE 64

struct CompareOtherWork {
    gsize n; /* words */
    guint64 *words;
};

/* Reads a file of the directory, without the line end; "" if the file does not exist. */
static char *read_entry(const char *directory, const char *file)
{
    g_autofree char *path = g_build_filename(directory, file, NULL);
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return g_strdup("");
    return g_strchomp(text);
}

/* Converts a size such as "32K" to bytes. */
static gsize bytes_of(const char *text)
{
    char *end;
    guint64 n = g_ascii_strtoull(text, &end, 10);
    return (gsize)(*end == 'K' ? n << 10 : *end == 'M' ? n << 20 : n);
}

static void add_cache(CompareCaches *caches, const char *directory)
{
    g_autofree char *level = read_entry(directory, "level"), *type = read_entry(directory, "type"),
                    *size = read_entry(directory, "size");
    gboolean holds_data = strcmp(type, "Data") == 0 || strcmp(type, "Unified") == 0;
    gsize *cache = strcmp(level, "1") == 0   ? &caches->l1d
                   : strcmp(level, "2") == 0 ? &caches->l2
                   : strcmp(level, "3") == 0 ? &caches->l3
                                             : NULL;
    if (holds_data && cache)
        *cache = bytes_of(size);
}

CompareCaches compare_caches_in(const char *directory)
{
    CompareCaches caches = { 0 };
    for (guint i = 0; i < MOST_CACHES; i++) {
        g_autofree char *index = g_strdup_printf("%s/index%u", directory, i);
        add_cache(&caches, index);
    }
    return caches;
}

/* The C library's value. It is wrong in some virtual machines, so it is the second choice. */
static gsize other_source(int name)
{
    long bytes = sysconf(name);
    return bytes > 0 ? (gsize)bytes : 0;
}

CompareCaches compare_caches(void)
{
    CompareCaches caches = compare_caches_in(SYSTEM);
#ifdef _SC_LEVEL1_DCACHE_SIZE
    if (!caches.l1d && !caches.l2 && !caches.l3)
        caches = (CompareCaches){ other_source(_SC_LEVEL1_DCACHE_SIZE),
                                  other_source(_SC_LEVEL2_CACHE_SIZE),
                                  other_source(_SC_LEVEL3_CACHE_SIZE) };
#endif
    return caches;
}

CompareOtherWork *compare_other_work_new(void)
{
    CompareOtherWork *work = g_new(CompareOtherWork, 1);
    CompareCaches caches = compare_caches();
    gsize largest = MAX(caches.l1d, MAX(caches.l2, caches.l3));
    gsize bytes = largest ? MIN(2 * largest, MOST_WORK) : USUAL_WORK;
    *work = (CompareOtherWork){ bytes / sizeof *work->words, g_malloc0(bytes) };
    return work;
}

void compare_other_work_free(CompareOtherWork *work)
{
    if (!work)
        return;
    g_free(work->words);
    g_free(work);
}

gsize compare_other_work_bytes(const CompareOtherWork *work)
{
    return work->n * sizeof *work->words;
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
