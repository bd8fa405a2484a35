/* test-brush: convex solids: how they are made, rejected and expanded. */
#include <criterion/criterion.h>
#include <gmp.h>
#include <string.h>

#include "scenes.h"

/* --- making --- */

static void check_refused(BspBrush *brush, const GError *error, const char *why)
{
    cr_assert_null(brush, "not refused: %s", why);
    cr_assert(error && error->domain == BSP_ERROR && error->code == BSP_ERROR_GEOMETRY);
    cr_assert(strstr(error->message, why), "\"%s\" does not say \"%s\"", error->message, why);
}

/* `make` uses &error. It must fail with the reason `why`. */
#define REFUSED(make, why)                                                                         \
    do {                                                                                           \
        g_autoptr(GError) error = NULL;                                                            \
        BspBrush *refused = make;                                                                  \
        check_refused(refused, error, why);                                                        \
    } while (0)

static const BspPlane unit_box[6] = { { { { 1, 0, 0 } }, 1 }, { { { -1, 0, 0 } }, 1 },
                                      { { { 0, 1, 0 } }, 1 }, { { { 0, -1, 0 } }, 1 },
                                      { { { 0, 0, 1 } }, 1 }, { { { 0, 0, -1 } }, 1 } };

Test(brush, box_has_six_planes_where_they_were_put)
{
    g_autoptr(BspBrush) brush = scene_box(-1, -2, -3, 4, 5, 6.5);
    cr_assert(brush->cell->n_faces == 6 && brush->cell->n_vertices == 8);
    cr_assert(brush->bounds.mins.x == -1 && brush->bounds.mins.y == -2 &&
              brush->bounds.mins.z == -3);
    cr_assert(brush->bounds.maxs.x == 4 && brush->bounds.maxs.y == 5 &&
              brush->bounds.maxs.z == 6.5);
    for (guint f = 0; f < 6; f++)
        cr_assert(bsp_plane_axis(&brush->cell->faces[f].plane) >= 0);
}

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

Test(brush, unbounded_solids_are_refused)
{
    REFUSED(bsp_brush_new_planes(unit_box, 5, &error), "unbounded");
    REFUSED(bsp_brush_new_planes(unit_box, 0, &error), "unbounded");
    BspPlane wedge[] = { { { { 1, 0, 0 } }, 1 }, { { { -1, 0, 0 } }, 1 }, { { { 0, 1, 0 } }, 1 } };
    REFUSED(bsp_brush_new_planes(wedge, 3, &error), "unbounded");
    REFUSED(bsp_brush_new_box(bsp_vec(0, 0, 0), bsp_vec(1, 1, 5e6), &error), "reaches beyond");
}

Test(brush, empty_solids_are_refused)
{
    REFUSED(bsp_brush_new_box(bsp_vec(1, 0, 0), bsp_vec(0, 1, 1), &error), "empty");
    BspPlane planes[7];
    memcpy(planes, unit_box, sizeof unit_box);
    planes[6] = (BspPlane){ bsp_vec(1, 1, 1), -4 };
    REFUSED(bsp_brush_new_planes(planes, 7, &error), "empty");
}

Test(brush, flat_solids_are_refused)
{
    REFUSED(bsp_brush_new_box(bsp_vec(0, 0, 0), bsp_vec(1, 1, 1e-4), &error), "degenerate");
    REFUSED(bsp_brush_new_box(bsp_vec(0, 0, 0), bsp_vec(1, 1, 0), &error), "");
    BspVec plane[] = { { { 0, 0, 0 } }, { { 1, 0, 0 } }, { { 1, 1, 0 } }, { { 0, 1, 0 } } };
    REFUSED(bsp_brush_new_points(plane, 4, &error), "span a volume");
    REFUSED(bsp_brush_new_points(plane, 3, &error), "at least 4");
    BspVec line[] = { { { 0, 0, 0 } }, { { 1, 1, 1 } }, { { 2, 2, 2 } }, { { 3, 3, 3 } } };
    REFUSED(bsp_brush_new_points(line, 4, &error), "span a volume");
    BspVec same[] = { { { 1, 2, 3 } }, { { 1, 2, 3 } }, { { 1, 2, 3 } }, { { 1, 2, 3 } } };
    REFUSED(bsp_brush_new_points(same, 4, &error), "span a volume");
}

Test(brush, numbers_that_are_none_are_refused)
{
    const double bad[] = { (double)NAN, HUGE_VAL, -HUGE_VAL };
    for (guint b = 0; b < 3; b++) {
        for (guint k = 0; k < 4; k++) {
            BspPlane planes[6];
            memcpy(planes, unit_box, sizeof unit_box);
            *(k < 3 ? &planes[4].normal.v[k] : &planes[4].dist) = bad[b];
            REFUSED(bsp_brush_new_planes(planes, 6, &error), "plane 4 is not finite");
        }
        BspVec points[] = { { { 0, 0, 0 } }, { { 1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, 0, 1 } } };
        points[2].y = bad[b];
        REFUSED(bsp_brush_new_points(points, 4, &error), "point 2 is not finite");
    }
}

Test(brush, a_normal_of_no_length_is_refused)
{
    BspPlane planes[6];
    memcpy(planes, unit_box, sizeof unit_box);
    planes[3].normal = bsp_vec(0, 0, 0);
    REFUSED(bsp_brush_new_planes(planes, 6, &error), "plane 3 has no direction");
    planes[3].normal = bsp_vec(1e-200, 0, 0);
    REFUSED(bsp_brush_new_planes(planes, 6, &error), "plane 3 has no direction");
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

/* The order of planes does not change the solid that they bound. */
Test(brush, planes_in_any_order_bound_the_same)
{
    Random r = random_seeded(4);
    for (guint i = 0; i < 300; i++) {
        BspPlane planes[20], shuffled[20];
        for (guint k = 0; k < 20; k++)
            planes[k] = (BspPlane){ random_direction(&r), random_real(&r, 5, 8) };
        memcpy(shuffled, planes, sizeof planes);
        for (guint k = 19; k > 0; k--) {
            guint o = (guint)random_int(&r, 0, (int)k);
            BspPlane swap = shuffled[k];
            shuffled[k] = shuffled[o];
            shuffled[o] = swap;
        }
        g_autoptr(BspBrush) a = bsp_brush_new_planes(planes, 20, NULL);
        g_autoptr(BspBrush) b = bsp_brush_new_planes(shuffled, 20, NULL);
        cr_assert(!a == !b);
        cr_assert(!a || fabs(bsp_cell_volume(a->cell) - bsp_cell_volume(b->cell)) <
                            1e-9 * bsp_cell_volume(a->cell) + 1e-4);
        cr_assert(!a || a->cell->n_faces == b->cell->n_faces);
    }
}

Test(brush, points_make_their_hull)
{
    Random r = random_seeded(5);
    const BspBounds room = { bsp_vec(-50, -20, -10), bsp_vec(50, 30, 90) };
    for (guint i = 0; i < 500; i++) {
        BspVec points[40];
        guint n = (guint)random_int(&r, 4, 40);
        for (guint k = 0; k < n; k++)
            points[k] = random_point(&r, &room);
        g_autoptr(BspBrush) brush = bsp_brush_new_points(points, n, NULL);
        cr_assert(brush);
        for (guint k = 0; k < n; k++)
            for (guint f = 0; f < brush->cell->n_faces; f++)
                cr_assert(bsp_plane_distance(&brush->cell->faces[f].plane, points[k]) < 1e-6);
        for (guint k = 0; k < 100; k++) {
            BspVec d = random_direction(&r);
            double most = -HUGE_VAL;
            for (guint p = 0; p < n; p++)
                most = fmax(most, bsp_vec_dot(d, points[p]));
            cr_assert(fabs(bsp_cell_support(brush->cell, d) - most) < 1e-5);
        }
    }
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

Test(brush, box_expanded_for_a_box_is_the_sum)
{
    g_autoptr(BspBrush) brush = scene_box(0, 0, 0, 10, 20, 30);
    BspBounds box = { bsp_vec(-1, -2, -3), bsp_vec(4, 5, 6) };
    g_autoptr(BspBrush) sum = bsp_brush_expand(brush, &box, NULL);
    cr_assert(sum && sum->cell->n_faces == 6);
    cr_assert(sum->bounds.mins.x == -4 && sum->bounds.mins.y == -5 && sum->bounds.mins.z == -6);
    cr_assert(sum->bounds.maxs.x == 11 && sum->bounds.maxs.y == 22 && sum->bounds.maxs.z == 33);
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

Test(brush, box_planes_touch_the_brush_and_start_with_its_faces)
{
    for (guint64 seed = 0; seed < 400; seed++) {
        Random r = random_seeded(seed + 80000);
        g_autoptr(BspBrush) brush = some_brush(&r, seed);
        guint n;
        g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &n);
        cr_assert(n >= brush->cell->n_faces);
        guint axes = 0;
        for (guint i = 0; i < n; i++) {
            cr_assert(fabs(bsp_vec_length(planes[i].normal) - 1) < 1e-12);
            cr_assert(fabs(bsp_cell_support(brush->cell, planes[i].normal) - planes[i].dist) <
                      1e-6);
            if (i < brush->cell->n_faces)
                cr_assert(planes[i].dist == brush->cell->faces[i].plane.dist);
            axes += bsp_plane_axis(&planes[i]) >= 0 ? 1 : 0;
        }
        cr_assert(axes >= 6);
    }
}

/* --- exactly, in rational numbers --- */

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

/* Edges within a face, and groups of corners at one place, must not hide the real edges. */
Test(brush, expansion_of_cubes_whose_corners_are_noisy)
{
    const BspBounds box = { bsp_vec(-1, -20, -1), bsp_vec(1, 20, 1) };
    Random r = random_seeded(6);
    for (guint i = 0; i < 2000; i++) {
        BspVec turn[3], corners[8];
        random_turn(&r, turn);
        double noise = pow(10, random_real(&r, -9, -2));
        g_autoptr(BspBrush) cube = scene_noisy_cube(&r, turn, 5, noise, corners);
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
    REFUSED(bsp_brush_expand(brush, &box, &error), "reaches beyond");
}
