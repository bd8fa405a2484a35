/* table: tables of a page, which sort where a title is pressed. */
#include "html/table.h"

#include <string.h>

#include "html/markup.h"

void compare_html_table_begin(GString *out, const CompareHtmlColumn *columns, guint n)
{
    g_string_append(out, "<div class=\"scrolls\"><table class=\"sorts\"><thead><tr>");
    for (guint c = 0; c < n; c++) {
        g_string_append(out, "<th scope=\"col\"");
        if (columns[c].key) {
            g_string_append(out, " data-key=\"");
            compare_html_text(out, columns[c].key);
            g_string_append_c(out, '"');
        }
        if (columns[c].about) {
            g_string_append(out, " title=\"");
            compare_html_text(out, columns[c].about);
            g_string_append_c(out, '"');
        }
        g_string_append(out, "><button>");
        compare_html_text(out, columns[c].title);
        g_string_append(out, "</button></th>");
    }
    g_string_append(out, "</tr></thead>\n<tbody>");
}

void compare_html_table_end(GString *out)
{
    g_string_append(out, "</tbody></table></div>\n");
}

void compare_html_table_name(GString *out, const char *name, gboolean late)
{
    g_string_append(out, "<td class=\"text\" data-value=\"");
    compare_html_text(out, name);
    g_string_append(out, late ? "\"><s>" : "\">");
    compare_html_text(out, name);
    g_string_append(out, late ? "</s></td>" : "</td>");
}

/* Whether the value is a ratio that is 1 within its interval, which stands beside it in the JSON:
 * of "walk/ratio_cold" it is "walk/ratio_ci95_cold". */
static gboolean is_about_one(json_object *row, const CompareHtmlColumn *column)
{
    const char *ratio = strstr(column->key, "ratio");
    if (column->unit != COMPARE_HTML_RATIO || !ratio || strstr(ratio, "ci95"))
        return FALSE;
    g_autofree char *group = g_strndup(column->key, (gsize)(ratio - column->key));
    const char *way = ratio + strlen("ratio");
    double lo = compare_html_number(row, "/%sratio_ci95%s/0", group, way);
    double hi = compare_html_number(row, "/%sratio_ci95%s/1", group, way);
    return lo > 0 && lo <= 1 && hi >= 1;
}

static void add_cell(GString *out, json_object *row, const CompareHtmlColumn *column)
{
    json_object *value = compare_html_at(row, "/%s", column->key);
    if (strcmp(column->key, "method") == 0) {
        compare_html_table_name(out, value ? json_object_get_string(value) : "",
                                compare_html_number(row, "/late") > 0);
        return;
    }
    g_autofree char *exact = compare_html_exact(value);
    g_autofree char *shown =
        is_about_one(row, column) ? g_strdup("~") : compare_html_shown(value, column->unit);
    gboolean text = json_object_is_type(value, json_type_string);
    g_string_append(out, text ? "<td class=\"text\" data-value=\"" : "<td data-value=\"");
    compare_html_text(out, exact);
    g_string_append(out, "\">");
    compare_html_text(out, shown);
    g_string_append(out, "</td>");
}

static gboolean is_idle(const CompareHtmlResult *result, guint i)
{
    return compare_html_is_idle(result, &g_array_index(result->methods, CompareHtmlMethod, i));
}

static gboolean is_filled(json_object *rows, const char *key)
{
    for (gsize i = 0; i < json_object_array_length(rows); i++)
        if (compare_html_at(json_object_array_get_idx(rows, i), "/%s", key))
            return TRUE;
    return FALSE;
}

/* Adds rows of the array at the pointer: all, or those of methods that have something to show. */
static void add_table(GString *out, json_object *root, const char *at,
                      const CompareHtmlResult *result, const CompareHtmlColumn *columns, guint n)
{
    json_object *rows = compare_html_at(root, "%s", at);
    if (!json_object_is_type(rows, json_type_array) || json_object_array_length(rows) == 0)
        return;
    g_autoptr(GArray) seen = g_array_new(FALSE, FALSE, sizeof(CompareHtmlColumn));
    for (guint c = 0; c < n; c++)
        if (is_filled(rows, columns[c].key))
            g_array_append_val(seen, columns[c]);
    const CompareHtmlColumn *shown = (const CompareHtmlColumn *)(gpointer)seen->data;
    compare_html_table_begin(out, shown, seen->len);
    for (guint i = 0; i < json_object_array_length(rows); i++) {
        if (result && is_idle(result, i))
            continue;
        g_string_append(out, "\n<tr data-at=\"");
        compare_html_text(out, at);
        g_string_append_printf(out, "/%u\">", i);
        for (guint c = 0; c < seen->len; c++)
            add_cell(out, json_object_array_get_idx(rows, i), &shown[c]);
        g_string_append(out, "</tr>");
    }
    compare_html_table_end(out);
}

void compare_html_table(GString *out, json_object *root, const char *at,
                        const CompareHtmlColumn *columns, guint n)
{
    add_table(out, root, at, NULL, columns, n);
}

void compare_html_table_methods(GString *out, const CompareHtmlResult *result,
                                const CompareHtmlColumn *columns, guint n)
{
    g_autofree char *at = g_strconcat(result->at, "/methods", NULL);
    add_table(out, result->root, at, result, columns, n);
}

/* --- all columns --- */

static void add_column(GPtrArray *keys, const char *key)
{
    if (!g_ptr_array_find_with_equal_func(keys, key, g_str_equal, NULL))
        g_ptr_array_add(keys, g_strdup(key));
}

/* The keys of what the object holds, and of what the objects in it hold: "bytes", "walk/moves". */
static void add_keys(GPtrArray *keys, json_object *object, const char *before)
{
    json_object_object_foreach(object, name, value)
    {
        g_autofree char *key = g_strconcat(before, name, NULL);
        g_autofree char *inside = g_strconcat(key, "/", NULL);
        if (!value || strpbrk(name, "/~"))
            continue; /* the latter is none of ours, and pointers would have to escape it */
        if (json_object_is_type(value, json_type_object))
            add_keys(keys, value, inside);
        else if (!json_object_is_type(value, json_type_array) ||
                 strstr(name, "ci95")) /* two numbers; other lists are for charts */
            add_column(keys, key);
    }
}

/* "walk/ns_median" is titled "walk ns median". */
static char *title_of(const char *key)
{
    return g_strdelimit(g_strdup(key), "/_", ' ');
}

/* The keys of all rows, in their order. */
static GPtrArray *keys_of(json_object *rows)
{
    GPtrArray *keys = g_ptr_array_new_with_free_func(g_free);
    for (gsize i = 0; rows && i < json_object_array_length(rows); i++)
        if (json_object_is_type(json_object_array_get_idx(rows, i), json_type_object))
            add_keys(keys, json_object_array_get_idx(rows, i), "");
    return keys;
}

/* Its title is to be freed with g_free(). */
static CompareHtmlColumn column_of(const char *key)
{
    const char *last = strrchr(key, '/');
    return (CompareHtmlColumn){ title_of(key), key, compare_html_unit(last ? last + 1 : key),
                                NULL };
}

void compare_html_table_all(GString *out, json_object *root, const char *at)
{
    g_autoptr(GPtrArray) keys = keys_of(compare_html_at(root, "%s", at));
    g_autoptr(GPtrArray) titles = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(CompareHtmlColumn));
    for (guint k = 0; k < keys->len; k++) {
        CompareHtmlColumn column = column_of(keys->pdata[k]);
        g_ptr_array_add(titles, (gpointer)column.title);
        g_array_append_val(columns, column);
    }
    compare_html_table(out, root, at, (const CompareHtmlColumn *)(gpointer)columns->data,
                       columns->len);
}

static void add_turned_row(GString *out, const CompareHtmlResult *result, json_object *rows,
                           const char *key)
{
    CompareHtmlColumn column = column_of(key);
    g_autofree char *title = (char *)column.title;
    g_string_append(out, "\n<tr data-key=\"");
    compare_html_text(out, key);
    g_string_append(out, "\"><th scope=\"row\">");
    compare_html_text(out, title);
    g_string_append(out, "</th>");
    for (guint i = 0; i < result->methods->len; i++)
        if (!is_idle(result, i))
            add_cell(out, json_object_array_get_idx(rows, i), &column);
    g_string_append(out, "</tr>");
}

void compare_html_table_turned(GString *out, const CompareHtmlResult *result)
{
    json_object *rows = compare_html_at(result->root, "%s/methods", result->at);
    g_autoptr(GPtrArray) keys = keys_of(rows);
    g_string_append(out, "<div class=\"scrolls\"><table class=\"turned\"><thead><tr><td></td>");
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, i);
        if (is_idle(result, i))
            continue;
        g_string_append(out, "<th scope=\"col\" data-at=\"");
        compare_html_text(out, m->at);
        g_string_append(out, m->late > 0 ? "\"><s>" : "\">");
        compare_html_text(out, m->name);
        g_string_append(out, m->late > 0 ? "</s></th>" : "</th>");
    }
    g_string_append(out, "</tr></thead>\n<tbody>");
    for (guint k = 0; k < keys->len; k++)
        if (strcmp(keys->pdata[k], "method") != 0)
            add_turned_row(out, result, rows, keys->pdata[k]);
    compare_html_table_end(out);
}
