/* rows: a table of pieces of work: columns that identify the piece, then those of `bspcompare run`.
 */
#include "batch/rows.h"

#include <string.h>

#include "batch/times.h"
#include "result/result.h"
#include "world/reading.h"

struct CompareRows {
    const CompareManifest *manifest;
    gboolean with_machines;
    GArray *columns; /* CompareColumn */
    guint n_own;     /* columns before those of the comparison */
    CompareGrid *grid;
};

static void add_column(GArray *columns, CompareColumn column)
{
    g_array_append_val(columns, column);
}

/* Whether the manifest has more than one scenario. */
static gboolean has_scenarios(const CompareManifest *manifest)
{
    const ComparePiece *first = manifest->pieces->pdata[0];
    for (guint i = 1; i < manifest->pieces->len; i++)
        if (strcmp(((const ComparePiece *)manifest->pieces->pdata[i])->scenario, first->scenario) !=
            0)
            return TRUE;
    return FALSE;
}

/* Adds the columns that identify the piece. */
static void add_own_columns(CompareRows *rows)
{
    const guint seen = COMPARE_BRIEF | COMPARE_PROGRAMS;
    add_column(rows->columns,
               (CompareColumn){ "world", NULL, "level", COMPARE_TEXT, COMPARE_BRIEF, .of = 0 });
    add_column(rows->columns,
               (CompareColumn){ "world", NULL, "world", COMPARE_TEXT, COMPARE_CSV, .of = 0 });
    add_column(rows->columns,
               (CompareColumn){ NULL, NULL, "world_sha256", COMPARE_TEXT, COMPARE_CSV, .of = 0 });
    if (has_scenarios(rows->manifest))
        add_column(rows->columns, (CompareColumn){ "scenario", NULL, "scenario", COMPARE_TEXT,
                                                   COMPARE_BRIEF, .of = 0 });
    add_column(rows->columns,
               (CompareColumn){ "seed", NULL, "seed", COMPARE_COUNT64, seen, .of = 0 });
    for (guint i = 0; i < rows->manifest->plans->len; i++) {
        const CompareSweepPlan *plan = &g_array_index(rows->manifest->plans, CompareSweepPlan, i);
        const char *name = compare_sweep_vary_name(plan->vary);
        add_column(rows->columns, (CompareColumn){ name, NULL, name, COMPARE_TEXT, seen, .of = 0 });
    }
    if (rows->with_machines)
        add_column(rows->columns, (CompareColumn){ "machine", NULL, "machine", COMPARE_TEXT,
                                                   COMPARE_WIDE | COMPARE_CSV, .of = 0 });
}

/* Adds the columns of the comparison. */
static void add_columns(CompareRows *rows)
{
    guint n;
    const CompareColumn *columns = compare_method_columns(&n);
    for (guint i = 0; i < n; i++)
        add_column(rows->columns, columns[i]);
}

CompareRows *compare_rows_new(const CompareManifest *manifest, gboolean with_machines)
{
    CompareRows *rows = g_new0(CompareRows, 1);
    rows->manifest = manifest;
    rows->with_machines = with_machines;
    rows->columns = g_array_new(FALSE, FALSE, sizeof(CompareColumn));
    add_own_columns(rows);
    rows->n_own = rows->columns->len;
    add_columns(rows);
    rows->grid =
        compare_grid_new((const CompareColumn *)(gpointer)rows->columns->data, rows->columns->len);
    return rows;
}

void compare_rows_free(CompareRows *rows)
{
    if (!rows)
        return;
    compare_grid_free(rows->grid);
    g_array_unref(rows->columns);
    g_free(rows);
}

/* --- adding --- */

static const char *text_at(json_object *object, const char *key)
{
    json_object *value = json_object_object_get(object, key);
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

/* "oacmpdm5" of "levels.pk3:maps/oacmpdm5.bsp" */
static char *level_of(const CompareDone *done)
{
    const char *world = text_at(json_object_object_get(done->root, "scenario"), "world");
    return world ? bsp_world_default_name(world) : NULL;
}

/* The members that all rows of the piece share. */
static json_object *context_of(const CompareRows *rows, const CompareDone *done)
{
    const ComparePiece *piece = rows->manifest->pieces->pdata[done->number];
    json_object *scenario = json_object_object_get(done->root, "scenario");
    json_object *context = compare_json_object();
    g_autofree char *level = level_of(done);
    g_autofree char *machine = compare_times_machine(done->root);
    compare_json_add(context, "level", compare_json_text(level));
    compare_json_add(context, "world", compare_json_text(text_at(scenario, "world")));
    compare_json_add(context, "world_sha256", compare_json_text(piece->world_sha256));
    compare_json_add(context, "scenario", compare_json_text(text_at(scenario, "name")));
    compare_json_add(context, "seed", piece->has_seed ? compare_json_count(piece->seed) : NULL);
    compare_json_add(context, "machine", compare_json_text(machine));
    for (guint i = 0; i < rows->manifest->plans->len; i++) {
        const CompareSweepPlan *plan = &g_array_index(rows->manifest->plans, CompareSweepPlan, i);
        compare_json_add(context, compare_sweep_vary_name(plan->vary),
                         compare_json_text(piece->values[i]));
    }
    return context;
}

gboolean compare_rows_add(CompareRows *rows, const CompareDone *done, GError **error)
{
    json_object *context;
    BspJsonRef root = bsp_json_root(done->json), methods, method;
    guint n, n_columns;
    const CompareColumn *columns = compare_method_columns(&n_columns);
    if (!bsp_json_require(&root, "methods", &methods, error) ||
        !bsp_json_array(&methods, 0, COMPARE_MAX_ROWS, &n, error) ||
        !compare_columns_check_all(columns, n_columns, &methods, error))
        return FALSE;
    context = context_of(rows, done);
    for (guint i = 0; i < n; i++) {
        bsp_json_item(&methods, i, &method);
        compare_grid_add_json(rows->grid, method.value, context);
    }
    json_object_put(context);
    return TRUE;
}

void compare_rows_print(const CompareRows *rows, ComparePage *page)
{
    compare_page_grid(page, rows->grid);
}
