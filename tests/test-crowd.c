/* test-crowd: tests bodies that walk at the same time and block each other. A search for the best
 * direction measures their gaps. It shares only the supports of shapes with the library. */
#include <criterion/criterion.h>
#include <pthread.h>

#include "bsp-constants.h"
#include "bsp-crowd.h"
#include "sanitized.h"
#include "scenes.h"

#define FRAME (1.0 / 60) /* seconds */
#define SKIN 0.125       /* units, the distance that engines keep from planes */

/* A floor of 1,200 by 1,200 with walls, stairs of 16 units, and pillars. */
static const double boxes[][6] = {
    { -600, -600, -16, 600, 600, 0 },  { -616, -616, -16, -600, 616, 400 },
    { 600, -616, -16, 616, 616, 400 }, { -600, -616, -16, 600, -600, 400 },
    { -600, 600, -16, 600, 616, 400 }, { 100, -600, 0, 600, -200, 16 },
    { 140, -600, 0, 600, -240, 32 },   { -200, 100, 0, -100, 200, 300 },
    { 100, 100, 0, 130, 300, 300 },    { -400, -400, 0, -390, -100, 90 },
};

typedef struct {
    BspCrowd crowd;
    BspBrushTable *table;
    BspCrowdBody *bodies;
    BspShape *shapes;
} Crowd;

static Crowd *crowd_of(guint n)
{
    Crowd *c = g_new0(Crowd, 1);
    c->table = scene_sides(boxes, G_N_ELEMENTS(boxes), 0);
    c->bodies = g_new0(BspCrowdBody, n);
    c->shapes = g_new0(BspShape, n);
    for (guint i = 0; i < n; i++) {
        c->shapes[i] = scene_player();
        c->bodies[i].shape = &c->shapes[i];
        c->bodies[i].body.on_ground = true;
    }
    c->crowd = (BspCrowd){ .table = c->table,
                           .skin = SKIN,
                           .stepping = { 18, 0.7 },
                           .yield = 64,
                           .seconds = FRAME,
                           .n = n,
                           .bodies = c->bodies };
    c->crowd.after = g_new0(BspBody, n);
    c->crowd.slides = g_new0(BspSlide, n);
    c->crowd.memory = g_malloc(bsp_crowd_bytes(n));
    return c;
}

static void crowd_free(Crowd *c)
{
    bsp_brush_table_free(c->table);
    g_free(c->bodies);
    g_free(c->shapes);
    g_free(c->crowd.after);
    g_free(c->crowd.slides);
    g_free(c->crowd.memory);
    g_free(c);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Crowd, crowd_free)

/* Makes a step in a number of parts, the last part first. */
static void step(Crowd *c, guint parts)
{
    guint n = c->crowd.n;
    bsp_crowd_sort(&c->crowd);
    for (guint k = parts; k-- > 0;)
        bsp_crowd_walk(&c->crowd, n * k / parts, n * (k + 1) / parts);
    for (guint i = 0; i < n; i++)
        c->bodies[i].body = c->crowd.after[i];
}

/* --- gaps --- */

static double gap_along(const BspCrowdBody *a, const BspCrowdBody *b, BspVec direction)
{
    return bsp_vec_dot(direction, bsp_vec_sub(b->body.at, a->body.at)) -
           bsp_shape_support(a->shape, direction) -
           bsp_shape_support(b->shape, bsp_vec_neg(direction));
}

typedef struct {
    double gap, yaw, pitch;
} Gap;

/* Returns the larger of two gaps, the known one and the one along this direction. */
static Gap larger_gap(const BspCrowdBody *a, const BspCrowdBody *b, Gap known, double yaw,
                      double pitch)
{
    BspVec way = bsp_vec(cos(yaw) * cos(pitch), sin(yaw) * cos(pitch), sin(pitch));
    double gap = gap_along(a, b, way);
    return gap > known.gap ? (Gap){ gap, yaw, pitch } : known;
}

/* Returns the distance of two bodies, or minus the depth of their overlap. This is the largest gap
 * along any direction, or any gap above 0.001. The search starts at the best of the axes and of 8
 * directions, and halves its step. */
static double gap_of(const BspCrowdBody *a, const BspCrowdBody *b)
{
    double from_axes = -HUGE_VAL;
    Gap best = { -HUGE_VAL, 0, 0 };
    for (int k = 0; k < 6; k++) {
        BspVec axis = bsp_vec_scale(bsp_vec_axis(k / 2), k % 2 ? -1 : 1);
        from_axes = MAX(from_axes, gap_along(a, b, axis));
    }
    if (from_axes > 0.001)
        return from_axes;
    for (int k = 0; k < 24; k++)
        best = larger_gap(a, b, best, G_PI / 4 * (k % 8), G_PI / 5 * (k / 8 - 1));
    for (double by = 0.4; by > 1e-9;) {
        double was = best.gap;
        best = larger_gap(a, b, best, best.yaw - by, best.pitch);
        best = larger_gap(a, b, best, best.yaw + by, best.pitch);
        best = larger_gap(a, b, best, best.yaw, best.pitch - by);
        best = larger_gap(a, b, best, best.yaw, best.pitch + by);
        by = best.gap > was ? by : by / 2;
    }
    return MAX(best.gap, from_axes);
}

/* Returns the gap, or 1 for bodies that are well apart along an axis. */
static double near_gap(const Crowd *c, guint i, guint k)
{
    const BspCrowdBody *a = &c->bodies[i], *b = &c->bodies[k];
    for (int axis = 0; axis < 3; axis++)
        if (fabs(a->body.at.v[axis] - b->body.at.v[axis]) >
            a->shape->bounds.maxs.v[axis] - a->shape->bounds.mins.v[axis] +
                b->shape->bounds.maxs.v[axis] - b->shape->bounds.mins.v[axis] + 1)
            return 1;
    return gap_of(a, b);
}

/* Units. Rounding may change a gap by this. */
#define NEAR 1e-9

/* Expects that no body is in solid and that no gap is below 0. A gap that was below 0 before may
 * not shrink. `gaps` has the gaps of all pairs before the step, and receives those after it. */
static guint check(const Crowd *c, double *gaps, guint step)
{
    guint n = c->crowd.n, n_overlaps = 0;
    for (guint i = 0; i < n; i++) {
        const BspCrowdBody *b = &c->bodies[i];
        cr_assert_eq(bsp_brush_table_inside(c->table, b->shape, 0, b->body.at, NULL, 0), 0u);
        for (guint k = 0; k < i; k++) {
            double gap = near_gap(c, i, k), *before = &gaps[i * n + k];
            cr_assert(gap >= MIN(*before, 0) - NEAR, "step %u, %u and %u: gap %g, before %g", step,
                      i, k, gap, *before);
            *before = gap;
            n_overlaps += gap < -NEAR;
        }
    }
    return n_overlaps;
}

/* --- scenes --- */

static BspShape shape_of(guint kind, double half)
{
    double up = 1.5 * half;
    switch (kind) {
    case 0:
        return bsp_shape_box(bsp_vec(-half, -half, -up), bsp_vec(half, half, up));
    case 1:
        return bsp_shape_cylinder(half, -up, up);
    case 2:
        return bsp_shape_capsule(half, -up, up);
    default:
        return bsp_shape_sphere(half);
    }
}

/* Puts body i where it overlaps neither solid nor any body before it. */
static void place(Crowd *c, Random *r, guint i, bool may_overlap)
{
    BspBounds room = { bsp_vec(-580, -580, 10), bsp_vec(580, 580, 200) };
    BspCrowdBody *b = &c->bodies[i];
    bool is_free;
    do {
        b->body.at = random_point(r, &room);
        if (may_overlap)
            b->body.at =
                bsp_vec(b->body.at.x / 3, b->body.at.y / 3 - 50, 1.01 * b->shape->bounds.maxs.z);
        is_free = bsp_brush_table_inside(c->table, b->shape, 0, b->body.at, NULL, 0) == 0;
        for (guint k = 0; k < i && is_free && !may_overlap; k++)
            is_free = near_gap(c, i, k) > 0.001;
    } while (!is_free);
    b->body.on_ground = false;
}

/* Returns n bodies of all kinds and sizes, such as small bodies, players, and a giant round body
 * among them. */
static Crowd *mixed_crowd(guint n, guint64 seed, bool may_overlap)
{
    Crowd *c = crowd_of(n);
    Random r = random_seeded(seed);
    for (guint i = 0; i < n; i++) {
        double half = i == 0 ? 90 : random_real(&r, i % 5 ? 6 : 12, i % 5 ? 9 : 22);
        c->shapes[i] = shape_of(i == 0 ? 2 : i % 4, half);
        c->bodies[i].push = i % 3 * 0.5;
        place(c, &r, i, may_overlap);
        if (may_overlap && i % 10 == 9) {
            c->shapes[i] = c->shapes[i - 1];
            c->bodies[i].body.at = bsp_vec_add(c->bodies[i - 1].body.at, bsp_vec(0, 0, 2));
        }
    }
    return c;
}

/* Sets the velocity of a body. Its direction changes every second. Some bodies are very fast, and
 * most go towards the giant. */
static void wish(Crowd *c, guint i, guint number, guint step)
{
    Random r = random_seeded(number * 1000 + step / 60);
    BspBody *b = &c->bodies[i].body;
    double speed = number % 40 == 7 ? 3000 : random_real(&r, 100, 320);
    BspVec way = random_flag(&r) ? random_direction(&r) : bsp_vec_sub(bsp_vec(0, -50, 0), b->at);
    double fall = b->on_ground ? 0 : b->velocity.z - 800 * FRAME;
    way.z = 0;
    b->velocity = bsp_vec_scale(bsp_vec_unit(way), speed);
    b->velocity.z = fall;
}

Test(crowd, nobody_enters_another)
{
    const guint n = 150, n_steps = SHORT ? 120 : 1200;
    g_autoptr(Crowd) c = mixed_crowd(n, 6100, false);
    g_autofree double *gaps = g_new0(double, n *n);
    for (guint s = 0; s < n_steps; s++) {
        for (guint i = 0; i < n; i++)
            wish(c, i, i, s);
        step(c, 1);
        for (guint i = 0; i < n; i++)
            cr_expect_not(c->bodies[i].body.is_stuck);
        cr_assert_eq(check(c, gaps, s), 0u);
    }
}

/* --- no order matters --- */

static guint64 hash_of(const Crowd *c, const guint *slot)
{
    guint64 hash = 14695981039346656037ull;
    for (guint i = 0; i < c->crowd.n; i++) {
        const BspBody *b = &c->bodies[slot[i]].body;
        double values[] = { b->at.x,       b->at.y,       b->at.z,     b->velocity.x,
                            b->velocity.y, b->velocity.z, b->on_ground };
        for (guint k = 0; k < sizeof values; k++)
            hash = (hash ^ ((const unsigned char *)values)[k]) * 1099511628211ull;
    }
    return hash;
}

static void *walk_half(void *data)
{
    const BspCrowd *crowd = data;
    bsp_crowd_walk(crowd, crowd->n / 2, crowd->n);
    return NULL;
}

static void step_in_threads(Crowd *c)
{
    pthread_t other;
    bsp_crowd_sort(&c->crowd);
    pthread_create(&other, NULL, walk_half, &c->crowd);
    bsp_crowd_walk(&c->crowd, 0, c->crowd.n / 2);
    pthread_join(other, NULL);
    for (guint i = 0; i < c->crowd.n; i++)
        c->bodies[i].body = c->crowd.after[i];
}

Test(crowd, no_order_matters)
{
    const guint n = 200;
    guint64 first = 0;
    for (guint order = 0; order < 4; order++) {
        Random r = random_seeded(order);
        g_autoptr(Crowd) c = mixed_crowd(n, 6101, true);
        guint slot[200];
        for (guint i = 0; i < n; i++)
            slot[i] = i;
        for (guint i = n; order > 0 && i-- > 1;) {
            guint k = random_below(&r, i + 1), other = slot[i];
            BspCrowdBody body = c->bodies[slot[i]];
            c->bodies[slot[i]] = c->bodies[slot[k]];
            c->bodies[slot[k]] = body;
            slot[i] = slot[k];
            slot[k] = other;
        }
        for (guint s = 0; s < 90; s++) {
            for (guint i = 0; i < n; i++)
                wish(c, slot[i], i, s);
            if (order == 3)
                step_in_threads(c);
            else
                step(c, 1 + 6 * order);
        }
        guint64 hash = hash_of(c, slot);
        first = order == 0 ? hash : first;
        cr_expect_eq(hash, first, "order %u", order);
    }
}

/* --- bodies without neighbours --- */

static void expect_same(const BspBody *a, const BspBody *b, guint step)
{
    cr_assert(memcmp(&a->at, &b->at, sizeof a->at) == 0 &&
                  memcmp(&a->velocity, &b->velocity, sizeof a->velocity) == 0 &&
                  a->on_ground == b->on_ground && a->stands_on == b->stands_on,
              "step %u: x %.17g and %.17g", step, a->at.x, b->at.x);
}

/* Each body is in a group that no other meets. */
Test(crowd, alone_a_body_walks_as_by_bsp_walk)
{
    const guint n = 32;
    g_autoptr(Crowd) c = mixed_crowd(n, 6102, true);
    const BspStepping stepping = c->crowd.stepping;
    for (guint i = 0; i < n; i++) {
        c->bodies[i].groups = 1u << i;
        c->bodies[i].meets = ~(1u << i) & 1u << (i + 1) % n;
    }
    for (guint s = 0; s < 120; s++) {
        BspBody should[32];
        for (guint i = 0; i < n; i++) {
            BspMover mover = { .table = c->table, .shape = &c->shapes[i], .skin = SKIN };
            wish(c, i, i, s);
            should[i] = c->bodies[i].body;
            bsp_walk(&mover, &stepping, FRAME, &should[i], NULL);
        }
        step(c, 2);
        for (guint i = 0; i < n; i++)
            expect_same(&c->bodies[i].body, &should[i], s);
    }
}

/* --- two bodies --- */

/* Returns two players on the floor, whose reference points are 24.125 above it. */
static Crowd *pair_at(BspVec a, BspVec b)
{
    Crowd *c = crowd_of(2);
    c->bodies[0].body.at = a;
    c->bodies[1].body.at = b;
    return c;
}

static void walk_towards(Crowd *c, double speed0, double speed1, guint n_steps)
{
    for (guint s = 0; s < n_steps; s++) {
        c->bodies[0].body.velocity.x = speed0;
        c->bodies[1].body.velocity.x = speed1;
        step(c, 1);
    }
}

Test(crowd, two_head_on_stand)
{
    for (guint kind = 0; kind < 3; kind++) {
        g_autoptr(Crowd) c = pair_at(bsp_vec(-40, 0, 30.125), bsp_vec(40, 0, 30.125));
        c->shapes[0] = c->shapes[1] = shape_of(kind, 20);
        walk_towards(c, 200, -200, 60);
        const BspSlide *slide = &c->crowd.slides[0];
        cr_expect_float_eq(c->bodies[0].body.at.x, -20, 1e-5, "%g", c->bodies[0].body.at.x);
        cr_expect_float_eq(c->bodies[1].body.at.x, 20, 1e-5);
        cr_expect_eq(c->bodies[0].body.velocity.x, 0);
        cr_expect(slide->contacts[0].answer.owner == &c->bodies[1]);
        cr_expect_eq(slide->contacts[0].answer.hit.brush, BSP_NO_BRUSH);
        cr_expect_eq(slide->contacts[0].answer.tr.plane.normal.x, -1);
        cr_expect(slide->contacts[slide->n_contacts - 1].answer.owner == c->table);
        cr_expect_leq(slide->n_traces, 3u, "no step is tried: %u traces", slide->n_traces);
    }
}

Test(crowd, nobody_passes_through_at_any_speed)
{
    g_autoptr(Crowd) c = pair_at(bsp_vec(-300, 3, 24.125), bsp_vec(300, -3, 24.125));
    walk_towards(c, 60000, -60000, 1);
    cr_expect_lt(c->bodies[0].body.at.x, c->bodies[1].body.at.x - 29.99);
    c->crowd.bodies = c->bodies;
    c->bodies[0].groups = 1;
    c->bodies[1].meets = 2;
    walk_towards(c, 60000, -60000, 1);
    cr_expect_gt(c->bodies[0].body.at.x, 500, "groups that do not meet");
    /* the maximum of bsp_walk() is a displacement of BSP_REACH */
    c->bodies[0].groups = c->bodies[1].meets = 0;
    c->bodies[0].body.at = bsp_vec(-300, 3, 24.125);
    c->bodies[1].body.at = bsp_vec(300, -3, 24.125);
    c->crowd.seconds = 1;
    walk_towards(c, 0.9 * BSP_REACH, 0, 1);
    cr_expect_lt(c->bodies[0].body.at.x, 271);
}

/* One body follows another that is slower. The gap is divided in the ratio of their wishes, so the
 * faster one is not held up. */
Test(crowd, the_gap_is_divided_by_what_both_want)
{
    g_autoptr(Crowd) c = pair_at(bsp_vec(0, 0, 24.125), bsp_vec(33, 0, 24.125));
    walk_towards(c, 120, 0, 1);
    cr_expect_float_eq(c->bodies[0].body.at.x, 2, 1e-6);
    walk_towards(c, 120, -60, 1);
    cr_expect_float_eq(c->bodies[0].body.at.x, 2 + 2. / 3, 1e-6);
}

Test(crowd, a_corner_of_another_stops_nobody)
{
    g_autoptr(Crowd) c = pair_at(bsp_vec(0, -50, 24.125), bsp_vec(31, -18.5, 24.125));
    c->bodies[0].body.velocity = bsp_vec(0, 300, 0);
    step(c, 1);
    cr_expect_float_eq(c->bodies[0].body.at.y, -45, 1e-9, "%g", c->bodies[0].body.at.y);
}

/* Round bodies come as near as they can, even if their bounds overlap, beside each other and at the
 * caps of capsules. */
Test(crowd, round_bodies_touch)
{
    for (guint kind = 1; kind < 4; kind++) {
        BspVec way = kind == 1 ? bsp_vec(30, 30, 0) : bsp_vec(30, 0, kind == 2 ? 50 : 30);
        g_autoptr(Crowd) c = pair_at(bsp_vec(0, 0, 150), bsp_vec_add(bsp_vec(0, 0, 150), way));
        c->shapes[0] = c->shapes[1] = shape_of(kind, 20);
        c->bodies[0].body.on_ground = c->bodies[1].body.on_ground = false;
        cr_assert_gt(near_gap(c, 0, 1), 2);
        c->bodies[0].body.velocity = bsp_vec(600, way.y * 20, kind > 1 ? 600 : 0);
        step(c, 1);
        double gap = near_gap(c, 0, 1);
        cr_expect(gap > 0 && gap < NEAR + 1e-6, "kind %u: %g", kind, gap);
    }
}

/* A body meets two others at the same time, or both walk into it. The order in the array does not
 * matter. */
Test(crowd, no_order_matters_among_equals)
{
    for (guint walks = 0; walks < 2; walks++) {
        BspVec at[2];
        for (guint i = 0; i < 2; i++) {
            g_autoptr(Crowd) c = crowd_of(3);
            for (guint k = 0; k < 3; k++) {
                c->shapes[k] = shape_of(1, 10);
                c->bodies[k].body.at = bsp_vec(16, (k + i) % 2 ? 38 : 6, 15.125);
                c->bodies[k].body.velocity.x = walks ? 0 : -600;
            }
            c->bodies[2].body.at = bsp_vec(0, 22, 15.125);
            c->bodies[2].body.velocity.x = walks ? 600 : 0;
            c->bodies[2].push = 1;
            step(c, 1);
            at[i] = c->bodies[2].body.at;
        }
        cr_expect(memcmp(&at[0], &at[1], sizeof at[0]) == 0, "%g %g", at[0].y, at[1].y);
    }
}

/* Bodies that touch come no nearer, although each wants less than rounding in each step. */
Test(crowd, nobody_creeps)
{
    g_autoptr(Crowd) c = pair_at(bsp_vec(0, 0, 24.125), bsp_vec(30, 0, 24.125));
    walk_towards(c, 1e-8 / FRAME, 0, 100);
    cr_expect_geq(near_gap(c, 0, 1), -NEAR);
    c->bodies[0].body.at.x = 10;
    walk_towards(c, 1e-8 / FRAME, -1e-8 / FRAME, 1);
    cr_expect_geq(near_gap(c, 0, 1), -10);
}

/* A body climbs a step under another body, whose height above its head is less than the step. */
Test(crowd, a_step_under_a_body_leads_into_nobody)
{
    g_autoptr(Crowd) c = pair_at(bsp_vec(80, -400, 24.125), bsp_vec(100, -400, 24.125 + 56 + 10));
    for (guint s = 0; s < 60; s++) {
        c->bodies[0].body.velocity = bsp_vec(120, 0, 0);
        c->bodies[1].body.velocity = bsp_vec(0, 0, 0);
        c->bodies[1].body.on_ground = false;
        step(c, 1);
        cr_assert_geq(near_gap(c, 0, 1), -NEAR, "%u", s);
    }
}

/* Two bodies that overlap separate along the axis of the smallest depth, as fast as the crowd lets
 * them.
 */
Test(crowd, an_overlap_parts_in_time)
{
    g_autoptr(Crowd) c = pair_at(bsp_vec(0, 0, 24.125), bsp_vec(10, 3, 24.125));
    step(c, 1);
    cr_expect_float_eq(c->bodies[1].body.at.x, 10 + 64 * FRAME, 1e-6);
    cr_expect_float_eq(c->bodies[1].body.at.y, 3, 1e-6);
    walk_towards(c, 0, 0, 20);
    cr_expect_float_eq(near_gap(c, 0, 1), 0, 1e-5);
}

Test(crowd, an_overlap_does_not_part_into_a_third)
{
    g_autoptr(Crowd) c = crowd_of(3);
    static const double x[] = { -10, 0, 36 };
    for (guint i = 0; i < 3; i++)
        c->bodies[i].body.at = bsp_vec(x[i], 0, 24.125);
    c->crowd.yield = 1200;
    step(c, 1);
    cr_expect_geq(near_gap(c, 1, 2), 0);
    cr_expect_float_eq(c->bodies[1].body.at.x, 3, 1e-6, "half of the gap");
}

/* A body among four that press it from all sides stays on the ground. */
Test(crowd, a_surrounded_body_stays_on_the_ground)
{
    static const double at[][2] = { { 0, 0 }, { 30, 0 }, { -30, 0 }, { 0, 30 }, { 0, -30 } };
    g_autoptr(Crowd) c = crowd_of(5);
    for (guint i = 0; i < 5; i++)
        c->bodies[i].body.at = bsp_vec(at[i][0], at[i][1], 24.125);
    for (guint s = 0; s < 20; s++) {
        for (guint i = 0; i < 5; i++)
            c->bodies[i].body.velocity = bsp_vec(-9 * at[i][0], -9 * at[i][1], 0);
        c->bodies[0].body.velocity = bsp_vec(100, 20, 0);
        step(c, 1);
        cr_assert(c->bodies[0].body.on_ground && c->crowd.slides[0].n_traces <= 4, "%u traces",
                  c->crowd.slides[0].n_traces);
    }
}

/* More round bodies press a giant than it has planes. It still moves as far as they let it. */
Test(crowd, a_giant_moves_among_many)
{
    const guint n = 60;
    BspVec middle = bsp_vec(-100, -100, 225.125);
    g_autoptr(Crowd) c = crowd_of(n);
    c->shapes[0] = shape_of(1, 150);
    c->bodies[0].body.at = middle;
    for (guint i = 1; i < n; i++) {
        double angle = 2 * G_PI * i / (n - 1);
        c->shapes[i] = shape_of(1, 7.5);
        c->bodies[i].body.at = bsp_vec(-100 + 160 * cos(angle), -100 + 160 * sin(angle), 11.375);
    }
    for (guint s = 0; s < 60; s++) {
        for (guint i = 0; i < n; i++) {
            BspVec way = bsp_vec_sub(c->bodies[i].body.at, c->bodies[0].body.at);
            double part = s < 2 ? -0.25 : i % 7 ? -1 : 1;
            c->bodies[i].body.velocity = bsp_vec(part * way.x, part * way.y, 0);
        }
        c->bodies[0].body.velocity = bsp_vec(120 * cos(s), 120 * sin(s), 0);
        step(c, 1);
        for (guint i = 1; i < n; i++)
            cr_assert_geq(near_gap(c, 0, i), -NEAR, "step %u, %u", s, i);
        cr_expect(s != 0 || c->bodies[0].body.at.x > middle.x + 0.5, "it is not held");
    }
}

/* A body falls onto the head of another and stands there. Then the lower body leaves. */
Test(crowd, a_body_stands_on_a_head)
{
    g_autoptr(Crowd) c = pair_at(bsp_vec(0, 0, 24.125), bsp_vec(5, 5, 90));
    c->bodies[1].body.on_ground = false;
    for (guint s = 0; s < 60; s++) {
        c->bodies[1].body.velocity.z -= 800 * FRAME;
        step(c, 1);
    }
    cr_expect(c->bodies[1].body.on_ground && c->bodies[1].body.stands_on == &c->bodies[0]);
    cr_expect_float_eq(c->bodies[1].body.at.z, 24.125 + 56, 0.01);
    walk_towards(c, 200, 0, 60);
    c->bodies[1].body.velocity = bsp_vec(0, 0, -600);
    step(c, 1);
    step(c, 1);
    cr_expect(c->bodies[1].body.at.z < 70, "%g", c->bodies[1].body.at.z);
}

/* Two bodies jump, or fall, or stay in the air one over the other. The plane between them carries
 * neither. A body stands on another only if it touches it. */
Test(crowd, nobody_stands_in_a_gap)
{
    g_autoptr(GRand) dice = g_rand_new_with_seed(7);
    guint n_stands = 0;
    for (guint game = 0; game < 2000; game++) {
        double aside = g_rand_double_range(dice, 0, 20), over = g_rand_double_range(dice, 57, 130);
        g_autoptr(Crowd) c = pair_at(bsp_vec(0, 0, 200), bsp_vec(aside, 5, 200 + over));
        c->crowd.yield = game % 2 ? 64 : 0;
        for (guint i = 0; i < 2; i++) {
            double up = game % 3 == i ? 0 : g_rand_double_range(dice, -300, 300);
            c->bodies[i].body.on_ground = game % 5 == 0;
            c->bodies[i].body.velocity = bsp_vec(0, 0, up);
        }
        for (guint s = 0; s < 12; s++) {
            double top = c->bodies[0].body.at.z + 56, was = c->bodies[1].body.at.z;
            step(c, 1);
            const BspBody *upper = &c->bodies[1].body;
            bool stands = upper->on_ground && upper->stands_on == &c->bodies[0];
            n_stands += stands;
            cr_assert(!stands || fabs(upper->at.z - top) <= 2 * BSP_TOUCHED,
                      "game %u, step %u: %g over the other, from %g", game, s, upper->at.z - top,
                      was - top);
            cr_assert(!c->bodies[0].body.on_ground || c->bodies[0].body.at.z < 30);
        }
    }
    cr_expect_geq(n_stands, 100u);
}

/* A ball that falls onto another ball rolls off, and does not push the other aside. */
Test(crowd, a_ball_rolls_off_a_ball)
{
    g_autoptr(Crowd) c = pair_at(bsp_vec(0, 0, 20.125), bsp_vec(5, 0, 70));
    c->shapes[0] = c->shapes[1] = shape_of(3, 20);
    c->bodies[0].push = 1;
    for (guint s = 0; s < 150; s++) {
        BspBody *ball = &c->bodies[1].body;
        ball->velocity.z -= ball->on_ground ? 0 : 800 * FRAME;
        ball->velocity.x = 20;
        step(c, 1);
        cr_assert_geq(near_gap(c, 0, 1), -NEAR);
    }
    cr_expect_eq(c->bodies[0].body.at.x, 0);
    cr_expect(c->bodies[1].body.at.x > 20 && c->bodies[1].body.at.z < 21, "%g %g",
              c->bodies[1].body.at.x, c->bodies[1].body.at.z);
}

/* A walking body moves a standing body if that can be pushed, at most at the speed of the crowd. */
Test(crowd, a_body_is_pushed)
{
    for (guint i = 0; i < 3; i++) {
        g_autoptr(Crowd) c = pair_at(bsp_vec(0, 0, 24.125), bsp_vec(31, 0, 24.125));
        c->bodies[1].push = i * 0.5;
        walk_towards(c, 200, 0, 60);
        double way = c->bodies[1].body.at.x - 31;
        c->bodies[0].body.at.x -= 4;
        walk_towards(c, 200, 0, 1);
        cr_expect_float_eq(c->bodies[1].body.at.x, 31 + way, 1e-6, "it was not met yet");
        cr_expect_float_eq(way, MIN(i * 50, 64), 1, "push %g: %g", i * 0.5, way);
    }
}

/* --- overlaps --- */

Test(crowd, overlaps_never_deepen)
{
    const guint n = 120, n_steps = SANITIZED ? 60 : 400;
    g_autoptr(Crowd) c = mixed_crowd(n, 6103, true);
    g_autofree double *gaps = g_new0(double, n *n);
    guint before = 0, after = 0;
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < i; k++)
            gaps[i * n + k] = near_gap(c, i, k);
    before = check(c, gaps, 0);
    for (guint s = 1; s <= n_steps; s++) {
        for (guint i = 0; i < n; i++)
            wish(c, i, i, s);
        step(c, 1);
        after = check(c, gaps, s);
    }
    cr_expect(before > 50 && after < before / 4, "%u overlaps, then %u", before, after);
}

/* Bodies at the same position leave it, if the bodies around them walk away. */
Test(crowd, bodies_leave_a_heap)
{
    for (guint kind = 0; kind < 3; kind++) {
        const guint n = 48;
        g_autoptr(Crowd) c = crowd_of(n);
        g_autofree double *gaps = g_new0(double, n *n);
        for (guint i = 0; i < n; i++) {
            c->shapes[i] = shape_of(kind, 8);
            c->bodies[i].body.at = bsp_vec(0, -50, 12.125);
        }
        for (guint i = 0; i < n * n; i++)
            gaps[i] = -24;
        guint left = n;
        for (guint s = 0; s < 900 && left > 0; s++) {
            for (guint i = 0; i < n; i++)
                c->bodies[i].body.velocity = bsp_vec(cos(i) * 100, sin(i) * 100, 0);
            step(c, 1);
            left = check(c, gaps, s);
        }
        cr_expect_eq(left, 0u, "kind %u: %u", kind, left);
    }
    g_autoptr(Crowd) many = crowd_of(1000);
    for (guint i = 0; i < 1000; i++)
        many->bodies[i].body.at = bsp_vec(0, -50, 24.125);
    for (guint s = 0; s < (SANITIZED ? 1 : 5); s++)
        step(many, 1);
    guint n_moved = 0;
    for (guint i = 0; i < 1000; i++)
        n_moved += hypot(many->bodies[i].body.at.x, many->bodies[i].body.at.y + 50) > 0.7;
    cr_expect(n_moved > 60, "those at the edges of the heap can move at once: %u", n_moved);
}

/* --- doors, and bad input --- */

/* A door comes down the corridor between two walls, which is full of bodies, and waits for them. */
Test(crowd, a_closing_door_waits_for_bodies)
{
    const guint n = 24;
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-8, -100, 0, 8, 100, 90), 0);
    BspDoor door = { table, bsp_frame_at(bsp_vec(-300, 0, 0)) };
    g_autoptr(Crowd) c = crowd_of(n);
    c->crowd.doors = &door;
    c->crowd.n_doors = 1;
    for (guint i = 0; i < n; i++)
        c->bodies[i].body.at = bsp_vec(-250 + 31.0 * (i / 4), -80 + 40.0 * (i % 4), 24.125);
    for (guint s = 0; s < 300; s++) {
        BspVec travel = bsp_vec(2, 0, 0);
        bool waits = false;
        for (guint i = 0; i < n; i++) {
            BspMover mover = { c->table, &c->shapes[i], 0, SKIN, &door, 1 };
            BspBody *b = &c->bodies[i].body, before = *b;
            b->velocity = bsp_vec(b->at.x < 500 ? 90 : -90, 0, 0);
            waits = !bsp_push(&mover, 0, travel, b) || waits;
            for (guint k = 0; k < n; k++)
                if (k != i && near_gap(c, i, k) < 0)
                    waits = true;
            if (waits)
                *b = before;
        }
        if (!waits)
            door.frame.origin = bsp_vec_add(door.frame.origin, travel);
        step(c, 1);
        for (guint i = 0; i < n; i++) {
            cr_expect_not(c->bodies[i].body.is_stuck);
            for (guint k = 0; k < i; k++)
                cr_assert(near_gap(c, i, k) >= -NEAR, "%u", s);
        }
    }
    cr_expect(door.frame.origin.x > -200 && door.frame.origin.x < 400, "%g", door.frame.origin.x);
}

/* Bodies with bad numbers do not move and disturb nobody. */
Test(crowd, bodies_with_bad_numbers_do_not_move)
{
    static const double bad[] = { (double)NAN, HUGE_VAL, -HUGE_VAL, 1e300, 1e10, -1e10 };
    const guint n = 4 * G_N_ELEMENTS(bad) + 2;
    g_autoptr(Crowd) c = crowd_of(n);
    for (guint i = 0; i < n; i++) {
        BspCrowdBody *b = &c->bodies[i];
        double number = i < 2 ? 0 : bad[i / 4 % G_N_ELEMENTS(bad)];
        b->body.at = bsp_vec(-500 + 35.0 * i, 0, 24.125);
        b->body.at.v[i % 3] = i % 4 == 0 && i > 1 ? number : b->body.at.v[i % 3];
        b->push = i % 4 == 1 ? number : 0;
        if (i % 4 == 2)
            c->shapes[i] = shape_of(i % 3, number);
        if (i % 4 == 3)
            b->body.velocity.v[i % 3] = number;
    }
    c->bodies[0].shape = NULL;
    c->shapes[1] = shape_of(0, 1e8); /* a body so large that it would be in many cells */
    c->bodies[1].groups = 1;
    c->bodies[1].mask = 2;
    for (guint i = 2; i < n; i++)
        c->bodies[i].meets = 2;
    c->bodies[0].meets = 2;
    BspVec at = c->bodies[7].body.at;
    for (guint s = 0; s < 10; s++) {
        c->bodies[0].body.velocity = c->bodies[1].body.velocity = bsp_vec(0, 100, 0);
        c->bodies[7].body.velocity.y = HUGE_VAL;
        step(c, 3);
    }
    cr_expect(c->bodies[7].body.is_stuck &&
              bsp_vec_length(bsp_vec_sub(c->bodies[7].body.at, at)) == 0);
    cr_expect_float_eq(c->bodies[1].body.at.y, 100 * 10 * FRAME, 1e-9);
    g_autoptr(Crowd) two = pair_at(bsp_vec(0, 0, 24.125), bsp_vec(40, 0, 24.125));
    walk_towards(two, 300, (double)NAN, 10);
    cr_expect_float_eq(two->bodies[0].body.at.x, 10, 1e-6, "who cannot walk is in the way");
    two->shapes[1] = bsp_shape_box(bsp_vec(-1e10 - 15, -15, -24), bsp_vec(-1e10 + 15, 15, 32));
    two->bodies[1].body.at.x = 1e10 + 40;
    walk_towards(two, 300, 0, 10);
    cr_expect_float_eq(two->bodies[0].body.at.x, 60, 1e-6, "who is out of reach is not");
    two->shapes[1] = two->shapes[0];
    two->bodies[1].body.at.x = 40;
    for (guint i = 0; i < 2; i++) {
        two->bodies[1].push = 1;
        two->bodies[0].body.at.x = i == 0 ? 10 : 20; /* pushes, or overlaps */
        walk_towards(two, 300, (double)NAN, 1);
        cr_expect(two->bodies[1].body.is_stuck && two->bodies[1].body.at.x == 40, "%u", i);
    }
    c->crowd.yield = c->crowd.stepping.height = (double)NAN;
    step(c, 1);
    c->crowd.yield = c->crowd.stepping.height = c->crowd.seconds = HUGE_VAL;
    step(c, 1);
    c->crowd.seconds = 0;
    step(c, 1);
    c->crowd.n = 0;
    bsp_crowd_sort(&c->crowd);
    bsp_crowd_walk(&c->crowd, 0, 1);
    cr_expect_gt(bsp_crowd_bytes(0), 0u);
}
