/* test-navigate-follow: tests bodies that follow corners of any kind, and rays. */
#include <criterion/criterion.h>

#include "graphs.h"
#include "onion-tree.h"
#include "random.h"
#include "sanitized.h"
#include "scenes.h"

#define FRAME (1.0 / 60)

static BspMover mover_of(const Graph *g, const BspNavWalker *walker, BspShape *box)
{
    *box = bsp_shape_box(walker->box.mins, walker->box.maxs);
    return (BspMover){ g->table, box, walker->mask, walker->skin, NULL, 0 };
}

static BspBody standing_at(BspMover *mover, BspVec at)
{
    BspTracer tracer = bsp_mover_tracer(mover);
    BspGround ground;
    bsp_ground_probe(&tracer, at, 1, 0.7, &ground);
    return (BspBody){ .at = ground.point,
                      .on_ground = ground.kind == BSP_GROUND_WALKABLE,
                      .ground = ground.face };
}

/* Lets a body follow the corners for at most this number of calls. The test plays the level, which
 * carries a body that waits. */
static BspNavState follow(const BspNavWalker *walker, BspMover *mover, const BspNavCorner *corners,
                          guint n, guint calls, BspBody *body)
{
    BspNavFollower follower = { .corners = corners, .n = n };
    BspNavState state = BSP_NAV_FOLLOWING;
    for (guint i = 0; i < calls && (state == BSP_NAV_FOLLOWING || state == BSP_NAV_WAITING); i++) {
        state = bsp_navigation_steer(&follower, body, walker->speed, FRAME);
        cr_assert(bsp_vec_finite(body->velocity));
        if (state == BSP_NAV_WAITING && corners[follower.next].type == BSP_NAV_TELEPORT) {
            *body = (BspBody){ .at = corners[follower.next].at };
            body->at.z += 100;
        } else if (state == BSP_NAV_WAITING) {
            body->at.z = corners[follower.next].at.z +
                         3.5; /* puts the body a little above the upper floor */
        }
        if (!body->on_ground)
            body->velocity.z -= walker->gravity * FRAME;
        bsp_walk(mover, &walker->stepping, FRAME, body, NULL);
    }
    return state;
}

/* --- no state is endless --- */

/* A room with a step of 8 units, and a pit without a floor. */
static const double room[][6] = { { -200, -200, -16, 0, 200, 0 },
                                  { 0, -200, -16, 100, 200, 8 },
                                  { -210, -200, -16, -200, 200, 300 } };

Test(navigate_follow, no_state_is_endless)
{
    static const double nan = (double)NAN, inf = (double)INFINITY;
    const struct {
        BspNavCorner corner;
        BspVec at;
        double step;
        BspNavState end;
    } cases[] = {
        { { .at = { { 50, 0, 8 } } }, { { -50, 0, 0 } }, 18, BSP_NAV_ARRIVED },
        { { .at = { { 50, 0, 8 } } }, { { -50, 0, 0 } }, 0, BSP_NAV_BLOCKED },
        { { .at = { { 50, 90, 8 } } }, { { -50, 0, 0 } }, 0, BSP_NAV_BLOCKED },
        { { .at = { { -190, 50, 0 } } }, { { -50, 0, 0 } }, 18, BSP_NAV_BLOCKED },
        { { .at = { { -50, 0, -300 } } }, { { -50, 0, 0 } }, 18, BSP_NAV_BLOCKED },
        { { .at = { { -50, 0, 300 } } }, { { -50, 0, 0 } }, 18, BSP_NAV_BLOCKED },
        { { .at = { { 300, 0, 8 } } }, { { 300, 0, 100 } }, 18, BSP_NAV_BLOCKED },
        { { .at = { { 400, 0, 8 } } }, { { 300, 0, 100 } }, 18, BSP_NAV_BLOCKED },
        { { .at = { { nan, 0, 0 } } }, { { -50, 0, 0 } }, 18, BSP_NAV_BLOCKED },
        { { .at = { { -50, 0, nan } } }, { { -50, 0, 0 } }, 18, BSP_NAV_BLOCKED },
        { { .at = { { inf, 0, 0 } } }, { { -50, 0, 0 } }, 18, BSP_NAV_BLOCKED },
        { { .at = { { -inf, inf, 0 } } }, { { -50, 0, 100 } }, 18, BSP_NAV_BLOCKED },
        { { .push = { { -100, 0, 0 } }, .type = BSP_NAV_DROP },
          { { -50, 0, 0 } },
          18,
          BSP_NAV_BLOCKED },
        { { .push = { { 0, 0, 9e9 } }, .type = BSP_NAV_PAD },
          { { -50, 0, 0 } },
          18,
          BSP_NAV_BLOCKED },
        { { .push = { { nan, 0, nan } }, .type = BSP_NAV_JUMP },
          { { -50, 0, 0 } },
          18,
          BSP_NAV_BLOCKED },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        BspNavWalker walker = walker_of(30, 56, 0);
        BspShape box;
        g_auto(Graph) g = graph_of_boxes(room, G_N_ELEMENTS(room), walker);
        BspMover mover = mover_of(&g, &walker, &box);
        BspBody body = standing_at(&mover, cases[i].at);
        walker.stepping.height = cases[i].step;
        cr_expect_eq(follow(&walker, &mover, &cases[i].corner, 1, 2000, &body), cases[i].end,
                     "case %u", i);
    }
}

/* On a slope, a body whose step height is 0 hops. In one call it is in the air above the corner. In
 * the next call it is on the ground beside the corner. */
Test(navigate_follow, a_body_that_hops_about_a_corner_is_blocked)
{
    const BspNavCorner corner = { .at = { { 0, 0, 0 } } };
    BspNavFollower follower = { .corners = &corner, .n = 1 };
    BspBody body = { .on_ground = true };
    BspNavState state = BSP_NAV_FOLLOWING;
    for (guint i = 0; i < 100 && state == BSP_NAV_FOLLOWING; i++) {
        body.on_ground = i % 2 == 0;
        body.at = body.on_ground ? bsp_vec(0.05, 0, 0) : bsp_vec(0.01, 0, 1);
        state = bsp_navigation_steer(&follower, &body, 320, 1.0 / 60);
    }
    cr_expect_eq(state, BSP_NAV_BLOCKED);
}

Test(navigate_follow, numbers_that_are_no_numbers_block_a_body)
{
    const BspNavCorner corner = { .at = { { 50, 0, 0 } } };
    static const double bad[] = { 0, -1, (double)NAN };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        BspNavFollower follower = { .corners = &corner, .n = 1 };
        BspBody body = { .on_ground = true, .ground.normal.z = 1 };
        cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, bad[i]), BSP_NAV_BLOCKED);
        cr_expect(i == 0 ||
                  bsp_navigation_steer(&follower, &body, bad[i], FRAME) == BSP_NAV_BLOCKED);
        body.at.y = (double)NAN;
        cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_BLOCKED);
        cr_expect(bsp_vec_finite(body.velocity));
    }
    BspNavFollower still = { .corners = &corner, .n = 1 };
    BspNavState state = BSP_NAV_FOLLOWING;
    BspBody body = { .on_ground = true, .ground.normal.z = 1 };
    for (guint i = 0; i < 40 && state == BSP_NAV_FOLLOWING; i++)
        state = bsp_navigation_steer(&still, &body, 0, FRAME);
    cr_expect_eq(state, BSP_NAV_BLOCKED);
}

/* Lets a body walk to a corner behind a shut door, along which it slides. Stores the calls from the
 * first touch until it is blocked. */
static guint calls_at_door(double seconds, double aside)
{
    const double boxes[][6] = { { -300, -300, -16, 300, 300, 0 }, { 0, -300, 0, 8, 300, 100 } };
    const BspNavCorner corner = { .at = { { 100, 100, 24 } } };
    BspNavWalker walker = walker_of(30, 56, 0);
    g_autoptr(BspBrushTable) table = scene_sides(boxes, 2, 0);
    BspShape box = bsp_shape_box(walker.box.mins, walker.box.maxs);
    BspMover mover = { table, &box, walker.mask, walker.skin, NULL, 0 };
    BspNavFollower follower = { .corners = &corner, .n = 1 };
    BspBody body = standing_at(&mover, bsp_vec(-60, 100 - aside, 24));
    guint calls = 0;
    for (guint i = 0; i < 2000; i++) {
        if (bsp_navigation_steer(&follower, &body, walker.speed, seconds) != BSP_NAV_FOLLOWING)
            return calls;
        bsp_walk(&mover, &walker.stepping, seconds, &body, NULL);
        calls += body.at.x > -15.5;
    }
    return 2000;
}

/* The body slides for at most the time in which it would walk the distance that it slides. Then it
 * is blocked in less than a second. */
Test(navigate_follow, a_body_that_slides_along_a_shut_door_is_blocked)
{
    const double speed = walker_of(30, 56, 0).speed;
    for (double aside = 0; aside <= 300; aside += 20)
        for (guint hertz = 30; hertz <= 240; hertz *= 2) {
            guint calls = calls_at_door(1.0 / hertz, aside);
            cr_expect_leq(calls, 45 + hertz * aside / speed, "%g at %u: %u", aside, hertz, calls);
        }
}

/* --- a body that is carried --- */

/* Lets a body follow a path over an entity, from one floor to another that is 200 units higher. */
static void check_carried(BspNavEntity entity, BspVec goal)
{
    const double boxes[][6] = { { -400, -100, -16, 0, 100, 0 }, { 0, -100, -16, 400, 100, 200 } };
    BspNavWalker walker = walker_of(30, 56, 0);
    BspNavCorner corners[16];
    BspShape box;
    g_auto(Graph) g = graph_with_entity(boxes, 2, walker, entity);
    guint n = corners_of(&g, bsp_vec(-300, 50, 0), goal, corners);
    BspMover mover = mover_of(&g, &walker, &box);
    BspBody body = standing_at(&mover, bsp_vec(-300, 50, 0));
    cr_expect_eq(follow(&walker, &mover, corners, n, 2000, &body), BSP_NAV_ARRIVED);
    cr_expect_lt(bsp_vec_length(bsp_vec_sub(body.at, goal)), 0.1);
}

Test(navigate_follow, the_level_carries_a_body)
{
    static const BspVec goal = { { 300, -50, 200 } };
    BspNavEntity entity = { .type = BSP_NAV_TELEPORT,
                            .bounds = { bsp_vec(-60, -20, 0), bsp_vec(-40, 20, 20) },
                            .to = bsp_vec(100, 0, 250),
                            .velocity = bsp_vec(150, 0, 700) };
    check_carried(entity, goal);
    entity.type = BSP_NAV_LIFT;
    entity.bounds = (BspBounds){ bsp_vec(-40, -20, 0), bsp_vec(-20, 20, 20) };
    check_carried(entity, goal);
    entity.type = BSP_NAV_PAD;
    check_carried(entity, goal);
}

/* The game moves a body as soon as it touches the trigger, before the body reaches the middle. */
Test(navigate_follow, a_body_may_be_carried_early)
{
    const BspNavCorner corners[] = {
        { .at = { { 0, 0, 0 } } },
        { .at = { { 500, 0, 100 } }, .type = BSP_NAV_TELEPORT },
        { .at = { { 600, 0, 100 } } },
    };
    const BspNavCorner pad[] = {
        { .at = { { 0, 0, 0 } } },
        { .at = { { 500, 0, 100 } }, .push = { { 100, 0, 400 } }, .type = BSP_NAV_PAD },
    };
    BspNavFollower follower = { .corners = corners, .n = 3 };
    BspBody body = { .at = { { -30, 0, 0 } }, .on_ground = true, .ground.normal.z = 1 };
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_FOLLOWING);
    cr_expect_gt(body.velocity.x, 0);
    body.at = bsp_vec(560, 0, 110);
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_FOLLOWING);
    cr_expect_eq(follower.next, 1);
    cr_expect_lt(body.velocity.x, 0);
    follower = (BspNavFollower){ .corners = pad, .n = 2 };
    body = (BspBody){ .at = { { -30, 0, 3 } }, .velocity = { { 90, 0, 390 } } };
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_FOLLOWING);
    cr_expect(body.velocity.x == 100 && body.velocity.z == 390);
    /* a body that falls onto the pad has not been thrown */
    follower = (BspNavFollower){ .corners = pad, .n = 2 };
    body = (BspBody){ .at = { { 0, 0, 3 } }, .velocity = { { 0, 0, -90 } } };
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_FOLLOWING);
    cr_expect(body.velocity.x == 0 && body.velocity.z == -90);
}

/* The straight line to the next corner starts where the graph says that the body lands. */
Test(navigate_follow, a_body_that_landed_beside_walks_to_the_landing)
{
    const BspNavCorner corners[] = {
        { .at = { { 200, 0, 0 } }, .push = { { 320, 0, 270 } }, .type = BSP_NAV_JUMP },
        { .at = { { 200, 100, 0 } } },
    };
    BspNavFollower follower = { .corners = corners, .n = 2 };
    BspBody body = { .on_ground = true, .ground.normal.z = 1 };
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_FOLLOWING);
    cr_expect(!body.on_ground && body.velocity.z == 270);
    body.at = bsp_vec(220, 0, 0);
    body.on_ground = true;
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_FOLLOWING);
    cr_expect(body.velocity.x < -100 && body.velocity.y == 0);
    body.at = corners[0].at;
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_FOLLOWING);
    cr_expect(body.velocity.x == 0 && body.velocity.y > 100);
    follower = (BspNavFollower){ .corners = corners, .n = 2 };
    body = (BspBody){ .on_ground = true, .ground.normal.z = 1 };
    bsp_navigation_steer(&follower, &body, 320, FRAME);
    body.at = bsp_vec(250, 0, 0); /* farther than the body walks in an eighth of a second */
    body.on_ground = true;
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, FRAME), BSP_NAV_BLOCKED);
}

/* --- rays --- */

/* Returns the distance of the point from the nearest border of its area, seen from above. It is
 * positive inside of the area. */
static double inside_of(const BspNavigation *nav, unsigned number, BspVec p)
{
    BspNavArea area;
    double least = HUGE_VAL;
    bsp_navigation_area(nav, number, &area);
    for (unsigned i = 0; i < area.n_vertices; i++) {
        BspNavVertex a = area.vertices[i], b = area.vertices[(i + 1) % area.n_vertices];
        double x = b.x - a.x, y = b.y - a.y;
        least = fmin(least, (x * (p.y - a.y) - y * (p.x - a.x)) / hypot(x, y));
    }
    return least;
}

/* A body that walks straight along a ray arrives at the end of the ray, unless that end is near a
 * border. */
Test(navigate_follow, bodies_walk_along_rays)
{
    guint whole = 0, far = 0;
    for (guint i = 0; i < 60; i++) {
        BspNavWalker walker = walker_of(8, 16, i % 2 ? 0.125 : 0);
        BspShape box;
        g_auto(Graph) g = graph_of_solid(scene_nth(i, i), walker);
        BspMover mover = mover_of(&g, &walker, &box);
        for (guint k = 0; k < 100; k++) {
            BspNavPoint from = random_point_of(&g, k), to = random_point_of(&g, k + 1000), end;
            bool is =
                bsp_navigation_ray(g.nav, &from, (BspNavVertex){ to.at.x, to.at.y }, NULL, &end);
            double length = bsp_vec_length(bsp_vec_sub(end.at, from.at));
            whole += is;
            far += from.area != end.area;
            BspNavCorner corner = { .at = bsp_vec_mad(from.at, 1 - 1 / length,
                                                      bsp_vec_sub(end.at, from.at)) };
            if (length < 2 || inside_of(g.nav, end.area, corner.at) < 0.9)
                continue;
            BspBody body = standing_at(&mover, from.at);
            BspNavState state = follow(&walker, &mover, &corner, 1, 2000, &body);
            cr_expect(state == BSP_NAV_ARRIVED, "%s %u, ray %u", scene_name(i % SCENE_KINDS), i, k);
        }
    }
    cr_expect(whole > 100 && far > 100, "%u %u", whole, far);
}

Test(navigate_follow, rays_end_at_ledges_walls_and_closed_doors)
{
    const double boxes[][6] = { { -200, -200, -16, 200, 200, 0 }, { 100, -200, 0, 110, 0, 100 } };
    const BspNavEntity door = { .entity = 3,
                                .bounds = { bsp_vec(-4, -200, 0), bsp_vec(4, 200, 9) } };
    const uint32_t closed = 1 << 3;
    BspNavCosts costs = { .factor = { 1 }, .closed = &closed, .n_closed = 4 };
    g_auto(Graph) g = graph_with_entity(boxes, 2, walker_of(30, 56, 0), door);
    BspNavPoint from = point_at(&g, bsp_vec(-100, -50, 0), 1), end;
    cr_expect(bsp_navigation_ray(g.nav, &from, (BspNavVertex){ 50, 0 }, NULL, &end));
    cr_expect(end.at.x == 50 && end.at.y == 0);
    cr_expect(!bsp_navigation_ray(g.nav, &from, (BspNavVertex){ 150, -50 }, NULL, &end));
    cr_expect_float_eq(end.at.x, 85, 1e-5);
    cr_expect(bsp_navigation_ray(g.nav, &from, (BspNavVertex){ 150, 150 }, NULL, &end));
    cr_expect(!bsp_navigation_ray(g.nav, &from, (BspNavVertex){ -100, 1000 }, NULL, &end));
    cr_expect_float_eq(end.at.y, 215, 1e-5);
    cr_expect(!bsp_navigation_ray(g.nav, &from, (BspNavVertex){ 50, 0 }, &costs, &end));
    cr_expect_float_eq(end.at.x, -19, 1e-3);
    cr_expect(!bsp_navigation_ray(g.nav, &from, (BspNavVertex){ (double)NAN, 0 }, NULL, &end));
    cr_expect_eq(end.at.x, -100);
}

/* The mover needs a unit behind a riser to climb it. */
Test(navigate_follow, rays_end_at_steps_without_room_behind)
{
    const double boxes[][6] = { { -200, -200, -16, 0, 200, 0 }, { 0, -200, -16, 200, 200, 12 } };
    g_auto(Graph) g = graph_of_boxes(boxes, 2, walker_of(30, 56, 0));
    BspNavPoint from = point_at(&g, bsp_vec(-100, 0, 0), 1), end;
    cr_expect(bsp_navigation_ray(g.nav, &from, (BspNavVertex){ -13, 0 }, NULL, &end));
    cr_expect(!bsp_navigation_ray(g.nav, &from, (BspNavVertex){ -14.6, 0 }, NULL, &end));
    cr_expect(end.area == from.area && end.at.z == 0);
}

/* A path turns before a crack, to cross it at a right angle. A ray does not. */
Test(navigate_follow, rays_end_at_cracks)
{
    const double boxes[][6] = { { -200, -100, -16, 0, 100, 0 }, { 30.01, -100, -16, 200, 100, 0 } };
    static const BspVec from = { { -100, 0, 0 } }, to = { { 150, 50, 0 } };
    g_auto(Graph) g = graph_of_boxes(boxes, 2, walker_of(30, 56, 0));
    BspNavPoint start = point_at(&g, from, 1), end;
    cr_expect(has_path(&g, 0, from, to, NULL));
    cr_expect(!bsp_navigation_ray(g.nav, &start, (BspNavVertex){ to.x, to.y }, NULL, &end));
    cr_expect_float_eq(end.at.x, 15, 1e-4);
}

/* --- corners --- */

/* A caller with room for fewer corners gets the first of them, and the number of all. */
static void expect_first_corners(const BspNavigation *nav, const BspNavPath *path,
                                 const BspNavCorner *corners, guint n)
{
    for (guint most = 0; most <= MIN(n, 8); most++) {
        BspNavCorner first[9];
        memset(first, 0x55, sizeof first);
        cr_expect_eq(bsp_navigation_corners(nav, path, first, most), n);
        for (guint c = 0; c < most; c++)
            cr_expect(bsp_vec_length(bsp_vec_sub(first[c].at, corners[c].at)) == 0 &&
                          bsp_vec_length(bsp_vec_sub(first[c].push, corners[c].push)) == 0 &&
                          first[c].link == corners[c].link && first[c].type == corners[c].type,
                      "corner %u of %u, room for %u", c, n, most);
        cr_expect_eq((guint)first[most].link, 0x55555555u, "more than %u corners", most);
    }
}

Test(navigate_follow, corners_lie_on_areas)
{
    guint n_corners = 0;
    for (guint i = 0; i < (SHORT ? 300 : 3000); i++) {
        BspNavWalker walker = walker_of(i % 3 ? 8 : 30, 16, i % 2 ? 0.125 : 0);
        BspNavCorner corners[256];
        walker.drop = i % 5 ? 0 : 200;
        g_auto(Graph) g = graph_of_solid(scene_nth(i, i), walker);
        g_autofree gpointer memory = g_malloc(bsp_navigation_path_bytes(g.nav, 0));
        for (guint k = 0; k < 40; k++) {
            BspNavPoint from = random_point_of(&g, k), to = random_point_of(&g, k + 1000), at;
            BspNavPath path;
            if (!bsp_navigation_path(g.nav, &from, &to, NULL, memory, &path))
                continue;
            guint n = bsp_navigation_corners(g.nav, &path, corners, 256);
            expect_first_corners(g.nav, &path, corners, n);
            for (guint c = 0; c < MIN(n, 256); c++)
                cr_expect(corners[c].type != BSP_NAV_WALK ||
                              bsp_navigation_find(g.nav, 0, corners[c].at, 2e-3, &at),
                          "%s %u, pair %u, corner %u", scene_name(i % SCENE_KINDS), i, k, c);
            n_corners += n;
        }
    }
    cr_expect_gt(n_corners, 5000);
}
