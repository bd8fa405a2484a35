/* test-frame: tests solids that are turned and move, by the oracle over the same solids made of
 * turned brushes. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-one.h"
#include "build-trees.h"
#include "oracle/oracle.h"
#include "oracle/turn.h"
#include "random.h"
#include "scenes.h"
#include "shift-tree.h"
#include "turning-moves.h"

static BspFrame random_frame(Random *r, gboolean turned)
{
    BspVec origin = random_point_within(r, 300);
    BspFrame frame = turned ? bsp_frame_turned(origin, random_real(r, -180, 180),
                                               random_real(r, -180, 180), random_real(r, -180, 180))
                            : bsp_frame_at(origin);
    frame.travel = random_flag(r) ? random_point_within(r, 40) : bsp_vec(0, 0, 0);
    return frame;
}

/* Returns the brush at its position in the world at the start of the move. */
static BspBrush *placed(const BspFrame *frame, const BspBrush *brush)
{
    guint n = brush->cell->n_faces;
    g_autofree BspPlane *planes = g_new(BspPlane, n);
    for (guint i = 0; i < n; i++) {
        BspPlane plane = brush->cell->faces[i].plane;
        planes[i].normal = bsp_frame_direction_out(frame, plane.normal);
        planes[i].dist = plane.dist + bsp_vec_dot(planes[i].normal, frame->origin);
    }
    BspBrush *out = bsp_brush_new_planes(planes, n, NULL);
    cr_assert_not_null(out);
    return out;
}

static BspSolid *placed_solid(const BspFrame *frame, const BspSolid *solid)
{
    GPtrArray *brushes = scene_no_brushes();
    for (guint i = 0; i < solid->brushes->len; i++)
        g_ptr_array_add(brushes, placed(frame, bsp_solid_brush(solid, i)));
    return bsp_solid_new(brushes);
}

/* Returns the true result. The oracle's solid does not move, so the solid's travel is subtracted
 * from the move. */
static CompareTruth truth_of(CompareOracle *oracle, const BspFrame *frame, const BspShape *shape,
                             BspVec from, BspVec to)
{
    return compare_oracle_move(oracle, shape, 0, from, bsp_vec_sub(to, frame->travel));
}

typedef struct {
    guint n, n_hits, n_inside;
} Tally;

static void check(const BspTransition *tr, const CompareTruth *truth, BspVec from, BspVec to,
                  Tally *tally, const char *what)
{
    double t = bsp_transition_blocking_time(tr);
    cr_assert(t >= truth->t_lo && t <= truth->t_hi, "%s: %.12g is not in %.12g .. %.12g", what, t,
              truth->t_lo, truth->t_hi);
    tally->n++;
    if (truth->inside)
        tally->n_inside++;
    if (tr->type != BSP_EMPTY_TO_SOLID)
        return;
    tally->n_hits++;
    BspVec point = bsp_vec_lerp(from, to, tr->t);
    cr_assert_lt(bsp_vec_length(bsp_vec_sub(point, tr->point)), 1e-6, "%s", what);
    cr_assert_lt(fabs(bsp_plane_distance(&tr->plane, tr->point)), 1e-5, "%s", what);
    cr_assert_lt(fabs(bsp_vec_length(tr->plane.normal) - 1), 1e-9, "%s", what);
    if (tr->t > 1e-3 && truth->t_hi - truth->t_lo < 1e-3)
        cr_assert_gt(bsp_vec_dot(tr->plane.normal, truth->normal), 0, "%s", what);
}

/* Draws a random move in the world, from near the solid to near it. */
static void random_move(Random *r, const BspSolid *world, BspVec *from, BspVec *to)
{
    BspBounds room = bsp_bounds_grown(&world->bounds, 60);
    *from = random_point(r, &room);
    *to = random_flag(r) ? random_point(r, &room)
                         : bsp_vec_mad(*from, random_real(r, 1, 60), random_direction(r));
}

Test(frame, shift_trees_in_frames_are_exact)
{
    Random r = random_seeded(81);
    Tally tally = { 0 };
    guint n_refused = 0;
    for (guint i = 0; i < 24; i++) {
        g_autoptr(BspSolid) own = scene_nth(i, i);
        g_autoptr(ShiftTree) tree = build_shift(own, SHIFT_BEVEL_USUAL, TRUE);
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(own, 0);
        BspFrame frame = random_frame(&r, i % 4 != 0);
        g_autoptr(BspSolid) world = placed_solid(&frame, own);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(world);
        for (guint k = 0; k < 150; k++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull), rotated;
            BspRotatedStorage storage;
            BspVec from, to, a, b;
            random_move(&r, world, &from, &to);
            CompareTruth truth = truth_of(oracle, &frame, &shape, from, to);
            if (!bsp_shape_rotated(&shape, &frame, &storage, &rotated)) {
                cr_assert(shape.kind == BSP_SHAPE_CYLINDER || hull);
                n_refused++;
                continue;
            }
            bsp_frame_enter(&frame, from, to, &a, &b);
            BspTransition tr = shift_tree_hit_check_exact(tree, table, &rotated, a, b, NULL);
            bsp_frame_leave(&frame, from, to, &tr);
            check(&tr, &truth, from, to, &tally, bsp_shape_kind_name(shape.kind));
        }
    }
    cr_expect_gt(tally.n_hits, tally.n / 10);
    cr_expect_gt(tally.n_inside, 20u);
    cr_expect_gt(n_refused, 100u);
    cr_log_info("%u moves, %u hits, %u start in solid", tally.n, tally.n_hits, tally.n_inside);
}

/* Traces a box that moves with the frame, such as a lift. */
static BspTransition trace_box(const BspBounds *box, const BspFrame *frame, BspMove move)
{
    BspTrace answer;
    bsp_box_trace(box, frame, &move, &answer);
    return answer.tr;
}

Test(frame, a_lift_meets_who_stands_still)
{
    BspBounds lift = { { { -32, -32, -8 } }, { { 32, 32, 0 } } };
    BspFrame frame = bsp_frame_at(bsp_vec(100, 0, 0));
    BspShape player = scene_player();
    BspVec at = bsp_vec(100, 0, 34);
    frame.travel = bsp_vec(0, 0, 40);
    BspTransition tr = trace_box(&lift, &frame, (BspMove){ at, at, &player, 0, 0 });
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_expect_float_eq(tr.t, 0.25, 1e-9);
    cr_expect_float_eq(tr.plane.dist, 34, 1e-9);
    cr_expect_float_eq(tr.plane.normal.z, 1, 1e-9);
    cr_expect_eq(tr.point.z, 34);
    frame.travel = bsp_vec(0, 0, 10); /* a lift that only touches the player */
    cr_expect_eq(trace_box(&lift, &frame, (BspMove){ at, at, &player, 0, 0 }).type, BSP_EMPTY);
    frame.origin.z =
        20; /* the lift overlaps the player at the start and moves down until the player is free */
    frame.travel = bsp_vec(0, 0, -20);
    tr = trace_box(&lift, &frame, (BspMove){ at, at, &player, 0, 0 });
    cr_assert_eq(tr.type, BSP_SOLID_TO_EMPTY);
    cr_expect_float_eq(tr.t, 0.5, 1e-9);
    frame.travel = bsp_vec(0, 0, -5);
    cr_expect_eq(trace_box(&lift, &frame, (BspMove){ at, at, &player, 0, 0 }).type, BSP_SOLID);
}

/* The axes of a struct whose bytes are all 0, of one that was scaled, and of a mirror. */
Test(frame, axes_that_are_no_frame_are_refused)
{
    g_autoptr(BspSolid) solid = scene_one_box(-8, -8, -8, 8, 8, 8);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    BspShape ball = bsp_shape_sphere(2), player = scene_player();
    BspFrame frames[3] = { { .origin = bsp_vec(0, 0, 0) } };
    frames[1] = frames[2] = bsp_frame_turned(bsp_vec(0, 0, 0), 0, 30, 0);
    frames[1].axis[0] = bsp_vec_scale(frames[1].axis[0], 1.01);
    frames[2].axis[2] = bsp_vec(0, 0, -1);
    for (guint i = 0; i < 6; i++) {
        BspMove move = { bsp_vec(-200, 0, 0), bsp_vec(200, 0, 0), i % 2 ? &ball : &player, 0, 0 };
        BspTrace answer;
        cr_expect_not(bsp_brush_table_trace_in(table, &frames[i / 2], &move, &answer));
        cr_expect_eq(answer.tr.type, BSP_SOLID, "frame %u", i / 2);
        bsp_box_trace(&solid->bounds, &frames[i / 2], &move, &answer);
        cr_expect_eq(answer.tr.type, BSP_SOLID, "frame %u", i / 2);
    }
}

/* --- one solid alone --- */

/* Checks the class by the oracle, for the move and its reverse. The start may be in solid. */
static void check_class(CompareOracle *oracle, const BspFrame *frame, const BspShape *shape,
                        BspVec from, BspVec to, const BspTransition *tr, const char *what)
{
    BspVec relative = bsp_vec_sub(to, frame->travel);
    CompareTruth there = compare_oracle_move(oracle, shape, 0, from, relative),
                 back = compare_oracle_move(oracle, shape, 0, relative, from);
    if (there.t_lo > 0 || there.t_hi == 0)
        cr_assert_eq(there.inside, tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY, "%s",
                     what);
    if (there.inside && back.inside && back.t_hi == 0)
        cr_assert_eq(tr->type, BSP_SOLID, "%s", what);
    if (tr->type == BSP_SOLID_TO_EMPTY)
        cr_assert(1 - tr->t >= back.t_lo && 1 - tr->t <= back.t_hi,
                  "%s: leaves at %.12g, %.12g %.12g", what, tr->t, 1 - back.t_hi, 1 - back.t_lo);
}

static void check_one(Random *r, const BspFrame *frame, const BspBounds *box, Tally *tally)
{
    g_autoptr(BspBrush) own = bsp_brush_new_box(box->mins, box->maxs, NULL);
    g_autoptr(BspSolid) world = scene_one(placed(frame, own));
    g_autoptr(CompareOracle) oracle = compare_oracle_new(world);
    for (guint k = 0; k < 120; k++) {
        g_autoptr(BspHull) hull = NULL;
        BspShape shape = scene_random_shape(r, &hull);
        BspVec from, to;
        random_move(r, world, &from, &to);
        CompareTruth truth = truth_of(oracle, frame, &shape, from, to);
        BspTransition tr = trace_box(box, frame, (BspMove){ from, to, &shape, 0, 0 });
        check(&tr, &truth, from, to, tally, bsp_shape_kind_name(shape.kind));
        check_class(oracle, frame, &shape, from, to, &tr, bsp_shape_kind_name(shape.kind));
    }
}

Test(frame, moves_past_one_box_are_exact)
{
    Random r = random_seeded(83);
    Tally tally = { 0 };
    for (guint i = 0; i < 40; i++) {
        BspVec half =
            bsp_vec(random_real(&r, 1, 50), random_real(&r, 1, 50), random_real(&r, 0.1, 50));
        BspBounds box = { bsp_vec_neg(half), bsp_vec_scale(half, random_real(&r, 0.1, 2)) };
        BspFrame frame = random_frame(&r, i % 3 != 0);
        check_one(&r, &frame, &box, &tally);
    }
    cr_expect_gt(tally.n_hits, tally.n / 10);
    cr_expect_gt(tally.n_inside, 100u);
}

Test(frame, quarter_turns_are_exact)
{
    for (int i = -8; i <= 8; i++) {
        BspFrame frame = bsp_frame_turned(bsp_vec(0, 0, 0), 90 * i, 90 * (i / 2), -90 * i);
        for (guint k = 0; k < 9; k++) {
            double v = frame.axis[k / 3].v[k % 3];
            cr_expect(v == 0 || v == 1 || v == -1, "%g", v);
        }
        BspVec z = bsp_vec_cross(frame.axis[0], frame.axis[1]);
        cr_expect_eq(bsp_vec_dot(z, frame.axis[2]), 1);
    }
    BspFrame left = bsp_frame_turned(bsp_vec(0, 0, 0), 0, 90, 0);
    cr_expect_eq(left.axis[0].y, 1, "yaw turns to the left");
    BspFrame down = bsp_frame_turned(bsp_vec(0, 0, 0), 90, 0, 0);
    cr_expect_eq(down.axis[0].z, -1, "pitch looks down");
}

/* --- bounds --- */

/* The bounds of a frame are those of its brushes' bounds, placed in the world, over the whole move.
 * They contain the placed solid. */
Test(frame, bounds_contain_the_placed_solid)
{
    Random r = random_seeded(85);
    for (guint i = 0; i < 24; i++) {
        g_autoptr(BspSolid) own = scene_nth(i, i);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(own, BSP_TABLE_BOXES);
        BspFrame frame = random_frame(&r, i % 4 != 0);
        BspBounds bounds = bsp_brush_table_bounds(sides);
        BspBounds out = bsp_frame_bounds_out(&frame, &bounds);
        cr_expect_lt(bsp_vec_length(bsp_vec_sub(bounds.mins, own->bounds.mins)), 1e-9);
        cr_expect_lt(bsp_vec_length(bsp_vec_sub(bounds.maxs, own->bounds.maxs)), 1e-9);
        g_autoptr(BspBrush) box = bsp_brush_new_box(bounds.mins, bounds.maxs, NULL);
        g_autoptr(BspSolid) one = scene_one(placed(&frame, box)), world = placed_solid(&frame, own);
        BspBounds comes_to = { bsp_vec_add(one->bounds.mins, frame.travel),
                               bsp_vec_add(one->bounds.maxs, frame.travel) };
        BspBounds all = one->bounds;
        bsp_bounds_add(&all, &comes_to);
        all = bsp_bounds_grown(&all, BSP_BRACKET);
        cr_expect_lt(bsp_vec_length(bsp_vec_sub(all.mins, out.mins)), 1e-6);
        cr_expect_lt(bsp_vec_length(bsp_vec_sub(all.maxs, out.maxs)), 1e-6);
        cr_expect(bsp_bounds_contain(&out, world->bounds.mins));
        cr_expect(bsp_bounds_contain(&out, bsp_vec_add(world->bounds.maxs, frame.travel)));
    }
    BspFrame turned = bsp_frame_turned(bsp_vec(1, 2, 3), 10, 20, 30);
    BspBounds none = bsp_bounds_empty(), out = bsp_frame_bounds_out(&turned, &none);
    cr_expect_not(bsp_bounds_overlap(&out, &out), "of an empty box an empty one");
}

/* --- with a skin --- */

static gboolean is_same_plane(const BspPlane *a, const BspPlane *b)
{
    return bsp_vec_length(bsp_vec_sub(a->normal, b->normal)) < 1e-6 &&
           fabs(a->dist - b->dist) < 1e-4;
}

/* Traces a shape with a skin against turned brushes, and against the same brushes built at their
 * turned position. */
static void check_skin(Random *r, const BspBrushTable *own, const BspBrushTable *world,
                       const BspFrame *frame, const BspSolid *solid, const BspShape *shape,
                       Tally *tally)
{
    BspVec from, to;
    BspTrace answer, still;
    random_move(r, solid, &from, &to);
    bool named =
        bsp_brush_table_trace_in(own, frame, &(BspMove){ from, to, shape, 0, 0.125 }, &answer);
    BspVec end = bsp_vec_sub(to, frame->travel);
    bool told = bsp_brush_table_trace(world, &(BspMove){ from, end, shape, 0, 0.125 }, &still);
    BspTransition tr = answer.tr;
    BspHit hit = answer.hit, other = still.hit;
    tally->n++;
    cr_assert(named == told && tr.type == still.tr.type);
    cr_assert_lt(fabs(tr.t - still.tr.t) * bsp_vec_length(bsp_vec_sub(end, from)), 1e-4);
    if (!named)
        return;
    tally->n_hits += tr.type == BSP_EMPTY_TO_SOLID;
    tally->n_inside += tr.type != BSP_EMPTY_TO_SOLID;
    double t = tr.type == BSP_EMPTY_TO_SOLID ? tr.t : 0;
    other.plane.dist += t * bsp_vec_dot(other.plane.normal, frame->travel);
    cr_assert_eq(hit.brush, other.brush);
    cr_assert(tr.type != BSP_EMPTY_TO_SOLID || is_same_plane(&hit.plane, &other.plane));
    if (tr.type == BSP_EMPTY_TO_SOLID)
        cr_assert(is_same_plane(&hit.plane, &tr.plane) &&
                  fabs(bsp_plane_distance(&tr.plane, tr.point)) < 1e-5);
}

Test(frame, skins_are_kept_in_frames)
{
    Random r = random_seeded(87);
    Tally tally = { 0 };
    for (guint i = 0; i < 80; i++) {
        g_autoptr(BspHull) hull = scene_random_hull(&r);
        BspFrame frame = random_frame(&r, i % 4 != 0);
        BspBrush *brush = bsp_brush_new_points(hull->vertices, hull->n_vertices, NULL);
        g_autoptr(BspSolid) solid = scene_one(placed(&frame, brush));
        g_autoptr(BspBrushTable) own = scene_table(scene_one(brush), 0);
        g_autoptr(BspBrushTable) world = bsp_brush_table_new(solid, 0);
        for (guint k = 0; k < 200; k++) {
            BspShape shape = scene_random_shape_of(&r, k % 2 ? BSP_SHAPE_SPHERE : BSP_SHAPE_CAPSULE,
                                                   &(BspHull *){ NULL });
            check_skin(&r, own, world, &frame, solid, &shape, &tally);
        }
    }
    cr_log_info("%u moves, %u hits, %u inside", tally.n, tally.n_hits, tally.n_inside);
    cr_expect_gt(tally.n_hits, tally.n / 20);
    cr_expect_gt(tally.n_inside, 100u);
    BspShape post = bsp_shape_cylinder(4, 0, 8);
    BspFrame lying = bsp_frame_turned(bsp_vec(0, 0, 0), 45, 0, 0);
    BspTrace answer;
    g_autoptr(BspBrushTable) sides = scene_table(scene_one_box(0, 0, 0, 8, 8, 8), 0);
    cr_expect_not(bsp_brush_table_trace_in(
        sides, &lying, &(BspMove){ bsp_vec(90, 0, 0), bsp_vec(80, 0, 0), &post, 0, 0 }, &answer));
    cr_expect(answer.tr.type == BSP_SOLID && answer.tr.t == 0);
}

/* Bodies turn among solids that are turned and move. A mistaken axis or orientation gives times
 * outside the oracle's bracket. */
Test(frame, bodies_that_turn_are_judged_by_the_oracle)
{
    Random r = random_seeded(86);
    Tally tally = { 0 };
    for (guint i = 0; i < 40; i++) {
        g_autoptr(BspSolid) own = scene_nth(i, i);
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(own, 0);
        BspFrame frame = random_frame(&r, i % 4 != 0);
        g_autoptr(BspSolid) world = placed_solid(&frame, own);
        for (guint k = 0; k < 24; k++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = turning_body(&r, k, &hull);
            BspTurn turn = turning_random(&r, TRUE);
            BspMove move = { .shape = &shape };
            turn.degrees = k % 6 ? turn.degrees : 0;
            BspTrace answer;
            random_move(&r, world, &move.from, &move.to);
            CompareTurning relative = { move.from, bsp_vec_sub(move.to, frame.travel),
                                        &turn,     &shape,
                                        0,         0 };
            CompareTruth truth =
                compare_turn_truth(world, &relative, BSP_BRACKET, BSP_BRACKET, FALSE);
            gboolean named = bsp_brush_table_trace_turning_in(table, &frame, &move, &turn, &answer);
            g_autofree char *what = g_strdup_printf("solid %u, move %u", i, k);
            check(&answer.tr, &truth, move.from, move.to, &tally, what);
            cr_expect_eq(named, answer.tr.type != BSP_EMPTY, "%s", what);
            cr_expect(answer.tr.type != BSP_EMPTY_TO_SOLID ||
                          fabs(bsp_plane_distance(&answer.hit.plane, answer.tr.point)) < 1e-6,
                      "%s", what);
        }
    }
    cr_assert(tally.n_hits > 100 && tally.n - tally.n_hits - tally.n_inside > 50, "%u hits of %u",
              tally.n_hits, tally.n);
}
