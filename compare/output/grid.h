/* grid: rows of anything, by a description of their columns, as a table, markdown, CSV or JSON.
 *
 * A row is a struct; a column says where in it the value lies, what it is called, and who sees it.
 * People get rounded numbers, and only the columns in which there is something; programs get every
 * column of theirs, and numbers that read back exactly. A cell with nothing in it is "-", empty in
 * CSV and null in JSON. */
#ifndef COMPARE_OUTPUT_GRID_H
#define COMPARE_OUTPUT_GRID_H

#include <stddef.h>

#include "output/environment.h"

typedef enum {
    COMPARE_FORMAT_TABLE,
    COMPARE_FORMAT_MARKDOWN,
    COMPARE_FORMAT_CSV,
    COMPARE_FORMAT_JSON,
    COMPARE_FORMAT_HTML /* a page, which is made of JSON (html/html.h) */
} CompareFormat;

/* How results are printed. */
typedef struct {
    CompareFormat format;
    gboolean wide; /* people see every column of theirs, not those alone that fit 100 characters */
    const CompareEnvironment *environment; /* told with the results; NULL: not */
} CompareStyle;

static inline gboolean compare_style_is_for_people(CompareStyle style)
{
    return style.format == COMPARE_FORMAT_TABLE || style.format == COMPARE_FORMAT_MARKDOWN;
}

/* "table", "markdown", "csv", "json" or "html"; FALSE when the name is none of them. */
extern const char *const compare_format_names[]; /* NULL at the end */
gboolean compare_format_find(const char *name, CompareFormat *format);

/* What the value is, and how it stands in the row. */
typedef enum {
    COMPARE_TEXT,     /* const char *; NULL is nothing */
    COMPARE_COUNT,    /* guint */
    COMPARE_COUNT64,  /* guint64 */
    COMPARE_BYTES,    /* gsize */
    COMPARE_NUMBER,   /* double; what is not finite is nothing */
    COMPARE_INTERVAL, /* double[2]: two cells in CSV, an array in JSON */
    COMPARE_RATIO,    /* double[3]: it and its interval; "~" for people where 1 is in that */
    COMPARE_BOOLEAN,  /* gboolean: 1 or 0 in CSV */
    COMPARE_HASH      /* guint64, as 16 hexadecimal digits */
} CompareKind;

/* Who sees the column, and what more there is to it. */
typedef enum {
    COMPARE_BRIEF = 1 << 0,    /* people, always */
    COMPARE_IF_ANY = 1 << 1,   /* people, where any of the values is not 0 */
    COMPARE_WIDE = 1 << 2,     /* people who want all columns */
    COMPARE_CSV = 1 << 3,      /* programs */
    COMPARE_JSON = 1 << 4,     /* programs */
    COMPARE_MEASURED = 1 << 5, /* 0 was not measured: nothing */
    COMPARE_SHORTEN = 1 << 6,  /* names that may be long; only in a wide table they are whole */
    COMPARE_IF_ROOM = 1 << 7,  /* left out where a table would not fit a terminal, the last first */
    COMPARE_LATER = 1 << 8,    /* not in JSON of earlier versions: it may be missing there */
    COMPARE_TO_RIGHT = 1 << 9, /* a text that is a number */
    COMPARE_PROGRAMS = COMPARE_CSV | COMPARE_JSON
} CompareColumnFlags;

typedef struct {
    const char *title; /* for people, with the unit */
    const char *group; /* the object in JSON that holds it; stands before the key in CSV; or NULL */
    const char *key;   /* in CSV and JSON */
    CompareKind kind;
    guint flags;
    gsize offset;       /* of the value in the row */
    gsize of;           /* of a guint in the row; where that is 0 there is no value; 0: none */
    const char *format; /* of a COMPARE_NUMBER, for people; NULL: three digits */
    const char *about;  /* what it is, for the legend; NULL: the title says it */
} CompareColumn;

typedef struct CompareGrid CompareGrid;

/* columns (n of them) must outlive it. */
CompareGrid *compare_grid_new(const CompareColumn *columns, guint n);
void compare_grid_free(CompareGrid *grid);

/* All of it is copied. */
void compare_grid_add(CompareGrid *grid, gconstpointer row);

/* The rows. JSON is an array of objects. Free with g_free(). */
char *compare_grid_print(const CompareGrid *grid, CompareStyle style);

/* The same array; an object in it of nothing but zeros and nothing is null. */
json_object *compare_grid_json(const CompareGrid *grid);

/* Adds "TITLE: ABOUT" of the columns that people see, unless the legend (array of char *, which
 * frees them) has it already. */
void compare_grid_explain(const CompareGrid *grid, gboolean wide, GPtrArray *legend);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareGrid, compare_grid_free)

#endif
