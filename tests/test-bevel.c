/* test-bevel: tests the planes that keep solid cells from protruding (Melax 2000, sections 5 and
 * 8). */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-world.h"
#include "build-trees.h"
#include "scenes.h"
#include "shift/shift-private.h"

/* --- cells --- */

/* Returns a prism. At its edge through the origin the faces meet at `degrees`. The lower face rises
 * by `tilt` degrees. The edge is the y axis, turned around z by `yaw` degrees. */
static BspBrush *turned_wedge(double degrees, double tilt, double yaw)
{
    double a = tilt * G_PI / 180, b = (tilt + degrees) * G_PI / 180, c = yaw * G_PI / 180;
    const double corners[3][2] = { { 0, 0 }, { cos(a), sin(a) }, { cos(b), sin(b) } };
    BspVec points[6];
    for (guint i = 0; i < 6; i++) {
        double x = 64 * corners[i / 2][0], y = i % 2 ? 32 : -32;
        points[i] =
            bsp_vec(x * cos(c) - y * sin(c), x * sin(c) + y * cos(c), 64 * corners[i / 2][1]);
    }
    return scene_hull_brush(points, 6);
}

static BspBrush *wedge(double degrees)
{
    return turned_wedge(degrees, 0, 0);
}

/* Returns a roof along x. Its sides rise by `degrees`. */
static BspBrush *ridge(double degrees)
{
    double z = 32 * tan(degrees * G_PI / 180);
    const BspVec points[] = { { { -64, -32, 0 } }, { { -64, 32, 0 } }, { { -64, 0, z } },
                              { { 64, -32, 0 } },  { { 64, 32, 0 } },  { { 64, 0, z } } };
    return scene_hull_brush(points, 6);
}

/* Returns a pyramid of three sides, whose normals are 115 degrees apart. When its sides move by a
 * unit, its top moves by 4.4 units. */
static BspBrush *spike(void)
{
    double x = 8 * sqrt(3), top = 8 * tan(76.87 * G_PI / 180);
    const BspVec points[] = {
        { { -8, -x, 0 } }, { { -8, x, 0 } }, { { 16, 0, 0 } }, { { 0, 0, top } }
    };
    return scene_hull_brush(points, 4);
}

static GArray *bevels_of(const BspCell *cell, guint which, double angle, ShiftStats *stats)
{
    const ShiftOptions options = { .bevels = which, .bevel_angle = angle };
    memset(stats, 0, sizeof *stats);
    return shift_cell_bevels(cell, cell, &options, NULL, stats);
}

static const BspPlane *bevel(const GArray *bevels, guint i)
{
    return &g_array_index(bevels, BspPlane, i);
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

/* Checks the numbers of bevels. The edges of a wedge of 90 degrees turn by 90, 135 and 135 degrees.
 * An angle that differs from a right angle only by the rounding of floats counts as a right
 * angle. */
Test(bevel, numbers_of_bevels_are_as_computed)
{
    static const struct {
        enum { BOX, WEDGE, RIDGE, SPIKE } solid;
        double degrees; /* the angle of the solid */
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
                  { RIDGE, 10, SHIFT_BEVEL_LEVEL_TOP, 90, 0 },
                  { SPIKE, 0, SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES, 116, 1 },
                  { SPIKE, 0, SHIFT_BEVEL_SPIKES, 130, 0 } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(BspBrush) brush = cases[i].solid == BOX     ? scene_box(-8, 0, 4, 24, 40, 12)
                                    : cases[i].solid == WEDGE ? wedge(cases[i].degrees)
                                    : cases[i].solid == SPIKE ? spike()
                                                              : ridge(cases[i].degrees);
        guint n = n_bevels(brush, cases[i].which, cases[i].angle);
        cr_expect_eq(n, cases[i].n, "case %u: %u", i, n);
    }
}

/* Checks the bevels through the edge of a wedge of 30 degrees, whose faces turn by 150. Each bevel
 * is given by its angle from the lower face, in degrees. At tilt 0, the lower face looks down (-z).
 * The axis -x is 90 degrees higher. */
Test(bevel, axes_and_even_parts_between_them_are_bevels)
{
    static const struct {
        double tilt, yaw, angle;
        guint flags, n;
        double at[4];
    } cases[] = {
        /* no axis lies between the faces */
        { -10, 45, 150, 0, 0, { 0 } },
        { -10, 45, 90, 0, 1, { 75 } },
        { -10, 45, 74, 0, 2, { 50, 100 } },
        { -10, 45, 37, 0, 4, { 30, 60, 90, 120 } },
        /* one axis, at most 90 degrees from both faces */
        { -2, 0, 150, 0, 0, { 0 } },
        { -2, 0, 149, 0, 1, { 88 } },
        { -2, 0, 90, 0, 1, { 88 } },
        { -2, 0, 75, 0, 2, { 44, 88 } },
        { -2, 0, 60, 0, 3, { 44, 88, 119 } },
        /* one axis far from the upper face */
        { 20, 45, 149, 0, 1, { 20 } },
        { 20, 45, 90, 0, 2, { 20, 85 } },
        { 20, 45, 60, 0, 3, { 20, 63 + 1. / 3, 106 + 2. / 3 } },
        /* two axes, at any angle */
        { 40, 0, 149, 0, 2, { 40, 130 } },
        { 40, 0, 90, 0, 2, { 40, 130 } },
        { 40, 0, 75, 0, 3, { 40, 85, 130 } },
        { 2, 0, 90, 0, 2, { 2, 92 } },
        /* an axis that is the lower face, or differs from it only by rounding, is no bevel */
        { 0, 0, 90, 0, 1, { 90 } },
        { 0, 0, 45, 0, 3, { 45, 90, 120 } },
        { 1e-8, 0, 90, 0, 1, { 90 } },
        { -1e-8, 0, 90, 0, 1, { 90 } },
        { 1e-4, 0, 90, 0, 2, { 1e-4, 90 + 1e-4 } },
        /* as published, with halves that are halved again, without axes */
        { 0, 0, 151, SHIFT_BEVEL_HALF_WAY, 0, { 0 } },
        { 0, 0, 90, SHIFT_BEVEL_HALF_WAY, 1, { 75 } },
        { 0, 0, 76, SHIFT_BEVEL_HALF_WAY, 1, { 75 } },
        { 0, 0, 74, SHIFT_BEVEL_HALF_WAY, 3, { 37.5, 75, 112.5 } },
        { 0, 0, 38, SHIFT_BEVEL_HALF_WAY, 3, { 37.5, 75, 112.5 } },
        { 40, 0, 90, SHIFT_BEVEL_HALF_WAY, 1, { 75 } },
    };
    for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
        g_autoptr(BspBrush) brush = turned_wedge(30, cases[k].tilt, cases[k].yaw);
        double c = cases[k].yaw * G_PI / 180;
        ShiftStats stats;
        g_autoptr(GArray) bevels =
            bevels_of(brush->cell, SHIFT_BEVEL_EDGES | cases[k].flags, cases[k].angle, &stats);
        check_bevels(brush->cell, bevels);
        cr_assert_eq(stats.edge_bevels, bevels->len);
        guint found = 0;
        for (guint i = 0; i < bevels->len; i++) {
            const BspPlane *b = bevel(bevels, i);
            double along = b->normal.y * cos(c) - b->normal.x * sin(c);
            if (fabs(b->dist) > 1e-9 || fabs(along) > 1e-9)
                continue; /* because it is not a bevel of this edge */
            double out = -b->normal.x * cos(c) - b->normal.y * sin(c);
            double at = atan2(out, -b->normal.z) * 180 / G_PI + cases[k].tilt, nearest = 180;
            for (guint j = 0; j < cases[k].n; j++)
                nearest = fmin(nearest, fabs(at - cases[k].at[j]));
            cr_expect_leq(nearest, 1e-6, "case %u: a bevel at %g degrees", k, at);
            found++;
        }
        cr_expect_eq(found, cases[k].n, "case %u: %u bevels", k, found);
    }
}

/* If an axis lies almost in the plane of the normals of two faces, and between them, a bevel is
 * exactly that axis, so that cells share its plane. This edge is turned by less than the tolerance.
 */
Test(bevel, an_axis_is_not_rounded)
{
    g_autoptr(BspBrush) brush = turned_wedge(30, -2, 0.001);
    ShiftStats stats;
    g_autoptr(GArray) bevels = bevels_of(brush->cell, SHIFT_BEVEL_EDGES, 149, &stats);
    guint axes = 0;
    for (guint i = 0; i < bevels->len; i++)
        axes += bevel(bevels, i)->normal.x == -1 && bevel(bevels, i)->normal.y == 0;
    cr_assert_eq(axes, 1);
}

/* --- trees --- */

Test(bevel, refuses_impossible_angles)
{
    static const double angles[] = { -1e-9, -5, 180.001, HUGE_VAL, -HUGE_VAL, (double)NAN };
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 1, bsp_vec(0, 0, 0));
    for (guint i = 0; i < G_N_ELEMENTS(angles); i++) {
        const ShiftOptions options = { .bevel_angle = angles[i] };
        g_autoptr(GError) error = NULL;
        cr_assert_null(shift_tree_build(solid, &options, &error));
        cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
        cr_assert_not_null(strstr(error->message, "angle"));
    }
}

/* --- early answers --- */

static double units_moved(const ShiftTree *tree, BspVec from, BspVec to)
{
    const BspShape box = scene_cube(16);
    BspTransition tr = shift_tree_hit_check(tree, &box, from, to, NULL);
    cr_assert_neq(tr.type, BSP_SOLID_TO_EMPTY);
    return tr.t * bsp_vec_length(bsp_vec_sub(to, from));
}

static ShiftTree *tree_of(const BspSolid *solid, guint bevels, double angle)
{
    return build_shift_with(solid, &(ShiftOptions){ .bevels = bevels, .bevel_angle = angle });
}

/* Returns walls with a doorway, and a wall that ends in an edge of 21 degrees, as in
 * page/scenes/corridor.json.
 */
static BspSolid *corridor(void)
{
    const BspVec spur[] = { { { -90, 96, -160 } }, { { -44, 96, -160 } }, { { -8, 16, -160 } },
                            { { -90, 96, 160 } },  { { -44, 96, 160 } },  { { -8, 16, 160 } } };
    BspBrush *walls[] = { scene_box(-200, 96, -160, 200, 112, 160),
                          scene_box(-200, -112, -160, 200, -96, 160),
                          scene_box(64, -96, -160, 80, -40, 160),
                          scene_box(64, 44, -160, 80, 96, 160), scene_hull_brush(spur, 6) };
    return scene_solid(walls, G_N_ELEMENTS(walls));
}

/* Moves a box along the corridor. Full box bevels give the true answers for a box. A smaller angle
 * must not have more early answers. Number 0 is the move of the README's picture. */
Test(bevel, a_smaller_angle_is_not_early_more_often)
{
    enum { MOVES = 400 };
    g_autoptr(BspSolid) solid = corridor();
    g_autoptr(ShiftTree) exact = tree_of(solid, SHIFT_BEVEL_BOX, 0);
    guint before = MOVES;
    for (double angle = 180; angle >= 15; angle -= 15) {
        g_autoptr(ShiftTree) tree = tree_of(solid, 0, angle);
        Random r = random_seeded(57);
        guint early = 0;
        for (guint i = 0; i < MOVES; i++) {
            BspVec from = bsp_vec(-150, -8, 0), to = bsp_vec(160, -8, 0);
            if (i > 0) {
                from = bsp_vec(random_real(&r, -190, -110), random_real(&r, -70, 70), 0);
                to = bsp_vec(random_real(&r, 90, 190), random_real(&r, -70, 70), 0);
            }
            double lost = units_moved(exact, from, to) - units_moved(tree, from, to);
            cr_assert_geq(lost, -0.001);
            early += lost > 0.001;
            if (i == 0)
                cr_expect_float_eq(lost, angle > 158.6 ? 175.8 : 0, 0.001, "%g: %g", angle, lost);
        }
        cr_expect_leq(early, before, "%u early at %g degrees, %u before", early, angle, before);
        cr_expect_eq(early > 0, angle > 158.6, "%u early at %g degrees", early, angle);
        before = early;
    }
}

/* --- more bevels than the depth limit allows --- */

Test(bevel, more_than_a_tree_is_deep_are_refused)
{
    g_autoptr(BspSolid) solid = scene_one(ridge(45));
    g_autoptr(GError) error = NULL;
    for (double angle = 40; angle > 1e-9; angle /= 2) {
        const ShiftOptions options = { .bevel_angle = angle };
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
