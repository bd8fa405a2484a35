/* sweep: a sweep as a table, markdown, CSV or JSON. */

#include "output/sweep.h"
#include "geometry/out-of-memory.h"
#include "output/grid.h"
#include "run/early.h"
#include "text/escape.h"
#include "text/json-value.h"
#include "world/json-verify.h"

static const CompareColumn columns[] = {
    { "value", "value", TRUE, NULL },
    { "method", "method", TRUE, NULL },
    { "nodes", "nodes", FALSE, "%.0f" },
    { "edge bevels", "edge_bevels", FALSE, "%.0f" },
    { "spikes", "spike_bevels", FALSE, "%.0f" },
    { "level tops", "level_top_bevels", FALSE, "%.0f" },
    { "box bevels", "box_bevels", FALSE, "%.0f" },
    { "added %", "added_percent", FALSE, "%.0f" },
    { "KiB", "bytes", FALSE, NULL },
    { "build ms", "build_ms", FALSE, NULL },
    { "moves", "moves", FALSE, "%.0f" },
    { "walk ns", "walk_ns_median", FALSE, "%.0f" },
    { "shot ns", "shot_ns_median", FALSE, "%.0f" },
    { "walk nodes", "walk_nodes_mean", FALSE, "%.1f" },
    { "shot nodes", "shot_nodes_mean", FALSE, "%.1f" },
    { "boxes early %", "boxes_early_percent", FALSE, "%.2f" },
    { "mean", "boxes_mean_early_units", FALSE, NULL },
    { "p99", "boxes_p99_early_units", FALSE, NULL },
    { "max", "boxes_max_early_units", FALSE, NULL },
    { "round early %", "round_early_percent", FALSE, "%.2f" },
    { "mean", "round_mean_early_units", FALSE, NULL },
    { "p99", "round_p99_early_units", FALSE, NULL },
    { "max", "round_max_early_units", FALSE, NULL },
    { "late", "late", FALSE, "%.0f" },
};

static double measured(double x)
{
    return x > 0 ? x : COMPARE_NOTHING;
}

static void add_bevels(CompareGrid *grid, const CompareResult *r)
{
    const CompareBevels *b = &r->bevels;
    guint64 counts[] = { b->edges, b->spikes, b->level_tops, b->boxes };
    gboolean any = r->klass->bevels != NULL;
    double sum = 0;
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++) {
        compare_grid_add_number(grid, any ? (double)counts[i] : COMPARE_NOTHING);
        sum += (double)counts[i];
    }
    compare_grid_add_number(grid, any && b->bare_nodes ? 100 * sum / (double)b->bare_nodes
                                                       : COMPARE_NOTHING);
}

static void add_group(CompareGrid *grid, const GArray *errors, const char *name)
{
    const CompareError *error = compare_error_find(errors, name);
    gboolean any = error && error->n_early;
    compare_grid_add_number(grid, error ? 100.0 * error->n_early / error->n : COMPARE_NOTHING);
    compare_grid_add_number(grid, any ? error->mean : COMPARE_NOTHING);
    compare_grid_add_number(grid, any ? error->p99 : COMPARE_NOTHING);
    compare_grid_add_number(grid, any ? error->max : COMPARE_NOTHING);
}

static void add_row(CompareGrid *grid, const CompareSweepRow *row, gboolean people)
{
    const CompareResult *r = row->result;
    g_autoptr(GArray) errors = compare_errors_by_group(row->report, r);
    compare_grid_add_text(grid, row->value);
    compare_grid_add_text(grid, r->klass->name);
    compare_grid_add_number(grid, (double)r->size.nodes);
    add_bevels(grid, r);
    compare_grid_add_number(grid, (double)r->size.bytes / (people ? 1024 : 1));
    compare_grid_add_number(grid, measured(r->build_ms));
    compare_grid_add_number(grid, r->n_moves);
    compare_grid_add_number(grid, measured(r->walk.ns_median));
    compare_grid_add_number(grid, measured(r->shot.ns_median));
    compare_grid_add_number(grid, r->walk.n ? r->walk.nodes_mean : COMPARE_NOTHING);
    compare_grid_add_number(grid, r->shot.n ? r->shot.nodes_mean : COMPARE_NOTHING);
    add_group(grid, errors, COMPARE_GROUP_BOXES);
    add_group(grid, errors, COMPARE_GROUP_ROUND);
    compare_grid_add_number(grid, r->n_late);
}

static json_object *read_back(const char *rows)
{
    json_object *value = bsp_need(json_tokener_parse(rows));
    if (!bsp_json_verify(rows, value))
        bsp_need(NULL);
    return value;
}

static char *wrap_json(const CompareSweep *sweep, const char *rows)
{
    const CompareScenario *s = sweep->scenario;
    json_object *root = compare_json_object();
    const char *vary = compare_sweep_vary_name(sweep->plan->vary);
    compare_json_add(root, "format", compare_json_text("bsp-sweep"));
    compare_json_add(root, "version", compare_json_count(1));
    compare_json_add(root, "scenario", compare_json_text(s->name));
    compare_json_add(root, "file", compare_json_text(s->path));
    compare_json_add(root, "world", compare_json_text(s->world_path));
    compare_json_add(root, "vary", compare_json_text(vary));
    compare_json_add(root, "rows", read_back(rows));
    g_autofree char *lines = compare_json_print(root, COMPARE_JSON_PRETTY);
    return g_strconcat(lines, "\n", NULL);
}

static char *wrap_for_people(const CompareSweep *sweep, const char *rows, gboolean markdown)
{
    const CompareScenario *s = sweep->scenario;
    guint n = s->world->solid->brushes->len;
    char *(*escape)(const char *) = markdown ? compare_escape_markdown : compare_escape_terminal;
    g_autofree char *name = escape(s->name), *world = escape(s->world->name);
    return g_strdup_printf("%s%s: world %s (%u brush%s), %s varied\n\n%s\n"
                           "%searly: answers before the bracket, in percent of the moves of boxes, "
                           "and of round shapes and hulls; mean, p99, max: by how much, in units "
                           "of distance; late: answers after the bracket\n",
                           markdown ? "### " : "", name, world, n, n == 1 ? "" : "es",
                           compare_sweep_vary_name(sweep->plan->vary), rows, markdown ? "- " : "");
}

char *compare_print_sweep(const CompareSweep *sweep, CompareFormat format)
{
    gboolean people = format == COMPARE_FORMAT_TABLE || format == COMPARE_FORMAT_MARKDOWN;
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < sweep->rows->len; i++)
        add_row(grid, &g_array_index(sweep->rows, CompareSweepRow, i), people);
    g_autofree char *rows = compare_grid_print(grid, format);
    if (people)
        return wrap_for_people(sweep, rows, format == COMPARE_FORMAT_MARKDOWN);
    return format == COMPARE_FORMAT_JSON ? wrap_json(sweep, rows) : g_steal_pointer(&rows);
}
