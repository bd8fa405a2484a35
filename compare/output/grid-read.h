/* grid-read: a row read back from the object of JSON that it was printed as.
 *
 * The description of the columns that printed it says what must be there, and of what kind;
 * whatever else is in the object is let be. Errors name the file and the place, as world/json.h
 * says. */
#ifndef COMPARE_OUTPUT_GRID_READ_H
#define COMPARE_OUTPUT_GRID_READ_H

#include "output/grid.h"
#include "world/json.h"

/* What is drawn and compared of rows takes the square of their number. */
#define COMPARE_MAX_ROWS 4096

/* Fills in the row, zero at first, by those of its n columns that are printed as JSON; its texts
 * are borrowed from the document. */
gboolean compare_grid_read(const CompareColumn *columns, guint n, const BspJsonRef *object,
                           gpointer row, GError **error);

/* The same for each object of an array of at most COMPARE_MAX_ROWS: func, if there is one, is
 * handed the row, of `size` bytes, which is the caller's and used for all. */
typedef void (*CompareGridRowFunc)(gconstpointer row, gpointer data);
gboolean compare_grid_read_all(const CompareColumn *columns, guint n, const BspJsonRef *rows,
                               gpointer row, gsize size, CompareGridRowFunc func, gpointer data,
                               GError **error);

/* It is a hash as one is printed. */
gboolean compare_read_hash(const BspJsonRef *ref, guint64 *hash, GError **error);

#endif
