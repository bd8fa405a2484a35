/* merge: pieces of work put together: the same bytes whoever did which of them. */
#ifndef COMPARE_MERGE_H
#define COMPARE_MERGE_H

#include "batch/times.h"
#include "output/page.h"

/* Of every piece the file that is taken, and what all of them have in common. */
typedef struct {
    const CompareManifest *manifest;
    GPtrArray *paths;               /* char *, one for each piece */
    GPtrArray *sums;                /* char *, their checksums */
    char *program, *commit, *first; /* of all, as the file that was looked at first tells */
    CompareTimes times;
    gboolean any_wrong;
} CompareMerge;

/* Looks the pieces up in the directories. Fails with BSP_ERROR where one is missing (the message
 * names the first and what makes them), damaged, of another manifest or another build than the
 * first, or in two directories and not the same. Other files there are nobody's business. */
CompareMerge *compare_merge_new(const CompareManifest *manifest, char **directories,
                                GError **error);
void compare_merge_free(CompareMerge *merge);

/* Writes all of them to `output` (text/file): an array of results, as `bspcompare run` prints them,
 * or a table. keep_times: also where machines differ. Fails with BSP_ERROR. */
gboolean compare_merge_write(const CompareMerge *merge, CompareStyle style, gboolean keep_times,
                             const char *output, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareMerge, compare_merge_free)

#endif
