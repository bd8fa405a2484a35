/* rows: a table of pieces of work: columns that identify the piece, then those of `bspcompare run`.
 */
#include "batch/rows.h"

#include <string.h>

#include "batch/times.h"
#include "bsp-file.h"
#include "output/comparison.h"

typedef struct {
    const char *level; /* the world's short name */
    const char *world, *world_sha256;
    guint64 seed;
    guint has_seed;
    const char *values[COMPARE_MAX_VARIED];
    const char *machine;
    CompareComparisonRow row;
} Row;

struct CompareRows {
    const CompareManifest *manifest;
    gboolean with_machines;
    GArray *columns; /* CompareColumn */
    guint n_own;     /* columns before those of the comparison */
    CompareGrid *grid;
};

#define AT(member) .offset = offsetof(Row, member)

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
               (CompareColumn){ "world", NULL, NULL, COMPARE_TEXT, COMPARE_BRIEF, AT(level) });
    add_column(rows->columns,
               (CompareColumn){ "world", NULL, "world", COMPARE_TEXT, COMPARE_CSV, AT(world) });
    add_column(rows->columns, (CompareColumn){ NULL, NULL, "world_sha256", COMPARE_TEXT,
                                               COMPARE_CSV, AT(world_sha256) });
    if (has_scenarios(rows->manifest))
        add_column(rows->columns, (CompareColumn){ "scenario", NULL, NULL, COMPARE_TEXT,
                                                   COMPARE_BRIEF, AT(row.scenario) });
    add_column(rows->columns, (CompareColumn){ "seed", NULL, "seed", COMPARE_COUNT64, seen,
                                               AT(seed), .of = offsetof(Row, has_seed) });
    for (guint i = 0; i < rows->manifest->plans->len; i++) {
        const CompareSweepPlan *plan = &g_array_index(rows->manifest->plans, CompareSweepPlan, i);
        const char *name = compare_sweep_vary_name(plan->vary);
        add_column(rows->columns,
                   (CompareColumn){ name, NULL, name, COMPARE_TEXT, seen,
                                    .offset = offsetof(Row, values) + i * sizeof(char *) });
    }
    if (rows->with_machines)
        add_column(rows->columns, (CompareColumn){ "machine", NULL, "machine", COMPARE_TEXT,
                                                   COMPARE_WIDE | COMPARE_CSV, AT(machine) });
}

/* Adds the columns of the comparison. */
static void add_columns(CompareRows *rows)
{
    guint n;
    const CompareColumn *columns = compare_comparison_columns(&n);
    for (guint i = 0; i < n; i++) {
        CompareColumn column = columns[i];
        column.offset += offsetof(Row, row);
        if (column.of)
            column.of += offsetof(Row, row);
        add_column(rows->columns, column);
    }
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

/* The fields that all rows of the piece share. */
static Row row_of(const CompareRows *rows, const CompareDone *done)
{
    const ComparePiece *piece = rows->manifest->pieces->pdata[done->number];
    json_object *scenario = json_object_object_get(done->root, "scenario");
    Row row = { .world = text_at(scenario, "world"),
                .world_sha256 = piece->world_sha256,
                .seed = piece->seed,
                .has_seed = piece->has_seed ? 1 : 0,
                .row.scenario = text_at(scenario, "name") };
    for (guint i = 0; i < rows->manifest->plans->len; i++)
        row.values[i] = piece->values[i];
    return row;
}

/* "oacmpdm5" of "levels.pk3:maps/oacmpdm5.bsp" */
static char *level_of(const CompareDone *done)
{
    const char *world = text_at(json_object_object_get(done->root, "scenario"), "world");
    return world ? bsp_world_default_name(world) : NULL;
}

static void add_method(CompareRows *rows, Row row, const CompareComparisonRow *method)
{
    const char *scenario = row.row.scenario;
    row.row = *method;
    row.row.scenario = scenario;
    g_autofree char *marked = compare_comparison_marked(&row.row);
    row.row.marked = marked;
    compare_grid_add(rows->grid, &row);
}

gboolean compare_rows_add(CompareRows *rows, const CompareDone *done, GError **error)
{
    g_autofree char *level = level_of(done);
    g_autofree char *machine = compare_times_machine(done->root);
    Row row = row_of(rows, done);
    row.level = level;
    row.machine = machine;
    BspJsonRef root = bsp_json_root(done->json), methods, method;
    guint n;
    if (!bsp_json_require(&root, "methods", &methods, error) ||
        !bsp_json_array(&methods, 0, COMPARE_MAX_ROWS, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        CompareComparisonRow one;
        bsp_json_item(&methods, i, &method);
        if (!compare_comparison_read(&method, &one, error))
            return FALSE;
        add_method(rows, row, &one);
    }
    return TRUE;
}

void compare_rows_print(const CompareRows *rows, ComparePage *page)
{
    compare_page_grid(page, rows->grid);
}
