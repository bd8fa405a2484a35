/* sweep-rows: makes the JSON of a sweep, with a row for each value and method. */
#include "result/result.h"
#include "run/by-shape.h"

/* Early answers for boxes, or for round shapes and hulls. */
typedef struct {
    CompareError error; /* all zero if none moved */
    double percent;     /* of the moves */
} Group;

typedef struct {
    const char *value, *method;
    CompareResult result;
    guint has_bevels;
    double added; /* nodes of bevels, as a percentage of the other nodes */
    Group boxes, round;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)
#define BEVELS(which) AT(result.bevels.which), OF(has_bevels)

/* BRIEF: everybody; FULL: people who want all columns, and programs. */
#define BRIEF (COMPARE_BRIEF | COMPARE_PROGRAMS)
#define FULL (COMPARE_WIDE | COMPARE_PROGRAMS)

/* clang-format off */
#define EARLY(name, what, about_percent)\
    { name " %", NULL, name "_early_percent", COMPARE_NUMBER, BRIEF, AT(what.percent),             \
      OF(what.error.n), "%.2f", about_percent },                                                   \
    { "mean", NULL, name "_mean_early_units", COMPARE_NUMBER, FULL, AT(what.error.mean),           \
      OF(what.error.n_early), .about = "how early they are: mean in units of distance" }, \
    { "p99", NULL, name "_p99_early_units", COMPARE_NUMBER, FULL, AT(what.error.p99),              \
      OF(what.error.n_early), .about = "the same, 99th percentile" },                              \
    { "max", NULL, name "_max_early_units", COMPARE_NUMBER, BRIEF, AT(what.error.max),             \
      OF(what.error.n_early), .about = "the earliest of them, in units of distance" }

/* The times of walks, or of shots. A legend text of the first is not repeated for the second. */
#define TIMES(name, what, ABOUT)                                                                   \
    { name " ns", NULL, name "_ns_median", COMPARE_NUMBER, BRIEF | COMPARE_MEASURED,               \
      AT(result.what.ns_median), .format = "%.0f" },                                               \
    { "95%", NULL, name "_ns_ci95", COMPARE_INTERVAL, BRIEF | COMPARE_IF_ROOM | COMPARE_MEASURED,  \
      AT(result.what.ns_ci95), OF(result.what.n),                                                  \
      .about = ABOUT("the interval of confidence of the median before it") },                      \
    { name " shuffled", NULL, name "_ns_median_shuffled", COMPARE_NUMBER, FULL | COMPARE_MEASURED, \
      AT(result.what.ns_median_shuffled), .format = "%.0f",                                        \
      .about = ABOUT("the same with the moves in random order") },                                 \
    { name " cold", NULL, name "_ns_cold", COMPARE_NUMBER, BRIEF | COMPARE_IF_ROOM | COMPARE_MEASURED,   \
      AT(result.what.ns_cold), .format = "%.0f",                                                   \
      .about = ABOUT("nanoseconds after other work has used the caches") },                        \
    { name " p99", NULL, name "_ns_p99", COMPARE_NUMBER, FULL | COMPARE_MEASURED,                  \
      AT(result.what.ns_p99), .format = "%.0f",                                                    \
      .about = ABOUT("99th percentile of single moves") }
#define TOLD(text) text
#define KNOWN(text) NULL

static const CompareColumn columns[] = {
    { "value", NULL, "value", COMPARE_TEXT, BRIEF, AT(value) },
    { "method", NULL, "method", COMPARE_TEXT, BRIEF, AT(method) },
    { "nodes", NULL, "nodes", COMPARE_COUNT64, FULL, AT(result.size.nodes) },
    { "edge bevels", NULL, "edge_bevels", COMPARE_COUNT64, FULL, BEVELS(edges) },
    { "spikes", NULL, "spike_bevels", COMPARE_COUNT64, FULL, BEVELS(spikes) },
    { "level tops", NULL, "level_top_bevels", COMPARE_COUNT64, FULL, BEVELS(level_tops) },
    { "box bevels", NULL, "box_bevels", COMPARE_COUNT64, FULL, BEVELS(boxes) },
    { "added %", NULL, "added_percent", COMPARE_NUMBER, COMPARE_IF_ANY | COMPARE_PROGRAMS,
      AT(added), OF(has_bevels), "%.0f", "nodes of bevels, in percent of those without" },
    { "memory", NULL, "bytes", COMPARE_BYTES, BRIEF, AT(result.size.bytes) },
    { "build ms", NULL, "build_ms", COMPARE_NUMBER, BRIEF | COMPARE_MEASURED, AT(result.build_ms), .format = "%.1f" },
    { "moves", NULL, "moves", COMPARE_COUNT, FULL, AT(result.n_moves) },
    TIMES("walk", walk, TOLD),
    TIMES("shot", shot, KNOWN),
    { "walk nodes", NULL, "walk_nodes_mean", COMPARE_NUMBER, FULL, AT(result.walk.nodes_mean),
      OF(result.walk.n), "%.1f" },
    { "shot nodes", NULL, "shot_nodes_mean", COMPARE_NUMBER, FULL, AT(result.shot.nodes_mean),
      OF(result.shot.n), "%.1f" },
    EARLY("boxes", boxes, "moves of boxes that are answered early, in percent"),
    EARLY("round", round, "the same of round shapes and hulls"),
    { "late", NULL, "late", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS, AT(result.n_late),
      .about = COMPARE_ABOUT_LATE },
};
/* clang-format on */

static Group group_of(const GArray *errors, const char *name)
{
    const CompareError *error = compare_error_find(errors, name);
    return error ? (Group){ *error, 100.0 * error->n_early / error->n } : (Group){ 0 };
}

static void add_row(CompareGrid *grid, const CompareSweepRow *sweep_row)
{
    const CompareResult *r = sweep_row->result;
    const CompareBevels *b = &r->bevels;
    g_autoptr(GArray) errors = compare_errors_by_group(sweep_row->report, r);
    double bevels = (double)(b->edges + b->spikes + b->level_tops + b->boxes);
    Row row = { .value = sweep_row->value,
                .method = r->klass->name,
                .result = *r,
                .has_bevels = r->klass->bevels != NULL,
                .added = 100 * bevels / (double)b->bare_nodes,
                .boxes = group_of(errors, COMPARE_GROUP_BOXES),
                .round = group_of(errors, COMPARE_GROUP_ROUND) };
    compare_grid_add(grid, &row);
}

const CompareColumn *compare_sweep_columns(guint *n)
{
    *n = G_N_ELEMENTS(columns);
    return columns;
}

static json_object *rows_array(const CompareSweep *sweep)
{
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < sweep->rows->len; i++)
        add_row(grid, &g_array_index(sweep->rows, CompareSweepRow, i));
    return compare_grid_json(grid);
}

/* --- the shapes whose moves are used --- */

/* The names of the movers, each once. */
static GPtrArray *movers(const CompareSweep *sweep)
{
    const CompareScenario *s = sweep->variants->pdata[0];
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < s->trajectories->len; i++) {
        const char *name =
            compare_scenario_shape_name(s, &g_array_index(s->trajectories, CompareTrajectory, i));
        if (!g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
            g_ptr_array_add(names, (gpointer)name);
    }
    return names;
}

static json_object *asked_names(const CompareSweep *sweep)
{
    g_autoptr(GPtrArray) names = movers(sweep);
    json_object *array = compare_json_array();
    for (guint i = 0; i < names->len; i++)
        compare_json_append(array, compare_json_text(names->pdata[i]));
    return array;
}

/* The most names of movers in the description of a sweep. If there are more, the last ones are only
 * counted. */
#define NAMES 6

/* Returns a text such as "the same 600 moves of stand, crouch and 3 more". */
static char *moves_text(const CompareSweep *sweep)
{
    g_autoptr(GPtrArray) names = movers(sweep);
    guint n = ((const CompareReport *)sweep->reports->pdata[0])->moves->len;
    guint shown = names->len > NAMES ? NAMES - 1 : names->len;
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "the same %u move%s of ", n, n == 1 ? "" : "s");
    for (guint i = 0; i < shown; i++)
        g_string_append_printf(out, "%s%s", i ? ", " : "", (const char *)names->pdata[i]);
    if (shown < names->len)
        g_string_append_printf(out, " and %u more", names->len - shown);
    return g_string_free(out, FALSE);
}

/* Describes the sweep: its world, what is varied, and over which moves. If the moves were drawn for
 * one of the values, names it. */
static char *subject_of(const CompareSweep *sweep)
{
    const CompareSweepPlan *plan = sweep->plan;
    const BspWorld *world = sweep->scenario->world;
    guint n = bsp_solid_n_brushes(world->solid);
    g_autofree char *same = moves_text(sweep), *from = NULL;
    if (plan->vary == COMPARE_VARY_SIZE)
        from = g_strdup_printf(", which are those of size %s",
                               plan->values[compare_sweep_plan_greatest(plan)]);
    else if (plan->vary == COMPARE_VARY_BRUSHES)
        from = g_strdup(", which are those in the whole world");
    return g_strdup_printf("world %s (%u brush%s), %s varied; every value is asked %s%s",
                           world->name, n, n == 1 ? "" : "es", compare_sweep_vary_name(plan->vary),
                           same, from ? from : "");
}

/* --- the whole --- */

/* The notes: the noise of the noisiest report, and which moves the times are of. */
static json_object *notes_json(const CompareSweep *sweep)
{
    json_object *notes = compare_json_array();
    const CompareReport *worst = NULL;
    for (guint i = 0; i < sweep->reports->len; i++) {
        const CompareReport *report = sweep->reports->pdata[i];
        g_autofree char *why = compare_noise_text(&report->noise);
        if (why && (!worst || report->noise.waited > worst->noise.waited))
            worst = report;
    }
    g_autofree char *why = worst ? compare_noise_text(&worst->noise) : NULL;
    if (why)
        compare_add_note(notes, COMPARE_NOISY "%s", why);
    for (guint i = 0; i < sweep->reports->len; i++) {
        if (compare_has_rest(sweep->reports->pdata[i])) {
            compare_add_note(notes, "times: of moves that all methods take");
            break;
        }
    }
    return notes;
}

json_object *compare_sweep_json(const CompareSweep *sweep, const CompareEnvironment *environment)
{
    const CompareScenario *s = sweep->scenario;
    json_object *root = compare_json_object();
    g_autofree char *about = subject_of(sweep);
    compare_json_add(root, "format", compare_json_text("bsp-sweep"));
    compare_json_add(root, "version", compare_json_count(1));
    compare_json_add(root, "scenario", compare_json_text(s->name));
    compare_json_add(root, "file", compare_json_text(s->path));
    compare_json_add(root, "world", compare_json_text(s->world_path));
    compare_json_add(root, "world_name", compare_json_text(s->world->name));
    compare_json_add(root, "world_sha256", compare_json_text(s->world->sha256));
    if (s->has_seed)
        compare_json_add(root, "seed", compare_json_count(s->seed));
    compare_json_add(root, "about", compare_json_text(about));
    compare_json_add(root, "environment", compare_environment_json(environment));
    compare_json_add(root, "vary", compare_json_text(compare_sweep_vary_name(sweep->plan->vary)));
    compare_json_add(root, "asked", asked_names(sweep));
    compare_json_add(root, "rows", rows_array(sweep));
    compare_json_add(root, "growth", compare_growth(sweep));
    compare_json_add(root, "notes", notes_json(sweep));
    return root;
}
