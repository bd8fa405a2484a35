/* grid-read: reads a row back from its JSON object.
 *
 * The columns' descriptions say which members must exist and of which kind. Other members are
 * ignored. Errors name the file and the place, see world/json.h. */
#ifndef COMPARE_OUTPUT_GRID_READ_H
#define COMPARE_OUTPUT_GRID_READ_H

#include "bsp-json.h"
#include "output/grid.h"

/* The most rows, because drawing and comparing take time quadratic in their number. */
#define COMPARE_MAX_ROWS 4096

/* Fills in the row, which must be zero, from the JSON of its n columns. Its strings are borrowed
 * from the document. */
gboolean compare_grid_read(const CompareColumn *columns, guint n, const BspJsonRef *object,
                           gpointer row, GError **error);

/* The same for each object of an array of at most COMPARE_MAX_ROWS. The caller's `row`, of `size`
 * bytes, is reused for each and passed to func, which may be NULL. */
typedef void (*CompareGridRowFunc)(gconstpointer row, gpointer data);
gboolean compare_grid_read_all(const CompareColumn *columns, guint n, const BspJsonRef *rows,
                               gpointer row, gsize size, CompareGridRowFunc func, gpointer data,
                               GError **error);

/* Reads a printed hash. */
gboolean compare_read_hash(const BspJsonRef *ref, guint64 *hash, GError **error);

#endif
