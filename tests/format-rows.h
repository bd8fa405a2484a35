/* format-rows: the tables in tests/formats, whose rows are files of levels and what a reader must
 * find in them. The first lines of tests/formats/map.rows describe the syntax. */
#ifndef FORMAT_ROWS_H
#define FORMAT_ROWS_H

#include <glib.h>

typedef struct {
    char *key, *value;
} FormatLine;

typedef struct {
    char *name;
    GArray *lines; /* FormatLine, in the order of the table */
    GString *text; /* the file, or the entities of a level */
} FormatRow;

/* The rows of the table file at this path, and of tests/formats/NAME. The caller frees them with
 * g_ptr_array_unref(). */
GPtrArray *format_rows_read(const char *path);
GPtrArray *format_table(const char *name);

/* The row of this name. */
const FormatRow *format_row(const GPtrArray *rows, const char *name);

/* The value of the row's last line with this key, or NULL. */
const char *format_row_value(const FormatRow *row, const char *key);

/* The bytes of the file that the row describes. format: NULL for a text, or the format of a level,
 * such as "quake2" (level-text.h). */
GByteArray *format_row_bytes(const FormatRow *row, const char *format);

/* "CODE MESSAGE", such as "syntax a.map:1:1: ...". Free with g_free(). */
char *format_error_text(const GError *error);

#endif
