/* sweep-rows: makes a row for each value and method of a sweep. */
#include "result/result.h"
#include "run/errors.h"

/* The early answers for boxes, or for round shapes and hulls. */
typedef struct {
    CompareError error; /* the errors of these shapes; all bytes are 0 if no such shape moved */
    double percent;     /* the percentage of moves with early answers */
} Group;

typedef struct {
    const char *value, *method;
    CompareResult result;
    guint has_bevels;
    double added; /* the nodes of bevels, as a percentage of the other nodes */
    Group boxes, round;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)
#define BEVELS(which) AT(result.bevels.which), OF(has_bevels)

/* clang-format off */
#define EARLY(name, what, about_percent)                                                           \
    { name "_early_percent", name " %", COMPARE_NUMBER, COMPARE_ALWAYS, AT(what.percent),          \
      OF(what.error.n), "%", 2, .group = name, .about = about_percent },                           \
    { name "_mean_early_units", "mean", COMPARE_NUMBER, COMPARE_WIDE, AT(what.error.mean),         \
      OF(what.error.n_early), "units", .group = name,                                              \
      .about = "the mean distance by which early answers are early, in units" },                                  \
    { name "_p99_early_units", "p99", COMPARE_NUMBER, COMPARE_WIDE, AT(what.error.p99),            \
      OF(what.error.n_early), "units", .group = name, .about = "the 99th percentile of these distances" },      \
    { name "_max_early_units", "max", COMPARE_NUMBER, COMPARE_ALWAYS, AT(what.error.max),          \
      OF(what.error.n_early), "units", .group = name,                                              \
      .about = "the largest distance by which an answer is early, in units" }

/* The legend texts of walks are not repeated for shots. */
#define TIME(name, what, suffix, text, who, member, ...)                                           \
    { name "_ns_" suffix, text, COMPARE_NUMBER, who, AT(result.what.member), OF(result.what.n),    \
      "ns", .group = name, __VA_ARGS__ }
#define TIMES(name, what, ABOUT)                                                                   \
    TIME(name, what, "median", name " ns", COMPARE_ALWAYS, ns_median, .change = COMPARE_TIME,      \
         .interval = name "_ns_ci95"), \
    { name "_ns_ci95", "95%", COMPARE_INTERVAL, COMPARE_ALWAYS, AT(result.what.ns_ci95),           \
      OF(result.what.n), "ns", .group = name, .drop = 1,                                           \
      .about = ABOUT("the interval of confidence of the median before it") },                      \
    TIME(name, what, "median_shuffled", name " shuffled", COMPARE_WIDE, ns_median_shuffled,        \
         .about = ABOUT("the median with the moves in random order")),                               \
    TIME(name, what, "cold", name " cold", COMPARE_ALWAYS, ns_cold, .drop = 1,                     \
         .change = COMPARE_TIME, .interval = name "_ns_ci95_cold",                                 \
         .about = ABOUT("nanoseconds after other work has used the caches")),                      \
    { name "_ns_ci95_cold", NULL, COMPARE_INTERVAL, COMPARE_NEVER, AT(result.what.ns_ci95_cold),   \
      OF(result.what.n), "ns", .group = name },                                                    \
    TIME(name, what, "p99", name " p99", COMPARE_WIDE, ns_p99,                                     \
         .about = ABOUT("99th percentile of single moves"))
#define COUNTED(key, title, shown, member, ...)                                                    \
    { key, title, COMPARE_COUNT, shown, AT(result.member), .change = COMPARE_ANSWERS, __VA_ARGS__ }
#define TOLD(text) text
#define KNOWN(text) NULL

static const CompareColumn columns[] = {
    { "value", "value", COMPARE_TEXT, COMPARE_ALWAYS, AT(value) },
    { "method", "method", COMPARE_METHOD, COMPARE_ALWAYS, AT(method) },
    { "nodes", "nodes", COMPARE_COUNT64, COMPARE_WIDE, AT(result.size.nodes), .change = COMPARE_COST },
    { "edge_bevels", "edge bevels", COMPARE_COUNT64, COMPARE_WIDE, BEVELS(edges) },
    { "spike_bevels", "spikes", COMPARE_COUNT64, COMPARE_WIDE, BEVELS(spikes) },
    { "level_top_bevels", "level tops", COMPARE_COUNT64, COMPARE_WIDE, BEVELS(level_tops) },
    { "box_bevels", "box bevels", COMPARE_COUNT64, COMPARE_WIDE, BEVELS(boxes) },
    { "added_percent", "added %", COMPARE_NUMBER, COMPARE_IF_ANY, AT(added), OF(has_bevels), "%",
      .about = "nodes of bevels, in percent of the other nodes" },
    { "bytes", "memory", COMPARE_SIZE, COMPARE_ALWAYS, AT(result.size.bytes), .unit = "bytes", .change = COMPARE_COST },
    { "build_ms", "build ms", COMPARE_NUMBER, COMPARE_ALWAYS, AT(result.build_ms), .unit = "ms" },
    { "moves", "moves", COMPARE_COUNT, COMPARE_WIDE, AT(result.n_moves), .change = COMPARE_COUNTER },
    TIMES("walk", walk, TOLD),
    TIMES("shot", shot, KNOWN),
    { "walk_nodes_mean", "walk nodes", COMPARE_NUMBER, COMPARE_WIDE, AT(result.walk.nodes_mean),
      OF(result.walk.n), .change = COMPARE_COST, .decimals = 1, .group = "walk" },
    { "shot_nodes_mean", "shot nodes", COMPARE_NUMBER, COMPARE_WIDE, AT(result.shot.nodes_mean),
      OF(result.shot.n), .change = COMPARE_COST, .decimals = 1, .group = "shot" },
    EARLY("boxes", boxes, "moves of boxes that are answered early, in percent"),
    EARLY("round", round, "moves of round shapes and hulls that are answered early, in percent"),
    COUNTED("early", NULL, COMPARE_NEVER, n_early),
    COUNTED("late", "late", COMPARE_IF_ANY, n_late, .about = COMPARE_ABOUT_LATE),
    COUNTED("planes_wrong", "planes", COMPARE_IF_ANY, n_planes_wrong, .drop = 2, .about = COMPARE_ABOUT_PLANES),
    COUNTED("wrong", NULL, COMPARE_NEVER, n_wrong),
    { "hash", NULL, COMPARE_HASH, COMPARE_NEVER, AT(result.hash), .change = COMPARE_ANSWERS },
};
/* clang-format on */

static Group group_of(const GArray *errors, const char *name)
{
    const CompareError *error = compare_error_find(errors, name);
    return error ? (Group){ *error, 100.0 * error->n_early / error->n } : (Group){ 0 };
}

static void add_row(CompareTable *table, const CompareSweepRow *sweep_row)
{
    const CompareResult *r = sweep_row->result;
    const CompareBevels *b = &r->bevels;
    g_autoptr(GArray) errors = compare_errors(sweep_row->report, r, TRUE);
    double bevels = (double)(b->edges + b->spikes + b->level_tops + b->boxes);
    Row row = { .value = sweep_row->value,
                .method = r->klass->name,
                .result = *r,
                .has_bevels = r->klass->bevels != NULL,
                .added = 100 * bevels / (double)b->bare_nodes,
                .boxes = group_of(errors, COMPARE_GROUP_BOXES),
                .round = group_of(errors, COMPARE_GROUP_ROUND) };
    compare_table_add(table, &row);
}

CompareTable *compare_sweep_table(const CompareSweep *sweep)
{
    CompareTable *table = compare_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < sweep->rows->len; i++)
        add_row(table, &g_array_index(sweep->rows, CompareSweepRow, i));
    return table;
}
