/* test-one: tests a shape against another moving shape. The answers are compared with the distance
 * between the two at any time, computed separately for each pair of kinds. */
#include <criterion/criterion.h>
#include <math.h>

#include "bsp-hull.h"
#include "bsp-one.h"
#include "random.h"
#include "scenes.h"
#include "shape/shape.h"

/* --- the distance of two shapes --- */

/* Returns the gap between two intervals. It is negative if they overlap. */
static double gap(double least_a, double most_a, double least_b, double most_b)
{
    return fmax(least_b - most_a, least_a - most_b);
}

static double gap_along(const BspShape *a, const BspShape *b, BspVec by, guint axis)
{
    return gap(a->bounds.mins.v[axis] + by.v[axis], a->bounds.maxs.v[axis] + by.v[axis],
               b->bounds.mins.v[axis], b->bounds.maxs.v[axis]);
}

/* Finds the vertical segment on the axis of a round shape, to which adding the radius gives the
 * shape. For a cylinder, adds it only sideways. */
static void core_of(const BspShape *s, double *bottom, double *top)
{
    double ball = s->kind == BSP_SHAPE_CYLINDER ? 0 : s->radius;
    *bottom = s->bounds.mins.z + ball;
    *top = s->bounds.maxs.z - ball;
}

static double positive(double x)
{
    return fmax(x, 0);
}

/* Returns the distance of two round shapes if the first is moved by `by`. It is the distance
 * between their segments, less both radii. */
static double round_apart(const BspShape *a, const BspShape *b, BspVec by)
{
    double bottom_a, top_a, bottom_b, top_b, level = hypot(by.x, by.y);
    core_of(a, &bottom_a, &top_a);
    core_of(b, &bottom_b, &top_b);
    double above = gap(bottom_a + by.z, top_a + by.z, bottom_b, top_b);
    if (a->kind == BSP_SHAPE_CYLINDER)
        return fmax(level - a->radius - b->radius, above);
    return hypot(level, positive(above)) - a->radius - b->radius;
}

/* Returns the distance of a box from a round shape that is moved by `by`. */
static double box_apart(const BspShape *box, const BspShape *round, BspVec by)
{
    double bottom, top;
    const BspBounds *b = &box->bounds;
    core_of(round, &bottom, &top);
    double level = hypot(positive(gap(by.x, by.x, b->mins.x, b->maxs.x)),
                         positive(gap(by.y, by.y, b->mins.y, b->maxs.y)));
    double above = gap(bottom + by.z, top + by.z, b->mins.z, b->maxs.z);
    if (round->kind == BSP_SHAPE_CYLINDER)
        return fmax(level - round->radius, above);
    return hypot(level, positive(above)) - round->radius;
}

/* Returns the distance of the two shapes if `a` is moved by `by`. It is negative if they overlap,
 * and is a convex function of `by`. */
static double apart(const BspShape *a, const BspShape *b, BspVec by)
{
    gboolean a_is_box = bsp_shape_is_box(a), b_is_box = bsp_shape_is_box(b);
    if (a_is_box && b_is_box)
        return fmax(gap_along(a, b, by, 0), fmax(gap_along(a, b, by, 1), gap_along(a, b, by, 2)));
    if (b_is_box)
        return box_apart(b, a, by);
    return a_is_box ? box_apart(a, b, bsp_vec_neg(by)) : round_apart(a, b, by);
}

/* --- the time of contact --- */

typedef struct {
    const BspShape *shape, *other;
    BspVec from, delta; /* the move of `shape`, as seen from the other shape */
} Pair;

static double apart_at(const Pair *p, double t)
{
    return apart(p->shape, p->other, bsp_vec_mad(p->from, t, p->delta));
}

/* Returns the time at which the two shapes are nearest. */
static double nearest_time(const Pair *p)
{
    double lo = 0, hi = 1;
    for (guint i = 0; i < 200; i++) {
        double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        if (apart_at(p, a) <= apart_at(p, b))
            hi = b;
        else
            lo = a;
    }
    return 0.5 * (lo + hi);
}

/* Returns the first time at which the distance of the two shapes is below `level`, or 1 if there is
 * none. */
static double first_nearer(const Pair *p, double level)
{
    double lo = 0, hi = nearest_time(p);
    if (apart_at(p, 0) < level)
        return 0;
    if (apart_at(p, hi) >= level)
        return 1;
    for (guint i = 0; i < 100; i++) {
        double middle = 0.5 * (lo + hi);
        if (apart_at(p, middle) < level)
            hi = middle;
        else
            lo = middle;
    }
    return hi;
}

/* --- pairs --- */

static BspShape shape_of(Random *r, guint kind)
{
    double radius = random_real(r, 2, 20), up = random_real(r, 1, 60), down = random_real(r, 1, 60);
    switch (kind) {
    case BSP_SHAPE_POINT:
        return bsp_shape_point();
    case BSP_SHAPE_BOX: /* one box in four is flat */
        if (random_below(r, 4) == 0)
            up = -down;
        return bsp_shape_box(bsp_vec(-radius, -fabs(up), -down), bsp_vec(down, radius, up));
    case BSP_SHAPE_SPHERE:
        return bsp_shape_sphere(radius);
    case BSP_SHAPE_CYLINDER:
        return bsp_shape_cylinder(radius, -down, up);
    default:
        return bsp_shape_capsule(radius, -radius - down, radius + up);
    }
}

static gboolean may_meet(BspShapeKind a, BspShapeKind b)
{
    gboolean a_is_box = a == BSP_SHAPE_POINT || a == BSP_SHAPE_BOX;
    gboolean b_is_box = b == BSP_SHAPE_POINT || b == BSP_SHAPE_BOX;
    return a_is_box || b_is_box || (a == BSP_SHAPE_CYLINDER) == (b == BSP_SHAPE_CYLINDER);
}

typedef struct {
    guint n_hits, n_left, n_stuck, n_free;
} Tally;

static void check_hit(const Pair *p, BspVec from, BspVec to, const BspTransition *tr, Tally *tally)
{
    BspVec by = bsp_vec_mad(p->from, tr->t, p->delta);
    tally->n_hits++;
    cr_assert_lt(fabs(apart(p->shape, p->other, by)), 1.5e-3);
    cr_assert_lt(bsp_vec_length(bsp_vec_sub(bsp_vec_lerp(from, to, tr->t), tr->point)), 1e-6);
    cr_assert_lt(fabs(bsp_plane_distance(&tr->plane, tr->point)), 1e-6);
    /* If the plane separates the two, moving along the normal increases their distance by the same
     * amount. */
    double away = apart(p->shape, p->other, bsp_vec_mad(by, 1, tr->plane.normal));
    cr_assert_float_eq(away, 1, 0.3, "%g", away);
    cr_assert_lt(bsp_vec_dot(tr->plane.normal, p->delta), 1e-9);
}

static void check(const Pair *p, BspVec from, BspVec to, const BspTransition *tr, Tally *tally)
{
    Pair back = { p->shape, p->other, bsp_vec_add(p->from, p->delta), bsp_vec_neg(p->delta) };
    double t = bsp_transition_blocking_time(tr);
    if (fabs(apart_at(p, 0)) > BSP_BRACKET)
        cr_assert_eq(apart_at(p, 0) < 0, tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY);
    cr_assert(t >= first_nearer(p, BSP_BRACKET) - 1e-12 && t <= first_nearer(p, -BSP_BRACKET));
    switch (tr->type) {
    case BSP_EMPTY_TO_SOLID:
        check_hit(p, from, to, tr, tally);
        break;
    case BSP_SOLID_TO_EMPTY:
        tally->n_left++;
        cr_assert(1 - tr->t >= first_nearer(&back, BSP_BRACKET) - 1e-12 &&
                  1 - tr->t <= first_nearer(&back, -BSP_BRACKET));
        break;
    case BSP_SOLID:
        tally->n_stuck++;
        break;
    case BSP_EMPTY:
        tally->n_free++;
        break;
    }
}

static bool trace_other(const BspShape *other, BspVec at, BspVec travel, BspMove move,
                        BspTransition *tr)
{
    BspTrace answer = { .owner = NULL };
    bool can_tell = bsp_shape_trace(other, at, travel, &move, &answer);
    *tr = answer.tr;
    return can_tell;
}

static void ask(Random *r, BspShapeKind kind, BspShapeKind other_kind, Tally *tally)
{
    BspShape shape = shape_of(r, kind), other = shape_of(r, other_kind);
    BspVec at = random_point_within(r, 500), travel = random_point_within(r, 40);
    BspVec from = bsp_vec_add(at, random_point_within(r, 90));
    BspVec to = bsp_vec_add(at, random_point_within(r, random_flag(r) ? 90 : 4));
    BspTransition tr;
    gboolean told = trace_other(&other, at, travel, (BspMove){ from, to, &shape, 0, 0 }, &tr);
    cr_assert_eq(told, may_meet(kind, other_kind));
    if (!told)
        return;
    Pair pair = { &shape, &other, bsp_vec_sub(from, at),
                  bsp_vec_sub(bsp_vec_sub(to, from), travel) };
    check(&pair, from, to, &tr, tally);
}

Test(one, shapes_that_meet)
{
    Random r = random_seeded(84);
    for (guint a = BSP_SHAPE_POINT; a < BSP_SHAPE_HULL; a++) {
        for (guint b = BSP_SHAPE_POINT; b < BSP_SHAPE_HULL; b++) {
            Tally tally = { 0 };
            for (guint i = 0; i < 2000; i++)
                ask(&r, (BspShapeKind)a, (BspShapeKind)b, &tally);
            if (!may_meet((BspShapeKind)a, (BspShapeKind)b) || a + b < 1)
                continue;
            cr_log_info("%s, %s: %u hits, %u left, %u stuck, %u free",
                        bsp_shape_kind_name((BspShapeKind)a), bsp_shape_kind_name((BspShapeKind)b),
                        tally.n_hits, tally.n_left, tally.n_stuck, tally.n_free);
            cr_expect(tally.n_hits > 100 && tally.n_free > 100);
        }
    }
}

Test(one, what_cannot_be_told_is_refused)
{
    Random r = random_seeded(85);
    g_autoptr(BspHull) hull = scene_random_hull(&r);
    BspShape shapes[] = { bsp_shape_hull(hull), bsp_shape_sphere(4), bsp_shape_cylinder(4, 0, 8) };
    BspShape box = scene_cube(8);
    BspVec at = bsp_vec(0, 0, 0), from = bsp_vec(900, 0, 0);
    BspTransition tr;
    for (guint i = 0; i < 3; i++)
        cr_expect_not(trace_other(&shapes[i], at, at,
                                  (BspMove){ from, at, &shapes[(i + 1) % 3], 0, 0 }, &tr));
    cr_assert(trace_other(&shapes[0], at, at, (BspMove){ from, at, &box, 0, 0 }, &tr));
    cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_assert(trace_other(&box, at, at, (BspMove){ from, at, &shapes[0], 0, 0 }, &tr));
    cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID);
    for (guint i = 1; i < 3; i++) {
        cr_assert(trace_other(&shapes[i], at, bsp_vec((double)NAN, 0, 0),
                              (BspMove){ from, at, &shapes[i], 0, 0 }, &tr));
        cr_expect_eq(tr.type, BSP_SOLID);
    }
}

Test(one, which_answer_counts)
{
    BspVec zero = bsp_vec(0, 0, 0);
    BspTransition none = bsp_transition_empty(zero), stuck = bsp_transition_solid(zero);
    BspTransition soon = none, late = none, left = none, left_later = none;
    soon.type = late.type = BSP_EMPTY_TO_SOLID;
    left.type = left_later.type = BSP_SOLID_TO_EMPTY;
    soon.t = 0;
    late.t = 0.9;
    left.t = 0.1;
    left_later.t = 0.5;
    const BspTransition *order[] = { &stuck, &left_later, &left, &soon, &late, &none };
    for (guint i = 0; i < G_N_ELEMENTS(order); i++)
        for (guint k = 0; k < G_N_ELEMENTS(order); k++) {
            BspTrace best = { .tr = *order[i], .owner = order[i] };
            BspTrace other = { .tr = *order[k], .owner = order[k] };
            bsp_trace_first(&best, &other);
            cr_expect(best.owner == order[MIN(i, k)] && best.tr.type == order[MIN(i, k)]->type);
        }
}

/* --- touching --- */

static BspTransitionClass class_of(const BspShape *other, const BspShape *shape, BspVec from,
                                   BspVec to)
{
    BspVec zero = bsp_vec(0, 0, 0);
    BspTransition tr;
    cr_assert(trace_other(other, zero, zero, (BspMove){ from, to, shape, 0, 0 }, &tr));
    return tr.type;
}

Test(one, on_a_flat_box_nothing_is_inside)
{
    BspShape flat = bsp_shape_box(bsp_vec(-64, -64, 0), bsp_vec(64, 64, 0));
    const BspShape shapes[] = { bsp_shape_box(bsp_vec(-16, -16, -24), bsp_vec(16, 16, 32)),
                                bsp_shape_sphere(24), bsp_shape_capsule(16, -24, 32),
                                bsp_shape_cylinder(16, -24, 32) };
    BspVec on = bsp_vec(0, 0, 24), over = bsp_vec(0, 0, 100), under = bsp_vec(0, 0, -100);
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        const BspShape *shape = &shapes[i];
        BspTransition tr, again;
        cr_expect_eq(class_of(&flat, shape, on, on), BSP_EMPTY);
        cr_expect_eq(class_of(&flat, shape, on, bsp_vec(10, 0, 24)), BSP_EMPTY);
        cr_expect_eq(class_of(&flat, shape, on, over), BSP_EMPTY);
        cr_expect_eq(class_of(&flat, shape, over, on), BSP_EMPTY);
        cr_assert(trace_other(&flat, under, bsp_vec(0, 0, 0),
                              (BspMove){ over, bsp_vec(0, 0, -300), shape, 0, 0 }, &tr));
        cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID);
        cr_assert(trace_other(&flat, under, bsp_vec(0, 0, 0),
                              (BspMove){ tr.point, bsp_vec(0, 0, -300), shape, 0, 0 }, &again));
        cr_expect(again.type == BSP_EMPTY_TO_SOLID && again.t == 0 && again.plane.normal.z == 1);
        cr_assert(trace_other(&flat, under, bsp_vec(0, 0, 0),
                              (BspMove){ tr.point, over, shape, 0, 0 }, &again));
        cr_expect_eq(again.type, BSP_EMPTY);
    }
}

/* A shape that has hit another is not inside of it and can move back, for all pairs of kinds. */
Test(one, back_from_a_hit_is_free)
{
    Random r = random_seeded(88);
    guint n = 0;
    for (guint i = 0; i < 40000; i++) {
        BspShape shape = shape_of(&r, i % BSP_SHAPE_HULL);
        BspShape other = shape_of(&r, i / BSP_SHAPE_HULL % BSP_SHAPE_HULL);
        BspVec at = random_point_within(&r, 500), still = bsp_vec(0, 0, 0);
        BspVec from = bsp_vec_add(at, bsp_vec_scale(random_direction(&r), 200));
        BspTransition tr, back;
        if (!trace_other(&other, at, still, (BspMove){ from, at, &shape, 0, 0 }, &tr) ||
            tr.type != BSP_EMPTY_TO_SOLID)
            continue;
        cr_assert(trace_other(&other, at, still, (BspMove){ tr.point, from, &shape, 0, 0 }, &back));
        cr_assert_eq(back.type, BSP_EMPTY, "%s at %s", bsp_shape_kind_name(shape.kind),
                     bsp_shape_kind_name(other.kind));
        n++;
    }
    cr_expect_gt(n, 20000u);
}

/* A ball that touches a turned box and moves away from it does not hit it, even if rounding moves
 * the ball a little into the box. The normal of a hit goes against the move. */
Test(one, moves_away_from_what_it_touches)
{
    Random r = random_seeded(77);
    const BspBounds box = { bsp_vec(-30, -20, -10), bsp_vec(30, 20, 10) };
    guint n_hits = 0;
    for (guint i = 0; i < 40000; i++) {
        BspVec axes[3];
        random_turn(&r, axes);
        BspFrame frame = bsp_frame_at(bsp_vec(random_real(&r, -500, 500), 20, -7));
        for (guint k = 0; k < 3; k++)
            frame.axis[k] = axes[k];
        BspShape ball = bsp_shape_sphere(8);
        double up = 18 + random_int(&r, -2, 1) * BSP_TOUCH / 2;
        BspVec own = bsp_vec(random_real(&r, -30, 30), random_real(&r, -20, 20), up);
        BspVec at = bsp_vec_add(frame.origin, bsp_frame_direction_out(&frame, own));
        BspVec way = bsp_frame_direction_out(
            &frame, bsp_vec(random_real(&r, -1, 1), random_real(&r, -1, 1),
                            random_real(&r, -1, 1) * pow(10, random_int(&r, -16, 0))));
        BspMove move = { at, bsp_vec_mad(at, 50, way), &ball, 0, 0 };
        BspTrace answer;
        bsp_box_trace(&box, &frame, &move, &answer);
        if (answer.tr.type != BSP_EMPTY_TO_SOLID)
            continue;
        n_hits++;
        cr_assert_leq(bsp_vec_dot(answer.tr.plane.normal, way), 1e-12, "%u", i);
    }
    cr_expect_gt(n_hits, 1000u);
}
