/* test-planes: tests the judge of planes, by corners made by hand, and by comparison with sampled
 * points. */
#include <criterion/criterion.h>

#include "brush-by-brush.h"
#include "guard-rows.h"
#include "oracle/hit-plane.h"
#include "oracle/oracle.h"
#include "run-scenario.h"
#include "run/faults.h"
#include "scenes.h"
#include "shipped.h"
#include "table-move.h"
#include "tools/bsp-inspect.h"

/* --- corners made by hand --- */

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

/* Checks a row of planes.ini that has a move. */
static void check_answer(const GuardRow *row)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(row->solid, BSP_TABLE_BOXES);
    g_autoptr(ComparePlanes) planes = compare_planes_new(row->solid);
    BspTransition tr = table_move(table, &row->shape, row->from, row->to);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "%s", row->what);
    cr_expect(row->t == 0 || tr.t == row->t, "%s: %.17g", row->what, tr.t);
    ComparePlaneVerdict verdict =
        compare_planes_judge(planes, &row->shape, 0, row->from, row->to, &tr).verdict;
    cr_expect_eq(verdict, COMPARE_PLANE_RIGHT, "%s: (%g %g %g): %s", row->what, tr.plane.normal.x,
                 tr.plane.normal.y, tr.plane.normal.z, compare_plane_words(verdict));
}

static void check_case(const GuardRow *row, const GuardCase *c)
{
    ComparePlaneVerdict verdict = judge(row->solid, &row->shape, row->from, c->a, c->b);
    cr_expect_str_eq(compare_plane_words(verdict), c->answer, "%s at (%g %g %g): %s", row->what,
                     row->from.x, row->from.y, row->from.z, c->what);
}

static void check_row(const GuardRow *row)
{
    if (bsp_vec_length(bsp_vec_sub(row->to, row->from)) > 0)
        check_answer(row);
    guard_cases(row, check_case);
}

Test(planes, by_hand_they_are_judged_as_the_rows_say)
{
    guard_rows("planes.ini", NULL, check_row);
}

/* --- planes that were crossed --- */

/* Moves whose transition is half way. */
typedef enum { FACE, EDGE, EXIT, AWAY } Crossing;

static const BspVec crossings[][2] = {
    [FACE] = { { { 32, 75, 30 } }, { { 32, 55, 30 } } },
    [EDGE] = { { { 75, 75, 30 } }, { { 55, 55, 30 } } },
    [EXIT] = { { { 32, 55, 30 } }, { { 32, 75, 30 } } },
    [AWAY] = { { { 32, 95, 30 } }, { { 32, 75, 30 } } },
};

typedef struct {
    const char *what, *answer;
    Crossing crossing;
    BspPlane plane;
    gboolean is_early;
} Crossed;

#define HALF 0.70710678118654752

/* A box of 2 units meets a box of 64 units. */
Test(planes, that_were_crossed_are_judged)
{
    /* clang-format off */
    static const Crossed rows[] = {
        { "a face of the sum", "right", FACE, { { { 0, 1, 0 } }, 65 }, FALSE },
        { "a face of the brush", "the contact is not on the plane", FACE, { { { 0, 1, 0 } }, 64 }, FALSE },
        { "1e-4 off", "the contact is not on the plane", FACE, { { { 0, 1, 0 } }, 65.0001 }, FALSE },
        { "reversed", "the move does not enter the plane", FACE, { { { 0, -1, 0 } }, -65 }, FALSE },
        { "along the move", "no face of the solid", FACE, { { { 1, 0, 0 } }, 32 }, FALSE },
        { "cuts the brush", "no face of the solid", FACE, { { { 0.6, 0.8, 0 } }, 71.2 }, FALSE },
        { "too long", "its normal is no unit vector", FACE, { { { 0, 2, 0 } }, 130 }, FALSE },
        { "no plane", "its normal is no unit vector", FACE, { { { 0, 0, 0 } }, 0 }, FALSE },
        { "no number", "its normal is no unit vector", FACE, { { { (double)NAN, 1, 0 } }, 65 }, FALSE },
        { "no distance", "the contact is not on the plane", FACE, { { { 0, 1, 0 } }, (double)NAN }, FALSE },
        { "a bevel of an edge", "right", EDGE, { { { HALF, HALF, 0 } }, 130 * HALF }, FALSE },
        { "an exit", "right", EXIT, { { { 0, 1, 0 } }, 65 }, FALSE },
        { "an exit, reversed", "the move does not leave solid through the plane", EXIT,
          { { { 0, -1, 0 } }, -65 }, FALSE },
        { "before all brushes", "no brush is touched there", AWAY, { { { 0, 1, 0 } }, 85 }, FALSE },
        { "early", "right", AWAY, { { { 0, 1, 0 } }, 85 }, TRUE },
        { "early, reversed", "the move does not enter the plane", AWAY, { { { 0, -1, 0 } }, -85 }, TRUE },
    };
    /* clang-format on */
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 64, 64, 64);
    g_autoptr(ComparePlanes) planes = compare_planes_new(solid);
    BspShape box = bsp_shape_box(bsp_vec(-1, -1, 0), bsp_vec(1, 1, 2));
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Crossed *row = &rows[i];
        const BspVec *ends = crossings[row->crossing];
        const BspMove move = { ends[0], ends[1], &box, 0, 0 };
        BspTransition tr = { .type =
                                 row->crossing == EXIT ? BSP_SOLID_TO_EMPTY : BSP_EMPTY_TO_SOLID,
                             .t = 0.5,
                             .plane = row->plane };
        cr_expect_str_eq(compare_plane_words(compare_planes_judge_crossed(planes, &move, FALSE, &tr,
                                                                          !row->is_early)),
                         row->answer, "%s", row->what);
    }
}

/* The normal of an exact test is off by rounding. So the far end of a large brush may be in front
 * of the plane. */
Test(planes, that_were_crossed_by_round_shapes_may_be_off_by_rounding)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 4000, 64, 64);
    g_autoptr(ComparePlanes) planes = compare_planes_new(solid);
    BspShape ball = bsp_shape_sphere(12);
    const BspMove move = { bsp_vec(0, 32, 90), bsp_vec(0, 32, 62), &ball, 0, 0 };
    BspVec normal = bsp_vec_unit(bsp_vec(6e-9, 0, 1)), contact = bsp_vec(0, 32, 76);
    BspTransition tr = { .type = BSP_EMPTY_TO_SOLID,
                         .t = 0.5,
                         .plane = { normal, bsp_vec_dot(normal, contact) } };
    cr_expect_eq(compare_planes_judge_crossed(planes, &move, FALSE, &tr, TRUE),
                 COMPARE_PLANE_RIGHT);
    tr.plane.normal = bsp_vec_unit(bsp_vec(6e-6, 0, 1));
    tr.plane.dist = bsp_vec_dot(tr.plane.normal, contact);
    cr_expect_eq(compare_planes_judge_crossed(planes, &move, FALSE, &tr, TRUE),
                 COMPARE_PLANE_NO_FACE);
}

/* --- sampled points --- */

static gboolean is_in_solid(const BspSolid *solid, BspVec p)
{
    for (guint b = 0; b < solid->brushes->len; b++)
        if (cell_depth(bsp_solid_brush(solid, b)->cell, p) > 0)
            return TRUE;
    return FALSE;
}

/* In units. AROUND is the distance of samples from the contact, which is the bracket. BESIDE is
 * their distance from the plane, which is well below the distance of touching. */
#define AROUND 1e-3
#define BESIDE 1e-7
#define SAMPLES 400

/* Returns the number of samples with solid behind the plane and empty space in front. */
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

/* Returns whether solid surrounds p. Then no plane is right, and the judge accepts any. */
static gboolean is_enclosed(const BspSolid *solid, BspVec p, Random *r)
{
    for (guint i = 0; i < SAMPLES; i++)
        if (!is_in_solid(solid, bsp_vec_add(p, random_point_within(r, AROUND))))
            return FALSE;
    return TRUE;
}

/* Compares the judge with samples at p, for every plane of every brush. */
static void check_samples(const BspSolid *solid, BspVec p, Random *r, guint count[2])
{
    BspShape point = bsp_shape_point();
    if (!brushes_are_clear(solid, p, BESIDE / 10, 4 * AROUND) || is_enclosed(solid, p, r))
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
                continue; /* a face that is too narrow for sampling */
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

/* Answers with the right time, and with a plane turned by a twentieth of a radian. */
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
    TABLE_METHOD("exact liar", COMPARE_EXACT_ALL, table_method_size, liar_query);
static const CompareMethodClass modest_liar =
    TABLE_METHOD("modest liar", 0, table_method_size, liar_query);

/* Almost all hits of these false methods have a wrong plane. Only the method that claims to be
 * exact breaks a promise. */
Test(planes, are_judged_by_default)
{
    g_autoptr(CompareScenario) s = shipped_scenario("pillars.json");
    const CompareMethodClass *classes[] = { &exact_liar, &modest_liar, NULL };
    g_autoptr(CompareReport) report = run_methods(s, classes);
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
