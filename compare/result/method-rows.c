/* method-rows: one row for each method of a report: its costs and its errors. */
#include "methods/outsider.h"
#include "result/result.h"

/* The values of a method that its row has. */
typedef struct {
    const char *method;
    gboolean conservative; /* for at least one of the moving shapes */
    CompareResult result;
    /* Counts that say whether a value is known; 0 if it is not. */
    guint has_bytes;
    guint ours;                   /* not a contestant: its trees are known */
    guint answered;               /* it did not fail */
    guint walk_known, shot_known; /* answers with known node counts */
    guint walk_over, shot_over;   /* moves of the scenario that the times are over */
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)

/* For people who want all columns, and for programs. */
#define FULL (COMPARE_WIDE | COMPARE_PROGRAMS)

/* clang-format off */

/* The columns for walks, or for shots. A legend text of the first is not repeated for the second. */
#define GROUP(name, what)                                                                          \
    { name " moves", name, "moves", COMPARE_COUNT, FULL, AT(result.what.n) },                      \
    { name " moves timed", name, "moves_timed", COMPARE_COUNT, FULL | COMPARE_LATER, AT(what##_over),     \
      OF(result.what.timed), .about = ABOUT_##what("moves of the scenario that the times are of") },\
    TIME(name, what, name " ns", "ns_median", COMPARE_BRIEF, ns_median, NS_##what),                \
    RATIO(name, what, "x", "ratio", COMPARE_BRIEF, ratio, ABOUT_RATIO),                            \
    TIME(name, what, name " shuffled", "ns_median_shuffled", 0, ns_median_shuffled,                \
         ABOUT_##what("the same with the moves in random order")),                                 \
    TIME(name, what, name " p99", "ns_p99", 0, ns_p99,                                             \
         ABOUT_##what("99th percentile of single moves")),                                         \
    { name " 95%", name, "ns_ci95", COMPARE_INTERVAL, FULL | COMPARE_MEASURED,                     \
      AT(result.what.ns_ci95), OF(result.what.n),                                                  \
      .about = ABOUT_##what("interval of the median") },                              \
    { name " nodes", name, "nodes_mean", COMPARE_NUMBER, FULL, AT(result.what.nodes_mean),         \
      OF(what##_known), .about = ABOUT_##what("visited per move, mean") },                  \
    { name " most", name, "nodes_max", COMPARE_COUNT64, FULL, AT(result.what.nodes_max),           \
      OF(what##_known), .about = ABOUT_##what("nodes visited per move, maximum") },             \
    TIME(name, what, "cold", "ns_cold", COMPARE_BRIEF | COMPARE_IF_ROOM, ns_cold, ABOUT_COLD),                       \
    TIME(name, what, name " p99.9", "ns_p999", 0, ns_p999, NULL),                                  \
    TIME(name, what, name " cpu", "ns_cpu", 0, ns_cpu,                                             \
         ABOUT_##what("like walk ns, in processor time of the thread")),                 \
    { name " outliers", name, "outliers", COMPARE_COUNT, FULL, AT(result.what.outliers),           \
      OF(result.what.timed),                                                                       \
      .about = ABOUT_##what("repetitions far from the others") },                                                        \
    { name " timed", name, "timed", COMPARE_COUNT, FULL, AT(result.what.timed),                    \
      OF(result.what.timed), .about = ABOUT_##what("queries that were timed") },                   \
    { name " distinct", name, "distinct", COMPARE_COUNT, FULL, AT(result.what.distinct),           \
      OF(result.what.timed), .about = ABOUT_##what("different moves among them") },         \
    { NULL, name, "fresh", COMPARE_BOOLEAN, COMPARE_PROGRAMS, AT(result.what.fresh),               \
      OF(result.what.timed) },                                                                     \
    INTERVAL(name, what, "ns_ci95_shuffled", ns_ci95_shuffled),                                    \
    INTERVAL(name, what, "ns_ci95_cold", ns_ci95_cold),                                            \
    INTERVAL(name, what, "ratio_ci95", ratio.ci95),                                                \
    RATIO(name, what, name " x shuffled", "ratio_shuffled", 0, ratio_shuffled, NULL),              \
    INTERVAL(name, what, "ratio_ci95_shuffled", ratio_shuffled.ci95),                              \
    RATIO(name, what, name " x cold", "ratio_cold", 0, ratio_cold, NULL),                          \
    INTERVAL(name, what, "ratio_ci95_cold", ratio_cold.ci95)

#define TIME(name, what, title, key, brief, member, about)                                         \
    { title, name, key, COMPARE_NUMBER, (brief) | FULL | COMPARE_MEASURED,                         \
      AT(result.what.member), OF(result.what.n), "%.0f", about }
#define RATIO(name, what, title, key, brief, member, about)                                        \
    { title, name, key, COMPARE_RATIO, (brief) | FULL | COMPARE_MEASURED, AT(result.what.member),  \
      OF(result.what.n), "%.2f", about }
#define INTERVAL(name, what, key, member)                                                          \
    { NULL, name, key, COMPARE_INTERVAL, COMPARE_PROGRAMS | COMPARE_MEASURED,                      \
      AT(result.what.member), OF(result.what.n) }

#define NS_walk "nanoseconds for a move shorter than 40 units, median"
#define NS_shot "nanoseconds for a longer move"
#define ABOUT_RATIO                                                                                \
    "multiple of the time of onion, or the first method; ~: the interval contains 1"
#define ABOUT_COLD "nanoseconds in random order, after other work used the caches"
#define ABOUT_walk(text) text
#define ABOUT_shot(text) NULL

static const CompareColumn columns[] = {
    { "scenario", NULL, "scenario", COMPARE_TEXT, COMPARE_CSV, .of = 0 },
    { "method", NULL, "method", COMPARE_TEXT, COMPARE_PROGRAMS, AT(method) },
    { "method", NULL, NULL, COMPARE_TEXT, COMPARE_BRIEF, .text = compare_marked_name },
    { NULL, NULL, "conservative", COMPARE_BOOLEAN, COMPARE_JSON | COMPARE_LATER, AT(conservative) },
    { "nodes", NULL, "nodes", COMPARE_COUNT64, FULL, AT(result.size.nodes), OF(ours) },
    { "leaves", NULL, "leaves", COMPARE_COUNT64, FULL, AT(result.size.leaves), OF(ours) },
    { "depth", NULL, "depth", COMPARE_COUNT, FULL, AT(result.size.depth), OF(ours) },
    { "memory", NULL, "bytes", COMPARE_BYTES, COMPARE_BRIEF | COMPARE_PROGRAMS,
      AT(result.size.bytes), OF(has_bytes), .about = "bytes that queries use" },
    { NULL, NULL, "filled", COMPARE_COUNT, COMPARE_JSON | COMPARE_LATER, AT(result.size.filled),
      OF(result.size.fillable) },
    { "build ms", NULL, "build_ms", COMPARE_NUMBER,
      COMPARE_BRIEF | COMPARE_PROGRAMS | COMPARE_MEASURED | COMPARE_LESSER, AT(result.build_ms), .format = "%.1f",
      .about = "milliseconds to build all trees" },
    { "peak", NULL, "peak_build_bytes", COMPARE_BYTES, FULL | COMPARE_MEASURED,
      AT(result.peak_build_bytes), .about = "memory that building takes" },
    { "moves", NULL, "moves", COMPARE_COUNT, FULL, AT(result.n_moves), OF(answered) },
    { "skipped", NULL, "skipped", COMPARE_COUNT, COMPARE_PROGRAMS, AT(result.n_skipped), OF(answered) },
    GROUP("walk", walk),
    GROUP("shot", shot),
    { "outside", NULL, "outside", COMPARE_COUNT, FULL, AT(result.n_outside), OF(answered),
      .about = "early or late" },
    { "early", NULL, "early", COMPARE_COUNT, COMPARE_BRIEF | COMPARE_PROGRAMS, AT(result.n_early), OF(answered),
      .about = COMPARE_ABOUT_EARLY },
    { "late", NULL, "late", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS, AT(result.n_late), OF(answered),
      .about = COMPARE_ABOUT_LATE },
    { "planes", NULL, "planes_wrong", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS | COMPARE_LATER | COMPARE_LESSER,
      AT(result.n_planes_wrong), OF(ours), .about = COMPARE_ABOUT_PLANES },
    { "wrong", NULL, "wrong", COMPARE_COUNT, FULL | COMPARE_LATER, AT(result.n_wrong), OF(answered),
      .about = COMPARE_ABOUT_WRONG },
    { "worst", NULL, "max_early_units", COMPARE_NUMBER, COMPARE_IF_ANY | COMPARE_PROGRAMS | COMPARE_LESSER,
      AT(result.max_early_units), OF(answered), .about = "the earliest answer, in units" },
    { "skipped", NULL, "skipped", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_IF_ROOM, AT(result.n_skipped), OF(answered),
      .about = "moves that the method does not support" },
    { "hash", NULL, "hash", COMPARE_HASH, FULL, AT(result.hash), OF(answered), 
      .about = "of all answers: class, t, point, plane, brush" },
    { "counters hash", NULL, "counters_hash", COMPARE_HASH, FULL | COMPARE_LATER, AT(result.counters_hash), OF(ours),
      .about = "of the trees, their bytes and all counters" },
};
/* clang-format on */

const CompareColumn *compare_method_columns(guint *n)
{
    *n = G_N_ELEMENTS(columns);
    return columns;
}

char *compare_marked_name(json_object *method)
{
    const char *name = compare_text_at(method, "method");
    gboolean is_contestant = json_object_object_get(method, "contestant") != NULL;
    return g_strdup_printf(
        "%s%s%s%s", name ? name : "-", is_contestant ? " +" : "",
        json_object_get_boolean(json_object_object_get(method, "conservative")) ? " *" : "",
        compare_number_at(method, "wrong") > 0 ? " !" : "");
}

/* TRUE if an earlier trajectory moves the same shape. */
static gboolean shape_seen(const CompareScenario *s, guint n)
{
    gint mover = compare_scenario_mover(&g_array_index(s->trajectories, CompareTrajectory, n));
    for (guint i = 0; i < n; i++)
        if (compare_scenario_mover(&g_array_index(s->trajectories, CompareTrajectory, i)) == mover)
            return TRUE;
    return FALSE;
}

char *compare_claimed_shapes(const CompareReport *report, const CompareMethodClass *klass,
                             CompareClaim claim)
{
    const CompareScenario *s = report->scenario;
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
        if (shape_seen(s, i) || compare_method_claim(klass, s, t) != claim)
            continue;
        g_string_append_printf(names, "%s%s", names->len ? ", " : "",
                               compare_scenario_shape_name(s, t));
    }
    return names->len ? g_strdup(names->str) : NULL;
}

static void add_result(CompareGrid *grid, const CompareReport *report, const CompareResult *result)
{
    const CompareOutsider *outsider = result->klass->outsider;
    g_autofree char *conservative =
        compare_claimed_shapes(report, result->klass, COMPARE_CONSERVATIVE);
    Row row = { .method = result->klass->name,
                .conservative = conservative != NULL,
                .result = *result,
                .has_bytes = !outsider || result->size.bytes > 0,
                .ours = !outsider,
                .answered = !outsider || !outsider->error,
                .walk_known = outsider ? 0 : result->walk.n,
                .shot_known = outsider ? 0 : result->shot.n,
                .walk_over = result->walk.n - result->rest_walk.n,
                .shot_over = result->shot.n - result->rest_shot.n };
    compare_grid_add(grid, &row);
}

/* The times of the moves that not all methods take, as another method's row: "shift (rest)". NULL
 * if there are no such moves. */
static json_object *rest_object(const CompareReport *report, const CompareResult *result)
{
    CompareResult rest = { .klass = result->klass,
                           .walk = result->rest_walk,
                           .shot = result->rest_shot };
    if (rest.walk.n + rest.shot.n == 0)
        return NULL;
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    g_autofree char *name = g_strdup_printf("%s (rest)", result->klass->name);
    json_object *object = compare_json_object();
    add_result(grid, report, &rest);
    json_object *rows = compare_grid_json(grid), *row = json_object_array_get_idx(rows, 0);
    compare_json_add(object, "method", compare_json_text(name));
    compare_json_add(object, "walk", json_object_get(json_object_object_get(row, "walk")));
    compare_json_add(object, "shot", json_object_get(json_object_object_get(row, "shot")));
    json_object_put(rows);
    return object;
}

json_object *compare_method_rows(const CompareReport *report)
{
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < report->results->len; i++)
        add_result(grid, report, report->results->pdata[i]);
    json_object *rows = compare_grid_json(grid);
    for (guint i = 0; i < report->results->len; i++) {
        json_object *rest = rest_object(report, report->results->pdata[i]);
        if (rest)
            compare_json_add(json_object_array_get_idx(rows, i), "rest", rest);
    }
    return rows;
}
