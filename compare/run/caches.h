/* caches: how large the processor's are, and other work's use of them. */
#ifndef COMPARE_CACHES_H
#define COMPARE_CACHES_H

#include <glib.h>

/* Bytes; 0 where there is none, or the system does not tell. */
typedef struct {
    gsize l1d, l2, l3;
} CompareCaches;

/* Of the first processor. */
CompareCaches compare_caches(void);

/* As a directory like /sys/devices/system/cpu/cpu0/cache tells. */
CompareCaches compare_caches_in(const char *directory);

/* Memory of other work, such as fills a frame: larger than the caches. */
typedef struct CompareOtherWork CompareOtherWork;

CompareOtherWork *compare_other_work_new(void);
void compare_other_work_free(CompareOtherWork *work);

/* Twice the largest cache, but 64 MiB at most. */
gsize compare_other_work_bytes(const CompareOtherWork *work);

/* Reads and writes all of it, which takes some milliseconds: the caches hold little else then. */
void compare_other_work_do(CompareOtherWork *work);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOtherWork, compare_other_work_free)

#endif
