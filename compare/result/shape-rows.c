/* shape-rows: for each method and shape, the outcomes of its moves and their cost. */
#include "result/result.h"
#include "run/by-shape.h"

typedef struct {
    const char *method, *shape;
    CompareResult result; /* of this shape */
    CompareOutcomes outcomes;
    double nodes;                            /* visited nodes per move, mean */
    guint has_nodes, walk_nodes, shot_nodes; /* numbers of moves with known node counts */
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)

/* clang-format off */

/* The measurements of walks, or of shots. */
#define TIMES(name, what, about_ns)                                                                \
    { name "_ns_median", name " ns", COMPARE_NUMBER, COMPARE_ALWAYS, AT(result.what.ns_median),    \
      OF(result.what.n), "ns", .group = name, .interval = name "_ns_ci95", .about = about_ns },    \
    { name "_ns_ci95", name " 95%", COMPARE_INTERVAL, COMPARE_WIDE, AT(result.what.ns_ci95),       \
      OF(result.what.n), "ns", .group = name },                                                    \
    { name "_ns_cold", name " cold", COMPARE_NUMBER, COMPARE_WIDE, AT(result.what.ns_cold),        \
      OF(result.what.n), "ns", .group = name }

static const CompareColumn columns[] = {
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(method) },
    { "shape", "shape", COMPARE_NAME, COMPARE_ALWAYS, AT(shape),
      .about = "what moves: one of the scenario's spaces or shapes" },
    { "moves", "moves", COMPARE_COUNT, COMPARE_ALWAYS, AT(result.n_moves) },
    { "clear", "clear", COMPARE_COUNT, COMPARE_ALWAYS, AT(outcomes.clear),
      .about = "moves that hit nothing, according to the method" },
    { "stopped", "stopped", COMPARE_COUNT, COMPARE_ALWAYS, AT(outcomes.stopped),
      .about = "moves that begin clear of solid and hit it" },
    { "in_solid", "in solid", COMPARE_COUNT, COMPARE_IF_ANY, AT(outcomes.in_solid),
      .about = "moves that begin in solid and stay there" },
    { "gets_out", "gets out", COMPARE_COUNT, COMPARE_IF_ANY, AT(outcomes.get_out),
      .about = "moves that begin in solid and leave it" },
    TIMES("walk", walk, "nanoseconds for a move shorter than 40 units, median of the repetitions"),
    TIMES("shot", shot, "nanoseconds for a longer move"),
    { "nodes_mean", "nodes", COMPARE_NUMBER, COMPARE_ALWAYS, AT(nodes), OF(has_nodes), .decimals = 1,
      .about = "visited per move, mean" },
    { "walk_nodes_mean", "walk nodes", COMPARE_NUMBER, COMPARE_WIDE, AT(result.walk.nodes_mean),
      OF(walk_nodes), .decimals = 1 },
    { "shot_nodes_mean", "shot nodes", COMPARE_NUMBER, COMPARE_WIDE, AT(result.shot.nodes_mean),
      OF(shot_nodes), .decimals = 1 },
    { "early", "early", COMPARE_COUNT, COMPARE_ALWAYS, AT(result.n_early), .about = COMPARE_ABOUT_EARLY },
    { "late", "late", COMPARE_COUNT, COMPARE_IF_ANY, AT(result.n_late), .about = COMPARE_ABOUT_LATE },
};
/* clang-format on */

static void add_row(CompareTable *table, const CompareReport *part, const CompareResult *r)
{
    double n = MAX(r->n_moves, 1);
    gboolean ours = !r->klass->outsider;
    Row row = { .method = r->klass->name,
                .shape = compare_by_shape_name(part),
                .result = *r,
                .outcomes = compare_outcomes(r),
                .nodes = (r->walk.n * r->walk.nodes_mean + r->shot.n * r->shot.nodes_mean) / n,
                .has_nodes = ours ? r->n_moves : 0,
                .walk_nodes = ours ? r->walk.n : 0,
                .shot_nodes = ours ? r->shot.n : 0 };
    if (r->n_moves) /* a method has no row for a shape that it skips */
        compare_table_add(table, &row);
}

CompareTable *compare_shape_table(const CompareReport *report)
{
    CompareTable *table = compare_table_new(columns, G_N_ELEMENTS(columns));
    for (guint k = 0; k < report->results->len; k++) {
        for (guint i = 0; i < report->by_shape->len; i++) {
            const CompareReport *part = report->by_shape->pdata[i];
            add_row(table, part, part->results->pdata[k]);
        }
    }
    return table;
}
