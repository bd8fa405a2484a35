/* test-in-solid: tests which bodies are in solid, and which only touch it. All queries must agree,
 * and no body may be in solid where its move has ended. */
#include <criterion/criterion.h>
#include <math.h>

#include "bsp-character.h"
#include "bsp-hull.h"
#include "bsp-one.h"
#include "scenes.h"
#include "shape/shape.h"

static gboolean starts_in_solid(const BspTransition *tr)
{
    return tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY;
}

/* Returns a move of 1e-10 to 10 units. Half of them are along the plane. */
static BspVec random_delta(Random *r, BspVec normal)
{
    BspVec delta = bsp_vec_scale(random_direction(r), pow(10, random_real(r, -10, 1)));
    return random_flag(r) ? bsp_slide_along(delta, &normal, 1) : delta;
}

/* Returns a depth at which rounding decides whether a body is deeper than touching, or whether it
 * is in solid. Casts are less exact than planes, so a shape other than a box is put in the middle
 * between both. Rounding is at most 1e-11 where the bodies are. */
static double random_depth(Random *r, const BspShape *shape)
{
    const double depths[] = { BSP_TOUCH, 0.5 * (BSP_TOUCH + BSP_IN_SOLID), BSP_IN_SOLID - 1e-11,
                              BSP_IN_SOLID };
    guint n = bsp_shape_is_box(shape) ? G_N_ELEMENTS(depths) : 2;
    return depths[random_below(r, n)] + random_int(r, -2, 2) * 1e-12;
}

/* Moves the point until it is `depth` behind the plane. */
static BspVec put_behind(BspVec p, const BspPlane *plane, double depth)
{
    for (guint i = 0; i < 3; i++)
        p = bsp_vec_mad(p, -depth - bsp_plane_distance(plane, p), plane->normal);
    return p;
}

/* --- the brush table --- */

/* Checks that all queries agree. Returns whether the shape is in solid at p. */
static gboolean is_in_solid(Random *r, const BspBrushTable *table, const BspShape *shape, BspVec p)
{
    gboolean in = bsp_brush_table_inside(table, shape, 0, p, NULL, 0) > 0;
    for (guint i = 0; i < 4; i++) {
        BspVec to = i ? bsp_vec_add(p, random_direction(r)) : p;
        BspMove move = { p, to, shape, 0, i == 2 ? 0.125 : 0 };
        BspTrace answer;
        bsp_brush_table_trace(table, &move, &answer);
        cr_assert_eq(starts_in_solid(&answer.tr), in, "%s at %.17g %.17g %.17g: move %u, inside %d",
                     bsp_shape_kind_name(shape->kind), p.x, p.y, p.z, i, in);
        cr_assert(i || answer.tr.type != BSP_EMPTY_TO_SOLID, "%s at %.17g %.17g %.17g",
                  bsp_shape_kind_name(shape->kind), p.x, p.y, p.z);
    }
    const BspMove still = { p, p, shape, 0, 0 };
    cr_assert_eq(bsp_brush_table_trace_all(table, &still, NULL, 0) > 0, in,
                 "%s at %.17g %.17g %.17g", bsp_shape_kind_name(shape->kind), p.x, p.y, p.z);
    BspStuck stuck = { shape, 0, p, 0, 64, NULL, NULL };
    BspWayOut way;
    gboolean out = bsp_brush_table_way_out(table, &stuck, &way);
    cr_assert_eq(!out || way.distance > 0, in);
    if (shape->kind == BSP_SHAPE_POINT && in)
        cr_assert_neq(bsp_brush_table_contents(table, p), 0u);
    return in;
}

/* Puts a shape about as deep in a brush as touching allows, lets it slide, and checks each end. */
static void check_shape(Random *r, const BspSolid *solid, const BspBrushTable *table,
                        const BspShape *shape, guint *n_free)
{
    BspVec from, to;
    BspTrace answer;
    scene_move(r, solid, shape, &from, &to);
    bsp_brush_table_trace(table, &(BspMove){ from, to, shape, 0, 0 }, &answer);
    if (answer.tr.type != BSP_EMPTY_TO_SOLID)
        return;
    BspTracer tracer = bsp_mover_tracer(&(BspMover){ .table = table, .shape = shape });
    double depth = random_depth(r, shape);
    BspVec at = put_behind(answer.tr.point, &answer.hit.plane, depth);
    gboolean in = is_in_solid(r, table, shape, at) || depth > BSP_IN_SOLID - 5e-12;
    for (guint i = 0; i < 8 && !in; i++) {
        BspSlide slide;
        bsp_slide_move(&tracer, at, random_delta(r, answer.hit.plane.normal), &slide);
        cr_assert_not(slide.stuck);
        cr_assert_not(is_in_solid(r, table, shape, slide.point), "%s, slide %u: %.17g %.17g %.17g",
                      bsp_shape_kind_name(shape->kind), i, slide.point.x, slide.point.y,
                      slide.point.z);
        at = slide.point;
        ++*n_free;
    }
}

Test(in_solid, no_move_ends_there)
{
    Random r = random_seeded(58);
    guint n_free = 0;
    for (guint i = 0; i < 30 * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(i % SCENE_KINDS), 58 + i, random_point_within(&r, 2000));
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
        for (guint k = 0; k < 100; k++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull);
            check_shape(&r, solid, table, &shape, &n_free);
        }
    }
    cr_expect_gt(n_free, 10000u);
}

/* A body that is a little deeper than touching is pushed down again and again, far from the origin.
 * There each push may sink it by rounding. */
Test(in_solid, no_body_sinks_far_from_the_origin)
{
    const BspShape shapes[] = { scene_cube(4), bsp_shape_sphere(4), bsp_shape_capsule(4, -8, 8) };
    Random r = random_seeded(60);
    for (guint i = 0; i < 300; i++) {
        const BspShape *shape = &shapes[i % G_N_ELEMENTS(shapes)];
        double centre = i % 2 ? 1e6 : 0;
        BspSolid *floor =
            scene_one_box(centre - 64, centre - 64, centre - 16, centre + 64, centre + 64, centre);
        g_autoptr(BspBrushTable) table = scene_table(floor, 0);
        BspVec at = bsp_vec(centre, centre, centre - shape->bounds.mins.z - BSP_TOUCH);
        at.z -= random_real(&r, 0, 0.8) * (BSP_IN_SOLID - BSP_TOUCH);
        for (guint k = 0; k < 50; k++) {
            BspVec to = bsp_vec(centre + random_real(&r, -8, 8), centre + random_real(&r, -8, 8),
                                at.z - exp(random_real(&r, log(1e-10), log(10))));
            if (k % 2)
                to.z = nextafter(centre - shape->bounds.mins.z - BSP_IN_SOLID, HUGE_VAL);
            BspMove move = { at, to, shape, 0, 0 };
            BspTrace answer;
            bsp_brush_table_trace(table, &move, &answer);
            cr_assert(answer.tr.type == BSP_EMPTY || answer.tr.type == BSP_EMPTY_TO_SOLID,
                      "body %u, push %u, height %.17g", i, k, at.z + shape->bounds.mins.z - centre);
            at = answer.tr.point;
        }
    }
}

Test(in_solid, boxes_overlap_the_brushes_that_they_are_in)
{
    Random r = random_seeded(59);
    guint n_in = 0, n_free = 0;
    for (guint i = 0; i < 10000; i++) {
        BspShape box = scene_random_box(&r);
        BspVec size = bsp_vec(4, 5, 6), at = random_point_within(&r, 2000);
        g_autoptr(BspBrushTable) table = scene_table(
            scene_one_box(at.x, at.y, at.z, at.x + size.x, at.y + size.y, at.z + size.z),
            BSP_TABLE_BOXES);
        guint axis = random_below(&r, 3);
        BspVec p = at;
        p.v[axis] += size.v[axis] - box.bounds.mins.v[axis] - random_depth(&r, &box);
        BspBounds there = { bsp_vec_add(box.bounds.mins, p), bsp_vec_add(box.bounds.maxs, p) };
        BspShape point_box = bsp_shape_box(there.mins, there.maxs);
        gboolean in = is_in_solid(&r, table, &point_box, bsp_vec(0, 0, 0));
        cr_assert_eq(bsp_brush_table_overlap(table, &there, 0, NULL, 0) > 0, in);
        n_in += in ? 1 : 0;
        n_free += in ? 0 : 1;
    }
    cr_expect(n_in > 200 && n_free > 500, "%u, %u", n_in, n_free);
}

/* --- one solid --- */

typedef struct {
    const BspBounds *box; /* NULL if `other` is the solid */
    const BspFrame *frame;
    const BspShape *other, *shape;
} One;

static void trace_one(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    const One *one = data;
    BspMove move = { from, to, one->shape, 0, 0 };
    if (one->box)
        bsp_box_trace(one->box, one->frame, &move, answer);
    else
        cr_assert(bsp_shape_trace(one->other, one->frame->origin, bsp_vec(0, 0, 0), &move, answer));
}

static BspShape random_upright(Random *r, gboolean is_round)
{
    double size = random_real(r, 2, 20);
    switch (random_below(r, is_round ? 2 : 4)) {
    case 0:
        return bsp_shape_sphere(size);
    case 1:
        return bsp_shape_capsule(size, -2 * size, 2 * size);
    case 2:
        return bsp_shape_box(bsp_vec(-size, -size, -size), bsp_vec(size, 8, size));
    default:
        return bsp_shape_point();
    }
}

/* A body that is put at the limit of touching, or was led there, is not in solid. */
Test(in_solid, one_solid_lets_touching_bodies_slide)
{
    Random r = random_seeded(60);
    guint n = 0;
    for (guint i = 0; i < 20000; i++) {
        BspShape shape = random_upright(&r, i % 3 == 0), other = random_upright(&r, TRUE);
        BspBounds box = { random_point_within(&r, 40), bsp_vec(40, 50, 60) };
        BspFrame frame = bsp_frame_at(random_point_within(&r, 2000));
        if (random_flag(&r))
            random_turn(&r, frame.axis);
        if (random_flag(&r))
            box.maxs.z = box.mins.z;
        One one = { i % 3 ? &box : NULL, &frame, &other, &shape };
        BspTracer tracer = { trace_one, &one, NULL, NULL };
        BspVec from = bsp_vec_mad(frame.origin, 400, random_direction(&r));
        BspTrace hit;
        trace_one(&one, from, frame.origin, &hit);
        if (hit.tr.type != BSP_EMPTY_TO_SOLID)
            continue;
        BspVec at = put_behind(hit.tr.point, &hit.tr.plane, BSP_TOUCH);
        for (guint k = 0; k < 8; k++, n++) {
            BspSlide slide;
            bsp_slide_move(&tracer, at, random_delta(&r, hit.tr.plane.normal), &slide);
            cr_assert_not(slide.stuck, "%s, solid %u, slide %u", bsp_shape_kind_name(shape.kind), i,
                          k);
            at = slide.point;
        }
    }
    cr_expect_gt(n, 20000u);
}
