/* table-1: "cost of slicing vs. not slicing" (Melax 2000, section 6): a cube of half the
 * environment's width at its centre, merged into the tree by M() and passed down it by F(). */
#include <math.h>

#include "bsp-inspect.h"
#include "paper/environment.h"
#include "paper/paper.h"
#include "paper/timer.h"
#include "shift-merge.h"

/* Microseconds, and numbers of slices. */
#define PUBLISHED_M 14312.0
#define PUBLISHED_F 261.0
#define PUBLISHED_SLICES 109.0

typedef struct {
    const ShiftTree *tree;
    BspShape cube;
    BspCell *polytope;
} Cube;

static void merge(gpointer data)
{
    const Cube *cube = data;
    compare_paper_sink = shift_merge(cube->tree, cube->polytope, NULL, NULL).cells;
}

static void pass(gpointer data)
{
    const Cube *cube = data;
    compare_paper_sink = shift_pass(cube->tree, &cube->cube, bsp_vec(0, 0, 0), NULL, NULL).cells;
}

/* One of the two algorithms, as a row. */
typedef struct {
    const char *algorithm;
    guint cells, slices;
    guint64 nodes, leaves;
    double us;
    guint has_us;
    double published_us;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)

static const CompareColumn columns[] = {
    { "algorithm", NULL, "algorithm", COMPARE_TEXT, ALL, AT(algorithm) },
    { "published us", NULL, "published_us", COMPARE_NUMBER, ALL, AT(published_us),
      .format = "%.0f" },
    { "us", NULL, "us", COMPARE_NUMBER, ALL, AT(us), .of = offsetof(Row, has_us),
      .format = "%.2f" },
    { "slices", NULL, "slices", COMPARE_COUNT, ALL, AT(slices) },
    { "nodes", NULL, "nodes", COMPARE_COUNT64, ALL, AT(nodes), .about = "branches visited" },
    { "leaves", NULL, "leaves", COMPARE_COUNT64, ALL, AT(leaves), .about = "leaves visited" },
    { "solid cells", NULL, "cells", COMPARE_COUNT, ALL, AT(cells),
      .about = "solid leaves among them" },
};

static void add_row(CompareGrid *grid, const char *algorithm, const ShiftMergeCount *count,
                    double ns, double published)
{
    Row row = {
        algorithm, count->cells,         count->slices, count->nodes, count->cells + count->empty,
        ns / 1000, isfinite(ns) ? 1 : 0, published
    };
    compare_grid_add(grid, &row);
}

/* The number of slices that M() makes of a cube on the floor, among the shapes. */
static guint slices_on_floor(const ShiftTree *tree, const BspBounds *cube)
{
    BspBounds lower = *cube;
    double down = -0.5 * COMPARE_PAPER_WIDTH - cube->mins.z;
    lower.mins.z += down;
    lower.maxs.z += down;
    g_autoptr(BspCell) polytope = bsp_cell_new_box(&lower);
    return shift_merge(tree, polytope, NULL, NULL).slices;
}

static void add_claims(ComparePaperPart *part, const ComparePaper *paper, const Cube *cube,
                       const ShiftMergeCount *m, const ShiftMergeCount *f, double m_ns, double f_ns)
{
    guint faces = compare_paper_count_faces(paper->environment, NULL);
    double m_visits = (double)(m->nodes + m->cells + m->empty);
    double f_visits = (double)(f->nodes + f->cells + f->empty);
    compare_paper_claim(part, g_strdup("faces of the environment"), "774", faces, 735, 813,
                        g_strdup("it is made up"));
    compare_paper_claim(part, g_strdup("nodes of its tree, with leaves"), "665",
                        (double)compare_paper_size(cube->tree), 632, 698,
                        g_strdup("it is made up"));
    compare_paper_claim(
        part, g_strdup("slices of M()"), "109", m->slices, PUBLISHED_SLICES / 2,
        2 * PUBLISHED_SLICES,
        g_strdup_printf("it is cut by %u of the %" G_GUINT64_FORMAT
                        " branches that it comes to; one that stands on the floor, where most "
                        "shapes are, %u times: the paper's environment has more in its middle",
                        m->slices, m->nodes, slices_on_floor(cube->tree, &cube->cube.bounds)));
    compare_paper_claim(part, g_strdup("solid cells of F() for one of M()"), "1 or more",
                        (double)f->cells / m->cells, 1, HUGE_VAL,
                        g_strdup_printf("%u cells and %u", f->cells, m->cells));
    double slice = (m_ns - f_ns / f_visits * m_visits) / m->slices, visit = f_ns / f_visits;
    compare_paper_claim(
        part, g_strdup("time of M() for that of F()"), "54.8 (14312 us, 261 us)", m_ns / f_ns,
        PUBLISHED_M / PUBLISHED_F / 2, 2 * PUBLISHED_M / PUBLISHED_F,
        g_strdup_printf(
            "a slice takes %.2f us here and %.0f us there, a visit of F() %.0f ns here "
            "and, with as many visits, %.0f ns there: slices have become %.0f times as "
            "fast, visits %.0f times, and slices are what M() adds",
            slice / 1000, PUBLISHED_M / PUBLISHED_SLICES, visit, 1000 * PUBLISHED_F / f_visits,
            1000 * PUBLISHED_M / PUBLISHED_SLICES / slice, 1000 * PUBLISHED_F / f_visits / visit));
}

ComparePaperPart *compare_paper_table_1(const ComparePaper *paper, GError **error)
{
    g_autoptr(ShiftTree) tree = compare_paper_tree(paper->environment, SHIFT_BEVEL_NONE, 90, error);
    if (!tree)
        return NULL;
    double half = 0.25 * COMPARE_PAPER_WIDTH;
    BspBounds bounds = { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) };
    g_autoptr(BspCell) polytope = bsp_cell_new_box(&bounds);
    Cube cube = { tree, bsp_shape_box(bounds.mins, bounds.maxs), polytope };
    ShiftMergeCount m = shift_merge(tree, polytope, NULL, NULL);
    ShiftMergeCount f = shift_pass(tree, &cube.cube, bsp_vec(0, 0, 0), NULL, NULL);
    ComparePaperTimer timers[2] = { compare_paper_timer(merge, &cube, 200),
                                    compare_paper_timer(pass, &cube, 2000) };
    if (!paper->no_timing)
        compare_paper_timers_run(timers, 2, paper->repeat ? paper->repeat : 15);
    ComparePaperPart *part = compare_paper_part_new(
        "table-1", "Melax 2000, Table 1: cost of slicing vs. not slicing",
        "a cube of half the environment's width at its centre, every cell visited");
    add_claims(part, paper, &cube, &m, &f, timers[0].ns, timers[1].ns);
    part->series = compare_grid_new(columns, G_N_ELEMENTS(columns));
    add_row(part->series, "M() merge", &m, timers[0].ns, PUBLISHED_M);
    add_row(part->series, "F() no slice", &f, timers[1].ns, PUBLISHED_F);
    compare_paper_note(
        part, "the paper reports half of the time that it measured for M(), since its slices crop "
              "two copies; here one slice makes both parts, and the whole time is reported");
    return part;
}
