/* test-solidity: the contents of a whole cell, against brushes and points. */
#include <criterion/criterion.h>

#include "brush-by-brush.h"
#include "build/solid.h"
#include "build/tree.h"
#include "scenes.h"

static BspCell *random_cell(Random *r, const BspBounds *bounds)
{
    double half = random_real(r, 0.01, 8);
    BspVec p = random_point(r, bounds);
    BspBounds box = { p, p };
    box = bsp_bounds_grown(&box, half);
    BspCell *cell = bsp_cell_new_box(&box);
    for (int i = random_int(r, 0, 2); i > 0; i--) {
        BspPlane plane = { random_direction(r), 0 };
        BspCell *back;
        plane.dist = bsp_vec_dot(plane.normal, p) + 0.3 * half;
        bsp_cell_split(cell, &plane, 0, NULL, &back);
        bsp_cell_free(cell);
        cell = back;
    }
    return cell;
}

/* A random point of the cell: a weighted mean of its vertices. */
static BspVec point_in(Random *r, const BspCell *cell)
{
    BspVec sum = bsp_vec(0, 0, 0);
    double all = 0;
    for (guint i = 0; i < cell->n_vertices; i++) {
        double weight = random_real(r, 0, 1);
        weight *= weight * weight;
        sum = bsp_vec_mad(sum, weight, cell->vertices[i]);
        all += weight;
    }
    return bsp_vec_scale(sum, 1 / all);
}

static void check_points(Random *r, const BspSolid *solid, const BspCell *cell,
                         BspOccupancy occupancy)
{
    for (guint i = 0; i < 40; i++) {
        double d = brushes_depth(solid, point_in(r, cell));
        if (occupancy == BSP_CELL_EMPTY)
            cr_assert_lt(d, BSP_DOUBT + 1e-6, "matter %g units deep in an empty cell", d);
        else
            cr_assert_gt(d, -BSP_DOUBT - 1e-6, "a hole %g units off in a solid cell", -d);
    }
}

Test(solidity, cells_are_what_their_points_are)
{
    guint count[3] = { 0 };
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 30; seed++) {
            g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, seed, bsp_vec(0, 0, 0));
            g_autoptr(BspSolidity) matter = bsp_solidity_new(solid);
            Random r = random_seeded(seed);
            for (guint i = 0; i < 60; i++) {
                g_autoptr(BspCell) cell = random_cell(&r, &solid->bounds);
                BspPlane plane;
                BspOccupancy occupancy = bsp_solidity_in_cell(matter, cell, &plane);
                count[occupancy]++;
                if (occupancy == BSP_CELL_MIXED)
                    cr_assert_eq(bsp_cell_side(cell, &plane, BSP_THIN), BSP_SIDE_STRADDLE);
                else
                    check_points(&r, solid, cell, occupancy);
            }
        }
    }
    for (guint i = 0; i < 3; i++)
        cr_assert_gt(count[i], 500, "only %u cells are of kind %u", count[i], i);
}

/* Three bricks meet at the cell's middle, and rounding puts it in none of them. */
Test(solidity, no_seam_makes_a_cell_empty)
{
    const double third = 1.0 / 3;
    BspBrush *bricks[] = { scene_box(-9, -9, -9, third, 9, 9),
                           scene_box(third + 1e-9, -9, -9, 9, third, 9),
                           scene_box(third + 1e-9, third + 1e-9, -9, 9, 9, 9) };
    g_autoptr(BspSolid) solid = scene_solid(bricks, 3);
    g_autoptr(BspSolidity) matter = bsp_solidity_new(solid);
    BspVec seam = bsp_vec(third + 5e-10, third + 5e-10, 0);
    BspBounds box = { seam, seam };
    box = bsp_bounds_grown(&box, 1);
    g_autoptr(BspCell) cell = bsp_cell_new_box(&box);
    BspPlane plane;
    cr_assert_eq(bsp_solidity_in_cell(matter, cell, &plane), BSP_CELL_SOLID);
}

Test(solidity, nothing_is_in_nothing)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(BspSolidity) matter = bsp_solidity_new(solid);
    BspBounds box = { bsp_vec(-1, -1, -1), bsp_vec(1, 1, 1) };
    g_autoptr(BspCell) cell = bsp_cell_new_box(&box);
    BspPlane plane;
    cr_assert_eq(bsp_solidity_in_cell(matter, cell, &plane), BSP_CELL_EMPTY);
    cr_assert_not(bsp_solidity_reaches(matter, cell, &plane));
}

/* A gap is narrower than any tolerance at the wall where it ends, and opens to a tenth of a
 * unit. The part of the wall's face in the gap is too narrow to be kept. The wall must be solid
 * even so. */
Test(solidity, a_wall_at_the_end_of_a_narrow_gap_stays)
{
    for (double opening = 1e-4; opening < 1; opening *= 10) {
        BspPlane lid[6] = { { bsp_vec(0, 0, 1), 20 }, { bsp_vec(0, 0, -1), 0 },
                            { bsp_vec(1, 0, 0), 0 },  { bsp_vec(-1, 0, 0), 100 },
                            { bsp_vec(0, 1, 0), 50 }, { bsp_vec(0, -1, 0), 50 } };
        lid[1].normal = bsp_vec_unit(bsp_vec(-opening / 100, 0, -1));
        BspBrush *brushes[] = { scene_box(-100, -50, -20, 0, 50, 0),
                                bsp_brush_new_planes(lid, 6, NULL),
                                scene_box(0, -50, -20, 30, 50, 20) };
        g_autoptr(BspSolid) solid = scene_solid(brushes, 3);
        BspBuildOptions options = bsp_build_options_default();
        g_autoptr(BspTree) tree = bsp_tree_new(solid, &options, NULL);
        for (double z = 0; z <= 0.9e-6; z += 1e-7) {
            BspTransition tr =
                bsp_tree_first_transition(tree, bsp_vec(-120, 0.3, z), bsp_vec(40, 0.3, z), NULL);
            cr_assert(tr.type == BSP_EMPTY_TO_SOLID && tr.point.x < 1e-3,
                      "opening %g, height %g: through the wall to %g", opening, z, tr.point.x);
        }
    }
}
