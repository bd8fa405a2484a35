/* shape-rows: for each method and shape, the outcomes of its moves and their cost. */
#include "run/by-shape.h"

#include "result/result.h"

typedef struct {
    const char *method, *shape;
    CompareResult result; /* of this shape */
    CompareOutcomes outcomes;
    double nodes;                            /* visited nodes per move, mean */
    guint has_nodes, walk_nodes, shot_nodes; /* numbers of moves with known node counts */
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)

/* BRIEF: everybody; FULL: people who want all columns, and programs. */
#define BRIEF (COMPARE_BRIEF | COMPARE_PROGRAMS)
#define FULL (COMPARE_WIDE | COMPARE_PROGRAMS)
#define IF_ANY (COMPARE_IF_ANY | COMPARE_PROGRAMS)

/* clang-format off */

/* The measurements of walks, or of shots. */
#define TIMES(name, what, about_ns)                                                                \
    { name " ns", NULL, name "_ns_median", COMPARE_NUMBER, BRIEF | COMPARE_MEASURED,               \
      AT(result.what.ns_median), OF(result.what.n), "%.0f", about_ns },                            \
    { name " 95%", NULL, name "_ns_ci95", COMPARE_INTERVAL, FULL | COMPARE_MEASURED | COMPARE_LATER, \
      AT(result.what.ns_ci95), OF(result.what.n) },                                                \
    { name " cold", NULL, name "_ns_cold", COMPARE_NUMBER, FULL | COMPARE_MEASURED | COMPARE_LATER, \
      AT(result.what.ns_cold), OF(result.what.n), "%.0f" }

static const CompareColumn columns[] = {
    { "scenario", NULL, "scenario", COMPARE_TEXT, COMPARE_CSV, .of = 0 },
    { "method", NULL, "method", COMPARE_TEXT, BRIEF, AT(method) },
    { "shape", NULL, "shape", COMPARE_TEXT, BRIEF | COMPARE_SHORTEN, AT(shape),
      .about = "what moves: one of the scenario's spaces or shapes" },
    { "moves", NULL, "moves", COMPARE_COUNT, BRIEF, AT(result.n_moves) },
    { "clear", NULL, "clear", COMPARE_COUNT, BRIEF, AT(outcomes.clear),
      .about = "moves that hit nothing, according to the method" },
    { "stopped", NULL, "stopped", COMPARE_COUNT, BRIEF, AT(outcomes.stopped),
      .about = "moves that begin clear of solid and hit it" },
    { "in solid", NULL, "in_solid", COMPARE_COUNT, IF_ANY, AT(outcomes.in_solid),
      .about = "moves that begin in solid and stay there" },
    { "gets out", NULL, "gets_out", COMPARE_COUNT, IF_ANY, AT(outcomes.get_out),
      .about = "moves that begin in solid and leave it" },
    TIMES("walk", walk, "nanoseconds for a move shorter than 40 units, median of the repetitions"),
    TIMES("shot", shot, "nanoseconds for a longer move"),
    { "nodes", NULL, "nodes_mean", COMPARE_NUMBER, BRIEF, AT(nodes), OF(has_nodes), "%.1f",
      "visited per move, mean" },
    { "walk nodes", NULL, "walk_nodes_mean", COMPARE_NUMBER, FULL, AT(result.walk.nodes_mean),
      OF(walk_nodes), "%.1f" },
    { "shot nodes", NULL, "shot_nodes_mean", COMPARE_NUMBER, FULL, AT(result.shot.nodes_mean),
      OF(shot_nodes), "%.1f" },
    { "early", NULL, "early", COMPARE_COUNT, BRIEF, AT(result.n_early), .about = COMPARE_ABOUT_EARLY },
    { "late", NULL, "late", COMPARE_COUNT, IF_ANY, AT(result.n_late), .about = COMPARE_ABOUT_LATE },
};
/* clang-format on */

static void add_row(CompareGrid *grid, const CompareReport *part, const CompareResult *r)
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
        compare_grid_add(grid, &row);
}

static void add_report(CompareGrid *grid, const CompareReport *report)
{
    for (guint k = 0; k < report->results->len; k++) {
        for (guint i = 0; i < report->by_shape->len; i++) {
            const CompareReport *part = report->by_shape->pdata[i];
            add_row(grid, part, part->results->pdata[k]);
        }
    }
}

json_object *compare_shape_rows(const CompareReport *report)
{
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    add_report(grid, report);
    return compare_grid_json(grid);
}

const CompareColumn *compare_shape_columns(guint *n)
{
    *n = G_N_ELEMENTS(columns);
    return columns;
}
