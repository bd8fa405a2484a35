/* method-rows: makes a row for each method of a report, with its costs and its errors. */
#include "methods/outsider.h"
#include "result/result.h"
#include "run/timing.h"

/* The values that the row of a method has. */
typedef struct {
    const char *method, *rest_of;
    gboolean conservative; /* whether the method may be early, but not late, for at least one of the
                              moving shapes */
    gboolean contestant;
    gboolean stationary;
    gboolean idle; /* whether the method takes only stationary objects, and the scenario has none */
    gboolean any_size; /* whether the method's tree takes boxes of sizes that were unknown when it
                          was built */
    CompareResult result;
    json_object *walk_quantiles, *shot_quantiles;
    /* Numbers by which the table decides whether a value is known. The value is unknown if the
     * number is 0. */
    guint whole; /* set if the row is about all moves */
    /* Set if the bytes, the peak, or the memory of one more box is known. */
    guint has_bytes, has_peak, grows;
    guint ours;     /* set if the method is not a contestant, so that its trees are known */
    guint answered; /* set if the method did not fail */
    guint walk_known, shot_known; /* the numbers of answers whose node counts are known */
    guint walk_over, shot_over;   /* the numbers of the scenario's moves that were timed */
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)

/* clang-format off */

#define TIME(name, what, suffix, text, who, member, ...)                                           \
    { name "_ns_" suffix, text, COMPARE_NUMBER, who, AT(result.what.member), OF(result.what.n),    \
      "ns", .group = name, __VA_ARGS__ }
#define RATIO(name, what, suffix, text, who, member, ...)                                          \
    { name "_ratio" suffix, text, COMPARE_NUMBER, who, AT(result.what.member.ratio),               \
      OF(result.what.n), "x", .interval = name "_ratio_ci95" suffix,                               \
      .change = COMPARE_RELATIVE, __VA_ARGS__ },                                                   \
    { name "_ratio_ci95" suffix, NULL, COMPARE_INTERVAL, COMPARE_NEVER, AT(result.what.member.ci95), \
      OF(result.what.n), "x", .group = name }
#define INTERVAL(name, what, suffix, text, who, member, ...)                                       \
    { name "_ns_ci95" suffix, text, COMPARE_INTERVAL, who, AT(result.what.member),                 \
      OF(result.what.n), "ns", __VA_ARGS__ }

/* The columns for walks, or for shots. Only the columns of walks have legend texts. */
#define GROUP(name, what)                                                                          \
    { name "_moves", name " moves", COMPARE_COUNT, COMPARE_WIDE, AT(result.what.n), .group = name }, \
    { name "_moves_timed", name " moves timed", COMPARE_COUNT, COMPARE_WIDE, AT(what##_over),      \
      OF(result.what.timed), .group = name,                                                        \
      .about = ABOUT_##what("moves of the scenario that were timed") },                      \
    TIME(name, what, "median", name " ns", COMPARE_ALWAYS, ns_median, .change = COMPARE_TIME,      \
         .interval = name "_ns_ci95", .about = NS_##what),                                         \
    RATIO(name, what, "", "x", COMPARE_ALWAYS, ratio, .group = name, .about = ABOUT_RATIO),        \
    TIME(name, what, "median_shuffled", name " shuffled", COMPARE_WIDE, ns_median_shuffled,        \
         .change = COMPARE_TIME, .interval = name "_ns_ci95_shuffled",                             \
         .about = ABOUT_##what("the median with the moves in random order")),                        \
    TIME(name, what, "p99", name " p99", COMPARE_WIDE, ns_p99,                                     \
         .about = ABOUT_##what("99th percentile of single moves")),                                \
    INTERVAL(name, what, "", name " 95%", COMPARE_WIDE, ns_ci95,                                   \
             .group = name, .about = ABOUT_##what("95 percent interval of the median")),           \
    { name "_nodes_mean", name " nodes", COMPARE_NUMBER, COMPARE_WIDE, AT(result.what.nodes_mean), \
      OF(what##_known), .group = name, .change = COMPARE_COST,                                     \
      .about = ABOUT_##what("nodes visited per move, mean") },                                           \
    { name "_nodes_max", name " most", COMPARE_COUNT64, COMPARE_WIDE, AT(result.what.nodes_max),   \
      OF(what##_known), .group = name, .change = COMPARE_COUNTER,                                  \
      .about = ABOUT_##what("nodes visited per move, maximum") },                                  \
    TIME(name, what, "cold", "cold", COMPARE_ALWAYS, ns_cold, .drop = 1, .change = COMPARE_TIME,   \
         .interval = name "_ns_ci95_cold", .about = ABOUT_COLD),                                   \
    { name "_timed", name " timed", COMPARE_COUNT, COMPARE_WIDE, AT(result.what.timed),            \
      OF(result.what.timed), .group = name, .about = ABOUT_##what("queries that were timed") },    \
    { name "_distinct", name " distinct", COMPARE_COUNT, COMPARE_WIDE, AT(result.what.distinct),   \
      OF(result.what.timed), .group = name, .about = ABOUT_##what("different moves among the timed queries") }, \
    { name "_fresh", NULL, COMPARE_BOOLEAN, COMPARE_NEVER, AT(result.what.fresh),                  \
      OF(result.what.timed), .group = name },                                                      \
    INTERVAL(name, what, "_shuffled", NULL, COMPARE_NEVER, ns_ci95_shuffled, .group = name),       \
    INTERVAL(name, what, "_cold", NULL, COMPARE_NEVER, ns_ci95_cold, .group = name),               \
    RATIO(name, what, "_shuffled", name " x shuffled", COMPARE_WIDE, ratio_shuffled, .group = name), \
    RATIO(name, what, "_cold", name " x cold", COMPARE_WIDE, ratio_cold, .group = name),           \
    { name "_quantiles", NULL, COMPARE_POINTS, COMPARE_NEVER, AT(what##_quantiles), .group = name }

#define NS_walk "nanoseconds for a move shorter than 40 units, median"
#define NS_shot "nanoseconds for a longer move"
#define ABOUT_RATIO                                                                                \
    "time divided by that of onion, or of the first method; ~: the interval contains 1"
#define ABOUT_COLD "nanoseconds in random order, after other work used the caches"
#define ABOUT_walk(text) text
#define ABOUT_shot(text) NULL

/* The column of a count of answers. A larger count is worse. */
#define COUNTED(key, title, shown, member, ...)                                                    \
    { key, title, COMPARE_COUNT, shown, AT(result.member), OF(answered), .change = COMPARE_ANSWERS, __VA_ARGS__ }

static const CompareColumn columns[] = {
    { "method", "method", COMPARE_METHOD, COMPARE_ALWAYS, AT(method) },
    { "nodes", "nodes", COMPARE_COUNT64, COMPARE_WIDE, AT(result.size.nodes), OF(ours), .change = COMPARE_COST },
    { "leaves", "leaves", COMPARE_COUNT64, COMPARE_WIDE, AT(result.size.leaves), OF(ours), .change = COMPARE_COUNTER },
    { "depth", "depth", COMPARE_COUNT, COMPARE_WIDE, AT(result.size.depth), OF(ours), .change = COMPARE_COUNTER },
    { "bytes", "memory", COMPARE_SIZE, COMPARE_ALWAYS, AT(result.size.bytes), OF(has_bytes), "bytes",
      .change = COMPARE_COST, .about = "bytes that queries use; in shift, each box adds 16 for each normal of a plane" },
    { "box_bytes", NULL, COMPARE_SIZE, COMPARE_NEVER, AT(result.size.box_bytes), OF(grows), "bytes" },
    { "filled", NULL, COMPARE_COUNT, COMPARE_NEVER, AT(result.size.filled), OF(result.size.fillable) },
    { "fillable", NULL, COMPARE_COUNT, COMPARE_NEVER, AT(result.size.fillable), OF(result.size.fillable) },
    { "build_ms", "build ms", COMPARE_NUMBER, COMPARE_ALWAYS, AT(result.build_ms), .unit = "ms", .drop = 2,
      .change = COMPARE_ONCE, .about = "milliseconds to build all trees" },
    { "peak_build_bytes", "peak", COMPARE_SIZE, COMPARE_WIDE, AT(result.peak_build_bytes), OF(has_peak), "bytes",
      .change = COMPARE_ONCE, .about = "memory that building takes" },
    { "moves", "moves", COMPARE_COUNT, COMPARE_WIDE, AT(result.n_moves), OF(answered), .change = COMPARE_COUNTER },
    GROUP("walk", walk),
    GROUP("shot", shot),
    COUNTED("outside", "outside", COMPARE_WIDE, n_outside, .about = "answers that are early or late"),
    COUNTED("early", "early", COMPARE_ALWAYS, n_early, .about = COMPARE_ABOUT_EARLY),
    COUNTED("late", "late", COMPARE_IF_ANY, n_late, .about = COMPARE_ABOUT_LATE),
    { "planes_wrong", "planes", COMPARE_COUNT, COMPARE_IF_ANY, AT(result.n_planes_wrong), OF(ours), .drop = 2,
      .change = COMPARE_ANSWERS, .about = COMPARE_ABOUT_PLANES },
    COUNTED("wrong", "wrong", COMPARE_WIDE, n_wrong, .about = COMPARE_ABOUT_WRONG),
    { "max_early_units", "worst", COMPARE_NUMBER, COMPARE_IF_ANY, AT(result.max_early_units), OF(answered),
      "units", .drop = 2, .change = COMPARE_ANSWERS, .about = "the largest distance by which an answer is early, in units" },
    COUNTED("skipped", "skipped", COMPARE_IF_ANY, n_skipped, .drop = 1,
            .about = "moves that the method does not support"),
    { "rest_of", NULL, COMPARE_TEXT, COMPARE_NEVER, AT(rest_of) },
    { "conservative", NULL, COMPARE_BOOLEAN, COMPARE_NEVER, AT(conservative), OF(whole) },
    { "contestant", NULL, COMPARE_BOOLEAN, COMPARE_NEVER, AT(contestant), OF(whole) },
    { "stationary", NULL, COMPARE_BOOLEAN, COMPARE_NEVER, AT(stationary), OF(whole) },
    { "idle", NULL, COMPARE_BOOLEAN, COMPARE_NEVER, AT(idle), OF(whole) },
    { "any_size", NULL, COMPARE_BOOLEAN, COMPARE_NEVER, AT(any_size), OF(whole) },
    { "hash", "hash", COMPARE_HASH, COMPARE_WIDE, AT(result.hash), OF(answered), .change = COMPARE_ANSWERS,
      .about = "hash of all answers: class, t, point, plane, brush" },
    { "counters_hash", "counters hash", COMPARE_HASH, COMPARE_WIDE, AT(result.counters_hash), OF(ours),
      .change = COMPARE_IDENTITY, .about = "hash of the trees, their bytes and all counters" },
};
/* clang-format on */

/* Returns quantiles of single queries, in ascending order. Each is an array of a fraction of the
 * queries, and the maximum nanoseconds of these queries. Returns NULL if no query was timed. */
static json_object *quantiles(const CompareGroup *group)
{
    if (!group->timed)
        return NULL;
    json_object *points = compare_json_array();
    for (guint i = 0; i < COMPARE_QUANTILES; i++) {
        double point[] = { compare_timing_part(i), group->quantiles[i] };
        compare_json_append(points, compare_json_numbers(point, 2));
    }
    return points;
}

/* Returns whether the method answers for boxes that are not spaces of the scenario. */
static gboolean takes_any_size(const CompareMethodClass *klass)
{
    return !klass->spaces_only && (klass->exact & 1u << BSP_SHAPE_BOX);
}

static void add_row(CompareTable *table, Row *row)
{
    row->walk_quantiles = quantiles(&row->result.walk);
    row->shot_quantiles = quantiles(&row->result.shot);
    compare_table_add(table, row);
    json_object_put(row->walk_quantiles);
    json_object_put(row->shot_quantiles);
}

static void add_result(CompareTable *table, const CompareReport *report,
                       const CompareResult *result)
{
    const CompareMethodClass *klass = result->klass;
    const CompareOutsider *outsider = klass->outsider;
    Row row = { .method = klass->name,
                .conservative = compare_claims_any(report, klass, COMPARE_CONSERVATIVE),
                .contestant = outsider != NULL,
                .stationary = klass->stationary,
                .idle = compare_is_idle(report, result),
                .any_size = takes_any_size(klass),
                .grows = !outsider && takes_any_size(klass),
                .result = *result,
                .whole = 1,
                .has_bytes = !outsider || result->size.bytes > 0,
                .has_peak = result->peak_build_bytes > 0,
                .ours = !outsider,
                .answered = !outsider || !outsider->error,
                .walk_known = outsider ? 0 : result->walk.n,
                .shot_known = outsider ? 0 : result->shot.n,
                .walk_over = result->walk.n - result->rest_walk.n,
                .shot_over = result->shot.n - result->rest_shot.n };
    add_row(table, &row);
}

/* Adds a row such as "shift (rest)", with the times of the moves that the method takes, but not all
 * other methods. */
static void add_rest(CompareTable *table, const CompareResult *result)
{
    g_autofree char *name = g_strdup_printf("%s (rest)", result->klass->name);
    Row row = { .method = name, .rest_of = result->klass->name };
    row.result.walk = result->rest_walk;
    row.result.shot = result->rest_shot;
    row.walk_known = row.walk_over = result->rest_walk.n;
    row.shot_known = row.shot_over = result->rest_shot.n;
    if (row.walk_known + row.shot_known > 0)
        add_row(table, &row);
}

CompareTable *compare_method_table(const CompareReport *report)
{
    CompareTable *table = compare_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < report->results->len; i++) {
        add_result(table, report, report->results->pdata[i]);
        add_rest(table, report->results->pdata[i]);
    }
    return table;
}
