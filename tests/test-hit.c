/* test-hit: tests the brush that a move hits, with its side, tag and contents. Tests are by hand
 * and by brute force over all brushes. */
#include <criterion/criterion.h>
#include <float.h>

#include "bsp-character.h"
#include "build-trees.h"
#include "generate/aim.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-tree.h"
#include "table/brush-table.h"

/* --- by hand --- */

static bool name_hit(const BspBrushTable *sides, BspMove move, const BspTransition *tr, BspHit *hit)
{
    BspTrace answer = { .tr = *tr };
    bool named = bsp_brush_table_hit(sides, &move, &answer);
    if (named)
        *hit = answer.hit;
    return named;
}

/* Traces the box in an onion of the solid, and looks up the hit. Takes ownership of the solid. */
static gboolean ask(BspSolid *solid, BspBounds box, BspVec from, BspVec to, BspHit *hit)
{
    OnionSpace space = { "space", box, 0 };
    BspShape shape = bsp_shape_box(box.mins, box.maxs);
    g_autoptr(OnionTree) tree = onion_tree_build(solid, &space, 1, NULL, NULL);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    BspTransition tr = onion_tree_first_transition(tree, 0, from, to, NULL);
    gboolean named = name_hit(sides, (BspMove){ from, to, &shape, 0, 0 }, &tr, hit);
    bsp_solid_free(solid);
    return named;
}

static const BspBounds player = { { { -15, -15, -24 } }, { { 15, 15, 32 } } };
static const BspBounds point = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };

Test(hit, tells_brush_side_tag_and_contents)
{
    BspBrush *brushes[] = { scene_box(0, 0, 0, 64, 64, 64), scene_box(100, 0, 0, 164, 64, 64) };
    bsp_brush_set_contents(brushes[1], 0xf0000001);
    bsp_brush_set_tag(brushes[1], 1, 77);
    bsp_brush_set_tag(brushes[1], 4, 0xffffffff);
    BspHit hit;
    BspSolid *solid = scene_solid(brushes, 2);
    cr_assert(ask(solid, player, bsp_vec(132, 32, 200), bsp_vec(132, 32, 0), &hit));
    cr_expect(hit.brush == 1 && hit.side == 4 && hit.tag == 0xffffffff &&
              hit.contents == 0xf0000001);
    cr_expect(hit.plane.normal.z == 1 && hit.plane.dist == 64 + 24);
}

/* The number of traces that answer one move. */
#define N_TRACES 5

static void trace_all(const BspSolid *solid, const BspMove *move, BspTrace *answers)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    const BspFrame frame = bsp_frame_at(bsp_vec(0, 0, 0));
    BspMove bare = *move;
    bare.skin = 0;
    bsp_brush_table_trace(table, move, &answers[0]);
    bsp_brush_table_trace(table, &bare, &answers[1]);
    bsp_brush_table_trace_in(table, &frame, move, &answers[2]);
    bsp_brush_table_trace_beyond(table, move, &answers[3]);
    answers[4] = answers[1];
    /* bsp_brush_table_hit() must find the hit of this answer again. */
    bsp_brush_table_hit(table, &bare, &answers[4]);
}

/* Checks three equal brushes that differ in contents, between two others. In each order of the
 * three, the first is named. */
static void check_order(const BspShape *shape, BspVec from, BspVec to, guint order)
{
    static const guint8 orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                         { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    BspBrush *brushes[5] = { scene_box(-8, -90, -90, 0, 0, 90) };
    for (guint i = 0; i < 3; i++) {
        brushes[1 + i] = scene_box(0, 0, 0, 64, 64, 64);
        bsp_brush_set_contents(brushes[1 + i], 100 + orders[order][i]);
    }
    brushes[4] = scene_box(0, 0, 80, 90, 90, 90);
    g_autoptr(BspSolid) solid = scene_solid(brushes, 5);
    BspTrace answers[N_TRACES];
    trace_all(solid, &(BspMove){ from, to, shape, 0, 0.125 }, answers);
    gboolean starts_in = answers[0].tr.type == BSP_SOLID;
    for (guint i = 0; i < N_TRACES - (starts_in ? 1 : 0); i++)
        cr_expect(answers[i].hit.brush == 1 && answers[i].hit.contents == 100u + orders[order][0],
                  "order %u, trace %u: brush %u", order, i, answers[i].hit.brush);
}

Test(hit, the_callers_order_of_equal_brushes_decides)
{
    const BspShape shapes[] = { bsp_shape_point(), scene_cube(2), bsp_shape_sphere(2),
                                bsp_shape_capsule(2, -3, 3), bsp_shape_cylinder(2, -3, 3) };
    const BspVec moves[][2] = {
        { { { 32, 100, 32 } }, { { 32, 20, 32 } } }, /* a move onto a face */
        { { { 90, 100, 32 } }, { { 40, 50, 32 } } }, /* a move onto an edge */
        { { { 32, 32, 30 } }, { { 33, 33, 30 } } }
    }; /* a move in solid */
    for (guint i = 0; i < G_N_ELEMENTS(shapes) * 6 * G_N_ELEMENTS(moves); i++) {
        const BspVec *move = moves[i / 6 % G_N_ELEMENTS(moves)];
        check_order(&shapes[i / 6 / G_N_ELEMENTS(moves)], move[0], move[1], i % 6);
    }
}

/* Sides are numbered like the planes that the caller gave, including redundant planes such as
 * compilers' bevels.
 */
Test(hit, sides_are_numbered_as_the_planes_given)
{
    const BspPlane planes[] = { { { { 0.6, 0, 0.8 } }, 1000 }, { { { 1, 0, 0 } }, 64 },
                                { { { -1, 0, 0 } }, 0 },       { { { 0, 1, 0 } }, 64 },
                                { { { 0, 1, 0 } }, 65 },       { { { 0, -1, 0 } }, 0 },
                                { { { 0, 0, 2 } }, 128 },      { { { 0, 0, -1 } }, 0 } };
    BspBrush *brush = bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL);
    cr_assert_eq(bsp_brush_n_sides(brush), 8u);
    for (guint i = 0; i < 8; i++)
        bsp_brush_set_tag(brush, i, 100 + i);
    BspHit hit;
    cr_assert(ask(scene_one(brush), point, bsp_vec(32, 32, 100), bsp_vec(32, 32, 0), &hit));
    cr_expect(hit.side == 6 && hit.tag == 106, "side %d, tag %u", hit.side, hit.tag);
}

/* Every side of a brush has the plane that the caller gave, to the last bit. Planes that bound only
 * the sum with boxes are no sides. */
Test(hit, sides_have_the_planes_given)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        g_autoptr(BspSolid) solid = scene_nth(kind, 3700 + kind);
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
        for (guint b = 0; b < solid->brushes->len; b++) {
            const BspBrush *brush = bsp_solid_brush(solid, b);
            for (guint i = 0; i < brush->cell->n_faces; i++) {
                BspPlane plane;
                gint side = (gint)bsp_brush_side_of_face(brush, i);
                cr_assert(bsp_brush_table_side(table, b, side, &plane));
                const BspPlane *given = &brush->cell->faces[i].plane;
                cr_assert(plane.normal.x == given->normal.x && plane.normal.y == given->normal.y &&
                          plane.normal.z == given->normal.z && plane.dist == given->dist);
            }
        }
        BspPlane plane = { .dist = 7 };
        guint n = solid->brushes->len;
        cr_expect_not(bsp_brush_table_side(table, n, 0, &plane));
        cr_expect_not(bsp_brush_table_side(table, UINT32_MAX, 0, &plane));
        cr_expect_not(bsp_brush_table_side(table, 0, -1, &plane));
        cr_expect_not(bsp_brush_table_side(table, 0, 1000, &plane));
        cr_expect_eq(plane.dist, 7);
    }
}

Test(hit, a_table_of_boxes_knows_no_other_shape)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 64, 64, 64);
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX, TRUE);
    g_autoptr(BspBrushTable) boxes = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    g_autoptr(BspBrushTable) all = bsp_brush_table_new(solid, 0);
    BspShape ball = bsp_shape_sphere(8);
    BspVec from = bsp_vec(-50, -50, 32), to = bsp_vec(50, 50, 32);
    BspTransition tr = shift_tree_hit_check_exact(tree, all, &ball, from, to, NULL);
    BspHit hit;
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_expect_not(name_hit(boxes, (BspMove){ from, to, &ball, 0, 0 }, &tr, &hit));
    cr_assert(name_hit(all, (BspMove){ from, to, &ball, 0, 0 }, &tr, &hit));
    cr_expect(hit.brush == 0 && hit.side == -1, "it meets the edge");
    cr_expect_float_eq(hit.plane.normal.x, -sqrt(0.5), 1e-6);
    cr_expect_gt(bsp_brush_table_bytes(all), bsp_brush_table_bytes(boxes));
}

/* Expanding this brush for the box adds a level plane beside its almost level top. Rounding decides
 * which of the two planes is nearer to the plane of the answer, but the hit must name the top. */
Test(hit, a_side_that_is_next_to_level_is_named)
{
    for (guint i = 0; i < 60; i++) {
        double tilt = 2e-10 * pow(1.07, i);
        BspPlane planes[6];
        for (guint k = 0; k < 6; k++) {
            planes[k] = (BspPlane){ .dist = 64 };
            planes[k].normal.v[k / 2] = k % 2 ? -1 : 1;
        }
        planes[4].normal = bsp_vec(tilt, 0.7 * tilt, sqrt(1 - 1.49 * tilt * tilt));
        BspSolid *solid = scene_one(bsp_brush_new_planes(planes, 6, NULL));
        BspHit hit;
        cr_assert(ask(solid, player, bsp_vec(i, -3, 200), bsp_vec(-3, i, 0), &hit));
        cr_expect_eq(hit.side, 4, "tilted by %g: side %d", tilt, hit.side);
    }
}

/* Far from the origin, two brushes have tops in one almost level plane. A point falls just past the
 * slanted side of the first brush and must hit the second. */
Test(hit, a_plane_that_is_next_to_level_is_no_bound)
{
    const double tilt = 1e-9, far = 1e6, slant = 0.70710678118654752;
    for (double slit = 1e-4; slit < 2e-3; slit += 1e-4) {
        BspPlane planes[2][6] = { { { .normal = { { slant, 0, slant } }, .dist = slant * far },
                                    { .normal = { { -1, 0, 0 } }, .dist = 50 - far } },
                                  { { .normal = { { 1, 0, 0 } }, .dist = far + 50 },
                                    { .normal = { { -1, 0, 0 } }, .dist = -(far + slit) } } };
        BspBrush *brushes[2];
        for (guint i = 0; i < 2; i++) {
            planes[i][2] = (BspPlane){ { { tilt, 0, 1 } }, tilt * far };
            planes[i][3] = (BspPlane){ { { -tilt, 0, -1 } }, 8 - tilt * far };
            planes[i][4] = (BspPlane){ { { 0, 1, 0 } }, 10 };
            planes[i][5] = (BspPlane){ { { 0, -1, 0 } }, 10 };
            brushes[i] = bsp_brush_new_planes(planes[i], 6, NULL);
        }
        double x = far + 1.2 * slit;
        BspHit hit;
        cr_assert(ask(scene_solid(brushes, 2), point, bsp_vec(x, 0, 1), bsp_vec(x, 0, -1), &hit));
        cr_expect_eq(hit.brush, 1u, "a slit of %g: brush %u", slit, hit.brush);
    }
}

/* Returns a floor between two positions on the x axis. */
static BspBrush *floor_below(BspPlane top, double x0, double x1)
{
    const BspPlane planes[] = { top,
                                { { { 0, 0, -1 } }, 300 },
                                { { { 1, 0, 0 } }, x1 },
                                { { { -1, 0, 0 } }, -x0 },
                                { { { 0, 1, 0 } }, 300 },
                                { { { 0, -1, 0 } }, 300 } };
    BspBrush *brush = bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL);
    cr_assert_not_null(brush);
    return brush;
}

/* Two floors have slopes of 3e-9 and 1e-7. The body stops where the first is 1.4 BSP_TOUCH below
 * the second. The body is half of BSP_TOUCH deep in the second. If the first were named, it would
 * lead into the second. */
Test(hit, a_plane_buried_on_a_floor_next_to_level_is_not_named)
{
    const BspPlane tops[] = { { { { -2.8268238326311729e-09, 0, 1 } }, -1.3278738192585634e-06 },
                              { { { -9.6921711818891452e-08, 0, 0.99999999999999534 } },
                                -9.9102320808398314e-06 } };
    const double x[] = { 68.407209296278154, 91.209612395037539, 114.01201549379692 };
    BspBrush *brushes[] = { floor_below(tops[0], x[0], x[1]), floor_below(tops[1], x[1], x[2]) };
    g_autoptr(BspBrushTable) table = scene_table(scene_solid(brushes, 2), 0);
    BspShape shape = scene_player();
    BspMover mover = { .table = table, .shape = &shape };
    BspTracer tracer = bsp_mover_tracer(&mover);
    BspVec at = bsp_vec(89.999999999999901, 0, 23.999999781939099);
    BspTrace answer;
    cr_assert(bsp_mover_trace(&mover, at, bsp_vec(at.x + 5, 0, at.z), &answer));
    cr_expect_eq(answer.hit.brush, 1u);
    BspSlide slide;
    bsp_slide_move(&tracer, at, bsp_vec(5, 0, 0), &slide);
    cr_expect(slide.point.x > at.x + 4.8, "%.17g", slide.point.x);
}

/* Floors with slopes of 1e-9 to 1e-4 of either sign stand end to end. A body that slides along
 * them, and down onto them, is never held up. */
Test(hit, nearly_level_floors_hold_nobody_up)
{
    Random r = random_seeded(585);
    for (guint run = 0; run < (SANITIZED ? 20 : 100); run++) {
        BspBrush *brushes[20];
        double x = 0, height = 0, least = random_real(&r, -9, -6);
        for (guint i = 0; i < 20; i++) {
            double width = random_real(&r, 10, 40);
            double slope = pow(10, random_real(&r, least, least + 2)) * (random_flag(&r) ? 1 : -1);
            BspVec normal = bsp_vec_unit(bsp_vec(-slope, 0, 1));
            BspPlane top = { normal, normal.x * x + normal.z * height };
            brushes[i] = floor_below(top, x, x + width);
            x += width;
            height += slope * width;
        }
        g_autoptr(BspBrushTable) table = scene_table(scene_solid(brushes, 20), 0);
        BspShape shape = run % 3 ? scene_player() : bsp_shape_capsule(15, -24, 32);
        BspTracer tracer = bsp_mover_tracer(&(BspMover){ .table = table, .shape = &shape });
        BspSlide slide;
        bsp_slide_move(&tracer, bsp_vec(20, 0, 30), bsp_vec(0, 0, -10), &slide);
        double step = random_real(&r, 1, 9), way = step;
        for (guint i = 0; i < 200; i++) {
            BspVec from = slide.point;
            way = from.x > x - 20 ? -step : from.x < 20 ? step : way;
            bsp_slide_move(&tracer, from, bsp_vec(way, 0, random_flag(&r) ? 0 : -0.05), &slide);
            cr_assert_float_eq(slide.point.x, from.x + way, 0.01, "run %u, move %u", run, i);
        }
    }
}

/* --- the order of the search --- */

/* Reverses the children of nodes, because searches visit them in the order of their slots. */
static void reverse_children(BspBrushTable *table)
{
    for (unsigned i = 0; i < table->hierarchy.n_nodes; i++) {
        BspNearNode old = table->hierarchy.nodes[i], *node = &table->hierarchy.nodes[i];
        for (guint k = 0; k < BSP_NEAR_WIDE; k++) {
            guint from = BSP_NEAR_WIDE - 1 - k;
            node->child[k] = old.child[from];
            for (guint axis = 0; axis < 3; axis++) {
                node->least[axis][k] = old.least[axis][from];
                node->most[axis][k] = old.most[axis][from];
            }
        }
    }
}

static gboolean are_equal(const BspTrace *a, const BspTrace *b)
{
    return a->tr.type == b->tr.type && a->tr.t == b->tr.t && a->hit.brush == b->hit.brush &&
           memcmp(&a->tr.plane, &b->tr.plane, sizeof a->tr.plane) == 0 &&
           (a->hit.brush == BSP_NO_BRUSH ||
            (a->hit.side == b->hit.side &&
             memcmp(&a->hit.plane, &b->hit.plane, sizeof a->hit.plane) == 0));
}

static void check_search_order(Random *r, const BspSolid *solid, guint *n_hits)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    g_autoptr(BspBrushTable) other = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    reverse_children(other);
    for (guint k = 0; k < 200; k++) {
        BspShape shape = scene_random_box(r);
        BspMove move = { .shape = &shape, .skin = k % 4 ? 0 : 0.125 };
        BspTrace a, b;
        scene_move(r, solid, &shape, &move.from, &move.to);
        bsp_brush_table_trace(table, &move, &a);
        bsp_brush_table_trace(other, &move, &b);
        cr_assert(are_equal(&a, &b), "t %.17g, %.17g; brushes %u, %u", a.tr.t, b.tr.t, a.hit.brush,
                  b.hit.brush);
        *n_hits += a.hit.brush != BSP_NO_BRUSH ? 1 : 0;
        bool named = bsp_brush_table_hit(table, &move, &a);
        cr_assert_eq(bsp_brush_table_hit(other, &move, &b), named);
        cr_assert(!named || are_equal(&a, &b));
        BspStuck stuck = { &shape, 0, move.from, 0, 100, NULL, NULL };
        BspWayOut out, way;
        named = bsp_brush_table_way_out(table, &stuck, &out);
        cr_assert_eq(bsp_brush_table_way_out(other, &stuck, &way), named);
        cr_assert(!named || memcmp(&out.to, &way.to, sizeof out.to) == 0);
    }
}

Test(hit, the_order_of_the_search_does_not_matter)
{
    Random r = random_seeded(59);
    guint n_hits = 0;
    for (guint i = 0; i < 40 * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 59 + i);
        check_search_order(&r, solid, &n_hits);
    }
    cr_expect_gt(n_hits, 10000u);
}

/* A ramp's top edge lies in the plane of a floor beside it. The move hits the floor, which has a
 * side in that plane, even if the ramp's slope is small. */
Test(hit, a_side_goes_before_an_edge_in_its_plane)
{
    for (double slope = 1e-6; slope < 1; slope *= 1.5) {
        double length = hypot(1, slope);
        const BspPlane ramp[6] = { { { { 1, 0, 0 } }, 100 },
                                   { { { -1, 0, 0 } }, 0 },
                                   { { { 0, 1, 0 } }, 100 },
                                   { { { 0, -1, 0 } }, 0 },
                                   { { { 0, slope / length, 1 / length } }, 0 },
                                   { { { 0, 0, -1 } }, 200 } };
        BspBrush *brushes[] = { bsp_brush_new_planes(ramp, 6, NULL),
                                scene_box(0, -50, -10, 100, 0, 0) };
        BspHit hit;
        cr_assert(
            ask(scene_solid(brushes, 2), player, bsp_vec(50, 0, 60), bsp_vec(50, 0.5, 10), &hit));
        cr_expect(hit.brush == 1 && hit.side == 4, "slope %g: brush %u, side %d", slope, hit.brush,
                  hit.side);
    }
}

/* Shapes with infinite or NaN extents reach the unused child slots of the table's nodes. The lookup
 * must not follow them. */
Test(hit, shapes_of_no_size_that_there_is_do_no_harm)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_TILES, 5, bsp_vec(0, 0, 0));
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    const double odd[] = { (double)NAN, HUGE_VAL, 1e300, 1e39, 8 };
    for (guint i = 0; i < 5 * 5; i++) {
        double a = odd[i % 5], b = odd[i / 5];
        const BspShape shapes[] = { bsp_shape_box(bsp_vec(-a, -a, -a), bsp_vec(b, b, b)),
                                    bsp_shape_sphere(a), bsp_shape_cylinder(a, -b, b) };
        for (guint k = 0; k < G_N_ELEMENTS(shapes); k++) {
            BspTransition tr = { .type = BSP_EMPTY_TO_SOLID, .t = 0.5 };
            tr.plane.normal.z = 1;
            BspHit hit = { .brush = 0 };
            gboolean named =
                name_hit(sides, (BspMove){ bsp_vec(0, 0, 1), bsp_vec(0, 0, -1), &shapes[k], 0, 0 },
                         &tr, &hit);
            cr_expect_lt(hit.brush, solid->brushes->len);
            cr_expect(!named || (isfinite(a) && isfinite(b)), "%g %g", a, b);
        }
    }
}

/* --- against all brushes, one by one --- */

/* Returns the maximum rounding of the distance of p from the plane, which is four roundings of its
 * terms. Because of it, a move almost along a plane may enter or leave a brush much earlier or
 * later. */
static double rounding_of_distance(const BspPlane *plane, BspVec p)
{
    double terms = fabs(plane->dist);
    for (guint k = 0; k < 3; k++)
        terms += fabs(plane->normal.v[k] * p.v[k]);
    return 4 * DBL_EPSILON * terms;
}

/* The relation of a hit to one brush, by the planes of the brush expanded for the box. */
typedef struct {
    gboolean meant;    /* the box touches the brush, within the bracket */
    gboolean is_clear; /* the lookup must report this brush, because the box touches and enters it,
                          and one of its sides lies in the answer's plane */
    gboolean may_be_clear; /* is_clear would be TRUE if the roundings were others */
    guint n_planes;        /* the number of planes at most BSP_BRACKET from the contact */
    gint side; /* the side of the last of these planes; -1 for a plane that is no side */
} Relation;

static Relation relate(const BspBrush *brush, const BspShape *shape, BspVec from, BspVec to,
                       const BspTransition *tr)
{
    guint n;
    g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &n);
    BspVec delta = bsp_vec_sub(to, from);
    double out = -HUGE_VAL, enter[2] = { 0, 0 }, leave[2] = { 1 - tr->t, 1 - tr->t };
    gboolean on_plane = FALSE;
    Relation r = { .side = -2 };
    for (guint i = 0; i < n; i++) {
        BspVec normal = planes[i].normal;
        double d =
            bsp_vec_dot(normal, tr->point) - planes[i].dist - bsp_shape_offset(shape, normal);
        double v = bsp_vec_dot(normal, delta);
        out = MAX(out, d);
        double rounding = rounding_of_distance(&planes[i], tr->point);
        const double rounded[2] = { -rounding, rounding };
        for (guint k = 0; k < 2; k++)
            if (v < 0)
                enter[k] = MAX(enter[k], (rounded[k] - d) / v);
            else if (v > 0)
                leave[k] = MIN(leave[k], (rounded[k] - BSP_TOUCH - d) / v);
            else if (d >= -BSP_TOUCH)
                leave[k] = -1; /* because the move runs parallel to the plane */
        on_plane |= i < brush->cell->n_faces && v < 0 && fabs(d) <= BSP_TOUCHED &&
                    bsp_same_normal(normal, tr->plane.normal);
        if (fabs(d) <= BSP_BRACKET) {
            r.n_planes++;
            r.side = i < brush->cell->n_faces ? (gint)bsp_brush_side_of_face(brush, i) : -1;
        }
    }
    r.meant = out <= BSP_BRACKET;
    double inside = BSP_TOUCH / bsp_vec_length(delta);
    gboolean touches = fabs(out) <= BSP_TOUCHED && on_plane;
    r.is_clear = touches && leave[0] - enter[0] > inside;
    r.may_be_clear = touches && leave[1] - enter[1] > inside;
    return r;
}

typedef struct {
    guint n_hits, n_sole, n_sole_side, n_clear, n_coinciding;
} Counts;

static void check_hit(const BspSolid *solid, const BspBrushTable *sides, const BspShape *shape,
                      BspVec from, BspVec to, const BspTransition *tr, Counts *counts)
{
    if (tr->type != BSP_EMPTY_TO_SOLID)
        return;
    BspHit hit = { 0 };
    gboolean named = name_hit(sides, (BspMove){ from, to, shape, 0, 0 }, tr, &hit);
    guint n_meant = 0, n_clear = 0, lowest = 0;
    Relation own = { 0 };
    BspBounds at = { bsp_vec_add(tr->point, shape->bounds.mins),
                     bsp_vec_add(tr->point, shape->bounds.maxs) };
    at = bsp_bounds_grown(&at, 2 * BSP_BRACKET);
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspBrush *brush = bsp_solid_brush(solid, b);
        if (!bsp_bounds_overlap(&brush->bounds, &at))
            continue;
        Relation r = relate(brush, shape, from, to, tr);
        n_meant += r.meant ? 1 : 0;
        if (r.is_clear && n_clear++ == 0)
            lowest = b;
        if (b == hit.brush)
            own = r;
    }
    counts->n_hits++;
    counts->n_sole += n_meant == 1 ? 1 : 0;
    counts->n_clear += n_clear ? 1 : 0;
    counts->n_coinciding += n_clear > 1 ? 1 : 0;
    cr_assert(named && own.meant, "%s", scene_describe(solid, shape, from, to));
    /* The hit may name another plane than the plane that the tree crossed. Then the judge of planes
     * decides whether the named plane is right (test-planes.c). */
    if (n_clear && bsp_same_normal(hit.plane.normal, tr->plane.normal))
        cr_assert(own.may_be_clear && hit.brush <= lowest, "%s",
                  scene_describe(solid, shape, from, to));
    const BspBrush *brush = bsp_solid_brush(solid, hit.brush);
    cr_assert_eq(hit.contents, brush->contents);
    cr_assert_eq(hit.tag, hit.side < 0 ? 0 : bsp_brush_tag(brush, (guint)hit.side));
    if (own.n_planes == 1) {
        counts->n_sole_side++;
        cr_assert_eq(hit.side, own.side, "%s", scene_describe(solid, shape, from, to));
    }
}

/* Makes the next move. Every fifth move comes from scene_move(). The others are aimed at edges and
 * faces. */
static void next_move(Random *r, CompareAim *aim, const BspSolid *solid, const BspShape *shape,
                      guint i, BspVec *from, BspVec *to)
{
    if (i % 5 == 0) {
        scene_move(r, solid, shape, from, to);
        return;
    }
    compare_aim_set_shape(aim, shape);
    CompareMove move = compare_aim_move(aim, (CompareAimKind)(i % COMPARE_AIM_KINDS));
    *from = move.from;
    *to = move.to;
}

static void check_scene(Random *r, SceneKind kind, guint64 seed, Counts *counts)
{
    g_autoptr(BspSolid) solid = scene_new(kind, seed, bsp_vec(seed % 3 ? 0 : 100000, 0, 0));
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    g_autoptr(ShiftTree) shift = build_shift(solid, SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX, FALSE);
    g_autoptr(CompareAim) aim = compare_aim_new(solid, seed);
    BspShape shapes[] = { bsp_shape_point(), scene_random_box(r), scene_player() };
    for (guint k = 0; k < G_N_ELEMENTS(shapes); k++) {
        OnionSpace space = { "space", shapes[k].bounds, 0 };
        g_autoptr(OnionTree) onion = onion_tree_build(solid, &space, 1, NULL, NULL);
        for (guint i = 0; i < 200; i++) {
            BspVec from, to;
            next_move(r, aim, solid, &shapes[k], i, &from, &to);
            BspTransition tr = onion_tree_first_transition(onion, 0, from, to, NULL);
            check_hit(solid, sides, &shapes[k], from, to, &tr, counts);
            tr = shift_tree_hit_check(shift, &shapes[k], from, to, NULL);
            check_hit(solid, sides, &shapes[k], from, to, &tr, counts);
        }
    }
}

Test(hit, scenes_agree_with_a_search_of_all_brushes)
{
    Random r = random_seeded(1414);
    Counts counts = { 0 };
    for (guint i = 0; i < (SHORT ? 3 : 12) * SCENE_KINDS; i++)
        check_scene(&r, (SceneKind)(i % SCENE_KINDS), 1400 + i, &counts);
    const guint divisor = SHORT ? 4 : 1; /* a short run has a quarter of the scenes */
    cr_expect_gt(counts.n_hits, 10000 / divisor);
    cr_expect_gt(counts.n_sole, 5000 / divisor);
    cr_expect_gt(counts.n_sole_side, 5000 / divisor);
    cr_expect_gt(counts.n_clear, 8000 / divisor);
    cr_expect_gt(counts.n_coinciding, 200 / divisor);
    cr_log_info("%u hits, of one brush %u, of one side %u, clear %u, of which coinciding %u",
                counts.n_hits, counts.n_sole, counts.n_sole_side, counts.n_clear,
                counts.n_coinciding);
}
