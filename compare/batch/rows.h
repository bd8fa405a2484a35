/* rows: a table of pieces of work: columns that identify the piece, then those of `bspcompare run`.
 */
#ifndef COMPARE_ROWS_H
#define COMPARE_ROWS_H

#include "batch/done.h"
#include "result/text-page.h"

typedef struct CompareRows CompareRows;

/* with_machines: add a column for the machine that measured the times. */
CompareRows *compare_rows_new(const CompareManifest *manifest, gboolean with_machines);
void compare_rows_free(CompareRows *rows);

/* Adds the methods of a piece, whose result may lack values that were left out. Fails with
 * BSP_ERROR if it is not a result. */
gboolean compare_rows_add(CompareRows *rows, const CompareDone *done, GError **error);

void compare_rows_print(const CompareRows *rows, ComparePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareRows, compare_rows_free)

#endif
