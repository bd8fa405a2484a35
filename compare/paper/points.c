/* points: the cost of bevels for a ray (Melax 2000, section 7): "performance of standard ray and
 * point intersection tests will not increase by more than a few percent". */
#include <math.h>

#include "bsp-inspect.h"
#include "generate/dice.h"
#include "paper/environment.h"
#include "paper/paper.h"
#include "paper/timer.h"

#define N_RAYS 20000
#define SEED 7

/* The upper limit of "a few percent". */
#define FEW 5

typedef struct {
    BspVec from, to;
} Ray;

/* Size of the speck: it meets the same solid as a ray, but is treated as a shape. */
#define SPECK 0.001

typedef struct {
    const ShiftTree *tree;
    const Ray *rays;
    guint n;
    BspShape shape;
} Rays;

typedef struct {
    const char *kind, *tree;
    double nodes, ns;
    guint has_ns;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)

static const CompareColumn columns[] = {
    { "kind", NULL, "kind", COMPARE_TEXT, ALL, AT(kind) },
    { "tree", NULL, "tree", COMPARE_TEXT, ALL, AT(tree) },
    { "nodes", NULL, "nodes_mean", COMPARE_NUMBER, ALL, AT(nodes), .format = "%.3f",
      .about = "branches visited on average, bevels among them" },
    { "ns", NULL, "ns", COMPARE_NUMBER, ALL, AT(ns), .of = offsetof(Row, has_ns), .format = "%.1f",
      .about = "a query, in nanoseconds: the least of the repetitions" },
};

static void query_all(gpointer data)
{
    const Rays *rays = data;
    double sum = 0;
    for (guint i = 0; i < rays->n; i++)
        sum += shift_tree_hit_check(rays->tree, &rays->shape, 0, rays->rays[i].from,
                                    rays->rays[i].to, NULL)
                   .t;
    compare_paper_sink = sum;
}

static BspCounters count(const Rays *rays)
{
    BspCounters counters = { 0 };
    for (guint i = 0; i < rays->n; i++)
        shift_tree_hit_check(rays->tree, &rays->shape, 0, rays->rays[i].from, rays->rays[i].to,
                             &counters);
    return counters;
}

static BspVec draw_point(GRand *rand)
{
    BspVec p;
    for (int i = 0; i < 3; i++)
        p.v[i] =
            compare_generate_draw(rand, -100000, 100000) * (0.5 * COMPARE_PAPER_WIDTH / 100000);
    return p;
}

static Ray *draw_rays(gboolean moves)
{
    GRand *rand = compare_generate_rand(SEED);
    Ray *rays = g_new(Ray, N_RAYS);
    for (guint i = 0; i < N_RAYS; i++) {
        rays[i].from = draw_point(rand);
        rays[i].to = moves ? draw_point(rand) : rays[i].from;
    }
    g_rand_free(rand);
    return rays;
}

static char *why(double nodes_percent, double bevels, double beveled, double bare)
{
    return g_strdup_printf("it visits %.2f percent more nodes, %.2f and not %.2f: of them %.2f are "
                           "bevels, those of the solid cells that it comes to",
                           nodes_percent, beveled, bare, bevels);
}

/* Measures rays or points in the bare tree and in the beveled one. */
static void measure(ComparePaperPart *part, const ComparePaper *paper, const char *kind,
                    const ShiftTree *const *trees, BspShape shape, gboolean moves)
{
    g_autofree Ray *rays = draw_rays(moves);
    Rays of[2] = { { trees[0], rays, N_RAYS, shape }, { trees[1], rays, N_RAYS, shape } };
    ComparePaperTimer timers[2] = { compare_paper_timer(query_all, &of[0], 1),
                                    compare_paper_timer(query_all, &of[1], 1) };
    if (!paper->no_timing)
        compare_paper_timers_run(timers, 2, paper->repeat ? paper->repeat : 25);
    double nodes[2], bevels = 0;
    for (guint i = 0; i < 2; i++) {
        BspCounters counters = count(&of[i]);
        nodes[i] = (double)counters.nodes / N_RAYS;
        bevels = (double)counters.bevels / N_RAYS;
        Row row = { kind, i ? "beveled" : "bare", nodes[i], timers[i].ns / N_RAYS,
                    isfinite(timers[i].ns) ? 1 : 0 };
        compare_grid_add(part->series, &row);
    }
    double more = 100 * (nodes[1] / nodes[0] - 1);
    compare_paper_claim(part, g_strdup_printf("%ss: more nodes, percent", kind), "a few", more, 0,
                        FEW, why(more, bevels, nodes[1], nodes[0]));
    compare_paper_claim(part, g_strdup_printf("%ss: more time, percent", kind), "a few",
                        100 * (timers[1].ns / timers[0].ns - 1), -FEW, FEW,
                        why(more, bevels, nodes[1], nodes[0]));
}

ComparePaperPart *compare_paper_points(const ComparePaper *paper, GError **error)
{
    const BspWorld *world = paper->environment;
    g_autoptr(ShiftTree) bare = compare_paper_tree(world, SHIFT_BEVEL_NONE, 90, error);
    g_autoptr(ShiftTree) beveled =
        bare ? compare_paper_tree(world, SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES, 90, error) : NULL;
    if (!beveled)
        return NULL;
    ComparePaperPart *part = compare_paper_part_new(
        "points", "Melax 2000, section 7: what bevels cost rays and points",
        "20000 of each in the sample environment, with bevels at 90 degrees and without");
    part->series = compare_grid_new(columns, G_N_ELEMENTS(columns));
    const ShiftTree *trees[2] = { bare, beveled };
    measure(part, paper, "ray", trees, bsp_shape_point(), TRUE);
    measure(part, paper, "point", trees, bsp_shape_point(), FALSE);
    measure(part, paper, "speck", trees, bsp_shape_sphere(SPECK), TRUE);
    compare_paper_note(part,
                       "a point at a bevel is in solid, and its query stops there; a speck, a "
                       "sphere of radius %g, descends to the leaf, as in the paper's HitCheckBSP",
                       SPECK);
    return part;
}
