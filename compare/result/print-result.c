/* print-result: prints results as tables, markdown, CSV, JSON or a page. */
#include <string.h>

#include "bsp-error.h"
#include "html/html.h"
#include "result/result.h"
#include "tools/bsp-file.h"

/* With more results than this, people get one table of all results. They get a table of each result
 * only if they want all columns. */
#define MANY 8

/* --- the parts of a result --- */

static void print_texts(ComparePage *page, json_object *texts)
{
    for (gsize i = 0; texts && i < json_object_array_length(texts); i++)
        compare_page_note(page, "%s", json_object_get_string(json_object_array_get_idx(texts, i)));
}

/* The world's description: a member of a run's scenario, or of the sweep. */
static const char *world_text(json_object *result, const char *key)
{
    return compare_text_at(
        compare_result_is_sweep(result) ? result : json_object_object_get(result, "scenario"), key);
}

static void print_origin(ComparePage *page, json_object *result)
{
    const char *name = world_text(result, "world_name"), *sha256;
    sha256 = world_text(result, "world_sha256");
    if (sha256 && json_object_object_get(result, "environment"))
        compare_page_origin(page, "sha256 of world %s: %s", name ? name : "", sha256);
}

/* Adds the rows of one list of the result. A method's times of moves that not all methods take are
 * a row of their own. Idle methods have no row for people. */
static void add_rows(CompareGrid *grid, json_object *result, const char *key, json_object *context,
                     gboolean for_people)
{
    json_object *rows = json_object_object_get(result, key);
    for (gsize i = 0; i < json_object_array_length(rows); i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        if (!for_people || !g_str_equal(key, "methods") || !compare_is_idle(result, row))
            compare_grid_add_json(grid, row, context);
        json_object *rest = json_object_object_get(row, "rest");
        if (rest)
            compare_grid_add_json(grid, rest, context);
    }
}

/* --- several results in one table --- */

/* The columns of a table of several results: first those that distinguish the results, with values
 * from `contexts`, then a method's own. */
typedef struct {
    GArray *columns;     /* CompareColumn */
    GPtrArray *contexts; /* json_object, one for each result */
} Together;

static void together_clear(Together *t)
{
    g_array_unref(t->columns);
    g_ptr_array_unref(t->contexts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Together, together_clear)

static void add_member(json_object *context, const char *key, json_object *value)
{
    if (value)
        compare_json_add(context, key, json_object_get(value));
}

/* The scenario, world, seed and varied values of a result. */
static json_object *context_of(json_object *result)
{
    json_object *context = compare_json_object();
    json_object *varied = json_object_object_get(result, "varied");
    const char *world = world_text(result, "world_name"), *path = world_text(result, "world");
    g_autofree char *short_name = !world && path ? bsp_world_default_name(path) : NULL;
    compare_json_add(context, "scenario", compare_json_text(compare_result_name(result)));
    compare_json_add(context, "world", compare_json_text(world ? world : short_name));
    add_member(context, "seed", json_object_object_get(result, "seed"));
    if (json_object_is_type(varied, json_type_object)) {
        json_object_object_foreach(varied, key, value) add_member(context, key, value);
    }
    return context;
}

static gboolean is_column(const GArray *columns, const char *key)
{
    for (guint i = 0; i < columns->len; i++)
        if (g_strcmp0(g_array_index(columns, CompareColumn, i).key, key) == 0)
            return TRUE;
    return FALSE;
}

static void add_column(Together *t, const char *key)
{
    CompareColumn column = { key,
                             NULL,
                             key,
                             g_str_equal(key, "seed") ? COMPARE_COUNT64 : COMPARE_TEXT,
                             COMPARE_BRIEF | COMPARE_CSV | COMPARE_SHORTEN,
                             .of = 0 };
    if (!is_column(t->columns, key))
        g_array_append_val(t->columns, column);
}

/* Adds a column for a member of the contexts whose values differ, or that only some have. */
static void add_context_column(Together *t, const char *key)
{
    json_object *first = json_object_object_get(t->contexts->pdata[0], key);
    for (guint i = 1; i < t->contexts->len; i++)
        if (!json_object_equal(first, json_object_object_get(t->contexts->pdata[i], key)))
            add_column(t, key);
}

/* Adds the columns for all members of the contexts, and for what sweeps varied. */
static void add_context_columns(Together *t, const CompareResults *results)
{
    add_context_column(t, "scenario");
    for (guint i = 0; i < t->contexts->len; i++) {
        const char *vary = compare_text_at(compare_results_at(results, i), "vary");
        json_object_object_foreach((json_object *)t->contexts->pdata[i], key, value)
        {
            (void)value;
            add_context_column(t, key);
        }
        if (vary)
            add_column(t, vary);
    }
}

static Together together_new(const CompareResults *results)
{
    Together t = { g_array_new(FALSE, FALSE, sizeof(CompareColumn)),
                   g_ptr_array_new_with_free_func(compare_json_free) };
    guint n;
    const CompareColumn *own = compare_method_columns(&n);
    for (guint i = 0; i < results->all->len; i++)
        g_ptr_array_add(t.contexts, context_of(compare_results_at(results, i)));
    add_context_columns(&t, results);
    for (guint i = 0; i < n; i++) {
        if (g_strcmp0(own[i].key, "scenario") == 0) { /* programs get it first, and always */
            if (!is_column(t.columns, "scenario"))
                g_array_prepend_val(t.columns, own[i]);
        } else {
            g_array_append_val(t.columns, own[i]);
        }
    }
    return t;
}

/* Converts a sweep's row to the members of a method: "walk_ns_median" becomes "ns_median" of
 * "walk". The value varied gets the name of what was varied. */
static json_object *method_of_sweep_row(json_object *row, const char *vary)
{
    json_object *method = compare_json_object(), *walk = compare_json_object();
    json_object *shot = compare_json_object();
    json_object_object_foreach(row, key, value)
    {
        json_object *group = g_str_has_prefix(key, "walk_")   ? walk
                             : g_str_has_prefix(key, "shot_") ? shot
                                                              : method;
        compare_json_add(group, group == method ? key : key + strlen("walk_"),
                         json_object_get(value));
    }
    compare_json_add(method, "walk", walk);
    compare_json_add(method, "shot", shot);
    if (vary)
        add_member(method, vary, json_object_object_get(row, "value"));
    return method;
}

static void add_sweep(CompareGrid *grid, json_object *sweep, json_object *context)
{
    json_object *rows = json_object_object_get(sweep, "rows");
    for (gsize i = 0; i < json_object_array_length(rows); i++) {
        json_object *method =
            method_of_sweep_row(json_object_array_get_idx(rows, i), compare_text_at(sweep, "vary"));
        compare_grid_add_json(grid, method, context);
        json_object_put(method);
    }
}

static CompareGrid *together_grid(const Together *t, const CompareResults *results,
                                  gboolean for_people)
{
    CompareGrid *grid =
        compare_grid_new((const CompareColumn *)(gconstpointer)t->columns->data, t->columns->len);
    for (guint i = 0; i < results->all->len; i++) {
        json_object *result = compare_results_at(results, i), *context = t->contexts->pdata[i];
        if (compare_result_is_sweep(result))
            add_sweep(grid, result, context);
        else
            add_rows(grid, result, "methods", context, for_people);
    }
    return grid;
}

/* --- for people --- */

/* Prints a sweep's notes: those about noise, or the others. */
static void print_sweep_notes(ComparePage *page, json_object *sweep, gboolean noise)
{
    json_object *notes = json_object_object_get(sweep, "notes");
    for (gsize i = 0; notes && i < json_object_array_length(notes); i++) {
        const char *note = json_object_get_string(json_object_array_get_idx(notes, i));
        if (!note || g_str_has_prefix(note, COMPARE_NOISY) != noise)
            continue;
        if (noise)
            compare_page_warning(page, "%s", note);
        else
            compare_page_note(page, "%s", note);
    }
}

static void print_warnings(ComparePage *page, const CompareResults *results)
{
    guint n = results->all->len;
    for (guint i = 0; i < n; i++) {
        json_object *result = compare_results_at(results, i);
        const char *why = compare_result_noise(result);
        if (why)
            compare_page_warning(page, COMPARE_NOISY "%s%s%s",
                                 n > 1 ? compare_result_name(result) : "", n > 1 ? ": " : "", why);
        if (compare_result_is_sweep(result))
            print_sweep_notes(page, result, TRUE);
    }
}

static void print_rows(ComparePage *page, json_object *result, const char *key,
                       const CompareColumn *columns, guint n)
{
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, n);
    add_rows(grid, result, key, NULL, TRUE);
    compare_page_grid(page, grid);
}

static void print_one(ComparePage *page, json_object *result)
{
    gboolean is_sweep = compare_result_is_sweep(result);
    guint n;
    const CompareColumn *columns =
        is_sweep ? compare_sweep_columns(&n) : compare_method_columns(&n);
    compare_page_title(page, compare_result_name(result), compare_text_at(result, "about"));
    print_rows(page, result, is_sweep ? "rows" : "methods", columns, n);
    if (is_sweep) {
        print_texts(page, json_object_object_get(result, "growth"));
        print_sweep_notes(page, result, FALSE);
    } else {
        compare_print_verdict(page, result);
        print_texts(page, json_object_object_get(result, "notes"));
        print_texts(page, json_object_object_get(result, "timing_notes"));
    }
    print_origin(page, result);
}

/* Prints results `first` to `end` - 1, which are of one run. */
static void print_range(ComparePage *page, const CompareResults *results, guint first, guint end)
{
    for (guint i = first; i < end; i++)
        print_one(page, compare_results_at(results, i));
}

static void print_together(ComparePage *page, const CompareResults *results)
{
    g_auto(Together) together = together_new(results);
    g_autoptr(CompareGrid) grid = together_grid(&together, results, TRUE);
    compare_page_title(page, "All results", NULL);
    compare_page_grid(page, grid);
}

/* TRUE if the results themselves are not printed, because they are too many. */
static gboolean is_summary(const CompareResults *results, CompareStyle style)
{
    return results->all->len > MANY && !style.wide;
}

/* The first result after `first` that is of another run. */
static guint end_of_run(const CompareResults *results, guint first)
{
    guint i = first + 1;
    while (i < results->all->len &&
           compare_result_is_of_one_run(compare_results_at(results, i),
                                        compare_results_at(results, first)))
        i++;
    return i;
}

static gboolean has_shapes(const CompareResults *results)
{
    for (guint i = 0; i < results->all->len; i++)
        if (json_object_object_get(compare_results_at(results, i), "by_shape"))
            return TRUE;
    return FALSE;
}

/* The first run's page has the table of all results, all warnings, and the tables by shape. */
static char *print_for_people(const CompareResults *results, CompareStyle style)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < results->all->len;) {
        guint end = is_summary(results, style) ? results->all->len : end_of_run(results, i);
        g_autoptr(ComparePage) page = compare_page_new(style);
        compare_page_set_environment(
            page, json_object_object_get(compare_results_at(results, i), "environment"));
        if (i == 0)
            print_warnings(page, results);
        if (i == 0 && results->all->len > 1)
            print_together(page, results);
        if (is_summary(results, style))
            compare_page_note(page, "%u results; --wide prints each of them", results->all->len);
        else
            print_range(page, results, i, end);
        if (i == 0 && !is_summary(results, style) && has_shapes(results))
            compare_print_by_shape(page, results);
        g_autofree char *text = compare_page_text(page);
        g_string_append_printf(out, "%s%s", out->len ? "\n" : "", text);
        i = end;
    }
    return g_string_free(out, FALSE);
}

/* --- for programs --- */

static void print_environment(ComparePage *page, json_object *result)
{
    g_auto(GStrv) lines = compare_environment_lines(json_object_object_get(result, "environment"));
    for (guint i = 0; lines[i]; i++)
        compare_page_origin(page, "%s", lines[i]);
}

/* Contestants' notes, which begin with "+", are above the rows. */
static void print_contestants(ComparePage *page, json_object *result)
{
    json_object *notes = json_object_object_get(result, "notes");
    for (gsize i = 0; notes && i < json_object_array_length(notes); i++) {
        const char *note = json_object_get_string(json_object_array_get_idx(notes, i));
        if (g_str_has_prefix(note, "+ "))
            compare_page_origin(page, "%s", note);
    }
}

static gboolean print_csv(ComparePage *page, const CompareResults *results, GError **error)
{
    json_object *first = compare_results_at(results, 0);
    guint n = results->all->len, n_sweeps = 0;
    compare_page_set_environment(page, NULL); /* there may be several */
    for (guint i = 0; i < n; i++) {
        n_sweeps += compare_result_is_sweep(compare_results_at(results, i)) ? 1 : 0;
        print_environment(page, compare_results_at(results, i));
    }
    for (guint i = 0; i < n; i++) {
        print_contestants(page, compare_results_at(results, i));
        print_origin(page, compare_results_at(results, i));
    }
    if (n_sweeps && n > 1) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "csv holds one table: the results of any number of runs, or one sweep");
        return FALSE;
    }
    if (n_sweeps) {
        guint n_columns;
        const CompareColumn *columns = compare_sweep_columns(&n_columns);
        print_rows(page, first, "rows", columns, n_columns);
        return TRUE;
    }
    g_auto(Together) together = together_new(results);
    g_autoptr(CompareGrid) grid = together_grid(&together, results, FALSE);
    compare_page_grid(page, grid);
    return TRUE;
}

gboolean compare_print_results(ComparePage *page, const CompareResults *results, GError **error)
{
    if (!compare_style_is_for_people(compare_page_style(page)))
        return print_csv(page, results, error);
    print_warnings(page, results);
    if (results->all->len > 1)
        print_together(page, results);
    if (!is_summary(results, compare_page_style(page)))
        print_range(page, results, 0, results->all->len);
    return TRUE;
}

char *compare_results_json(const CompareResults *results)
{
    guint n = results->all->len;
    json_object *all =
        n == 1 ? json_object_get(compare_results_at(results, 0)) : compare_json_array();
    for (guint i = 0; n != 1 && i < n; i++)
        compare_json_append(all, json_object_get(compare_results_at(results, i)));
    g_autofree char *text = compare_json_print(all, COMPARE_JSON_PRETTY);
    return g_strconcat(text, "\n", NULL);
}

char *compare_results_print(const CompareResults *results, CompareStyle style, const char *command,
                            const GPtrArray *pictures, GError **error)
{
    g_autoptr(ComparePage) page = NULL;
    switch (style.format) {
    case COMPARE_FORMAT_TABLE:
    case COMPARE_FORMAT_MARKDOWN:
        return print_for_people(results, style);
    case COMPARE_FORMAT_CSV:
        page = compare_page_new(style);
        return print_csv(page, results, error) ? compare_page_text(page) : NULL;
    case COMPARE_FORMAT_JSON:
        return compare_results_json(results);
    case COMPARE_FORMAT_HTML:
        break;
    }
    g_autofree char *json = compare_results_json(results);
    return compare_html_print(json, command, pictures);
}

/* --- further tables --- */

/* Prints a list of rows: for people a table for each result; for programs one with all rows. */
static void print_list(ComparePage *page, const CompareResults *results, const char *heading,
                       const char *key, const CompareColumn *columns, guint n_columns)
{
    guint n = results->all->len;
    gboolean for_people = compare_style_is_for_people(compare_page_style(page));
    guint at_once = for_people ? 1 : n;
    for (guint i = 0; i < n; i += at_once) {
        const char *name = compare_result_name(compare_results_at(results, i));
        g_autofree char *title =
            n == 1 ? g_strdup(heading) : g_strdup_printf("%s: %s", heading, name);
        g_autoptr(CompareGrid) grid = compare_grid_new(columns, n_columns);
        for (guint k = i; k < i + at_once; k++) {
            json_object *context = context_of(compare_results_at(results, k));
            add_rows(grid, compare_results_at(results, k), key, context, for_people);
            json_object_put(context);
        }
        compare_page_heading(page, title);
        compare_page_grid(page, grid);
    }
}

void compare_print_by_shape(ComparePage *page, const CompareResults *results)
{
    guint n;
    const CompareColumn *columns = compare_shape_columns(&n);
    print_list(page, results, "By shape", "by_shape", columns, n);
}

void compare_print_errors(ComparePage *page, const CompareResults *results)
{
    guint n;
    const CompareColumn *columns = compare_error_columns(&n);
    print_list(page, results, "Errors by shape", "errors", columns, n);
}
