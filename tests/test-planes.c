/* test-planes: the judge of planes, against corners made by hand and against sampled points. */
#include <criterion/criterion.h>

#include "oracle/hit-plane.h"
#include "oracle/oracle.h"
#include "run/faults.h"
#include "scenes.h"
#include "shipped.h"
#include "table-move.h"
#include "tools/bsp-inspect.h"

/* --- corners made by hand --- */

typedef struct {
    const char *what;
    BspVec direction, normal;
    ComparePlaneVerdict verdict;
} Case;

#define RIGHT COMPARE_PLANE_RIGHT
#define NO_FACE COMPARE_PLANE_NO_FACE
#define NOT_ENTERED COMPARE_PLANE_NOT_ENTERED
#define STUCK COMPARE_PLANE_STUCK

#define V(x, y, z)                                                                                 \
    {                                                                                              \
        {                                                                                          \
            x, y, z                                                                                \
        }                                                                                          \
    }

static ComparePlaneVerdict judge(const BspSolid *solid, const BspShape *shape, BspVec p,
                                 BspVec direction, BspVec normal)
{
    g_autoptr(ComparePlanes) planes = compare_planes_new(solid);
    normal = bsp_vec_unit(normal);
    BspTransition hit = {
        .type = BSP_EMPTY_TO_SOLID, .t = 0, .point = p, .plane = { normal, bsp_vec_dot(normal, p) }
    };
    return compare_planes_judge(planes, shape, 0, p, bsp_vec_add(p, direction), &hit).verdict;
}

/* Judges each case at p. */
static void check_cases(const BspSolid *solid, const BspShape *shape, BspVec p, const Case *cases,
                        guint n)
{
    for (guint i = 0; i < n; i++) {
        const Case *c = &cases[i];
        ComparePlaneVerdict verdict = judge(solid, shape, p, c->direction, c->normal);
        cr_expect_eq(verdict, c->verdict, "%s at (%g %g %g): (%g %g %g): %s, not %s", c->what, p.x,
                     p.y, p.z, c->normal.x, c->normal.y, c->normal.z, compare_plane_words(verdict),
                     compare_plane_words(c->verdict));
    }
}

#define CHECK(solid, shape, p, cases) check_cases(solid, shape, p, cases, G_N_ELEMENTS(cases))

/* A brush of planes {x, y, z, distance}, at most 8. */
static BspBrush *brush_of(const double (*planes)[4], guint n)
{
    BspPlane sides[8];
    for (guint i = 0; i < n; i++) {
        BspVec normal = bsp_vec(planes[i][0], planes[i][1], planes[i][2]);
        double length = bsp_vec_length(normal);
        sides[i] = (BspPlane){ bsp_vec_scale(normal, 1 / length), planes[i][3] / length };
    }
    BspBrush *brush = bsp_brush_new_planes(sides, n, NULL);
    cr_assert_not_null(brush);
    return brush;
}

/* A box over 0 <= x <= 64. Its top rises from z = `height` by `slope` units for each unit of x. */
static BspBrush *ramp_brush(double slope, double height)
{
    const double planes[][4] = { { -slope, 0, 1, height }, { -1, 0, 0, 0 },  { 1, 0, 0, 64 },
                                 { 0, 1, 0, 64 },          { 0, -1, 0, 64 }, { 0, 0, -1, 64 } };
    return brush_of(planes, G_N_ELEMENTS(planes));
}

/* A floor of two brushes that meet at x = 0. The first is level. */
static BspSolid *floor_and_ramp(double slope, double height)
{
    BspBrush *brushes[] = { scene_box(-64, -64, -64, 0, 64, 0), ramp_brush(slope, height) };
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

static const double floor_box[][6] = { { -64, -64, -64, 64, 64, 0 } };

Test(planes, one_face)
{
    static const Case cases[] = {
        { "floor", V(1, 0, -1), V(0, 0, 1), RIGHT },
        { "floor, straight down", V(0, 0, -1), V(0, 0, 1), RIGHT },
        { "floor turned round", V(1, 0, -1), V(0, 0, -1), NO_FACE },
        { "a plane that no brush has", V(-1, 0, -1), V(1, 0, 0), NO_FACE },
        { "an oblique one", V(-1, 0, -1), V(0.6, 0, 0.8), NO_FACE },
        { "almost the floor", V(-1, 0, -1), V(1e-3, 0, 1), NO_FACE },
        { "away from the floor", V(1, 0, 1), V(0, 0, 1), NOT_ENTERED },
    };
    g_autoptr(BspSolid) solid = scene_boxes(floor_box, 1);
    BspShape point = bsp_shape_point(), ball = bsp_shape_sphere(8), box = scene_player(),
             barrel = bsp_shape_cylinder(12, -24, 32);
    CHECK(solid, &point, bsp_vec(3, 4, 0), cases);
    CHECK(solid, &point, bsp_vec(3, 4, 4e-6), cases);
    CHECK(solid, &point, bsp_vec(3, 4, -4e-6), cases);
    CHECK(solid, &box, bsp_vec(3, 4, 24), cases);
    CHECK(solid, &ball, bsp_vec(3, 4, 8), cases);
    CHECK(solid, &barrel, bsp_vec(3, 4, 24), cases);
    cr_expect_eq(judge(solid, &point, bsp_vec(3, 4, 0.01), bsp_vec(0, 0, -1), bsp_vec(0, 0, 1)),
                 COMPARE_PLANE_NOTHING_TOUCHED);
}

/* A body that is deeper than the floor by less than the touching tolerance hits the floor,
 * although it does not move into it. */
Test(planes, a_move_along_the_only_face)
{
    static const Case cases[] = { { "floor", V(1, 0, 0), V(0, 0, 1), RIGHT } };
    g_autoptr(BspSolid) solid = scene_boxes(floor_box, 1);
    BspShape point = bsp_shape_point();
    CHECK(solid, &point, bsp_vec(3, 4, -1e-6), cases);
}

Test(planes, convex_edge_and_vertex)
{
    static const Case edge[] = {
        { "top", V(-1, 0, -1), V(0, 0, 1), RIGHT },
        { "side", V(-1, 0, -1), V(1, 0, 0), RIGHT },
        { "between", V(-1, 0, -1), V(1, 0, 1), NO_FACE },
        { "side, not entered", V(1, 0, -1), V(1, 0, 0), NOT_ENTERED },
        { "top, straight down", V(0, 0, -1), V(0, 0, 1), RIGHT },
    };
    static const Case vertex[] = {
        { "top", V(-1, -2, -3), V(0, 0, 1), RIGHT },
        { "side", V(-1, -2, -3), V(1, 0, 0), RIGHT },
        { "other side", V(-1, -2, -3), V(0, 1, 0), RIGHT },
        { "between", V(-1, -2, -3), V(1, 1, 1), NO_FACE },
        { "underside", V(-1, -2, 3), V(0, 0, -1), NO_FACE },
    };
    g_autoptr(BspSolid) solid = scene_boxes(floor_box, 1);
    BspShape point = bsp_shape_point();
    CHECK(solid, &point, bsp_vec(64, 0, 0), edge);
    CHECK(solid, &point, bsp_vec(64, 64, 0), vertex);
}

/* Head on at the edge of two faces: the move can continue along the oblique one. */
Test(planes, head_on_at_an_edge)
{
    static const Case cases[] = {
        { "front, which leaves nothing", V(1, 0, 0), V(-1, 0, 0), STUCK },
        { "oblique", V(1, 0, 0), V(-5, 0, 4), RIGHT },
        { "front, not head on", V(1, 0.1, 0), V(-1, 0, 0), RIGHT },
    };
    const double planes[][4] = { { -1, 0, 0, 0 }, { -5, 0, 4, 0 },  { 1, 0, 0, 64 },
                                 { 0, 1, 0, 64 }, { 0, -1, 0, 64 }, { 0, 0, -1, 64 },
                                 { 0, 0, 1, 32 } };
    BspBrush *brush = brush_of(planes, G_N_ELEMENTS(planes));
    g_autoptr(BspSolid) solid = scene_solid(&brush, 1);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    BspShape point = bsp_shape_point();
    CHECK(solid, &point, bsp_vec(0, 0, 0), cases);
    BspTransition tr = table_move(table, &point, bsp_vec(-8, 0, 0), bsp_vec(8, 0, 0));
    cr_expect_eq(tr.t, 0.5);
    cr_expect_gt(tr.plane.normal.z, 0.5, "%g %g %g", tr.plane.normal.x, tr.plane.normal.y,
                 tr.plane.normal.z);
}

/* Faces tilted by less than 1e-5: the planes of the sum through edges that are almost parallel to
 * an edge of the box are tilted anyhow, and cut off nothing. */
Test(planes, facets_narrower_than_any_tolerance)
{
    static const double first[][4] = {
        { -1, 0, 0, 3899232 },
        { 1, 0, 0, -3899226 },
        { 0, -0.9999999999960922, 2.795647308204274e-06, 68306.7961879 },
        { 0, 1, -1e-09, -68272.00098967818 },
        { 9.591816720666662e-06, 0, -0.9999999999539986, -1000165.4006726878 },
        { 1e-08, -1e-12, 1, 1000191.9610077483 }
    };
    static const double second[][4] = {
        { -1, 0, 0, 3899210 },
        { 1, 0, 0, -3899204 },
        { -9.999999999996539e-10, -0.9999999999996538, 8.320163606515143e-07, 68304.83607529415 },
        { 0, 1, -1e-09, -68272.001000192 },
        { 2.6270559139689768e-08, 8.173878037128424e-10, -0.9999999999999998, -1000128.1024902574 },
        { -1e-09, -1e-10, 1, 1000192.0039060372 }
    };
    BspBrush *brushes[] = { brush_of(first, 6), brush_of(second, 6) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    g_autoptr(ComparePlanes) planes = compare_planes_new(solid);
    BspShape box = bsp_shape_box(bsp_vec(-40, -40, -24), bsp_vec(40, 40, 72));
    BspVec from = bsp_vec(-3899186.4530884037, -68344.000183015873, 1000056.0000531519);
    BspVec to = bsp_vec(from.x, -68246.373282385, from.z);
    BspTransition tr = table_move(table, &box, from, to);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    ComparePlaneJudgement judgement = compare_planes_judge(planes, &box, 0, from, to, &tr);
    cr_expect_eq(judgement.verdict, COMPARE_PLANE_RIGHT, "(%g %g %g): %s", tr.plane.normal.x,
                 tr.plane.normal.y, tr.plane.normal.z, compare_plane_words(judgement.verdict));
}

Test(planes, concave_corner)
{
    static const Case cases[] = {
        { "ramp, along the floor", V(1, 0, -0.1), V(-0.75, 0, 1), RIGHT },
        { "floor, on which the ramp stands in the way", V(1, 0, -0.1), V(0, 0, 1), STUCK },
        { "floor, away from the ramp", V(-1, 0, -0.1), V(0, 0, 1), RIGHT },
        { "ramp, into the corner", V(1, 0, -5), V(-0.75, 0, 1), RIGHT },
        { "floor, into the corner", V(1, 0, -5), V(0, 0, 1), RIGHT },
        { "ramp's buried side", V(1, 0, -0.1), V(-1, 0, 0), NO_FACE },
        { "floor's buried side", V(-1, 0, -0.1), V(1, 0, 0), NO_FACE },
    };
    g_autoptr(BspSolid) solid = floor_and_ramp(0.75, 0);
    BspShape point = bsp_shape_point();
    CHECK(solid, &point, bsp_vec(0, 0, 0), cases);
    CHECK(solid, &point, bsp_vec(1e-7, 0, 1e-7), cases);
}

/* A box at the corner of two oblique walls, from issue 34. */
Test(planes, oblique_walls_and_a_box)
{
    const BspVec first[] = {
        V(232, 0, -100), V(201, 116, -100), V(200, 0, -100), V(173, 100, -100),
        V(232, 0, 100),  V(201, 116, 100),  V(200, 0, 100),  V(173, 100, 100)
    };
    const BspVec second[] = { V(201, 116, -100), V(116, 201, -100), V(173, 100, -100),
                              V(100, 173, -100), V(201, 116, 100),  V(116, 201, 100),
                              V(173, 100, 100),  V(100, 173, 100) };
    static const Case cases[] = {
        { "second wall", V(-1.1934, 4.42, 0), V(-73, -73, 0), RIGHT },
        { "splitter turned round", V(-1.1934, 4.42, 0), V(1, 0, 0), NO_FACE },
        { "buried bevel", V(-1.1934, 4.42, 0), V(0, -1, 0), NO_FACE },
        { "first wall's bevel", V(1, 0, 0), V(-1, 0, 0), NO_FACE },
    };
    BspBrush *brushes[] = { scene_hull_brush(first, 8), scene_hull_brush(second, 8) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    BspShape box = scene_player();
    CHECK(solid, &box, bsp_vec(158, 85, 0), cases);
    CHECK(solid, &box, bsp_vec(158, 85.000000000000014, 0), cases);
}

/* Whether the side of the second brush is exposed at a contact with the floor of the first
 * brush. */
static void check_seam(double slope, double height, double z, gboolean wall_is_seen)
{
    const Case cases[] = {
        { "floor", V(1, 0, -0.1), V(0, 0, 1), RIGHT },
        { "next floor", V(1, 0, -0.1), V(-slope, 0, 1), RIGHT },
        { "wall of the next", V(1, 0, -0.1), V(-1, 0, 0), wall_is_seen ? RIGHT : NO_FACE },
        { "wall of this", V(-1, 0, -0.1), V(1, 0, 0), NO_FACE },
        { "ceiling", V(1, 0, 0.1), V(0, 0, -1), NO_FACE },
    };
    g_autoptr(BspSolid) solid = floor_and_ramp(slope, height);
    BspShape point = bsp_shape_point();
    check_cases(solid, &point, bsp_vec(0, 3, z), cases + (wall_is_seen ? 2 : 0),
                wall_is_seen ? 3 : G_N_ELEMENTS(cases));
}

Test(planes, seams_and_steps)
{
    static const double depths[] = { 0, 1e-9, -1e-9, 5e-7, -5e-7, -9e-7, -9.6e-7, 4e-6, -4e-6 };
    for (guint i = 0; i < G_N_ELEMENTS(depths); i++) {
        check_seam(0, 0, depths[i], FALSE);
        check_seam(1e-8, 0, depths[i], FALSE);
        check_seam(1e-6, 0, depths[i], FALSE);
        check_seam(-1e-6, 0, depths[i], FALSE);
        check_seam(-1e-4, 0, depths[i], FALSE);
        check_seam(0, 1e-7, depths[i], FALSE);
        check_seam(0, 5e-7, depths[i], FALSE);
        check_seam(0, 1e-3, depths[i], TRUE);
        check_seam(0, 8, depths[i], TRUE);
    }
}

/* A floor is followed by one that is tilted sideways. The step between the two floors begins at the
 * contact with height 0 and grows from there. */
Test(planes, a_wall_that_opens_slowly)
{
    static const Case cases[] = { { "wall of the next", V(1, 0, -0.1), V(-1, 0, 0), NO_FACE },
                                  { "next floor", V(1, 0, -0.1), V(0, -1e-6, 1), RIGHT } };
    const double planes[][4] = { { 0, -1e-6, 1, 0 }, { -1, 0, 0, 0 },  { 1, 0, 0, 64 },
                                 { 0, 1, 0, 64 },    { 0, -1, 0, 64 }, { 0, 0, -1, 64 } };
    BspBrush *brushes[] = { scene_box(-64, -64, -64, 0, 64, 0), brush_of(planes, 6) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    BspShape point = bsp_shape_point();
    CHECK(solid, &point, bsp_vec(0, 0, 0), cases);
}

Test(planes, buried_wall_and_ceiling_over_a_floor)
{
    static const double boxes[][6] = { { -64, -64, -64, 64, 64, 0 },
                                       { 0, -64, -32, 16, 64, 0 },
                                       { -64, -64, 56.5, 64, 64, 64 },
                                       { 32, -64, -8, 40, 64, 64 } };
    static const Case on_floor[] = {
        { "wall inside of the floor", V(1, 0, -1), V(-1, 0, 0), NO_FACE },
        { "floor", V(1, 0, -1), V(0, 0, 1), RIGHT },
        { "ceiling, which is not touched", V(1, 0, 1), V(0, 0, -1), NO_FACE },
    };
    static const Case on_ceiling[] = {
        { "ceiling", V(1, 0, 1), V(0, 0, -1), RIGHT },
        { "floor, which is not touched", V(1, 0, -1), V(0, 0, 1), NO_FACE },
    };
    static const Case at_wall[] = {
        { "wall that stands in the floor", V(1, 0, -0.1), V(-1, 0, 0), RIGHT },
        { "floor before it", V(1, 0, -0.1), V(0, 0, 1), RIGHT },
        { "its underside", V(1, 0, 0.1), V(0, 0, -1), NO_FACE },
    };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    BspShape box = bsp_shape_box(bsp_vec(-8, -8, -24), bsp_vec(8, 8, 32));
    CHECK(solid, &box, bsp_vec(-8, 0, 24), on_floor);
    CHECK(solid, &box, bsp_vec(-8, 0, 24.5), on_ceiling);
    CHECK(solid, &box, bsp_vec(24, 0, 24), at_wall);
}

/* At the seam of two brushes everything around is solid, so no plane is right. */
Test(planes, seam_inside_of_solid)
{
    static const double boxes[][6] = { { -64, -64, -64, 0, 64, 0 }, { 0, -64, -64, 64, 64, 0 } };
    static const Case cases[] = { { "one side", V(1, 0, 0), V(-1, 0, 0), RIGHT },
                                  { "no side at all", V(1, 0, -1), V(0, 0, 1), RIGHT } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    BspShape point = bsp_shape_point();
    CHECK(solid, &point, bsp_vec(0, 0, -8), cases);
}

/* The rim of a cylinder and the side of a ball, at the seam of two tiles. */
Test(planes, round_shapes_at_a_seam)
{
    static const double boxes[][6] = { { -64, -64, -64, 0, 64, 0 }, { 0, -64, -64, 64, 64, 0 } };
    static const Case cases[] = { { "floor", V(1, 0, -0.1), V(0, 0, 1), RIGHT },
                                  { "wall of the next", V(1, 0, -0.1), V(-1, 0, 0), NO_FACE },
                                  { "ceiling", V(1, 0, 0.1), V(0, 0, -1), NO_FACE },
                                  { "oblique", V(1, 0, -0.1), V(-0.6, 0, 0.8), NO_FACE } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    BspShape ball = bsp_shape_sphere(8), barrel = bsp_shape_cylinder(12, -24, 32),
             pill = bsp_shape_capsule(12, -24, 32);
    for (double x = -12; x <= 0; x += 4) {
        CHECK(solid, &ball, bsp_vec(x, 0, 8), cases);
        CHECK(solid, &barrel, bsp_vec(x, 0, 24), cases);
        CHECK(solid, &pill, bsp_vec(x, 0, 24), cases);
    }
}

/* --- sampled points --- */

static gboolean is_in_solid(const BspSolid *solid, BspVec p)
{
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(solid, b)->cell;
        guint f = 0;
        while (f < cell->n_faces && bsp_plane_distance(&cell->faces[f].plane, p) < 0)
            f++;
        if (f == cell->n_faces)
            return TRUE;
    }
    return FALSE;
}

/* Units: how far from the contact, and from the plane, points are sampled. */
#define AROUND 1e-3
#define BESIDE 1e-7
#define SAMPLES 400

/* The number of samples with solid behind the plane and empty space in front. */
static guint sampled_face(const BspSolid *solid, BspVec p, BspVec normal, Random *r)
{
    guint n = 0;
    for (guint i = 0; i < SAMPLES; i++) {
        BspVec off = random_point_within(r, AROUND);
        BspVec q = bsp_vec_add(p, bsp_vec_mad(off, -bsp_vec_dot(off, normal), normal));
        n += is_in_solid(solid, bsp_vec_mad(q, -BESIDE, normal)) &&
             !is_in_solid(solid, bsp_vec_mad(q, BESIDE, normal));
    }
    return n;
}

/* If solid is all around, no plane is right, and the judge accepts any. */
static gboolean is_enclosed(const BspSolid *solid, BspVec p, Random *r)
{
    for (guint i = 0; i < SAMPLES; i++)
        if (!is_in_solid(solid, bsp_vec_add(p, random_point_within(r, AROUND))))
            return FALSE;
    return TRUE;
}

/* Whether each plane of the brushes either passes through p or is clearly beside it. */
static gboolean is_plain(const BspSolid *solid, BspVec p)
{
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(solid, b)->cell;
        for (guint f = 0; f < cell->n_faces; f++) {
            double off = fabs(bsp_plane_distance(&cell->faces[f].plane, p));
            if (off > BESIDE / 10 && off < 4 * AROUND)
                return FALSE;
        }
    }
    return TRUE;
}

/* Compares the judge with samples at p, for every plane of every brush. */
static void check_samples(const BspSolid *solid, BspVec p, Random *r, guint count[2])
{
    BspShape point = bsp_shape_point();
    if (!is_plain(solid, p) || is_enclosed(solid, p, r))
        return;
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(solid, b)->cell;
        for (guint f = 0; f < cell->n_faces; f++) {
            BspVec normal = cell->faces[f].plane.normal;
            if (fabs(bsp_plane_distance(&cell->faces[f].plane, p)) > BESIDE)
                continue;
            guint n = sampled_face(solid, p, normal, r);
            BspVec direction = bsp_vec_mad(random_direction(r), -2, normal);
            gboolean face = judge(solid, &point, p, direction, normal) != COMPARE_PLANE_NO_FACE;
            if (n > 0 && n < SAMPLES / 50)
                continue; /* the face is a sector too narrow for sampling */
            cr_expect_eq(face, n > 0, "(%.17g %.17g %.17g): (%g %g %g): %u of %u samples", p.x, p.y,
                         p.z, normal.x, normal.y, normal.z, n, SAMPLES);
            count[n > 0]++;
        }
    }
}

Test(planes, faces_agree_with_samples)
{
    static const SceneKind kinds[] = { SCENE_COPLANAR, SCENE_TILES, SCENE_WEDGES, SCENE_ROOMS };
    guint count[2] = { 0, 0 };
    for (guint k = 0; k < G_N_ELEMENTS(kinds); k++) {
        for (guint64 seed = 0; seed < 12; seed++) {
            g_autoptr(BspSolid) solid = scene_new(kinds[k], seed, bsp_vec(0, 0, 0));
            Random r = random_seeded(seed + 1);
            for (guint b = 0; b < solid->brushes->len; b++) {
                const BspCell *cell = bsp_solid_brush(solid, b)->cell;
                for (guint v = 0; v < cell->n_vertices; v++) {
                    BspVec p = cell->vertices[v], q = cell->vertices[(v + 1) % cell->n_vertices];
                    BspVec middle = bsp_vec_lerp(p, q, random_real(&r, 0.1, 0.9));
                    check_samples(solid, p, &r, count);
                    check_samples(solid, middle, &r, count);
                }
            }
        }
    }
    cr_assert(count[0] > 500 && count[1] > 500, "%u buried, %u faces", count[0], count[1]);
}

/* --- false methods --- */

/* Answers with the right time, and a plane turned by a twentieth. */
static BspTransition liar_query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)counters;
    BspTransition tr = table_move(data, call->move.shape, call->move.from, call->move.to);
    if (tr.type != BSP_EMPTY_TO_SOLID)
        return tr;
    BspVec n = tr.plane.normal;
    n = bsp_vec_unit(bsp_vec_add(n, bsp_vec(0.03 * n.y, 0.05 * n.z, 0.04 * n.x)));
    tr.plane = (BspPlane){ n, bsp_vec_dot(n, tr.point) };
    return tr;
}

static const CompareMethodClass exact_liar =
    TABLE_METHOD("exact liar", compare_claim_all_exact, table_method_size, liar_query);
static const CompareMethodClass modest_liar =
    TABLE_METHOD("modest liar", table_method_never_late, table_method_size, liar_query);

static CompareReport *run_liars(const CompareScenario *s)
{
    const CompareMethodClass *classes[] = { &exact_liar, &modest_liar, NULL };
    g_autoptr(GError) error = NULL;
    CompareReport *report =
        compare_run(s, &(CompareAsked){ classes, { 0 } }, 0, NULL, NULL, &error);
    cr_assert_not_null(report, "%s", error ? error->message : "");
    return report;
}

/* Almost all their hits are wrong. Only the method that claims to be exact breaks a promise. */
Test(planes, are_judged_by_default)
{
    g_autoptr(CompareScenario) s = shipped_scenario("pillars.json");
    g_autoptr(CompareReport) report = run_liars(s);
    const CompareResult *exact = report->results->pdata[0], *modest = report->results->pdata[1];
    cr_expect_eq(exact->n_outside, 0u);
    cr_expect_gt(exact->n_planes_wrong, 100u);
    cr_expect_gt(exact->n_wrong, 50u);
    cr_expect_lt(exact->n_wrong, exact->n_planes_wrong, "planes of other shapes break no promise");
    cr_expect_eq(modest->n_planes_wrong, exact->n_planes_wrong);
    cr_expect_eq(modest->n_wrong, 0u);
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, exact->n_wrong);
    cr_assert_eq(regress.worst.result, exact);
    cr_expect_eq(regress.worst.answer->fault, COMPARE_FAULT_PLANE);
    cr_expect_eq(regress.worst.units, 0);
}
