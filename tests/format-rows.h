/* format-rows: reads the tables in tests/formats. A row is a file of a level and the world that a
 * reader must find in it. The first lines of tests/formats/map.rows describe the syntax. */
#ifndef FORMAT_ROWS_H
#define FORMAT_ROWS_H

#include <glib.h>

typedef struct {
    char *key, *value;
} FormatLine;

typedef struct {
    char *name;
    GArray *lines; /* an array of FormatLine, in the order of the table */
    GString *text; /* the file, or the entities of a level */
} FormatRow;

/* Return the rows of the table file at this path, and of tests/formats/NAME. The caller frees them
 * with g_ptr_array_unref(). */
GPtrArray *format_rows_read(const char *path);
GPtrArray *format_table(const char *name);

/* Returns the row of this name. */
const FormatRow *format_row(const GPtrArray *rows, const char *name);

/* Returns the value of the row's last line with this key, or NULL. */
const char *format_row_value(const FormatRow *row, const char *key);

/* Returns the bytes of the file that the row describes. `format` is the format of a level, such as
 * "quake2" (level-text.h), or NULL for a text. */
GByteArray *format_row_bytes(const FormatRow *row, const char *format);

/* Returns "CODE MESSAGE", such as "syntax a.map:1:1: ...". The caller frees it with g_free(). */
char *format_error_text(const GError *error);

#endif
