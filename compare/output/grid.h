/* grid: rows and columns of anything, as a table, markdown, CSV or JSON.
 *
 * People get rounded numbers, and only the columns in which there is something; programs get every
 * column, and numbers that read back exactly. */
#ifndef COMPARE_PRINT_GRID_H
#define COMPARE_PRINT_GRID_H

#include "output/print.h"

typedef struct {
    const char *title; /* for people */
    const char *key;   /* in CSV and JSON */
    gboolean is_text;  /* else a number: to the right, and without quotes in JSON */
    const char
        *format; /* of a number, for people: "%.1f"; NULL: as many digits as tell something */
} CompareColumn;

typedef struct CompareGrid CompareGrid;

/* The number of a cell with nothing in it. */
#define COMPARE_NOTHING ((double)NAN)

/* columns (n of them) must outlive it. */
CompareGrid *compare_grid_new(const CompareColumn *columns, guint n);
void compare_grid_free(CompareGrid *grid);

/* The next cell, row by row. NULL, or a number that is not finite (COMPARE_NOTHING), is a cell with
 * nothing in it:
 * "-", empty in CSV, null in JSON. */
void compare_grid_add_text(CompareGrid *grid, const char *text);
void compare_grid_add_number(CompareGrid *grid, double x);

/* The rows. JSON is an array of objects. Free with g_free(). */
char *compare_grid_print(const CompareGrid *grid, CompareFormat format);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareGrid, compare_grid_free)

#endif
