/* caches: how large the processor's are, and other work's use of them. */
#ifndef COMPARE_CACHES_H
#define COMPARE_CACHES_H

#include <glib.h>

/* Bytes; 0 where there is none, or the system does not tell. */
typedef struct {
    gsize l1d, l2, l3;
} CompareCaches;

CompareCaches compare_caches(void);

/* Memory of other work: larger than the caches of one core. */
typedef struct CompareOtherWork CompareOtherWork;

CompareOtherWork *compare_other_work_new(void);
void compare_other_work_free(CompareOtherWork *work);

/* Twice the second-level cache, or of what it is taken for where the system does not tell. */
gsize compare_other_work_bytes(const CompareOtherWork *work);

/* Reads and writes all of it: the core's own caches hold nothing else afterwards. What the cores
 * share (the third level) is left as in a frame, in which the level's tree stays there. */
void compare_other_work_do(CompareOtherWork *work);

#endif
