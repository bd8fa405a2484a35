/* figure-6: "nodes visited vs. object size" (Melax 2000, section 7): stationary spheres at random
 * positions in the environment, with every cell visited. */
#include <math.h>

#include "bsp-inspect.h"
#include "generate/dice.h"
#include "paper/environment.h"
#include "paper/paper.h"
#include "shift-merge.h"

#define N_SPHERES 1000
#define SEED 6

/* Percentages of the environment's width. */
static const double diameters[] = { 1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 175 };

typedef struct {
    double diameter, bare, beveled; /* diameter: percent; bare and beveled: mean numbers of visited
                                       nodes and leaves */
    double bare_percent, beveled_percent;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)

static const CompareColumn columns[] = {
    { "diameter %", NULL, "diameter_percent", COMPARE_NUMBER, ALL, AT(diameter), .format = "%.0f",
      .about = "of the sphere, in percent of the environment's width" },
    { "nodes", NULL, "nodes_mean", COMPARE_NUMBER, ALL, AT(bare), .format = "%.1f",
      .about = "visited on average, and leaves, of the tree without bevels" },
    { "of all %", NULL, "nodes_percent", COMPARE_NUMBER, ALL, AT(bare_percent), .format = "%.1f",
      .about = "the same in percent of the tree" },
    { "beveled", NULL, "beveled_nodes_mean", COMPARE_NUMBER, ALL, AT(beveled), .format = "%.1f",
      .about = "visited of the tree with bevels at 90 degrees" },
    { "of all beveled %", NULL, "beveled_nodes_percent", COMPARE_NUMBER, ALL, AT(beveled_percent),
      .format = "%.1f", .about = "the same in percent of the tree" },
};

/* A random centre at which the sphere is inside the environment; its middle if the sphere is that
 * large. */
static BspVec draw_centre(GRand *rand, double radius)
{
    double room = MAX(0.5 * COMPARE_PAPER_WIDTH - radius, 0);
    BspVec p;
    for (int i = 0; i < 3; i++)
        p.v[i] = room * (compare_generate_draw(rand, -1024, 1024) / 1024.0);
    return p;
}

static double mean_visits(const ShiftTree *tree, double radius)
{
    const BspShape sphere = bsp_shape_sphere(radius);
    GRand *rand = compare_generate_rand(SEED);
    guint64 sum = 0;
    for (guint i = 0; i < N_SPHERES; i++) {
        ShiftMergeCount count = shift_pass(tree, &sphere, draw_centre(rand, radius), NULL, NULL);
        sum += count.nodes + count.cells + count.empty;
    }
    g_rand_free(rand);
    return (double)sum / N_SPHERES;
}

static Row measure(const ShiftTree *bare, const ShiftTree *beveled, double diameter)
{
    double radius = 0.5 * diameter / 100 * COMPARE_PAPER_WIDTH;
    Row row = { .diameter = diameter,
                .bare = mean_visits(bare, radius),
                .beveled = mean_visits(beveled, radius) };
    row.bare_percent = 100 * row.bare / (double)compare_paper_size(bare);
    row.beveled_percent = 100 * row.beveled / (double)compare_paper_size(beveled);
    return row;
}

ComparePaperPart *compare_paper_figure_6(const ComparePaper *paper, GError **error)
{
    const BspWorld *world = paper->environment;
    g_autoptr(ShiftTree) bare = compare_paper_tree(world, SHIFT_BEVEL_NONE, 90, error);
    g_autoptr(ShiftTree) beveled =
        bare ? compare_paper_tree(world, SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES, 90, error) : NULL;
    if (!beveled)
        return NULL;
    ComparePaperPart *part =
        compare_paper_part_new("figure-6", "Melax 2000, Figure 6: nodes visited vs. object size",
                               "1000 stationary spheres of each diameter inside the environment, "
                               "every cell visited");
    part->series = compare_grid_new(columns, G_N_ELEMENTS(columns));
    double before = 0, whole = 0;
    guint falls = 0;
    for (guint i = 0; i < G_N_ELEMENTS(diameters); i++) {
        Row row = measure(bare, beveled, diameters[i]);
        compare_grid_add(part->series, &row);
        falls += row.bare < before ? 1 : 0;
        before = row.bare;
        if (diameters[i] == 100)
            whole = row.bare_percent;
    }
    compare_paper_claim(part, g_strdup("diameters at which a larger sphere visits fewer nodes"),
                        "0: they increase with the size", falls, 0, 0, g_strdup("chance"));
    double corner = 100 * before / (double)compare_paper_size(bare);
    compare_paper_claim(
        part, g_strdup("nodes visited by one as large as the environment, percent"), "100", whole,
        98, 100,
        g_strdup_printf("a sphere as wide as the hall touches its walls and does not reach into "
                        "its corners; one of 175 percent, which does, visits %.1f percent",
                        corner));
    return part;
}
