/* caches: the sizes of the processor's caches, and other work that uses them. */
#ifndef COMPARE_CACHES_H
#define COMPARE_CACHES_H

#include <glib.h>

/* Bytes; 0 if there is no such cache or the system does not report its size. */
typedef struct {
    gsize l1d, l2, l3;
} CompareCaches;

/* The caches of the first processor. */
CompareCaches compare_caches(void);

/* Reads the sizes from a directory like /sys/devices/system/cpu/cpu0/cache. */
CompareCaches compare_caches_in(const char *directory);

/* Memory that stands for the other work of a frame: it is larger than the caches. */
typedef struct CompareOtherWork CompareOtherWork;

CompareOtherWork *compare_other_work_new(void);
void compare_other_work_free(CompareOtherWork *work);

/* Twice the largest cache, but 64 MiB at most. */
gsize compare_other_work_bytes(const CompareOtherWork *work);

/* Reads and writes all of the memory, which evicts nearly everything else from the caches. Takes a
 * few milliseconds. */
void compare_other_work_do(CompareOtherWork *work);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOtherWork, compare_other_work_free)

#endif
