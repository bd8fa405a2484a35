/* test-draw: tests the geometry of pictures, which is sections, cells, the shifted surface, the
 * true surface and floors. Formulas, the trees' answers and the oracle check it. */
#include <criterion/criterion.h>

#include "draw/floors.h"
#include "draw/partition.h"
#include "draw/section.h"
#include "oracle/oracle.h"
#include "scenes.h"
#include "shape/shape.h"
#include "shift-tree.h"
#include "shipped.h"

static CompareSection section_of(guint axis, double at, double half)
{
    CompareSection s = { axis, at, { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) } };
    s.view.mins.v[axis] = s.view.maxs.v[axis] = at;
    return s;
}

/* --- sections --- */

/* A section in the plane of a face shows the solid just above that plane. */
Test(draw, section_along_a_face_shows_the_solid_above)
{
    g_autoptr(BspSolid) solid = scene_one_box(-10, -20, -30, 40, 50, 60);
    CompareSection bottom = section_of(2, -30, 100), top = section_of(2, 60, 100);
    g_autoptr(GPtrArray) low = compare_section_solid(&bottom, solid),
                         high = compare_section_solid(&top, solid);
    cr_expect_float_eq(compare_cover_sum(low), 50 * 70, 1e-9);
    cr_expect_eq(high->len, 0);
}

static double area_of_section(const BspSolid *solid, const BspShape *shape, guint axis, double at)
{
    CompareSection section = section_of(axis, at, 200);
    g_autoptr(GPtrArray) polygons = compare_section_sum(&section, solid, 0, shape, NULL);
    return compare_cover_sum(polygons);
}

/* Returns the area of a rectangle of a by b, grown by r on all sides, with rounded corners. */
static double rounded_area(double a, double b, double r)
{
    return (a + 2 * r) * (b + 2 * r) - (4 - G_PI) * r * r;
}

Test(draw, section_for_round_shapes_is_hardly_too_small)
{
    g_autoptr(BspSolid) solid = scene_one_box(-10, -20, -30, 40, 50, 60);
    BspShape ball = bsp_shape_sphere(12), barrel = bsp_shape_cylinder(12, -24, 32);
    double most = COMPARE_OUTLINE_SAG * 340; /* the tolerance times the outline's length */
    double middle = area_of_section(solid, &ball, 2, 0);
    cr_expect_leq(middle, rounded_area(50, 70, 12));
    cr_expect_geq(middle, rounded_area(50, 70, 12) - most);
    double over = area_of_section(solid, &ball, 2, 66), r = sqrt(144 - 36);
    /* Above the top, the section is the top grown by the radius of a smaller circle. */
    cr_expect_float_eq(over, rounded_area(50, 70, r), most);
    cr_expect_eq(area_of_section(solid, &ball, 2, 72.001), 0);
    cr_expect_eq(area_of_section(solid, &ball, 2, -42.001), 0);
    cr_expect_float_eq(area_of_section(solid, &barrel, 2, 0), rounded_area(50, 70, 12), most);
    cr_expect_float_eq(area_of_section(solid, &barrel, 1, 0), (50 + 24) * (90 + 56), most);
}

/* --- cover --- */

Test(draw, cover_of_boxes_has_their_area)
{
    const double two[][6] = { { 0, 0, 0, 10, 10, 10 },
                              { 10, 0, 0, 20, 10, 10 },  /* beside the first */
                              { 5, 5, 0, 15, 15, 10 },   /* over both */
                              { 5, 5, 0, 15, 15, 10 } }; /* equal to the one before */
    CompareSection section = section_of(2, 5, 100);
    const double areas[] = { 100, 200, 250, 250 };
    g_autoptr(GPtrArray) nothing = compare_polygons_new();
    for (guint n = 1; n <= 4; n++) {
        g_autoptr(BspSolid) solid = scene_boxes(two, n);
        g_autoptr(GPtrArray) polygons = compare_section_solid(&section, solid);
        g_autoptr(GPtrArray) pieces = compare_cover_minus(&section, polygons, nothing, 0);
        g_autoptr(GPtrArray) none = compare_cover_minus(&section, polygons, polygons, 0);
        cr_expect_float_eq(compare_cover_sum(pieces), areas[n - 1], 1e-4, "%u", n);
        cr_expect_float_eq(compare_cover_sum(none), 0, 1e-4, "%u", n);
    }
}

/* --- trees --- */

typedef struct {
    CompareScenario *scenario;
    CompareMethod *method;
    CompareTreeView tree;
} Built;

static Built build(const char *scenario, const char *method, gint mover)
{
    Built b = { .scenario = shipped_scenario(scenario) };
    const CompareTrees trees = { 0 };
    g_autoptr(GError) error = NULL;
    b.method =
        compare_method_new(compare_method_find(method), b.scenario, &trees, NULL, NULL, &error);
    cr_assert_not_null(b.method);
    cr_assert(b.method->klass->view(b.method->data, mover, &b.tree));
    return b;
}

static void clear(Built *b)
{
    compare_method_free(b->method);
    compare_scenario_free(b->scenario);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Built, clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareCells, compare_cells_free)

Test(draw, cells_make_up_the_view)
{
    static const char *const scenarios[] = { "stand-and-crouch.json", "ridge.json", "slivers.json",
                                             "pool.json" };
    static const char *const methods[] = { "onion", "multi", "shift", "shift-box", "shift-exact" };
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(scenarios) * G_N_ELEMENTS(methods); i++) {
        g_auto(Built) b = build(scenarios[i % 4], methods[i / 4], 0);
        for (guint axis = 0; axis < 3; axis++) {
            CompareSection section = section_of(axis, 17, 150);
            g_autoptr(CompareCells) cells = compare_cells_new(&section, &b.tree, NULL);
            double area = compare_cover_sum(cells->empty) + compare_cover_sum(cells->solid);
            cr_expect_float_eq(area, 300 * 300, 0.01, "%s, %s, %u", scenarios[i % 4],
                               methods[i / 4], axis);
            n += cells->empty->len + cells->solid->len;
        }
    }
    cr_expect_gt(n, 200);
}

static double protrusion(const Built *b, const CompareSection *section, const BspShape *shape,
                         double beyond)
{
    g_autoptr(CompareCells) shifted = compare_cells_new(section, &b->tree, shape);
    g_autoptr(GPtrArray) truth =
        compare_section_sum(section, b->scenario->world->solid, 0, shape, NULL);
    g_autoptr(GPtrArray) pieces = compare_cover_minus(section, shifted->solid, truth, beyond);
    g_autoptr(GPtrArray) missing = compare_cover_minus(section, truth, shifted->solid, beyond);
    cr_expect_lt(compare_cover_sum(missing), 1e-3, "shifting takes too little for solid");
    return compare_cover_sum(pieces);
}

/* With the bevels that boxes need, the shifted surface of a box is the true one. */
Test(draw, box_bevels_do_not_protrude)
{
    static const char *const scenarios[] = { "stand-and-crouch.json", "ridge.json", "ramp.json" };
    for (guint i = 0; i < G_N_ELEMENTS(scenarios); i++) {
        g_auto(Built) b = build(scenarios[i], "shift-box", 0);
        for (guint k = 0; k < b.scenario->spaces->len; k++) {
            const BspShape *shape = &g_array_index(b.scenario->spaces, CompareMover, k).shape;
            for (guint axis = 0; axis < 3; axis++) {
                CompareSection section = section_of(axis, 30.5, 200);
                cr_expect_lt(protrusion(&b, &section, shape, BSP_BRACKET), 1e-3, "%s, %u, %u",
                             scenarios[i], k, axis);
            }
        }
    }
}

/* The ridge rises at 56.3 degrees on both sides and has a level bevel on top. Two tips lie
 * between the bevel, the slopes and the ball's circular path over the edge. Each has the area
 * r^2 (tan (a/2) - a/2). */
Test(draw, protrusion_of_a_ridge_is_as_computed)
{
    g_auto(Built) b = build("ridge.json", "shift", 0);
    CompareSection section = { 0, 0, { bsp_vec(0, -60, -30), bsp_vec(0, 60, 80) } };
    BspShape ball = bsp_shape_sphere(12);
    double half = 0.5 * atan2(48, 32), expected = 2 * 144 * (tan(half) - half);
    cr_expect_float_eq(protrusion(&b, &section, &ball, 1e-4), expected, 0.3);
    g_autoptr(CompareCells) shifted = compare_cells_new(&section, &b.tree, &ball);
    cr_expect_gt(shifted->bevels->len, 0);
}

/* Returns the distance of x from the polygon's outline. It is negative outside. */
static double depth_in(const CompareSection *section, const BspPolygon *p, BspVec x)
{
    double depth = HUGE_VAL;
    BspVec axis = bsp_vec_axis((int)section->axis);
    for (guint i = 0; i < p->n; i++) {
        BspVec along = bsp_vec_sub(p->v[(i + 1) % p->n], p->v[i]);
        if (bsp_vec_length(along) < 1e-6)
            continue;
        BspVec out = bsp_vec_unit(bsp_vec_cross(along, axis));
        depth = fmin(depth, bsp_vec_dot(out, bsp_vec_sub(p->v[i], x)));
    }
    return depth;
}

static double depth_in_any(const CompareSection *section, const GPtrArray *polygons, BspVec x)
{
    double depth = -HUGE_VAL;
    for (guint i = 0; i < polygons->len; i++)
        depth = fmax(depth, depth_in(section, polygons->pdata[i], x));
    return depth;
}

/* Checks at random points that the picture agrees with the tree and with the oracle. */
static void compare_with_answers(Built *b, gint mover, Random *random)
{
    const CompareScenario *s = b->scenario;
    const BspShape *shape = &compare_mover(s, mover)->shape;
    guint32 mask = compare_mover(s, mover)->mask;
    cr_assert(b->method->klass->view(b->method->data, mover, &b->tree));
    CompareSection section = section_of(random_below(random, 3), random_real(random, 0, 90), 120);
    g_autoptr(CompareCells) shifted = compare_cells_new(&section, &b->tree, shape);
    g_autoptr(GPtrArray) truth = compare_section_sum(&section, s->world->solid, mask, shape, NULL);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    for (guint i = 0; i < 300; i++) {
        BspVec x = random_point(random, &section.view);
        double shown = depth_in_any(&section, shifted->solid, x);
        double truly = depth_in_any(&section, truth, x);
        const CompareCall call = compare_call(s, mover, x, x);
        BspTransition answer = b->method->klass->query(b->method->data, &call, NULL);
        if (fabs(shown) > 1e-3)
            cr_expect_eq(answer.type == BSP_SOLID, shown > 0, "shifted, %g inside", shown);
        if (fabs(truly) > 2 * COMPARE_OUTLINE_SAG)
            cr_expect_eq(compare_oracle_move(oracle, shape, mask, x, x).t == 0, truly > 0,
                         "true, %g inside", truly);
    }
}

Test(draw, pictures_agree_with_answers)
{
    Random random = random_seeded(17);
    static const char *const scenarios[] = { "stand-and-crouch.json", "ridge.json", "ramp.json",
                                             "pool.json" };
    for (guint i = 0; i < G_N_ELEMENTS(scenarios); i++) {
        CompareTrees trees = { 0 };
        g_auto(Built) b = { .scenario = shipped_scenario(scenarios[i]) };
        trees.build.plain = TRUE; /* plain trees accept any shape */
        b.method =
            compare_method_new(compare_method_find("shift"), b.scenario, &trees, NULL, NULL, NULL);
        for (guint k = 0; k < b.scenario->shapes->len; k++)
            compare_with_answers(&b, ~(gint)k, &random);
        for (guint k = 0; k < b.scenario->spaces->len; k++)
            compare_with_answers(&b, (gint)k, &random);
    }
}

/* --- floors seen from above --- */

/* The z of a missing floor, lower than all floors. */
#define NO_FLOOR (-999.0)

typedef struct {
    const char *about;
    double boxes[6][6];
    guint n;
    struct {
        double x, y, z; /* `z` is that of the highest floor that is drawn at x, y */
    } at[4];
} Level;

/* All worlds are open at a side, so that faces outside count, too. */
static const Level levels[] = {
    { "the floor under an opening of the roof is kept",
      { { -64, -64, -16, 64, 64, 0 }, { -64, -64, 64, 64, 16, 80 }, { -8, -8, 0, 8, 8, 32 } },
      3,
      { { 0, 40, 0 }, { 30, -30, 0 }, { 1, 1, 32 }, { -50, 60, 0 } } },
    { "floors of two storeys are kept",
      { { -64, -64, -16, 64, 64, 0 }, { -64, -64, 64, 0, 64, 72 }, { -64, -64, 128, 64, 64, 136 } },
      3,
      { { -30, 0, 72 }, { 30, 0, 0 }, { -1, 50, 72 }, { 1, -50, 0 } } },
    { "a bridge of a level without a roof is kept",
      { { -64, -64, -16, 64, 64, 0 }, { -64, -8, 64, 64, 8, 72 } },
      2,
      { { 0, 0, 72 }, { 50, 1, 72 }, { 0, 20, 0 }, { 0, -20, 0 } } },
    { "a roof is kept on top of walls and left out over the room",
      { { -128, -128, -16, 128, 128, 0 },
        { -128, -128, 0, -64, 128, 64 },
        { 64, -128, 0, 128, 128, 64 },
        { -128, -128, 64, 128, 128, 80 } },
      4,
      { { 0, 0, 0 }, { 60, 100, 0 }, { 100, 0, 80 }, { -100, 0, 80 } } },
    { "there is no floor beside the level",
      { { -64, -64, -16, 64, 64, 0 } },
      1,
      { { 0, 0, 0 }, { 70, 0, NO_FLOOR }, { 0, 70, NO_FLOOR }, { 63, 63, 0 } } },
};

/* Returns the z of the highest floor that is drawn at x, y. */
static double floor_drawn_at(const GArray *floors, double x, double y)
{
    CompareSection ground = section_of(2, 0, 200);
    double highest = NO_FLOOR;
    for (guint i = 0; i < floors->len; i++) {
        const CompareFloor *piece = &g_array_index(floors, CompareFloor, i);
        if (depth_in(&ground, piece->flat, bsp_vec(x, y, 0)) > 0)
            highest = fmax(highest, compare_floor_height(&piece->plane, x, y));
    }
    return highest;
}

Test(draw, floors_without_the_roof_are_drawn)
{
    CompareSection ground = section_of(2, 0, 200);
    for (guint i = 0; i < G_N_ELEMENTS(levels); i++) {
        g_autoptr(BspSolid) solid = scene_boxes(levels[i].boxes, levels[i].n);
        g_autoptr(GArray) none = scene_starts(NULL, 0);
        const BspWorld world = { .solid = solid, .starts = none, .inside = none };
        g_autoptr(GArray) floors = compare_floors_new(&world, &ground.view);
        for (guint k = 0; k < G_N_ELEMENTS(levels[i].at); k++)
            cr_expect_float_eq(floor_drawn_at(floors, levels[i].at[k].x, levels[i].at[k].y),
                               levels[i].at[k].z, 1e-6, "%s, place %u: z = %g", levels[i].about, k,
                               floor_drawn_at(floors, levels[i].at[k].x, levels[i].at[k].y));
    }
}
