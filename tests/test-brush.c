/* test-brush: convex solids: how they are made, rejected and expanded. */
#include <criterion/criterion.h>
#include <string.h>

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

/* The unit box with one plane replaced, or with fewer or more planes. */
Test(brush, bad_planes_are_refused)
{
    static const struct {
        guint n;       /* of the planes */
        guint changed; /* the plane that is not one of the unit box */
        BspPlane plane;
        const char *why;
    } cases[] = { { 0, 0, { { { 1, 0, 0 } }, 1 }, "unbounded" },
                  { 3, 0, { { { 1, 0, 0 } }, 1 }, "unbounded" },
                  { 5, 0, { { { 1, 0, 0 } }, 1 }, "unbounded" },
                  { 6, 0, { { { 1, 0, 0 } }, 5e6 }, "reaches beyond" },
                  { 6, 0, { { { 1, 0, 0 } }, -2 }, "empty" },
                  { 7, 6, { { { 1, 1, 1 } }, -4 }, "empty" },
                  { 6, 0, { { { 1, 0, 0 } }, -1 + 1e-4 }, "degenerate" },
                  { 6, 0, { { { 1, 0, 0 } }, -1 }, "" },
                  { 6, 3, { { { 0, 0, 0 } }, 1 }, "plane 3 has no direction" },
                  { 6, 3, { { { 1e-200, 0, 0 } }, 1 }, "plane 3 has no direction" },
                  { 6, 4, { { { 0, 0, (double)NAN } }, 1 }, "plane 4 is not finite" },
                  { 6, 4, { { { HUGE_VAL, 0, 1 } }, 1 }, "plane 4 is not finite" },
                  { 6, 4, { { { 0, 0, 1 } }, -HUGE_VAL }, "plane 4 is not finite" } };
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
          "point 2 is not finite" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        BspBrush *brush = bsp_brush_new_points(cases[i].points, cases[i].n, &error);
        check_refused(brush, error, cases[i].why);
    }
}

/* Redundant planes are dropped: on a face, at an edge, far away, and twice the same. */
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

/* --- expansion --- */

/* A random brush of a random kind of scene. */
static BspBrush *some_brush(Random *r, guint64 seed)
{
    BspSolid *solid = scene_new((SceneKind)(seed % SCENE_KINDS), seed / 7, bsp_vec(0, 0, 0));
    guint which = (guint)random_int(r, 0, (int)solid->brushes->len - 1);
    const BspCell *cell = bsp_solid_brush(solid, which)->cell;
    g_autofree BspPlane *planes = g_new(BspPlane, cell->n_faces);
    for (guint f = 0; f < cell->n_faces; f++)
        planes[f] = cell->faces[f].plane;
    BspBrush *brush = bsp_brush_new_planes(planes, cell->n_faces, NULL);
    cr_assert(brush);
    bsp_solid_free(solid);
    return brush;
}

/* The support of a sum is the sum of the supports in every direction. The mirrored box in
 * direction n has the support of the box in -n. */
Test(brush, expanded_support_is_the_sum_of_supports)
{
    double worst = 0;
    for (guint64 seed = 0; seed < 1500; seed++) {
        Random r = random_seeded(seed + 70000);
        g_autoptr(BspBrush) brush = some_brush(&r, seed);
        BspShape box = scene_random_box(&r);
        g_autoptr(BspBrush) sum = bsp_brush_expand(brush, &box.bounds, NULL);
        cr_assert(sum);
        for (guint i = 0; i < 400; i++) {
            BspVec n = random_direction(&r);
            if (i % 4 == 0) /* a fault would show at a face of the sum first */
                n = sum->cell->faces[(guint)random_int(&r, 0, (int)sum->cell->n_faces - 1)]
                        .plane.normal;
            else if (i % 4 == 1)
                n.v[random_int(&r, 0, 2)] = 0, n = bsp_vec_unit(n);
            double wanted = bsp_cell_support(brush->cell, n);
            for (int k = 0; k < 3; k++)
                wanted +=
                    n.v[k] > 0 ? -n.v[k] * box.bounds.mins.v[k] : -n.v[k] * box.bounds.maxs.v[k];
            double off = bsp_cell_support(sum->cell, n) - wanted;
            worst = fmax(worst, fabs(off));
            cr_assert(fabs(off) < 1e-6, "seed %" G_GUINT64_FORMAT ": off by %g", seed, off);
        }
    }
    cr_log_info("worst difference of supports: %g", worst);
}

/* The greatest difference between the supports of the cell and of the sum of corners and box,
 * over all directions perpendicular to an edge of each. */
static double wrong_by(const BspCell *cell, const BspVec corners[8], const BspBounds *box)
{
    BspShape shape = bsp_shape_box(box->mins, box->maxs);
    double most = 0;
    for (guint i = 0; i < 8 * 3 * 3; i++) {
        guint from = i % 8, to = from ^ 1u << i / 8 % 3;
        BspVec unit = bsp_vec(0, 0, 0), n;
        unit.v[i / 24] = 1;
        n = bsp_vec_cross(bsp_vec_sub(corners[to], corners[from]), unit);
        double reach = -HUGE_VAL;
        if (bsp_vec_length(n) < 0.1)
            continue;
        n = bsp_vec_unit(n);
        for (guint k = 0; k < 8; k++)
            reach = fmax(reach, bsp_vec_dot(n, corners[k]));
        reach += bsp_shape_offset(&shape, n);
        most = fmax(most, fabs(bsp_cell_support(cell, n) - reach));
    }
    return most;
}

/* A cube of this half edge with the axes `turn`. Each corner is moved by up to `noise`, so that
 * each face becomes two triangles almost in one plane. Bit k of an index in corners gives the
 * side along turn[k]. */
static BspBrush *noisy_cube(Random *r, const BspVec turn[3], double half, double noise,
                            BspVec corners[8])
{
    for (guint i = 0; i < 8; i++) {
        corners[i] = bsp_vec(0, 0, 0);
        for (guint axis = 0; axis < 3; axis++)
            corners[i] = bsp_vec_mad(corners[i], i >> axis & 1 ? half : -half, turn[axis]);
        double by = random_real(r, 0, noise);
        corners[i] = bsp_vec_mad(corners[i], by, random_direction(r));
    }
    BspBrush *brush = bsp_brush_new_points(corners, 8, NULL);
    g_assert(brush);
    return brush;
}

/* Edges within a face, and groups of corners at one place, must not hide the real edges. */
Test(brush, expansion_of_cubes_whose_corners_are_noisy)
{
    const BspBounds box = { bsp_vec(-1, -20, -1), bsp_vec(1, 20, 1) };
    Random r = random_seeded(6);
    for (guint i = 0; i < 2000; i++) {
        BspVec turn[3], corners[8];
        random_turn(&r, turn);
        double noise = pow(10, random_real(&r, -9, -2));
        g_autoptr(BspBrush) cube = noisy_cube(&r, turn, 5, noise, corners);
        g_autoptr(BspBrush) wide = bsp_brush_expand(cube, &box, NULL);
        cr_assert_not_null(wide);
        double wrong = wrong_by(wide->cell, corners, &box);
        cr_assert(wrong < 1e-5, "cube %u, noise %g: %g units", i, noise, wrong);
    }
}

Test(brush, expansion_out_of_the_world_is_refused)
{
    g_autoptr(BspBrush) brush = scene_box(0, 0, 0, 1, 1, 1);
    BspBounds box = { bsp_vec(-5e6, 0, 0), bsp_vec(5e6, 0, 0) };
    g_autoptr(GError) error = NULL;
    BspBrush *expanded = bsp_brush_expand(brush, &box, &error);
    check_refused(expanded, error, "reaches beyond");
}
