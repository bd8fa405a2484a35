/* test-tip: with its tips no band of a leaf reaches far over a corner. */
#include <criterion/criterion.h>

#include "build/tip.h"
#include "scenes.h"

/* The cell with every plane moved out by the width of a band, its tips among them. */
static BspCell *widened(const BspCell *cell, const GArray *tips)
{
    BspBounds bounds = bsp_cell_bounds(cell);
    bounds = bsp_bounds_grown(&bounds, 1000);
    BspCell *wide = bsp_cell_new_box(&bounds);
    guint n_tips = tips ? tips->len : 0;
    for (guint i = 0; i < cell->n_faces + n_tips; i++) {
        BspPlane plane = i < cell->n_faces ? cell->faces[i].plane
                                           : g_array_index(tips, BspPlane, i - cell->n_faces);
        BspCell *back;
        plane.dist += BSP_TOUCH;
        bsp_cell_split(wide, &plane, 0, NULL, &back);
        bsp_cell_free(wide);
        wide = back;
        cr_assert_not_null(wide);
    }
    return wide;
}

/* A lower bound of how far the point is from the cell, good for sharp corners: from the planes that
 * touch the cell across a great many ways. */
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

/* A box with n corners cut, by planes tilted as little as 1e-7 against one another. */
static BspCell *sharp_cell(Random *r)
{
    BspBounds box = { bsp_vec(-40, -40, -40), bsp_vec(40, 40, 40) };
    BspCell *cell = bsp_cell_new_box(&box);
    for (guint f = 0; f < cell->n_faces; f++)
        cell->faces[f].tag = 0; /* faces like any */
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
        g_autoptr(BspCell) cell = sharp_cell(&r);
        if (bsp_cell_thickness(cell) < BSP_THIN)
            continue;
        GArray *tips = bsp_cell_tips(cell);
        g_autoptr(BspCell) wide = widened(cell, tips);
        for (guint v = 0; v < wide->n_vertices; v++) {
            double d = distance(&r, cell, wide->vertices[v]);
            cr_assert_lt(d, 2 * BSP_TIP, "cell %u: %g units over the corner", i, d);
        }
        for (guint k = 0; tips && k < tips->len; k++) {
            const BspPlane *tip = &g_array_index(tips, BspPlane, k);
            double gap = tip->dist - bsp_cell_support(cell, tip->normal);
            cr_assert(gap > 0.99 * BSP_TIP, "a tip %g units off", gap);
        }
        if (tips) {
            n_sharp++;
            g_array_unref(tips);
        }
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
