/* kept: reads saved results from the JSON that `run` and `sweep` wrote, formats "bsp-result" and
 * "bsp-sweep".
 *
 * A document holds one result, or an array of them. All of it is checked before use. Messages read
 * "FILE: /json/pointer: message". Unknown members are ignored. */
#ifndef COMPARE_KEPT_H
#define COMPARE_KEPT_H

#include "kept/result.h"

typedef struct {
    GPtrArray *documents; /* BspJson */
    GPtrArray *results;   /* CompareKept, in the order of the files and of their contents */
} CompareKeptResults;

/* Loads the results of n files. Fails with BSP_ERROR. */
CompareKeptResults *compare_kept_load(const char *const *files, guint n, GError **error);
void compare_kept_free(CompareKeptResults *results);

static inline const CompareKept *compare_kept_at(const CompareKeptResults *results, guint i)
{
    return results->results->pdata[i];
}

/* TRUE if both results have the same environment, including command and date. */
gboolean compare_kept_is_of_one_run(const CompareKept *a, const CompareKept *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareKeptResults, compare_kept_free)

#endif
