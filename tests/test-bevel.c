/* test-bevel: the planes that keep solid cells from protruding (Melax 2000, sections 5 and 8). */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-world.h"
#include "scenes.h"
#include "shift/shift-private.h"

/* --- cells --- */

static BspBrush *hull_of(const double (*points)[3], guint n)
{
    BspVec p[16];
    for (guint i = 0; i < n; i++)
        p[i] = bsp_vec(points[i][0], points[i][1], points[i][2]);
    return scene_hull_brush(p, n);
}

/* A prism along y. At its edge on the y axis the faces meet at `degrees`; the lower one rises by
 * `tilt` degrees. */
static BspBrush *tilted_wedge(double degrees, double tilt)
{
    double a = tilt * G_PI / 180, b = (tilt + degrees) * G_PI / 180;
    const double points[6][3] = { { 0, -32, 0 },
                                  { 0, 32, 0 },
                                  { 64 * cos(a), -32, 64 * sin(a) },
                                  { 64 * cos(a), 32, 64 * sin(a) },
                                  { 64 * cos(b), -32, 64 * sin(b) },
                                  { 64 * cos(b), 32, 64 * sin(b) } };
    return hull_of(points, 6);
}

static BspBrush *wedge(double degrees)
{
    return tilted_wedge(degrees, 0);
}

/* A roof along x. Its sides rise by `degrees`. */
static BspBrush *ridge(double degrees)
{
    double z = 32 * tan(degrees * G_PI / 180);
    const double points[6][3] = { { -64, -32, 0 }, { -64, 32, 0 }, { -64, 0, z },
                                  { 64, -32, 0 },  { 64, 32, 0 },  { 64, 0, z } };
    return hull_of(points, 6);
}

static GArray *bevels_of(const BspCell *cell, guint which, double angle, ShiftStats *stats)
{
    ShiftOptions options = { 0 };
    options.bevels = which;
    options.bevel_angle = angle;
    memset(stats, 0, sizeof *stats);
    return shift_cell_bevels(cell, cell, &options, NULL, stats);
}

static const BspPlane *bevel(const GArray *bevels, guint i)
{
    return &g_array_index(bevels, BspPlane, i);
}

static void check_normal(const BspPlane *plane, double x, double y, double z)
{
    cr_assert(fabs(plane->normal.x - x) < 1e-9 && fabs(plane->normal.y - y) < 1e-9 &&
                  fabs(plane->normal.z - z) < 1e-9,
              "(%g, %g, %g), not (%g, %g, %g)", plane->normal.x, plane->normal.y, plane->normal.z,
              x, y, z);
}

/* Each bevel must be a unit plane that touches the cell from outside, and differ from all faces
 * and other bevels. */
static void check_bevels(const BspCell *cell, const GArray *bevels)
{
    for (guint i = 0; i < bevels->len; i++) {
        const BspPlane *b = bevel(bevels, i);
        double most = -HUGE_VAL;
        for (guint v = 0; v < cell->n_vertices; v++)
            most = fmax(most, bsp_plane_distance(b, cell->vertices[v]));
        cr_assert_leq(fabs(most), 1e-9, "bevel %u is %g from the cell", i, most);
        cr_assert_float_eq(bsp_vec_length(b->normal), 1, 1e-12);
        for (guint f = 0; f < cell->n_faces; f++)
            cr_assert_not(bsp_same_normal(cell->faces[f].plane.normal, b->normal));
        for (guint k = 0; k < i; k++)
            cr_assert_not(bsp_same_normal(bevel(bevels, k)->normal, b->normal));
    }
}

#define EVERY (SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES | SHIFT_BEVEL_LEVEL_TOP | SHIFT_BEVEL_BOX)

static guint n_bevels(const BspBrush *brush, guint which, double angle)
{
    ShiftStats stats;
    g_autoptr(GArray) bevels = bevels_of(brush->cell, which, angle, &stats);
    check_bevels(brush->cell, bevels);
    cr_assert_eq(bevels->len, stats.edge_bevels + stats.spike_bevels + stats.level_top_bevels +
                                  stats.box_bevels);
    return bevels->len;
}

/* The number of bevels. The edges of a wedge of 90 degrees turn by 90, 135 and 135 degrees. An
 * angle that differs from a right angle only by the rounding of floats counts as one. */
Test(bevel, numbers_of_bevels)
{
    static const struct {
        enum { BOX, WEDGE, RIDGE } solid;
        double degrees; /* of the solid */
        guint which;
        double angle;
        guint n;
    } cases[] = { { BOX, 0, EVERY, 90, 0 },
                  { BOX, 0, EVERY, 180, 0 },
                  { BOX, 0, SHIFT_BEVEL_EDGES, 60, 12 },
                  { BOX, 0, SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES, 60, 12 },
                  { BOX, 0, SHIFT_BEVEL_EDGES, 20, 12 * 4 },
                  { WEDGE, 90, SHIFT_BEVEL_EDGES, 134, 2 },
                  { WEDGE, 90, SHIFT_BEVEL_EDGES, 135, 0 },
                  { WEDGE, 90 - 0.05, SHIFT_BEVEL_EDGES, 90, 2 },
                  { WEDGE, 90 - 0.5, SHIFT_BEVEL_EDGES, 90, 3 },
                  { RIDGE, 45, SHIFT_BEVEL_LEVEL_TOP, 90, 1 },
                  { RIDGE, 19, SHIFT_BEVEL_LEVEL_TOP, 90, 1 },
                  { RIDGE, 10, SHIFT_BEVEL_LEVEL_TOP, 90, 0 } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(BspBrush) brush = cases[i].solid == BOX     ? scene_box(-8, 0, 4, 24, 40, 12)
                                    : cases[i].solid == WEDGE ? wedge(cases[i].degrees)
                                                              : ridge(cases[i].degrees);
        guint n = n_bevels(brush, cases[i].which, cases[i].angle);
        cr_expect_eq(n, cases[i].n, "case %u: %u", i, n);
    }
}

/* Whether the bevel contains the y axis, which is the edge of a wedge. */
static gboolean is_at_tip(const BspPlane *b)
{
    return fabs(b->dist) <= 1e-9 && fabs(b->normal.y) <= 1e-9;
}

/* The bevel through the y axis. There must be only one. */
static BspPlane bevel_of_tip(const BspBrush *brush)
{
    ShiftStats stats;
    g_autoptr(GArray) bevels = bevels_of(brush->cell, SHIFT_BEVEL_EDGES, 90, &stats);
    check_bevels(brush->cell, bevels);
    cr_assert_eq(stats.edge_bevels, bevels->len);
    BspPlane tip = { 0 };
    guint found = 0;
    for (guint i = 0; i < bevels->len; i++) {
        if (!is_at_tip(bevel(bevels, i)))
            continue;
        tip = *bevel(bevels, i);
        found++;
    }
    cr_assert_eq(found, 1);
    return tip;
}

/* The normals at the edge are 150 degrees apart, so the bevel is 75 degrees from the lower one. */
Test(bevel, a_wedge_gets_its_edge_halved)
{
    g_autoptr(BspBrush) brush = tilted_wedge(30, 40);
    BspPlane tip = bevel_of_tip(brush);
    double half = (40 + 15) * G_PI / 180;
    check_normal(&tip, -cos(half), 0, -sin(half));
}

/* Here the x axis is 90 degrees from the lower face and 60 from the upper. */
Test(bevel, an_axis_is_preferred_where_the_angle_allows)
{
    g_autoptr(BspBrush) level = wedge(30), steep = tilted_wedge(30, -2),
                        gentle = tilted_wedge(30, 2);
    BspPlane tip = bevel_of_tip(level);
    check_normal(&tip, -1, 0, 0);
    tip = bevel_of_tip(steep); /* 88 and 62 */
    check_normal(&tip, -1, 0, 0);
    tip = bevel_of_tip(gentle); /* 92 and 58: too far */
    check_normal(&tip, -cos(17 * G_PI / 180), 0, -sin(17 * G_PI / 180));
}

/* If half of the angle, 150 degrees, is too much, the edge is divided into more equal parts. With
 * HALF_WAY the halves are halved again, even if an axial bevel would do. */
Test(bevel, an_edge_is_divided_evenly)
{
    static const struct {
        guint flags;
        double angle;
        guint n; /* planes */
        double step;
    } cases[] = { { SHIFT_BEVEL_HALF_WAY, 151, 0, 150 }, { SHIFT_BEVEL_HALF_WAY, 90, 1, 75 },
                  { SHIFT_BEVEL_HALF_WAY, 76, 1, 75 },   { SHIFT_BEVEL_HALF_WAY, 74, 3, 37.5 },
                  { SHIFT_BEVEL_HALF_WAY, 38, 3, 37.5 }, { 0, 60, 2, 50 } };
    g_autoptr(BspBrush) brush = wedge(30);
    for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
        ShiftStats stats;
        g_autoptr(GArray) bevels =
            bevels_of(brush->cell, SHIFT_BEVEL_EDGES | cases[k].flags, cases[k].angle, &stats);
        check_bevels(brush->cell, bevels);
        guint found = 0;
        for (guint i = 0; i < bevels->len; i++) {
            const BspPlane *b = bevel(bevels, i);
            if (!is_at_tip(b))
                continue;
            double degrees = atan2(-b->normal.x, -b->normal.z) * 180 / G_PI;
            cr_assert(fabs(remainder(degrees, cases[k].step)) < 1e-6, "%g", degrees);
            found++;
        }
        cr_assert_eq(found, cases[k].n, "%u planes at %g degrees", found, cases[k].angle);
    }
}

/* --- trees --- */

Test(bevel, refuses_impossible_angles)
{
    static const double angles[] = { -1e-9, -5, 180.001, HUGE_VAL, -HUGE_VAL };
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 1, bsp_vec(0, 0, 0));
    for (guint i = 0; i <= G_N_ELEMENTS(angles); i++) {
        ShiftOptions options = { 0 };
        options.bevel_angle = i < G_N_ELEMENTS(angles) ? angles[i] : (double)NAN;
        g_autoptr(GError) error = NULL;
        cr_assert_null(shift_tree_build(solid, &options, &error));
        cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
        cr_assert_not_null(strstr(error->message, "angle"));
    }
}

/* --- more bevels than the depth limit allows --- */

Test(bevel, more_than_a_tree_is_deep_are_refused)
{
    BspBrush *roof = ridge(45);
    g_autoptr(BspSolid) solid = scene_solid(&roof, 1);
    ShiftOptions options = { 0 };
    g_autoptr(GError) error = NULL;
    for (double angle = 40; angle > 1e-9; angle /= 2) {
        options.bevel_angle = angle;
        g_autoptr(ShiftTree) tree = shift_tree_build(solid, &options, &error);
        cr_assert_eq(tree != NULL, error == NULL);
        if (tree)
            cr_assert_leq(tree->nodes.depth, BSP_MAX_DEPTH);
        else
            break;
    }
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_assert(strstr(error->message, "a larger bevel angle"), "%s", error->message);
}
