/* print: prints saved results as they were printed when they were measured. */
#include "kept/print.h"

#include "html/html.h"
#include "output/page.h"

/* TRUE if tables for people leave the method out: it supports stationary objects only and had no
 * move, while other methods had. */
static gboolean is_idle(const CompareKept *kept, const CompareComparisonRow *row)
{
    const CompareMethodClass *klass = compare_method_find(row->method);
    gboolean busy = FALSE;
    for (guint i = 0; i < kept->rows->len; i++)
        busy |= ((const CompareComparisonRow *)kept->rows->pdata[i])->result.n_moves > 0;
    return busy && klass && klass->stationary && row->result.n_moves == 0;
}

static void print_grid(ComparePage *page, const GPtrArray *rows)
{
    g_autoptr(CompareGrid) grid =
        compare_comparison_grid_of((const CompareComparisonRow *const *)rows->pdata, rows->len);
    compare_page_grid(page, grid);
}

static void print_notes(ComparePage *page, const GPtrArray *notes)
{
    for (guint i = 0; i < notes->len; i++)
        compare_page_note(page, "%s", (const char *)notes->pdata[i]);
}

static void print_origin(ComparePage *page, const CompareKept *kept)
{
    if (kept->world_sha256 && kept->environment)
        compare_page_origin(page, "sha256 of world %s: %s",
                            kept->world_name ? kept->world_name : "", kept->world_sha256);
}

/* --- for people --- */

static void print_one(ComparePage *page, const CompareKept *kept)
{
    compare_page_title(page, kept->name, kept->about);
    if (kept->is_sweep) {
        compare_page_grid(page, kept->grid);
    } else {
        g_autoptr(GPtrArray) rows = g_ptr_array_new();
        for (guint i = 0; i < kept->rows->len; i++)
            if (!is_idle(kept, kept->rows->pdata[i]))
                g_ptr_array_add(rows, kept->rows->pdata[i]);
        print_grid(page, rows);
    }
    print_notes(page, kept->notes);
    print_notes(page, kept->growth);
    print_origin(page, kept);
}

/* Prints the results of one run, from `first` on; sets *next to the first of another run. */
static char *print_run(const CompareKeptResults *results, CompareStyle style, guint first,
                       guint *next)
{
    style.environment = compare_kept_at(results, first)->environment;
    g_autoptr(ComparePage) page = compare_page_new(style);
    guint i = first;
    for (; i < results->results->len &&
           compare_kept_is_of_one_run(compare_kept_at(results, i), compare_kept_at(results, first));
         i++)
        print_one(page, compare_kept_at(results, i));
    *next = i;
    return compare_page_text(page);
}

static char *print_for_people(const CompareKeptResults *results, CompareStyle style)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < results->results->len;) {
        g_autofree char *text = print_run(results, style, i, &i);
        g_string_append_printf(out, "%s%s", out->len ? "\n" : "", text);
    }
    return g_string_free(out, FALSE);
}

/* --- for programs --- */

static void print_environment(ComparePage *page, const CompareKept *kept)
{
    g_auto(GStrv) lines = kept->environment ? compare_environment_tell(kept->environment) : NULL;
    for (guint i = 0; lines && lines[i]; i++)
        compare_page_origin(page, "%s", lines[i]);
}

static char *print_csv(const CompareKeptResults *results, CompareStyle style, GError **error)
{
    guint n = results->results->len, n_sweeps = 0;
    g_autoptr(GPtrArray) rows = g_ptr_array_new();
    style.environment = NULL; /* there may be several; they are printed below */
    g_autoptr(ComparePage) page = compare_page_new(style);
    for (guint i = 0; i < n; i++) {
        const CompareKept *kept = compare_kept_at(results, i);
        n_sweeps += kept->is_sweep ? 1 : 0;
        if (i == 0 || !compare_kept_is_of_one_run(kept, compare_kept_at(results, i - 1)))
            print_environment(page, kept);
        for (guint k = 0; k < kept->rows->len; k++)
            g_ptr_array_add(rows, kept->rows->pdata[k]);
    }
    for (guint i = 0; i < n; i++)
        print_origin(page, compare_kept_at(results, i));
    if (n_sweeps && n > 1) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "csv holds one table: the results of any number of runs, or one sweep");
        return NULL;
    }
    if (n_sweeps)
        compare_page_grid(page, compare_kept_at(results, 0)->grid);
    else
        print_grid(page, rows);
    return compare_page_text(page);
}

static char *print_json(const CompareKeptResults *results)
{
    guint n = results->results->len;
    if (n == 1) {
        g_autofree char *one =
            compare_json_print_part(compare_kept_at(results, 0)->object, COMPARE_JSON_PRETTY);
        return g_strconcat(one, "\n", NULL);
    }
    json_object *all = compare_json_array();
    for (guint i = 0; i < n; i++)
        compare_json_append(all, json_object_get(compare_kept_at(results, i)->object));
    g_autofree char *text = compare_json_print(all, COMPARE_JSON_PRETTY);
    return g_strconcat(text, "\n", NULL);
}

static char *print_page(const CompareKeptResults *results)
{
    const CompareEnvironment *first = compare_kept_at(results, 0)->environment;
    g_autofree char *json = print_json(results);
    return compare_html_print(json, first ? first->command : NULL, NULL);
}

char *compare_kept_print(const CompareKeptResults *results, CompareStyle style, GError **error)
{
    switch (style.format) {
    case COMPARE_FORMAT_TABLE:
    case COMPARE_FORMAT_MARKDOWN:
        return print_for_people(results, style);
    case COMPARE_FORMAT_CSV:
        return print_csv(results, style, error);
    case COMPARE_FORMAT_JSON:
        return print_json(results);
    case COMPARE_FORMAT_HTML:
        break;
    }
    return print_page(results);
}
