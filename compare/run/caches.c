/* caches: how large the processor's are, and other work's use of them. */
#include "run/caches.h"

#include <unistd.h>

/* What a second-level cache is taken for. */
#define USUAL_L2 (2 * 1024 * 1024)

/* More is asked of no machine. */
#define MOST (64 * 1024 * 1024)

#define LINE 64 /* bytes: nobody's are shorter, and of longer ones all are met too */

struct CompareOtherWork {
    gsize n; /* words */
    guint64 *words;
};

static gsize cache_size(int name)
{
    long bytes = sysconf(name);
    return bytes > 0 ? (gsize)bytes : 0;
}

/* Where the system has no names for caches, it does not tell. */
CompareCaches compare_caches(void)
{
#ifdef _SC_LEVEL1_DCACHE_SIZE
    return (CompareCaches){ cache_size(_SC_LEVEL1_DCACHE_SIZE), cache_size(_SC_LEVEL2_CACHE_SIZE),
                            cache_size(_SC_LEVEL3_CACHE_SIZE) };
#else
    return (CompareCaches){ 0 };
#endif
}

CompareOtherWork *compare_other_work_new(void)
{
    CompareOtherWork *work = g_new(CompareOtherWork, 1);
    gsize l2 = compare_caches().l2;
    gsize bytes = MIN(2 * (l2 ? l2 : USUAL_L2), MOST);
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
    volatile guint64 *words = work->words; /* the compiler must not see that nobody reads them */
    for (gsize i = 0; i < work->n; i += LINE / sizeof *words)
        words[i] = words[i] + 1;
}
