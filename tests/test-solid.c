/* test-solid: tests areas of unions of brushes, and whether whole cells are solid. */
#include <criterion/criterion.h>

#include "brush-by-brush.h"
#include "build-trees.h"
#include "compile/solid.h"
#include "scenes.h"

static double area_of(const BspSolid *solid, guint *n)
{
    g_autoptr(GArray) faces = union_faces(solid);
    double area = 0;
    for (guint i = 0; i < faces->len; i++)
        area += bsp_polygon_area(g_array_index(faces, BspUnionFace, i).polygon);
    if (n)
        *n = faces->len;
    return area;
}

/* Checks the area in both orders, because only one of two coincident faces stays. */
static void check_area(const double (*boxes)[6], guint n, double wanted, const char *what)
{
    for (guint turn = 0; turn < 2; turn++) {
        BspBrush *brushes[16];
        for (guint i = 0; i < n; i++) {
            const double *b = boxes[turn ? n - 1 - i : i];
            brushes[i] = scene_box(b[0], b[1], b[2], b[3], b[4], b[5]);
        }
        g_autoptr(BspSolid) solid = scene_solid(brushes, n);
        double area = area_of(solid, NULL);
        cr_expect(fabs(area - wanted) < 1e-2, "%s: an area of %.17g, not %.17g", what, area,
                  wanted);
    }
}

Test(solid, areas_of_boxes_are_those_of_their_union)
{
    static const struct {
        const char *what;
        double area;
        guint n;
        double boxes[3][6]; /* the mins and maxs of each box */
    } cases[] = {
        { "apart", 12, 2, { { 0, 0, 0, 1, 1, 1 }, { 1.001, 0, 0, 2.001, 1, 1 } } },
        { "a gap as wide as the bracket stays",
          48,
          2,
          { { 0, 0, 0, 2, 2, 2 }, { 2 + BSP_BRACKET, 0, 0, 4, 2, 2 } } },
        { "overlapping at a corner: 24 + 24 - 6",
          42,
          2,
          { { 0, 0, 0, 2, 2, 2 }, { 1, 1, 1, 3, 3, 3 } } },
        { "one inside the other", 6 * 81, 2, { { 0, 0, 0, 9, 9, 9 }, { 1, 1, 1, 3, 3, 3 } } },
        { "equal", 24, 3, { { 0, 0, 0, 2, 2, 2 }, { 0, 0, 0, 2, 2, 2 }, { 0, 0, 0, 2, 2, 2 } } },
        { "coplanar sides that overlap", 56, 2, { { 0, 0, 0, 4, 2, 2 }, { 2, 0, 0, 6, 2, 2 } } },
        { "inside, with a common top", 96, 2, { { 0, 0, 0, 4, 4, 4 }, { 1, 1, 1, 3, 3, 4 } } },
        { "touching at equal faces", 40, 2, { { 0, 0, 0, 2, 2, 2 }, { 2, 0, 0, 4, 2, 2 } } },
        { "touching at a part of a face", 112, 2, { { 0, 0, 0, 4, 4, 4 }, { 4, 1, 1, 6, 3, 3 } } },
        { "touching at an edge", 48, 2, { { 0, 0, 0, 2, 2, 2 }, { 2, 2, 0, 4, 4, 2 } } },
        { "touching at a corner", 48, 2, { { 0, 0, 0, 2, 2, 2 }, { 2, 2, 2, 4, 4, 4 } } },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        check_area(cases[i].boxes, cases[i].n, cases[i].area, cases[i].what);
}

/* --- the contents of a whole cell --- */

/* Three bricks meet at the cell's middle, but by rounding none of them contains that point. */
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

/* A gap opens from less than any tolerance, at the wall where it ends, to a tenth of a unit or
 * more. The part of the wall's face that is in the gap is too narrow to be kept. The wall must be
 * solid there all the same. */
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
        g_autoptr(BspTree) tree = build_tree(solid, NULL);
        for (double z = 0; z <= 0.9e-6; z += 1e-7) {
            BspTransition tr =
                bsp_tree_first_transition(tree, bsp_vec(-120, 0.3, z), bsp_vec(40, 0.3, z), NULL);
            cr_assert(tr.type == BSP_EMPTY_TO_SOLID && tr.point.x < 1e-3,
                      "opening %g, height %g: through the wall to %g", opening, z, tr.point.x);
        }
    }
}

/* A cell is cut by the plane of the brush that divides the cell most evenly. */
Test(solidity, a_cell_is_cut_evenly)
{
    static const double boxes[][6] = { { 100, 100, 100, 110, 110, 110 }, { 0, 0, 0, 10, 10, 10 } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, 2);
    g_autoptr(BspSolidity) solidity = bsp_solidity_new(solid);
    for (int axis = 0; axis < 3; axis++) {
        BspBounds box = { bsp_vec(-2, -2, -2), bsp_vec(9, 9, 9) };
        box.mins.v[axis] = -5;
        box.maxs.v[axis] = 6;
        g_autoptr(BspCell) cell = bsp_cell_new_box(&box);
        BspPlane plane;
        cr_assert(bsp_solidity_reaches(solidity, cell, &plane));
        cr_expect(plane.normal.v[axis] == -1 && plane.dist == 0, "axis %d: (%g %g %g) %g", axis,
                  plane.normal.x, plane.normal.y, plane.normal.z, plane.dist);
    }
}
