/* format-rows: reads the tables in tests/formats. */
#include "format-rows.h"

#include <stdlib.h>
#include <string.h>

#include "bsp-error.h"
#include "level-text.h"
#include "short-map.h"

/* The rows, and the declarations between them. */
typedef struct {
    GHashTable *macros;   /* maps the name of a macro to its text, in which % stands for the
                             arguments */
    GHashTable *styles;   /* maps the name of a style to the style and header of maps in short
                             form */
    GHashTable *defaults; /* maps a key to the value for a row that has no line with this key */
    char *macro;          /* the macro whose text follows, or NULL */
    FormatRow *row;       /* the present row, or NULL */
    GPtrArray *rows;
} Table;

static void free_row(gpointer data)
{
    FormatRow *row = data;
    g_free(row->name);
    g_array_unref(row->lines);
    g_string_free(row->text, TRUE);
    g_free(row);
}

static void clear_line(gpointer data)
{
    FormatLine *line = data;
    g_free(line->key);
    g_free(line->value);
}

static FormatRow *new_row(const char *name)
{
    FormatRow *row = g_new0(FormatRow, 1);
    row->name = g_strdup(name);
    row->lines = g_array_new(FALSE, FALSE, sizeof(FormatLine));
    g_array_set_clear_func(row->lines, clear_line);
    row->text = g_string_new(NULL);
    return row;
}

const char *format_row_value(const FormatRow *row, const char *key)
{
    for (guint i = row->lines->len; i-- > 0;) {
        const FormatLine *line = &g_array_index(row->lines, FormatLine, i);
        if (strcmp(line->key, key) == 0)
            return line->value;
    }
    return NULL;
}

/* --- the text of a file --- */

/* Appends a line. Replaces "@NAME ARGUMENTS" by the text of that macro, and "@repeat N LINE" by the
 * line, N times. */
static void append_line(const Table *table, GString *out, const char *line)
{
    g_auto(GStrv) call = g_strsplit(*line == '@' ? line + 1 : "", " ", 2);
    char *repeated = NULL;
    guint64 n = g_str_has_prefix(line, "@repeat ") ? strtoull(call[1], &repeated, 10) : 0;
    for (guint64 i = 0; i < n; i++)
        append_line(table, out, repeated + 1);
    if (n)
        return;
    const char *text = *line == '@' ? g_hash_table_lookup(table->macros, call[0]) : NULL;
    if (!text) {
        g_string_append_printf(out, "%s\n", line);
        return;
    }
    g_auto(GStrv) parts = g_strsplit(text, "%", -1);
    g_autofree char *expanded = g_strjoinv(call[1] ? call[1] : "", parts);
    g_auto(GStrv) lines = g_strsplit(expanded, "\n", -1);
    for (guint i = 0; lines[i] && lines[i + 1]; i++)
        append_line(table, out, lines[i]);
}

/* Appends the text without a line break. It may have \n, \r, \\ and bytes such as \xff. */
static void append_escaped(GString *out, const char *text)
{
    while (*text) {
        char c = *text++;
        if (c == '\\' && *text == 'x') {
            c = (char)(g_ascii_xdigit_value(text[1]) << 4 | g_ascii_xdigit_value(text[2]));
            text += 3;
        } else if (c == '\\') {
            c = *text == 'n' ? '\n' : *text == 'r' ? '\r' : *text;
            text++;
        }
        g_string_append_c(out, c);
    }
}

/* --- the lines of a table --- */

static void add_line(Table *table, const char *key, const char *value)
{
    FormatLine line = { g_strdup(key), g_strdup(value) };
    g_array_append_val(table->row->lines, line);
}

/* Ends a row. A row with an error expects nothing else. */
static void end_row(Table *table)
{
    gpointer key, value;
    GHashTableIter i;
    g_hash_table_iter_init(&i, table->defaults);
    while (table->row && g_hash_table_iter_next(&i, &key, &value))
        if (!format_row_value(table->row, key) &&
            (level_text_has_key(key) || !format_row_value(table->row, "error")))
            add_line(table, key, value);
}

/* Copies the lines that make the file of an earlier row. */
static void copy_input(Table *table, const char *name)
{
    const FormatRow *other = format_row(table->rows, name);
    g_string_append_len(table->row->text, other->text->str, (gssize)other->text->len);
    for (guint k = 0; k < other->lines->len; k++) {
        const FormatLine *line = &g_array_index(other->lines, FormatLine, k);
        if (level_text_has_key(line->key) && strcmp(line->key, "file") != 0 &&
            strcmp(line->key, "flags") != 0)
            add_line(table, line->key, line->value);
    }
}

static const FormatRow *find_row(const GPtrArray *rows, const char *name)
{
    for (guint i = 0; i < rows->len; i++) {
        const FormatRow *row = rows->pdata[i];
        if (strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

/* Begins a row. If its name is "STYLE: MAP", the map in short form is its file. */
static void begin_row(Table *table, const char *line)
{
    end_row(table);
    g_autofree char *name = g_strndup(line + 1, strlen(line) - 2);
    if (find_row(table->rows, name))
        g_error("two rows have the name '%s'", name);
    g_auto(GStrv) parts = g_strsplit(name, ": ", 2);
    const char *style = parts[1] ? g_hash_table_lookup(table->styles, parts[0]) : NULL;
    table->row = new_row(name);
    g_ptr_array_add(table->rows, table->row);
    if (style)
        short_map_append(table->row->text, style, parts[1]);
}

/* Returns whether the line begins with this word and a blank. *rest is the text after them. */
static gboolean begins_with(const char *line, const char *word, const char **rest)
{
    gsize n = strlen(word);
    *rest = line + n + 1;
    return strncmp(line, word, n) == 0 && line[n] == ' ';
}

/* Reads a line "key: value", or a declaration. */
static void read_line(Table *table, const char *line)
{
    const char *rest;
    const char *colon = strchr(line, ':');
    const char *value = colon && colon[1] ? colon + 2 : "";
    g_autofree char *key = g_strndup(line, strcspn(line, ":"));
    if (begins_with(line, "define", &rest)) {
        table->macro = g_strdup(rest);
        g_hash_table_replace(table->macros, g_strdup(table->macro), g_strdup(""));
    } else if (begins_with(key, "style", &rest)) {
        GString *header = g_string_new(NULL);
        append_escaped(header, value);
        g_hash_table_replace(table->styles, g_strdup(rest), g_string_free(header, FALSE));
    } else if (begins_with(key, "default", &rest)) {
        end_row(table);
        table->row = NULL;
        g_hash_table_replace(table->defaults, g_strdup(rest), g_strdup(value));
    } else if (strcmp(key, "like") == 0) {
        copy_input(table, value);
    } else {
        add_line(table, key, value);
    }
}

static void read_text(Table *table, const char *line)
{
    const char *text = line[1] ? line + 2 : "";
    if (table->macro) {
        const char *before = g_hash_table_lookup(table->macros, table->macro);
        g_hash_table_replace(table->macros, g_strdup(table->macro),
                             g_strconcat(before, text, "\n", NULL));
    } else if (*line == '|') {
        append_line(table, table->row->text, text);
    } else {
        append_escaped(table->row->text, text);
    }
}

static GHashTable *new_texts(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

GPtrArray *format_rows_read(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error))
        g_error("%s", error->message);
    Table table = { .macros = new_texts(), .styles = new_texts(), .defaults = new_texts() };
    table.rows = g_ptr_array_new_with_free_func(free_row);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        if (*lines[i] != '|')
            g_clear_pointer(&table.macro, g_free);
        if (*lines[i] == '[')
            begin_row(&table, lines[i]);
        else if (*lines[i] == '|' || *lines[i] == ':')
            read_text(&table, lines[i]);
        else if (*lines[i] && *lines[i] != '#')
            read_line(&table, lines[i]);
    }
    end_row(&table);
    g_hash_table_unref(table.macros);
    g_hash_table_unref(table.styles);
    g_hash_table_unref(table.defaults);
    return table.rows;
}

GPtrArray *format_table(const char *name)
{
    const char *data = g_getenv("BSP_DATA_DIR");
    g_autofree char *path =
        g_build_filename(data ? data : "data", "..", "tests", "formats", name, NULL);
    return format_rows_read(path);
}

const FormatRow *format_row(const GPtrArray *rows, const char *name)
{
    const FormatRow *row = find_row(rows, name);
    if (!row)
        g_error("there is no row '%s'", name);
    return row;
}

char *format_error_text(const GError *error)
{
    static const char *const codes[] = { [BSP_ERROR_IO] = "io",
                                         [BSP_ERROR_SYNTAX] = "syntax",
                                         [BSP_ERROR_VALUE] = "value",
                                         [BSP_ERROR_GEOMETRY] = "geometry",
                                         [BSP_ERROR_LIMIT] = "limit" };
    return g_strdup_printf("%s %s", codes[error->code], error->message);
}

GByteArray *format_row_bytes(const FormatRow *row, const char *format)
{
    GByteArray *bytes = g_byte_array_new();
    if (format)
        level_text_append(bytes, row, format);
    else
        g_byte_array_append(bytes, (const guint8 *)row->text->str, (guint)row->text->len);
    for (guint i = 0; i < row->lines->len; i++) {
        const FormatLine *line = &g_array_index(row->lines, FormatLine, i);
        if (strcmp(line->key, "change") == 0)
            level_text_change(bytes, line->value);
    }
    return bytes;
}
