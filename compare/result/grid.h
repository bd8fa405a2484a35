/* grid: prints rows, by descriptions of their columns, as a table, markdown, CSV or JSON.
 *
 * A column has the name of a value in a JSON object, its kind, and its readers. A row is such an
 * object, or a struct: then the column has the value's offset in the struct. One list of columns
 * thus writes the objects of a result, checks them when they are read, and prints them.
 *
 * People get rounded numbers, and only the columns that have values. Programs get all of their
 * columns, and numbers that read back exactly. A missing value is "-", in CSV empty, in JSON
 * null. */
#ifndef COMPARE_GRID_H
#define COMPARE_GRID_H

#include <stddef.h>

#include "result/origin.h"
#include "tools/bsp-json.h"

typedef enum {
    COMPARE_FORMAT_TABLE,
    COMPARE_FORMAT_MARKDOWN,
    COMPARE_FORMAT_CSV,
    COMPARE_FORMAT_JSON,
    COMPARE_FORMAT_HTML /* a page, which is made from JSON (html/html.h) */
} CompareFormat;

/* How results are printed. */
typedef struct {
    CompareFormat format;
    gboolean wide; /* people see all of their columns, not only those that fit 100 characters */
    const CompareEnvironment *environment; /* printed with the results; NULL: not printed */
    guint width;     /* characters in a line of the terminal; 0: there is no terminal */
    gboolean colour; /* warnings are red */
} CompareStyle;

/* Characters in a line of text that does not go to a terminal. */
#define COMPARE_WIDTH 100

static inline gboolean compare_style_is_for_people(CompareStyle style)
{
    return style.format == COMPARE_FORMAT_TABLE || style.format == COMPARE_FORMAT_MARKDOWN;
}

/* Finds the format named "table", "markdown", "csv", "json" or "html". FALSE if there is none of
 * that name. */
extern const char *const compare_format_names[]; /* NULL at the end */
gboolean compare_format_find(const char *name, CompareFormat *format);

/* The kind of a value, and its type in the row. */
typedef enum {
    COMPARE_TEXT,     /* const char *; NULL: missing */
    COMPARE_COUNT,    /* guint */
    COMPARE_COUNT64,  /* guint64 */
    COMPARE_BYTES,    /* gsize */
    COMPARE_NUMBER,   /* double; missing if it is not finite */
    COMPARE_INTERVAL, /* double[2]: two cells in CSV, an array in JSON */
    COMPARE_RATIO,    /* double[3]: a ratio and its interval; people see "~" if the interval
                         contains 1 */
    COMPARE_BOOLEAN,  /* gboolean: 1 or 0 in CSV */
    COMPARE_HASH      /* guint64, as 16 hexadecimal digits */
} CompareKind;

/* Flags of a column: for which readers it is, and how it is shown. */
typedef enum {
    COMPARE_BRIEF = 1 << 0,    /* people, always */
    COMPARE_IF_ANY = 1 << 1,   /* people, if any value is not 0 */
    COMPARE_WIDE = 1 << 2,     /* people who want all columns */
    COMPARE_CSV = 1 << 3,      /* programs */
    COMPARE_JSON = 1 << 4,     /* programs */
    COMPARE_MEASURED = 1 << 5, /* 0 means not measured: missing */
    COMPARE_SHORTEN = 1 << 6,  /* long names are shortened, except in a wide table */
    COMPARE_IF_ROOM = 1 << 7,  /* dropped if the table does not fit a line, the last column first */
    COMPARE_LATER = 1 << 8,    /* may be missing, because JSON of earlier versions lacks it */
    COMPARE_TO_RIGHT = 1 << 9, /* right-aligned text */
    COMPARE_LESSER = 1 << 10,  /* dropped after the columns for which there is no room */
    COMPARE_PROGRAMS = COMPARE_CSV | COMPARE_JSON
} CompareColumnFlags;

typedef struct {
    const char *title; /* for people, with the unit */
    const char *group; /* the JSON object that contains the value, and prefix of the key in CSV; or
                          NULL */
    const char *key;   /* in CSV and JSON */
    CompareKind kind;
    guint flags;
    gsize offset;       /* of the value in the row */
    gsize of;           /* offset of a guint in the row; if that is 0 the value is missing; offset
                           0: always present */
    const char *format; /* of a COMPARE_NUMBER, for people; NULL: three digits */
    const char *about;  /* text for the legend; NULL: the title is enough */
    char *(*text)(json_object *row); /* makes the text for people from the JSON; NULL: it is the
                                        value */
} CompareColumn;

/* TRUE if the interval of a ratio contains 1, so that no difference is shown. */
static inline gboolean compare_is_about_one(const double *ends)
{
    return ends[0] > 0 && ends[0] <= 1 && ends[1] >= 1;
}

typedef struct CompareGrid CompareGrid;

/* columns (n of them) must outlive the result. */
CompareGrid *compare_grid_new(const CompareColumn *columns, guint n);
void compare_grid_free(CompareGrid *grid);

/* Adds a copy of the row, a struct. */
void compare_grid_add(CompareGrid *grid, gconstpointer row);

/* Adds a row from its JSON. A value that the row lacks is searched in `context`, which may be
 * NULL. */
void compare_grid_add_json(CompareGrid *grid, json_object *row, json_object *context);

/* Prints the rows; JSON is an array of objects. The caller frees the text with g_free(). */
char *compare_grid_print(const CompareGrid *grid, CompareStyle style);

/* Returns the rows as an array of objects. An inner object whose values are all zero or missing
 * becomes null. */
json_object *compare_grid_json(const CompareGrid *grid);

/* Adds "TITLE: ABOUT" for the columns that people see to the legend, and the titles of columns for
 * which there is no room to `dropped`, unless they are there already. Both are arrays of char *,
 * which own them. */
void compare_grid_explain(const CompareGrid *grid, CompareStyle style, GPtrArray *legend,
                          GPtrArray *dropped);

/* The most rows of one table in a file, because drawing and comparing take time quadratic in their
 * number. */
#define COMPARE_MAX_ROWS 4096

/* Fails if a column's value is missing in the JSON row, or has another type. Other members are
 * ignored. The second function checks each row of an array. */
gboolean compare_columns_check(const CompareColumn *columns, guint n, const BspJsonRef *row,
                               GError **error);
gboolean compare_columns_check_all(const CompareColumn *columns, guint n, const BspJsonRef *rows,
                                   GError **error);

/* Fails unless the value is a printed hash. */
gboolean compare_check_hash(const BspJsonRef *ref, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareGrid, compare_grid_free)

#endif
