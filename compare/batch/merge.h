/* merge: merges the results of pieces of work. The bytes do not depend on which machine did which
 * piece. */
#ifndef COMPARE_MERGE_H
#define COMPARE_MERGE_H

#include "batch/times.h"
#include "result/text-page.h"

/* The file used for each piece, and what all pieces have in common. */
typedef struct {
    const CompareManifest *manifest;
    GPtrArray *paths;               /* char *, one for each piece */
    GPtrArray *sums;                /* char *, their checksums */
    char *program, *commit, *first; /* of all pieces; `first` is the file that was read first */
    CompareTimes times;
    gboolean any_wrong;
} CompareMerge;

/* Finds the pieces in the directories. Fails with BSP_ERROR if a piece is missing, damaged, of
 * another manifest, of another build than the first, or in two directories with different contents.
 * For missing pieces the message names the first and the command that makes them. Other files in
 * the directories are ignored. */
CompareMerge *compare_merge_new(const CompareManifest *manifest, char **directories,
                                GError **error);
void compare_merge_free(CompareMerge *merge);

/* Writes all results to `output` (text/file): an array of results as `bspcompare run` prints them,
 * or a table. keep_times: keep times even if machines differ. Fails with BSP_ERROR. */
gboolean compare_merge_write(const CompareMerge *merge, CompareStyle style, gboolean keep_times,
                             const char *output, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareMerge, compare_merge_free)

#endif
