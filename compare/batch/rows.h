/* rows: pieces of work as a table: which piece, and then the columns that `bspcompare run` has. */
#ifndef COMPARE_ROWS_H
#define COMPARE_ROWS_H

#include "batch/done.h"
#include "output/page.h"

typedef struct CompareRows CompareRows;

/* with_machines: a column tells where times come from. */
CompareRows *compare_rows_new(const CompareManifest *manifest, gboolean with_machines);
void compare_rows_free(CompareRows *rows);

/* Adds the methods of a piece, of whose result some may have been left out. Fails with BSP_ERROR
 * where it is no result. */
gboolean compare_rows_add(CompareRows *rows, const CompareDone *done, GError **error);

void compare_rows_print(const CompareRows *rows, ComparePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareRows, compare_rows_free)

#endif
