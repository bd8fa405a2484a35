/* test-brush: tests how convex solids are made and rejected. test-exact-oracle and test-cast check
 * how they are expanded. */
#include <criterion/criterion.h>
#include <string.h>

#include "geometry/merge.h"
#include "scenes.h"

/* --- making --- */

static void check_refused(BspBrush *brush, const GError *error, const char *why)
{
    cr_assert_null(brush, "not refused: %s", why);
    cr_assert(error && error->domain == BSP_ERROR && error->code == BSP_ERROR_GEOMETRY);
    cr_assert(strstr(error->message, why), "\"%s\" does not say \"%s\"", error->message, why);
}

static const BspPlane unit_box[6] = { { { { 1, 0, 0 } }, 1 }, { { { -1, 0, 0 } }, 1 },
                                      { { { 0, 1, 0 } }, 1 }, { { { 0, -1, 0 } }, 1 },
                                      { { { 0, 0, 1 } }, 1 }, { { { 0, 0, -1 } }, 1 } };

/* Planes may have normals of any length. */
Test(brush, planes_are_normalised)
{
    BspPlane planes[6];
    for (guint i = 0; i < 6; i++) {
        double by = i + 0.25;
        planes[i] = (BspPlane){ bsp_vec_scale(unit_box[i].normal, by), unit_box[i].dist * by };
    }
    g_autoptr(BspBrush) brush = bsp_brush_new_planes(planes, 6, NULL);
    cr_assert(brush);
    for (guint v = 0; v < 8; v++)
        for (guint k = 0; k < 3; k++)
            cr_assert(fabs(brush->cell->vertices[v].v[k]) == 1);
}

/* The unit box has one plane replaced, or has fewer or more planes. */
Test(brush, bad_planes_are_refused)
{
    static const struct {
        guint n;       /* the number of the planes */
        guint changed; /* the index of the plane that differs from the unit box's */
        BspPlane plane;
        const char *why;
    } cases[] = {
        { 0, 0, { { { 1, 0, 0 } }, 1 }, "unbounded" },
        { 3, 0, { { { 1, 0, 0 } }, 1 }, "unbounded" },
        { 5, 0, { { { 1, 0, 0 } }, 1 }, "unbounded" },
        { 6, 0, { { { 1, 0, 0 } }, 5e6 }, "reaches beyond" },
        { 6, 0, { { { 1, 0, 0 } }, -2 }, "empty" },
        { 7, 6, { { { 1, 1, 1 } }, -4 }, "empty" },
        { 6, 0, { { { 1, 0, 0 } }, -1 + 1e-4 }, "degenerate" },
        { 6, 0, { { { 1, 0, 0 } }, -1 }, "" },
        { 6, 3, { { { 0, 0, 0 } }, 1 }, "plane 3 has no direction" },
        { 6, 3, { { { 1e-200, 0, 0 } }, 1 }, "plane 3 has no direction" },
        { 6, 4, { { { 0, 0, (double)NAN } }, 1 }, "plane 4 has a number that is not finite" },
        { 6, 4, { { { HUGE_VAL, 0, 1 } }, 1 }, "plane 4 has a number that is not finite" },
        { 6, 4, { { { 0, 0, 1 } }, -HUGE_VAL }, "plane 4 has a number that is not finite" }
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        BspPlane planes[7];
        g_autoptr(GError) error = NULL;
        memcpy(planes, unit_box, sizeof unit_box);
        planes[cases[i].changed] = cases[i].plane;
        BspBrush *brush = bsp_brush_new_planes(planes, cases[i].n, &error);
        check_refused(brush, error, cases[i].why);
    }
}

Test(brush, bad_points_are_refused)
{
    static const struct {
        guint n;
        BspVec points[4];
        const char *why;
    } cases[] = {
        { 3, { { { 0, 0, 0 } }, { { 1, 0, 0 } }, { { 1, 1, 0 } } }, "at least 4" },
        { 4, { { { 0, 0, 0 } }, { { 1, 0, 0 } }, { { 1, 1, 0 } }, { { 0, 1, 0 } } }, "a volume" },
        { 4, { { { 0, 0, 0 } }, { { 1, 1, 1 } }, { { 2, 2, 2 } }, { { 3, 3, 3 } } }, "a volume" },
        { 4, { { { 1, 2, 3 } }, { { 1, 2, 3 } }, { { 1, 2, 3 } }, { { 1, 2, 3 } } }, "a volume" },
        { 4,
          { { { 0, 0, 0 } }, { { 1, 0, 0 } }, { { 0, (double)NAN, 0 } }, { { 0, 0, 1 } } },
          "point 2 has a coordinate that is not finite" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        BspBrush *brush = bsp_brush_new_points(cases[i].points, cases[i].n, &error);
        check_refused(brush, error, cases[i].why);
    }
}

/* Redundant planes are dropped. They are on a face, at an edge, far away, or equal to another. */
Test(brush, redundant_planes_are_dropped)
{
    BspPlane planes[12];
    memcpy(planes, unit_box, sizeof unit_box);
    memcpy(planes + 6, unit_box, 2 * sizeof *unit_box);
    planes[8] = (BspPlane){ bsp_vec(1, 1, 0), 2 };
    planes[9] = (BspPlane){ bsp_vec(1, 1, 1), 3 };
    planes[10] = (BspPlane){ bsp_vec(0, 1, 0), 40 };
    planes[11] = (BspPlane){ bsp_vec(0, 0, 1), 1 + 5e-8 };
    g_autoptr(BspBrush) brush = bsp_brush_new_planes(planes, 12, NULL);
    cr_assert(brush && brush->cell->n_faces == 6 && brush->cell->n_vertices == 8);
    cr_assert(bsp_cell_volume(brush->cell) == 8);
}

Test(brush, expansion_out_of_the_world_is_refused)
{
    g_autoptr(BspBrush) brush = scene_box(0, 0, 0, 1, 1, 1);
    BspBounds box = { bsp_vec(-5e6, 0, 0), bsp_vec(5e6, 0, 0) };
    g_autoptr(GError) error = NULL;
    BspBrush *expanded = bsp_brush_expand(brush, &box, &error);
    check_refused(expanded, error, "reaches beyond");
}

/* A cube may be merged with the cube at its right or with the cube above. Their common faces have
 * equal areas, so the cube with the lower number is merged, wherever it stands. */
Test(brush, equal_faces_are_merged_in_the_order_of_brushes)
{
    for (guint i = 0; i < 4; i++) {
        BspBrush *others[2] = { scene_box(i < 2 ? 8 : -8, 0, 0, i < 2 ? 16 : 0, 8, 8),
                                scene_box(0, 0, 8, 8, 8, 16) };
        g_autoptr(GPtrArray) brushes = scene_no_brushes();
        g_ptr_array_add(brushes, scene_box(0, 0, 0, 8, 8, 8));
        g_ptr_array_add(brushes, others[i % 2]);
        g_ptr_array_add(brushes, others[1 - i % 2]);
        bsp_brushes_merge(brushes, 0);
        cr_assert_eq(brushes->len, 2u);
        const BspBrush *merged = brushes->pdata[0];
        cr_expect_eq(merged->bounds.maxs.z, i % 2 ? 16 : 8, "%u", i);
    }
}

/* In a first round each brush is merged at most once, so a row of eight needs three rounds. */
Test(brush, merging_goes_on_while_a_union_is_convex)
{
    g_autoptr(GPtrArray) brushes = scene_no_brushes();
    for (guint i = 0; i < 8; i++)
        g_ptr_array_add(brushes, scene_box(8 * i, 0, 0, 8 * i + 8, 8, 8));
    bsp_brushes_merge(brushes, 0);
    cr_assert_eq(brushes->len, 1u, "%u brushes", brushes->len);
    cr_expect_eq(((const BspBrush *)brushes->pdata[0])->bounds.maxs.x, 64);
}
