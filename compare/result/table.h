/* table: every table of the program, as columns and rows.
 *
 * A list of CompareColumn declares a table's columns, and nothing else declares them. The table
 * writes each row, a struct, as an object with a member for each column, and prints rows by the
 * columns. Both are in the JSON of a result, so its readers need no list of columns.
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
    COMPARE_FORMAT_HTML /* a page, which is made from the JSON (html/html.h) */
} CompareFormat;

/* How results are printed. */
typedef struct {
    CompareFormat format;
    /* If set, people see all of their columns, also if these do not fit into a line. */
    gboolean wide;
    gboolean can_widen; /* the command has the option --wide */
    guint width; /* the number of characters in a line of the terminal; 0 if there is no terminal */
    gboolean colour; /* if set, warnings are printed in red */
} CompareStyle;

/* The number of characters in a line of text that does not go to a terminal. Lines of this
 * project's sources have the same length. */
#define COMPARE_WIDTH 100

static inline gboolean compare_style_is_for_people(CompareStyle style)
{
    return style.format == COMPARE_FORMAT_TABLE || style.format == COMPARE_FORMAT_MARKDOWN;
}

/* Finds the format by its name, which is "table", "markdown", "csv", "json" or "html". Returns
 * FALSE if there is no such format. */
extern const char *const compare_format_names[]; /* ends with NULL */
gboolean compare_format_find(const char *name, CompareFormat *format);

/* The kind of a column's values, which determines the type of a value in a row. In JSON, all counts
 * have the same kind. */
typedef enum {
    COMPARE_TEXT,     /* const char *; NULL if missing */
    COMPARE_NAME,     /* const char *; a table shortens it if the terminal is narrow */
    COMPARE_METHOD,   /* const char *; people see marks after a method's name */
    COMPARE_COUNT,    /* guint */
    COMPARE_COUNT64,  /* guint64 */
    COMPARE_SIZE,     /* gsize */
    COMPARE_NUMBER,   /* double; missing if it is not finite */
    COMPARE_INTERVAL, /* double[2], which are two cells in CSV and an array in JSON */
    COMPARE_BOOLEAN,  /* gboolean, which is 1 or 0 in CSV */
    COMPARE_HASH,     /* guint64, as 16 hexadecimal digits */
    COMPARE_POINTS,   /* json_object *, to which the row keeps a reference; a list of [x, y], which
                         only JSON has */
    COMPARE_VALUE     /* json_object *, to which the row keeps a reference; a number or a text */
} CompareKind;

/* The readers who see a column. Programs see all columns. */
typedef enum {
    COMPARE_ALWAYS, /* people */
    COMPARE_IF_ANY, /* people, if some value is not 0 */
    COMPARE_WIDE,   /* people who want all columns */
    COMPARE_NEVER   /* only programs */
} CompareShown;

/* How `diff` compares the values of a column. */
typedef enum {
    COMPARE_NOT,     /* does not compare values */
    COMPARE_COUNTER, /* compares counts that are equal on every machine, so that any difference
                        counts */
    COMPARE_COST,    /* compares counts of which a larger one is worse */
    COMPARE_ANSWERS, /* compares counts of wrong answers, of which a larger one is worse, or hashes,
                        which must be equal */
    COMPARE_IDENTITY, /* compares hashes, which are equal or not */
    COMPARE_TIME,     /* compares medians with their intervals */
    COMPARE_RELATIVE, /* does not compare values, because they are ratios to the reference's time,
                         which may change, too */
    COMPARE_ONCE      /* compares values that are measured once, and so have no interval */
} CompareChange;

typedef struct {
    const char *key;
    const char *title; /* the title for people; NULL if only programs see the column */
    CompareKind kind;
    CompareShown shown;
    gsize offset; /* the offset of the value in the row */
    gsize of; /* the offset in the row of a guint that is 0 if the value is missing; 0 if the value
                 is always known */
    const char *unit;  /* "bytes", "ns", "ms", "x" (a ratio), "%", "units", or NULL; in ns, ms
                          and x, the value 0 is missing, because it was not measured */
    guint decimals;    /* the number of decimals for people; 0 for the unit's usual number, or for
                          three digits */
    const char *group; /* "walk" or "shot", which precedes the title in wide tables; or NULL */
    const char *interval; /* the key of this number's interval; or NULL */
    CompareChange change;
    guint drop; /* the order in which columns are dropped if the table does not fit into a line:
                   first those with 1, then those with 2, and then those with 0 */
    const char *about; /* the text in the legend; NULL if the title is enough */
} CompareColumn;

/* Returns whether the interval of a ratio contains 1, so that it shows no difference. */
static inline gboolean compare_is_about_one(const double *ends)
{
    return ends[0] > 0 && ends[0] <= 1 && ends[1] >= 1;
}

/* Finds the interval of the quotient b / a of two measured numbers with their intervals. The
 * distances of both numbers to the ends of their intervals, as logarithms, are combined by adding
 * their squares, like independent errors. Returns FALSE if an interval is unknown, so that it
 * begins with 0. */
gboolean compare_quotient(double b, const double *b_ends, double a, const double *a_ends,
                          double *ends);

typedef struct {
    GArray *columns;    /* an array of CompareColumn */
    json_object *rows;  /* an array of objects */
    GPtrArray *keepers; /* an array of json_object, which own the texts in `columns` */
} CompareTable;

/* Returns a table without rows. The columns' texts must outlive it. */
CompareTable *compare_table_new(const CompareColumn *columns, guint n);
void compare_table_free(CompareTable *table);

/* Adds a row, which is a struct. */
void compare_table_add(CompareTable *table, gconstpointer row);

/* Adds those columns of a result that the table does not have. The table keeps a reference to
 * `columns`. */
void compare_table_add_columns(CompareTable *table, json_object *columns);

/* Returns the columns as JSON. */
json_object *compare_table_columns(const CompareTable *table);

/* Prints the rows as a table, markdown or CSV. The caller frees the text with g_free(). */
char *compare_table_print(const CompareTable *table, CompareStyle style);

/* Adds a text "TITLE: ABOUT" to `legend` for each column that people see. Adds the titles of
 * columns that do not fit to `dropped`. Neither list gets the same text twice. Both are arrays of
 * char *, which own the texts. */
void compare_table_explain(const CompareTable *table, CompareStyle style, GPtrArray *legend,
                           GPtrArray *dropped);

/* Adds the text to an array of char *, which takes ownership. If the array has an equal text
 * already, frees this one. */
void compare_add_once(GPtrArray *list, char *text);

/* Returns the column's title for people. If columns of several groups have the same title, the
 * group precedes it. The caller frees it with g_free(). */
char *compare_column_title(const CompareColumn *column);

/* Stores the two ends of an interval in a row. Both are zero if it is unknown. */
void compare_interval_at(json_object *row, const char *key, double *ends);

/* The maximum number of rows and columns of one table in a file, because drawing and comparing take
 * time quadratic in their number. */
#define COMPARE_MAX_ROWS 4096
#define COMPARE_MAX_COLUMNS 256

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareTable, compare_table_free)

#endif
