/* test-tip: a leaf's tips keep its bands from reaching far beyond a corner. */
#include <criterion/criterion.h>

#include "compile/tip.h"
#include "scenes.h"

static BspCell *behind(BspCell *cell, const BspPlane *plane)
{
    BspCell *back;
    bsp_cell_split(cell, plane, 0, NULL, &back);
    bsp_cell_free(cell);
    return back;
}

/* The cell's tips; an empty array if it has none. */
static GArray *tips_of(const BspCell *cell)
{
    GArray *tips = bsp_cell_tips(cell);
    return tips ? tips : g_array_new(FALSE, FALSE, sizeof(BspPlane));
}

/* The cell with all planes, including its tips, moved out by the width of a band. */
static BspCell *widened(const BspCell *cell, const GArray *tips)
{
    BspBounds bounds = bsp_cell_bounds(cell);
    bounds = bsp_bounds_grown(&bounds, 1000);
    BspCell *wide = bsp_cell_new_box(&bounds);
    for (guint i = 0; i < cell->n_faces + tips->len; i++) {
        BspPlane plane = i < cell->n_faces ? cell->faces[i].plane
                                           : g_array_index(tips, BspPlane, i - cell->n_faces);
        plane.dist += BSP_TOUCH;
        wide = behind(wide, &plane);
        cr_assert_not_null(wide);
    }
    return wide;
}

/* A lower bound of the distance of p from the cell, accurate for sharp corners: the largest over
 * supporting planes in many directions. */
static double distance(Random *r, const BspCell *cell, BspVec p)
{
    double most = 0;
    BspVec middle = bsp_cell_interior_point(cell);
    for (guint i = 0; i < 200; i++) {
        BspVec way = i ? random_direction(r) : bsp_vec_unit(bsp_vec_sub(p, middle));
        if (i % 2)
            way = bsp_vec_unit(bsp_vec_mad(bsp_vec_unit(bsp_vec_sub(p, middle)), 0.05, way));
        most = fmax(most, bsp_vec_dot(way, p) - bsp_cell_support(cell, way));
    }
    return most;
}

/* A box cut by two to four planes, tilted by as little as 1e-7 against one another. The box of
 * an open cell is no face of it. */
static BspCell *sharp_cell(Random *r, gboolean open)
{
    BspBounds box = { bsp_vec(-40, -40, -40), bsp_vec(40, 40, 40) };
    BspCell *cell = bsp_cell_new_box(&box);
    for (guint f = 0; f < cell->n_faces && !open; f++)
        cell->faces[f].tag = 0;
    BspVec base = random_int(r, 0, 1) ? random_direction(r) : bsp_vec(0, 0, 1);
    int n = random_int(r, 2, 4);
    for (int i = 0; i < n; i++) {
        double tilt = pow(10, random_real(r, -7, -1));
        BspVec normal = bsp_vec_unit(bsp_vec_mad(base, tilt, random_direction(r)));
        BspPlane plane = { i % 2 ? bsp_vec_neg(normal) : normal, 0 };
        plane.dist = random_real(r, 0, 10 * tilt);
        BspCell *back;
        bsp_cell_split(cell, &plane, 0, NULL, &back);
        if (!back)
            continue;
        bsp_cell_free(cell);
        cell = back;
    }
    return cell;
}

Test(tip, no_band_reaches_far_over_a_corner)
{
    Random r = random_seeded(1);
    guint n_sharp = 0;
    for (guint i = 0; i < 3000; i++) {
        g_autoptr(BspCell) cell = sharp_cell(&r, FALSE);
        if (bsp_cell_thickness(cell) < BSP_THIN)
            continue;
        g_autoptr(GArray) tips = tips_of(cell);
        g_autoptr(BspCell) wide = widened(cell, tips);
        for (guint v = 0; v < wide->n_vertices; v++) {
            double d = distance(&r, cell, wide->vertices[v]);
            cr_assert_lt(d, 2 * BSP_TIP, "cell %u: %g units over the corner", i, d);
        }
        for (guint k = 0; k < tips->len; k++) {
            const BspPlane *tip = &g_array_index(tips, BspPlane, k);
            double gap = tip->dist - bsp_cell_support(cell, tip->normal);
            cr_assert(gap > 0.99 * BSP_TIP, "a tip %g units off", gap);
        }
        n_sharp += tips->len > 0;
    }
    cr_assert_gt(n_sharp, 300, "only %u cells are sharp", n_sharp);
}

/* The part of the world behind the cell's planes, except those of its box. */
static BspCell *leaf_of(const BspCell *cell)
{
    BspBounds world = { bsp_vec(-BSP_WORLD_HALF, -BSP_WORLD_HALF, -BSP_WORLD_HALF),
                        bsp_vec(BSP_WORLD_HALF, BSP_WORLD_HALF, BSP_WORLD_HALF) };
    BspCell *leaf = bsp_cell_new_box(&world);
    for (guint f = 0; f < cell->n_faces; f++)
        if (cell->faces[f].tag != BSP_CELL_BOX_TAG)
            leaf = behind(leaf, &cell->faces[f].plane);
    return leaf;
}

/* The space in front of a tip counts as solid. The leaf of a cell at the end of the tree's
 * region extends beyond the cell. Among almost parallel faces, rounding moves corners. The part
 * in front of the tip must be thinner than BSP_TOUCH, so that it stops no move. */
Test(tip, nothing_of_an_open_leaf_is_in_front_of_one)
{
    Random r = random_seeded(2);
    guint n_sharp = 0;
    for (guint i = 0; i < 3000; i++) {
        g_autoptr(BspCell) cell = sharp_cell(&r, TRUE);
        g_autoptr(BspCell) leaf = leaf_of(cell);
        g_autoptr(GArray) tips = tips_of(cell);
        for (guint k = 0; k < tips->len; k++) {
            const BspPlane *tip = &g_array_index(tips, BspPlane, k);
            g_autoptr(BspCell) front = NULL;
            bsp_cell_split(leaf, tip, 0, &front, NULL);
            double thickness = front ? bsp_cell_thickness(front) : 0;
            cr_assert_lt(thickness, BSP_TOUCH, "cell %u: %g units thick", i, thickness);
        }
        n_sharp += tips->len > 0;
    }
    cr_assert_gt(n_sharp, 300, "only %u cells are sharp", n_sharp);
}

Test(tip, a_box_has_none)
{
    BspBounds box = { bsp_vec(0, 0, 0), bsp_vec(1000, 1, 1e-3) };
    g_autoptr(BspCell) cell = bsp_cell_new_box(&box);
    for (guint f = 0; f < cell->n_faces; f++)
        cell->faces[f].tag = 0;
    cr_assert_null(bsp_cell_tips(cell));
}
