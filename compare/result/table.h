/* table: every table of the program, as columns and rows.
 *
 * A list of CompareColumn declares a table's columns, and nothing else does: the table writes each
 * row, a struct, as an object with a member for each column, and prints rows by the columns. Both
 * travel in the JSON of a result, so that its readers need no list of columns.
 *
 * People get rounded numbers, and only the columns that are meant for them and have values.
 * Programs get all columns, and numbers that read back exactly. A missing value is "-", in CSV
 * empty, in JSON null. */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

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
    gboolean can_widen; /* the command has the option --wide */
    guint width;        /* characters in a line of the terminal; 0: there is no terminal */
    gboolean colour;    /* warnings are red */
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

/* The kind of a value, and its type in the row. In JSON all counts are of one kind. */
typedef enum {
    COMPARE_TEXT,     /* const char *; NULL: missing */
    COMPARE_NAME,     /* the same; a table shortens it if the terminal is narrow */
    COMPARE_METHOD,   /* the same; people see marks after a method's name */
    COMPARE_COUNT,    /* guint */
    COMPARE_COUNT64,  /* guint64 */
    COMPARE_SIZE,     /* gsize */
    COMPARE_NUMBER,   /* double; missing if it is not finite */
    COMPARE_INTERVAL, /* double[2]: two cells in CSV, an array in JSON */
    COMPARE_BOOLEAN,  /* gboolean: 1 or 0 in CSV */
    COMPARE_HASH,     /* guint64, as 16 hexadecimal digits */
    COMPARE_POINTS,   /* json_object *, of which the row keeps a reference: a list of [x, y], which
                         only JSON has */
    COMPARE_VALUE     /* json_object *, of which the row keeps a reference: a number or a text */
} CompareKind;

/* The readers who see a column. Programs see all columns. */
typedef enum {
    COMPARE_ALWAYS, /* people */
    COMPARE_IF_ANY, /* people, if any value is not 0 */
    COMPARE_WIDE,   /* people who want all columns */
    COMPARE_NEVER   /* programs alone */
} CompareShown;

/* How `diff` compares the values of a column. */
typedef enum {
    COMPARE_NOT,      /* not at all */
    COMPARE_COUNTER,  /* equal on every machine, so any difference counts */
    COMPARE_COST,     /* a counter; more is worse */
    COMPARE_ANSWERS,  /* of answers: a count, of which more is worse, or a hash, which must be equal
                       */
    COMPARE_IDENTITY, /* a hash: equal or not */
    COMPARE_TIME,     /* a median with its interval */
    COMPARE_RELATIVE, /* a time as a ratio to the reference's, measured in turns with it */
    COMPARE_ONCE      /* measured once, so without an interval */
} CompareChange;

typedef struct {
    const char *key;
    const char *title; /* for people; NULL: only programs see the column */
    CompareKind kind;
    CompareShown shown;
    gsize offset; /* of the value in the row */
    gsize of; /* offset of a guint in the row: if that is 0, the value is missing; 0: the value is
                 always there */
    const char *unit;     /* "bytes", "ns", "ms", "x" (a ratio), "%", "units"; NULL: none. In ns, ms
                             and x, 0 means not measured: missing */
    guint decimals;       /* for people; 0: what the unit asks for, or three digits */
    const char *group;    /* "walk" or "shot": a wide title begins with it; or NULL */
    const char *interval; /* the key of this number's interval; or NULL */
    CompareChange change;
    guint drop;        /* 1: the first to go if the table does not fit a line; 2: then; 0: last */
    const char *about; /* text for the legend; NULL: the title is enough */
} CompareColumn;

/* TRUE if the interval of a ratio contains 1, so that no difference is shown. */
static inline gboolean compare_is_about_one(const double *ends)
{
    return ends[0] > 0 && ends[0] <= 1 && ends[1] >= 1;
}

/* Finds the interval of the quotient b / a of two measured numbers with their intervals. The
 * distances to the ends of both, as logarithms, are added by their squares, like independent
 * errors. FALSE if an interval is unknown: then it begins with 0. */
gboolean compare_quotient(double b, const double *b_ends, double a, const double *a_ends,
                          double *ends);

typedef struct {
    GArray *columns;    /* CompareColumn */
    json_object *rows;  /* an array of objects */
    GPtrArray *keepers; /* json_object: the owners of texts in `columns` */
} CompareTable;

/* A table without rows; the columns' texts must outlive it. */
CompareTable *compare_table_new(const CompareColumn *columns, guint n);
void compare_table_free(CompareTable *table);

/* Adds a row, a struct. */
void compare_table_add(CompareTable *table, gconstpointer row);

/* Adds the columns of a result that the table lacks. The table keeps a reference. */
void compare_table_add_columns(CompareTable *table, json_object *columns);

/* The columns as they travel in JSON. */
json_object *compare_table_columns(const CompareTable *table);

/* Prints the rows as a table, markdown or CSV. The caller frees the text with g_free(). */
char *compare_table_print(const CompareTable *table, CompareStyle style);

/* Adds "TITLE: ABOUT" for the columns that people see to the legend, and the titles of columns for
 * which there is no room to `dropped`, unless they are there already. Both are arrays of char *,
 * which own them. */
void compare_table_explain(const CompareTable *table, CompareStyle style, GPtrArray *legend,
                           GPtrArray *dropped);

/* Adds the text to an array of char *, which takes ownership, unless it is there already. */
void compare_add_once(GPtrArray *list, char *text);

/* The column's title for people; if groups share titles, with the group before it. The caller frees
 * it with g_free(). */
char *compare_column_title(const CompareColumn *column);

/* The two ends of an interval in a row; zeros if it is unknown. */
void compare_interval_at(json_object *row, const char *key, double *ends);

/* The most rows and columns of one table in a file, because drawing and comparing take time
 * quadratic in their number. */
#define COMPARE_MAX_ROWS 4096
#define COMPARE_MAX_COLUMNS 256

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareTable, compare_table_free)

#endif
