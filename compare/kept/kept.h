/* kept: results read back from the JSON that `run` and `sweep` write, formats "bsp-result" and
 * "bsp-sweep".
 *
 * A document holds one result, or an array of them. It is checked before anything is made of it:
 * what is wrong is told as "FILE: /json/pointer: message". Members that no version here knows are
 * let be. */
#ifndef COMPARE_KEPT_H
#define COMPARE_KEPT_H

#include "kept/result.h"

typedef struct {
    GPtrArray *documents; /* BspJson */
    GPtrArray *results;   /* CompareKept, in the order of the files and in these */
} CompareKeptResults;

/* The results in n files. Fails with BSP_ERROR. */
CompareKeptResults *compare_kept_load(const char *const *files, guint n, GError **error);
void compare_kept_free(CompareKeptResults *results);

static inline const CompareKept *compare_kept_at(const CompareKeptResults *results, guint i)
{
    return results->results->pdata[i];
}

/* Whether both say the same of where they come from, command and date too. */
gboolean compare_kept_is_of_one_run(const CompareKept *a, const CompareKept *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareKeptResults, compare_kept_free)

#endif
