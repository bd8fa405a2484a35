/* table: makes columns and rows from structs, or reads them from JSON, and prints them. */
#include "result/table.h"

#include <math.h>
#include <string.h>

#include "text/strings.h"

/* The number of spaces between columns. One space would not separate names that contain spaces. */
#define GAP 2

/* Characters. A name is not shortened below this length, which is more than that of all methods'
 * names. A shortened name ends with REST. */
#define SHORT 16
#define REST "..."

/* The maximum number of decimals, because a double has no more significant digits. */
#define MOST_DECIMALS 17

const char *const compare_format_names[] = { "table", "markdown", "csv", "json", "html", NULL };

static const char *const kind_names[] = { "text",   "name",   "method",   "count",   "count",
                                          "count",  "number", "interval", "boolean", "hash",
                                          "points", "value",  NULL };
static const char *const shown_names[] = { "always", "if any", "wide", "never", NULL };
static const char *const change_names[] = { "not",  "counter",  "cost", "answers", "identity",
                                            "time", "relative", "once", NULL };

/* Returns the index of the name, or `otherwise` if the name is NULL or not in the list. */
static guint find_name(const char *const *names, const char *name, guint otherwise)
{
    for (guint i = 0; name && names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return otherwise;
}

gboolean compare_format_find(const char *name, CompareFormat *format)
{
    guint n = g_strv_length((char **)compare_format_names), i;
    i = find_name(compare_format_names, name, n);
    if (i < n)
        *format = (CompareFormat)i;
    return i < n;
}

gboolean compare_quotient(double b, const double *b_ends, double a, const double *a_ends,
                          double *ends)
{
    if (b_ends[0] <= 0 || a_ends[0] <= 0)
        return FALSE;
    ends[0] = b / a * exp(-hypot(log(b / b_ends[0]), log(a_ends[1] / a)));
    ends[1] = b / a * exp(hypot(log(b_ends[1] / b), log(a / a_ends[0])));
    return TRUE;
}

CompareTable *compare_table_new(const CompareColumn *columns, guint n)
{
    CompareTable *table = g_new(CompareTable, 1);
    *table = (CompareTable){ g_array_new(FALSE, TRUE, sizeof(CompareColumn)), compare_json_array(),
                             g_ptr_array_new_with_free_func(compare_json_free) };
    if (n)
        g_array_append_vals(table->columns, columns, n);
    return table;
}

void compare_table_free(CompareTable *table)
{
    if (!table)
        return;
    g_array_unref(table->columns);
    json_object_put(table->rows);
    g_ptr_array_unref(table->keepers);
    g_free(table);
}

static const CompareColumn *column_at(const CompareTable *table, guint i)
{
    return &g_array_index(table->columns, CompareColumn, i);
}

static json_object *row_at(const CompareTable *table, guint i)
{
    return json_object_array_get_idx(table->rows, i);
}

static guint n_rows(const CompareTable *table)
{
    return (guint)json_object_array_length(table->rows);
}

/* --- rows from structs --- */

/* Returns whether a clock measures the column's values, so that no known value is 0. */
static gboolean is_measured(const CompareColumn *column)
{
    static const char *const units[] = { "ns", "ms", "x", NULL };
    return column->unit && g_strv_contains(units, column->unit);
}

static json_object *value_of(const CompareColumn *column, gconstpointer row)
{
    gconstpointer value = (const char *)row + column->offset;
    const double *numbers = value;
    if (column->of && *(const guint *)(gconstpointer)((const char *)row + column->of) == 0)
        return NULL;
    switch (column->kind) {
    case COMPARE_COUNT:
        return compare_json_count(*(const guint *)value);
    case COMPARE_COUNT64:
        return compare_json_count(*(const guint64 *)value);
    case COMPARE_SIZE:
        return compare_json_count(*(const gsize *)value);
    case COMPARE_NUMBER:
        if (numbers[0] == 0 && is_measured(column))
            return NULL;
        return compare_json_exact(numbers[0] + 0.0); /* adding 0.0 turns -0 into 0 */
    case COMPARE_INTERVAL:
        if (numbers[0] == 0 && numbers[1] == 0 && is_measured(column))
            return NULL;
        return compare_json_numbers(numbers, 2);
    case COMPARE_BOOLEAN:
        return compare_json_boolean(*(const gboolean *)value);
    case COMPARE_HASH:
        return compare_json_hash(*(const guint64 *)value);
    case COMPARE_POINTS:
    case COMPARE_VALUE:
        return json_object_get(*(json_object *const *)value);
    case COMPARE_TEXT:
    case COMPARE_NAME:
    case COMPARE_METHOD:
        break;
    }
    return compare_json_text(*(const char *const *)value);
}

void compare_table_add(CompareTable *table, gconstpointer row)
{
    json_object *object = compare_json_object();
    for (guint c = 0; c < table->columns->len; c++)
        compare_json_add(object, column_at(table, c)->key, value_of(column_at(table, c), row));
    compare_json_append(table->rows, object);
}

/* --- columns in JSON --- */

static void add_text(json_object *object, const char *key, const char *text)
{
    if (text)
        compare_json_add(object, key, compare_json_text(text));
}

static json_object *column_object(const CompareColumn *column)
{
    json_object *object = compare_json_object();
    add_text(object, "key", column->key);
    add_text(object, "title", column->title);
    add_text(object, "kind", kind_names[column->kind]);
    add_text(object, "shown", shown_names[column->shown]);
    add_text(object, "unit", column->unit);
    add_text(object, "group", column->group);
    add_text(object, "interval", column->interval);
    add_text(object, "change", column->change ? change_names[column->change] : NULL);
    add_text(object, "about", column->about);
    if (column->decimals)
        compare_json_add(object, "decimals", compare_json_count(column->decimals));
    if (column->drop)
        compare_json_add(object, "drop", compare_json_count(column->drop));
    return object;
}

json_object *compare_table_columns(const CompareTable *table)
{
    json_object *columns = compare_json_array();
    for (guint c = 0; c < table->columns->len; c++)
        compare_json_append(columns, column_object(column_at(table, c)));
    return columns;
}

static CompareColumn read_column(json_object *object)
{
    CompareColumn column = {
        .key = compare_text_at(object, "key"),
        .title = compare_text_at(object, "title"),
        .kind = find_name(kind_names, compare_text_at(object, "kind"), COMPARE_TEXT),
        .shown = find_name(shown_names, compare_text_at(object, "shown"), COMPARE_NEVER),
        .unit = compare_text_at(object, "unit"),
        .group = compare_text_at(object, "group"),
        .interval = compare_text_at(object, "interval"),
        .change = find_name(change_names, compare_text_at(object, "change"), COMPARE_NOT),
        .about = compare_text_at(object, "about"),
        .decimals = (guint)CLAMP(compare_number_at(object, "decimals"), 0, MOST_DECIMALS),
        .drop = (guint)CLAMP(compare_number_at(object, "drop"), 0, G_MAXUINT16),
    };
    return column;
}

static gboolean has_column(const CompareTable *table, const char *key)
{
    for (guint c = 0; c < table->columns->len; c++)
        if (g_strcmp0(column_at(table, c)->key, key) == 0)
            return TRUE;
    return FALSE;
}

void compare_table_add_columns(CompareTable *table, json_object *columns)
{
    g_ptr_array_add(table->keepers, json_object_get(columns));
    for (gsize i = 0; columns && i < json_object_array_length(columns); i++) {
        CompareColumn column = read_column(json_object_array_get_idx(columns, i));
        if (!has_column(table, column.key))
            g_array_append_val(table->columns, column);
    }
}

/* --- values for people --- */

void compare_interval_at(json_object *row, const char *key, double *ends)
{
    json_object *interval = json_object_object_get(row, key);
    gboolean is_there = json_object_is_type(interval, json_type_array);
    for (guint i = 0; i < 2; i++)
        ends[i] = is_there ? json_object_get_double(json_object_array_get_idx(interval, i)) : 0;
}

/* Returns the name with marks. "+" marks a contestant, "*" a method that may be early, "!" a method
 * with wrong answers. */
static char *marked_name(json_object *row, const char *key)
{
    const char *name = compare_text_at(row, key);
    return g_strdup_printf(
        "%s%s%s%s", name ? name : "-",
        json_object_get_boolean(json_object_object_get(row, "contestant")) ? " +" : "",
        json_object_get_boolean(json_object_object_get(row, "conservative")) ? " *" : "",
        compare_number_at(row, "wrong") > 0 ? " !" : "");
}

static char *number_text(const CompareColumn *column, double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE], format[8];
    const char *unit = column->unit ? column->unit : "";
    guint decimals = column->decimals          ? column->decimals
                     : strcmp(unit, "x") == 0  ? 2
                     : strcmp(unit, "ms") == 0 ? 1
                                               : 0;
    if (strcmp(unit, "bytes") == 0)
        return compare_number_bytes((guint64)CLAMP(x, 0, 0x1p53));
    if (!decimals && strcmp(unit, "ns") != 0)
        return compare_number_rounded(x);
    g_snprintf(format, sizeof format, "%%.%uf", MIN(decimals, 17));
    return g_strdup(g_ascii_formatd(text, sizeof text, format, x + 0.0));
}

static char *interval_text(json_object *row, const char *key)
{
    double ends[2];
    compare_interval_at(row, key, ends);
    g_autofree char *lo = compare_number_rounded(ends[0]), *hi = compare_number_rounded(ends[1]);
    return g_strdup_printf("%s to %s", lo, hi);
}

/* Returns whether the value is a ratio whose interval contains 1. */
static gboolean is_no_difference(const CompareColumn *column, json_object *row)
{
    double ends[2] = { 0, 0 };
    if (g_strcmp0(column->unit, "x") == 0 && column->interval)
        compare_interval_at(row, column->interval, ends);
    return compare_is_about_one(ends);
}

static char *people_text(const CompareColumn *column, json_object *row)
{
    json_object *value = json_object_object_get(row, column->key);
    if (!value)
        return g_strdup("-");
    switch (column->kind) {
    case COMPARE_METHOD:
        return marked_name(row, column->key);
    case COMPARE_INTERVAL:
        return interval_text(row, column->key);
    case COMPARE_COUNT:
    case COMPARE_COUNT64:
    case COMPARE_SIZE:
        return g_strcmp0(column->unit, "bytes") == 0
                   ? compare_number_bytes(json_object_get_uint64(value))
                   : g_strdup_printf("%" G_GUINT64_FORMAT, json_object_get_uint64(value));
    case COMPARE_VALUE:
        return json_object_is_type(value, json_type_string)
                   ? g_strdup(json_object_get_string(value))
                   : number_text(column, json_object_get_double(value));
    case COMPARE_NUMBER:
        return is_no_difference(column, row) ? g_strdup("~")
                                             : number_text(column, json_object_get_double(value));
    default:
        return g_strdup(json_object_get_string(value));
    }
}

/* Returns whether any row has a value. With `beyond_zero`, the value must not be 0. */
static gboolean has_value(const CompareTable *table, const CompareColumn *column,
                          gboolean beyond_zero)
{
    for (guint r = 0; r < n_rows(table); r++) {
        json_object *value = json_object_object_get(row_at(table, r), column->key);
        if (value && (!beyond_zero || json_object_get_double(value) != 0))
            return TRUE;
    }
    return FALSE;
}

/* Returns whether people see the column, because it is meant for them and has values. */
static gboolean is_shown(const CompareTable *table, const CompareColumn *column, gboolean wide)
{
    gboolean always = column->shown == COMPARE_ALWAYS ||
                      (wide && (column->shown == COMPARE_WIDE || column->shown == COMPARE_IF_ANY));
    if (!column->title || (!always && column->shown != COMPARE_IF_ANY))
        return FALSE;
    return (always && n_rows(table) == 0) || has_value(table, column, !always);
}

static guint text_width(const char *text)
{
    return (guint)g_utf8_strlen(text, -1);
}

char *compare_column_title(const CompareColumn *column)
{
    const char *title = column->title ? column->title : column->key;
    return column->group && !g_str_has_prefix(title, column->group)
               ? g_strdup_printf("%s %s", column->group, title)
               : g_strdup(title);
}

/* Returns the title. If all columns are shown, the title begins with the column's group. */
static char *shown_title(const CompareColumn *column, gboolean wide)
{
    return wide ? compare_column_title(column) : g_strdup(column->title);
}

/* Returns the table's text in row r, where row 0 is the title. The caller frees it with
 * g_free(). */
static char *shown_text(const CompareTable *table, guint r, const CompareColumn *column,
                        CompareStyle style)
{
    g_autofree char *raw =
        r ? people_text(column, row_at(table, r - 1)) : shown_title(column, style.wide);
    return style.format == COMPARE_FORMAT_MARKDOWN ? compare_escape_markdown(raw)
                                                   : compare_escape_terminal(raw);
}

static gboolean is_to_left(const CompareColumn *column)
{
    return column->kind <= COMPARE_METHOD;
}

/* --- a table of text --- */

static guint table_width(const guint *widths, guint n)
{
    guint sum = 0;
    for (guint c = 0; c < n; c++)
        sum += widths[c] ? widths[c] + (sum ? GAP : 0) : 0;
    return sum;
}

/* Drops columns until the table fits, in the order of their `drop`, and for the same `drop` from
 * the right. On a terminal, which would break long lines, may drop any column except the first.
 * Without a terminal, drops no column if the command has no option --wide. */
static void drop_columns(const CompareTable *table, CompareStyle style, guint *widths)
{
    guint n = table->columns->len, width = style.width ? style.width : COMPARE_WIDTH;
    guint turns = style.width ? 3 : style.can_widen ? 2 : 0;
    for (guint turn = 1; turn <= turns; turn++)
        for (guint c = n; c-- > 1 && table_width(widths, n) > width;)
            if (turn == 3 || column_at(table, c)->drop == turn)
                widths[c] = 0;
}

/* Makes the table fit by shortening names and dropping columns. Then lets names become longer as
 * far as the terminal has room. Without a terminal, names are not shortened. */
static void make_fit(const CompareTable *table, CompareStyle style, guint *widths)
{
    guint n = table->columns->len;
    g_autofree guint *whole = g_memdup2(widths, n * sizeof(guint));
    for (guint c = 0; c < n; c++)
        if (column_at(table, c)->kind == COMPARE_NAME)
            widths[c] = MIN(widths[c], SHORT);
    drop_columns(table, style, widths);
    for (gboolean grows = TRUE; grows;) {
        grows = FALSE;
        for (guint c = 0; c < n; c++) {
            if (!widths[c] || widths[c] == whole[c] ||
                (style.width && table_width(widths, n) >= style.width))
                continue;
            widths[c]++;
            grows = TRUE;
        }
    }
}

/* Returns the width of each column, or 0 if it is not shown. The caller frees it with g_free(). */
static guint *find_widths(const CompareTable *table, CompareStyle style)
{
    guint *widths = g_new0(guint, MAX(table->columns->len, 1));
    for (guint c = 0; c < table->columns->len; c++) {
        if (!is_shown(table, column_at(table, c), style.wide))
            continue;
        for (guint r = 0; r <= n_rows(table); r++) {
            g_autofree char *text = shown_text(table, r, column_at(table, c), style);
            widths[c] = MAX(widths[c], text_width(text));
        }
    }
    if (!style.wide && style.format == COMPARE_FORMAT_TABLE)
        make_fit(table, style, widths);
    return widths;
}

static void shorten(char *text, guint width)
{
    if (text_width(text) > width)
        strcpy(g_utf8_offset_to_pointer(text, (glong)width - (glong)strlen(REST)), REST);
}

/* Adds the text, padded with spaces to this width. The spaces are after the text if to_left, and
 * otherwise before it. */
static void add_padded(GString *out, const char *text, guint width, gboolean to_left)
{
    int space = (int)(width - text_width(text));
    g_string_append_printf(out, "%*s%s%*s", to_left ? 0 : space, "", text, to_left ? space : 0, "");
}

static void end_line(GString *out)
{
    while (out->len && out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    g_string_append_c(out, '\n');
}

static char *print_table(const CompareTable *table, CompareStyle style)
{
    GString *out = g_string_new(NULL);
    g_autofree guint *widths = find_widths(table, style);
    for (guint r = 0; r <= n_rows(table); r++) { /* row 0 has the titles */
        const char *gap = "";
        for (guint c = 0; c < table->columns->len; c++) {
            if (!widths[c])
                continue;
            g_autofree char *text = shown_text(table, r, column_at(table, c), style);
            g_string_append(out, gap);
            shorten(text, widths[c]);
            add_padded(out, text, widths[c], is_to_left(column_at(table, c)));
            gap = "  ";
        }
        end_line(out);
    }
    return g_string_free(out, FALSE);
}

static void add_markdown_rule(GString *out, const CompareTable *table, gboolean wide)
{
    for (guint c = 0; c < table->columns->len; c++)
        if (is_shown(table, column_at(table, c), wide))
            g_string_append(out, is_to_left(column_at(table, c)) ? "|---" : "|---:");
    g_string_append(out, "|\n");
}

static char *print_markdown(const CompareTable *table, CompareStyle style)
{
    GString *out = g_string_new(NULL);
    for (guint r = 0; r <= n_rows(table); r++) {
        for (guint c = 0; c < table->columns->len; c++) {
            const CompareColumn *column = column_at(table, c);
            if (!is_shown(table, column, style.wide))
                continue;
            g_autofree char *text = shown_text(table, r, column, style);
            g_string_append_printf(out, "| %s ", text);
        }
        g_string_append(out, "|\n");
        if (r == 0)
            add_markdown_rule(out, table, style.wide);
    }
    return g_string_free(out, FALSE);
}

void compare_add_once(GPtrArray *list, char *text)
{
    if (g_ptr_array_find_with_equal_func(list, text, g_str_equal, NULL))
        g_free(text);
    else
        g_ptr_array_add(list, text);
}

void compare_table_explain(const CompareTable *table, CompareStyle style, GPtrArray *legend,
                           GPtrArray *dropped)
{
    g_autofree guint *widths = find_widths(table, style);
    for (guint c = 0; c < table->columns->len; c++) {
        const CompareColumn *column = column_at(table, c);
        if (!is_shown(table, column, style.wide))
            continue;
        if (!widths[c])
            compare_add_once(dropped, shown_title(column, TRUE));
        else if (column->about)
            compare_add_once(legend, g_strdup_printf("%s: %s", column->title, column->about));
    }
}

/* --- CSV --- */

/* Adds a field after a comma. print_csv() removes the first comma of the line. */
static void add_csv(GString *out, json_object *value)
{
    g_autofree char *number = json_object_is_type(value, json_type_double)
                                  ? compare_number_exact(json_object_get_double(value))
                                  : NULL;
    gboolean is_true = json_object_is_type(value, json_type_boolean);
    const char *text = number    ? number
                       : is_true ? (json_object_get_boolean(value) ? "1" : "0")
                       : value   ? json_object_get_string(value)
                                 : "";
    g_autofree char *safe = compare_escape_csv(text);
    g_string_append_printf(out, ",%s", safe);
}

static void add_csv_interval(GString *out, json_object *interval)
{
    for (guint i = 0; i < 2; i++)
        add_csv(out, json_object_is_type(interval, json_type_array)
                         ? json_object_array_get_idx(interval, i)
                         : NULL);
}

static void add_csv_key(GString *out, const CompareColumn *column)
{
    g_autofree char *key = compare_escape_csv(column->key);
    if (column->kind == COMPARE_INTERVAL)
        g_string_append_printf(out, ",%s_lo,%s_hi", key, key);
    else
        g_string_append_printf(out, ",%s", key);
}

static char *print_csv(const CompareTable *table)
{
    GString *out = g_string_new(NULL);
    for (guint r = 0; r <= n_rows(table); r++) { /* row 0 has the keys */
        gsize start = out->len;
        for (guint c = 0; c < table->columns->len; c++) {
            const CompareColumn *column = column_at(table, c);
            json_object *value =
                r ? json_object_object_get(row_at(table, r - 1), column->key) : NULL;
            if (column->kind == COMPARE_POINTS)
                continue;
            if (r == 0)
                add_csv_key(out, column);
            else if (column->kind == COMPARE_INTERVAL)
                add_csv_interval(out, value);
            else
                add_csv(out, value);
        }
        g_string_erase(out, (gssize)start, 1);
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

char *compare_table_print(const CompareTable *table, CompareStyle style)
{
    return style.format == COMPARE_FORMAT_CSV        ? print_csv(table)
           : style.format == COMPARE_FORMAT_MARKDOWN ? print_markdown(table, style)
                                                     : print_table(table, style);
}
