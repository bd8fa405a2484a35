/* caches: the sizes of the processor's caches, and other work that uses them. */
#include "run/caches.h"

#include <string.h>
#include <unistd.h>

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
