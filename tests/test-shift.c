/* test-shift: tests beveled trees (Melax 2000, section 3), their nodes, and their cells if brushes
 * have near copies. test-property compares the answers of HitCheckBSP with the oracle. */
#include <criterion/criterion.h>
#include <time.h>

#include "build-trees.h"
#include "compile/tree.h"
#include "scenes.h"
#include "shift-tree.h"
#include "shift/shift-private.h"
#include "table/brush-table.h"

/* --- builds --- */

Test(shift, a_world_of_nothing_stops_nothing)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    BspShape ball = bsp_shape_sphere(8);
    BspVec from = bsp_vec(-1e5, 3, 7), to = bsp_vec(1e5, 0, 0);
    cr_assert_eq(shift_tree_hit_check(tree, &ball, from, to, NULL).type, BSP_EMPTY);
    cr_assert_eq(shift_tree_hit_check_exact(tree, table, &ball, from, to, NULL).type, BSP_EMPTY);
    cr_assert_not(shift_tree_point_is_solid(tree, from));
}

/* --- nodes --- */

/* Under the last of several bevels is a solid leaf. In front of each bevel is an empty leaf. */
Test(shift_nodes, solid_is_under_bevels)
{
    guint n_bevels = 0;
    for (guint i = 0; i < 2 * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 3);
        g_autoptr(ShiftTree) tree = build_shift(solid, i % 2 ? SHIFT_BEVEL_BOX : 0, FALSE);
        for (guint k = 0; k < tree->nodes.n_nodes; k++) {
            const BspNode *node = &tree->nodes.nodes[k];
            if (bsp_node_tag(node) != SHIFT_IS_BEVEL)
                continue;
            guint under = shift_tree_under_bevel(tree, (gint32)k);
            cr_expect_neq(bsp_node_child(node, under), ~0);
            cr_expect_eq(bsp_node_child(node, 1 - under), ~0);
            n_bevels++;
        }
    }
    cr_expect_gt(n_bevels, 100);
}

/* --- cells of brushes and their near copies --- */

/* Returns the cell of the planes of a copy of the brush, except for plane `own`, which is that of
 * the brush itself. */
static BspCell *mixed_cell(const BspBrush *brush, const BspBrush *copy, guint own)
{
    BspPlane planes[4];
    for (guint f = 0; f < 4; f++)
        planes[f] = (f == own ? brush : copy)->cell->faces[f].plane;
    g_autoptr(BspBrush) mixed = bsp_brush_new_planes(planes, 4, NULL);
    cr_assert(mixed);
    return bsp_cell_copy(mixed->cell);
}

/* Returns the distance of the cell's farthest vertex from the nearest vertex of the brush, in
 * units. */
static double off_corners(const BspCell *cell, const BspBrush *brush)
{
    double most = 0;
    for (guint i = 0; i < cell->n_vertices; i++) {
        double nearest = HUGE_VAL;
        for (guint k = 0; k < brush->cell->n_vertices; k++) {
            BspVec apart = bsp_vec_sub(cell->vertices[i], brush->cell->vertices[k]);
            nearest = fmin(nearest, bsp_vec_length(apart));
        }
        most = fmax(most, nearest);
    }
    return most;
}

Test(shift, corners_of_mixed_planes_are_not_trusted)
{
    const BspVec needle[] = { bsp_vec(0, 0, 64), bsp_vec(0.01, 0, 0), bsp_vec(-0.005, 0.009, 0),
                              bsp_vec(-0.005, -0.009, 0) };
    BspBrush *brushes[] = { scene_hull_brush(needle, 4), NULL };
    brushes[1] = scene_moved(brushes[0], bsp_vec(7e-7, -4e-7, 5e-7));
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    ShiftBrushes all = { .solid = solid };
    double most = 0;
    for (guint own = 0; own < 4; own++) {
        g_autoptr(BspCell) cell = mixed_cell(brushes[0], brushes[1], own);
        g_autoptr(BspCell) replacement = shift_cell_replacement(cell, &all);
        most = fmax(most, off_corners(cell, brushes[0]));
        cr_expect_lt(off_corners(replacement ? replacement : cell, brushes[0]),
                     2 * BSP_BRUSH_THICKNESS);
    }
    cr_expect_gt(most, BSP_BRACKET);
    cr_expect_null(shift_cell_replacement(brushes[0]->cell, &all));
}

#define WEDGE 64.0 /* the lengths of wedges, in units */
#define SHORT_WEDGE 4.0

/* Returns one half of a wedge of length x with its edge along y. If a side moves by 1e-6 unit, the
 * edge moves by 0.01. */
static BspBrush *half_wedge(double x, double y)
{
    const BspVec points[] = { bsp_vec(0, y, 0),       bsp_vec(x, y, 0),
                              bsp_vec(x, y, x / 1e4), bsp_vec(0, y + 32, 0),
                              bsp_vec(x, y + 32, 0),  bsp_vec(x, y + 32, x / 1e4) };
    return scene_hull_brush(points, 6);
}

/* Returns a wedge that covers half_wedge(x, 0) and the half wedges before it, down to y =
 * -`length`. Its bottom is moved outward by `by` units, such as 1e-6. */
static BspBrush *wedge_off(double x, double by, double length)
{
    g_autoptr(BspBrush) whole = half_wedge(x, 0);
    BspPlane planes[5];
    for (guint f = 0; f < 5; f++) {
        planes[f] = whole->cell->faces[f].plane;
        planes[f].dist += planes[f].normal.z < -0.9 ? by : planes[f].normal.y < -0.9 ? length : 0;
    }
    return bsp_brush_new_planes(planes, 5, NULL);
}

Test(shift, cells_in_several_brushes_are_cut)
{
    BspBrush *brushes[] = { half_wedge(WEDGE, 0), half_wedge(WEDGE, -32) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    ShiftBrushes all = { .solid = solid };
    g_autoptr(BspBrush) whole = wedge_off(WEDGE, 0, 32), off = wedge_off(WEDGE, 1e-6, 32);
    BspPlane cut;
    cr_expect_not(shift_cell_cut(whole->cell, &all, &cut));
    cr_assert(shift_cell_cut(off->cell, &all, &cut));
    cr_expect_null(shift_cell_replacement(off->cell, &all));
    BspCell *halves[2];
    bsp_cell_split(off->cell, &cut, 0, &halves[0], &halves[1]);
    for (guint k = 0; k < 2; k++) {
        guint b = bsp_cell_interior_point(halves[k]).y > 0 ? 0 : 1;
        g_autoptr(BspCell) replacement = shift_cell_replacement(halves[k], &all);
        cr_expect_not(shift_cell_cut(halves[k], &all, &cut));
        cr_assert(replacement);
        cr_expect_lt(off_corners(replacement, bsp_solid_brush(solid, b)), 2 * BSP_BRUSH_THICKNESS);
        bsp_cell_free(halves[k]);
    }
}

/* A corner that sticks out of the brushes is not cut off if it is next to another brush. The world
 * is short, because a larger one has a coarser hierarchy, which finds the other brush by chance. */
Test(shift, corners_beside_another_brush_are_not_stray)
{
    g_autoptr(BspBrush) off = wedge_off(SHORT_WEDGE, 1e-6, 32);
    double tip = bsp_cell_bounds(off->cell).mins.x;
    for (guint i = 0; i < 2; i++) {
        double gap = (i ? 1.2 : 0.9) * BSP_BRUSH_THICKNESS;
        BspBrush *brushes[] = { half_wedge(SHORT_WEDGE, 0), half_wedge(SHORT_WEDGE, -32),
                                scene_box(tip - 1, -32, -8, tip - gap, 32, 8) };
        g_autoptr(BspSolid) solid = scene_solid(brushes, 3);
        ShiftBrushes all = { .solid = solid };
        BspPlane cut;
        cr_expect_eq(shift_cell_cut(off->cell, &all, &cut), i == 1);
    }
}

static void expect_leaves_in_one_brush(const BspBuildNode *node, const ShiftBrushes *all, guint *n)
{
    BspPlane cut;
    if (!bsp_build_node_is_leaf(node)) {
        expect_leaves_in_one_brush(node->child[0], all, n);
        expect_leaves_in_one_brush(node->child[1], all, n);
        return;
    }
    cr_expect_not(shift_cell_cut(node->cell, all, &cut));
    (*n)++;
}

/* The leaf lies in three brushes, so two planes cut it. */
Test(shift, a_leaf_is_cut_until_each_part_is_in_one_brush)
{
    BspBrush *brushes[] = { half_wedge(WEDGE, 0), half_wedge(WEDGE, -32), half_wedge(WEDGE, -64) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 3);
    g_autoptr(BspBrush) off = wedge_off(WEDGE, 1e-6, 64);
    ShiftBrushes all = { .solid = solid };
    BspBuildOptions options = { .n_threads = 1 };
    g_autoptr(BspJob) job = bsp_build_job(&options);
    g_autoptr(BspBuildNode) root = g_new0(BspBuildNode, 1);
    guint n = 0;
    root->value = 1;
    root->cell = bsp_cell_copy(off->cell);
    shift_cut_sharp(&all, root, job);
    expect_leaves_in_one_brush(root, &all, &n);
    cr_expect_eq(n, 3u, "%u leaves", n);
}

/* --- counters --- */

/* A shape at rest reaches the leaves that it overlaps. For a point, that is one leaf, and for a
 * small ball it is mostly one. */
Test(shift, shapes_at_rest_reach_leaves)
{
    const BspShape point = bsp_shape_point(), ball = bsp_shape_sphere(1e-3);
    guint64 n = 0, n_of_ball = 0;
    Random r = random_seeded(3);
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, 1, bsp_vec(0, 0, 0));
        g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL, TRUE);
        for (guint i = 0; i < 100; i++) {
            BspVec at = random_point(&r, &solid->bounds);
            BspCounters of_point = { 0 }, of_ball = { 0 };
            shift_tree_hit_check(tree, &point, at, at, &of_point);
            shift_tree_hit_check(tree, &ball, at, at, &of_ball);
            cr_expect_eq(of_point.leaves, 1u, "%s, position %u", scene_name((SceneKind)kind), i);
            cr_expect_geq(of_ball.leaves, 1u, "%s, position %u", scene_name((SceneKind)kind), i);
            n_of_ball += of_ball.leaves;
            n++;
        }
    }
    cr_expect_lt((double)n_of_ball, 1.1 * (double)n);
}

/* --- the brushes of a cell --- */

/* Returns the number of brushes that are listed for the union of the boxes, which is one cell of
 * the first. */
static guint n_listed(const double (*boxes)[6], guint n)
{
    g_autoptr(BspSolid) solid = scene_boxes(boxes, n);
    const ShiftOptions options = { .names_brushes = TRUE };
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, &options, NULL);
    return tree->n_brushes;
}

/* A brush that the cell's own brush hides is listed only if it reaches a side of this brush,
 * because behind the side may be a cell of another brush (data/regress/disc-between-brushes.json).
 */
Test(shift, hidden_brushes_are_listed_at_the_sides_of_a_cell)
{
    const double deep[][6] = { { -64, -64, -64, 64, 64, 64 }, { -8, -8, -8, 8, 8, 8 } };
    const double flush[][6] = { { -64, -64, -64, 64, 64, 64 }, { -8, -8, -8, 8, 8, 64 } };
    cr_expect_eq(n_listed(deep, 2), 1);
    cr_expect_eq(n_listed(flush, 2), 2);
}

/* --- malicious files --- */

/* Gives every cell one list of n brush numbers, which names two brushes again and again. The two
 * brushes are far from the move, but their stored bounds say otherwise. */
static void name_too_many_brushes(ShiftTree *tree, BspBrushTable *table, guint n)
{
    tree->brushes = g_renew(guint32, tree->brushes, n);
    tree->n_brushes = n;
    tree->n_lists = 1;
    tree->first[1] = n;
    for (guint i = 0; i < n; i++)
        tree->brushes[i] = i % 2;
    for (guint i = 0; i < tree->nodes.n_nodes; i++)
        for (guint side = 0; side < 2; side++)
            if (bsp_node_child(&tree->nodes.nodes[i], side) < ~0)
                bsp_node_set_child(&tree->nodes.nodes[i], side, ~1);
    for (guint i = 0; i < 2; i++)
        for (guint k = 0; k < 3; k++) {
            table->brushes[i].least[k] = -1e5;
            table->brushes[i].most[k] = 1e5;
        }
}

Test(shift, a_file_that_names_too_many_brushes_ends_a_query)
{
    /* A query that visits a brush each time its number is in the list takes far more than two
     * seconds. */
    const guint n = 1000;
    const BspVec points[4] = { bsp_vec(-50, -60, -50), bsp_vec(-40, -60, -50),
                               bsp_vec(-50, -50, -50), bsp_vec(-50, -60, -40) };
    g_autofree BspBrush **brushes = g_new(BspBrush *, n);
    for (guint i = 0; i < n; i++)
        brushes[i] =
            i < 2 ? scene_hull_brush(points, 4) : scene_box(2.0 * i, -1, -1, 2.0 * i + 1, 1, 1);
    g_autoptr(BspSolid) solid = scene_solid(brushes, n);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    const ShiftOptions options = { .names_brushes = TRUE };
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, &options, NULL);
    const BspShape ball = bsp_shape_sphere(0.5);
    name_too_many_brushes(tree, table, 200000);
    clock_t begin = clock();
    shift_tree_hit_check_exact(tree, table, &ball, bsp_vec(-10, 0, 0), bsp_vec(2010, 0.1, 0), NULL);
    cr_expect_lt(clock() - begin, 2 * CLOCKS_PER_SEC);
}
