/* test-navigate-entities: tests doors, pads, teleporters and lifts in navigation graphs, and the
 * options of building. */
#include <criterion/criterion.h>
#include <time.h>

#include "bsp-error.h"
#include "graphs.h"
#include "navigate/graph.h"
#include "onion-build.h"
#include "scenes.h"

/* Two floors, 200 units apart in height, with a wall between them, and a ledge on the upper one. */
static const double two_floors[][6] = { { -400, -100, -16, 0, 100, 0 },
                                        { 0, -100, -16, 400, 100, 200 },
                                        { 115, -100, 200, 130, 100, 240 } };
static const BspVec low = { { -300, 0, 0 } }, high = { { 300, 0, 200 } };

static BspNavReach reach(const Graph *g, BspVec from, BspVec to)
{
    BspNavPoint a = point_at(g, from, 1), b = point_at(g, to, 1);
    return bsp_navigation_reachable(g->nav, &a, &b);
}

/* Returns the cost of the path, or HUGE_VAL if there is no path. */
static double cost_of(const Graph *g, BspVec from, BspVec to)
{
    BspNavPoint a = point_at(g, from, 2), b = point_at(g, to, 2);
    BspNavPath path;
    g_autofree gpointer memory = g_malloc(bsp_navigation_path_bytes(g->nav, 0));
    return bsp_navigation_path(g->nav, &a, &b, NULL, memory, &path) ? path.cost : HUGE_VAL;
}

/* Returns the first link of a type. */
static BspNavLink link_of(const Graph *g, BspNavLinkType type)
{
    BspNavLink link;
    for (guint i = 0; i < g->nav->n_links; i++) {
        bsp_navigation_link(g->nav, i, &link);
        if (link.type == type)
            return link;
    }
    cr_assert_fail("the graph has no link of type %u", (unsigned)type);
    return link;
}

/* --- doors --- */

/* A wall with a gap of 64 units for a door. */
static const double rooms[][6] = { { -200, -200, -16, 200, 200, 0 },
                                   { -8, -200, 0, 8, -32, 100 },
                                   { -8, 32, 0, 8, 200, 100 } };
static const BspVec west = { { -100, 0, 0 } }, east = { { 100, 0, 0 } }, within = { { 0, 0, 0 } };

Test(navigate_entities, a_closed_door_is_on_no_path)
{
    const BspNavEntity door = { .entity = 37,
                                .bounds = { bsp_vec(-4, -32, 0), bsp_vec(4, 32, 100) } };
    const uint32_t closed[] = { 0xffffffff, 1 << 5 }, open[] = { 0xffffffff, ~(1U << 5) };
    for (guint i = 0; i < 2; i++) {
        g_auto(Graph) g =
            graph_with_entity(rooms, G_N_ELEMENTS(rooms), walker_of(30, 56, two_skins[i]), door);
        BspNavCosts costs = { .factor = { 1, 1, 1 } };
        cr_expect(has_path(&g, 0, west, east, NULL));
        cr_expect(has_path(&g, 0, west, east, &costs));
        costs.closed = closed;
        costs.n_closed = 38;
        cr_expect(!has_path(&g, 0, west, east, &costs));
        cr_expect(!has_path(&g, 0, west, within, &costs));
        cr_expect(has_path(&g, 0, within, east, &costs)); /* a body in the doorway may leave */
        costs.n_closed = 37;
        cr_expect(has_path(&g, 0, west, east, &costs));
        costs.n_closed = 64;
        costs.closed = open;
        cr_expect(has_path(&g, 0, west, east, &costs));
        cr_expect_eq(reach(&g, west, east), BSP_NAV_SURELY);
        check_graph(&g, 0, 300, "a door");
    }
}

/* A door above the head changes nothing. */
Test(navigate_entities, a_door_is_where_it_is)
{
    const BspNavEntity above = { .entity = 1,
                                 .bounds = { bsp_vec(-4, -32, 56.1), bsp_vec(4, 32, 99) } };
    g_auto(Graph) g = graph_with_entity(rooms, G_N_ELEMENTS(rooms), walker_of(30, 56, 0), above);
    g_auto(Graph) none = graph_of_boxes(rooms, G_N_ELEMENTS(rooms), walker_of(30, 56, 0));
    cr_expect_eq(n_areas(&g, 0), n_areas(&none, 0));
    cr_expect_eq(n_links(&g, BSP_NAV_WALK), n_links(&none, BSP_NAV_WALK));
    cr_expect_eq(link_of(&g, BSP_NAV_WALK).entity, BSP_NAV_NO_ENTITY);
}

/* A step in a doorway, and a jump through it. */
Test(navigate_entities, a_closed_door_stops_steps_and_jumps)
{
    const double boxes[][6] = { { -300, -100, -16, -40, 100, 0 },
                                { 40, -100, -16, 300, 100, 0 },
                                { -300, -100, -200, 300, 100, -184 } };
    const BspNavEntity door = { .entity = 0,
                                .bounds = { bsp_vec(-4, -100, -100), bsp_vec(4, 100, 200) } };
    const uint32_t closed = 1;
    BspNavCosts costs = { .factor = { 1, 1, 1, 1, 1 }, .closed = &closed, .n_closed = 1 };
    g_auto(Graph) g = graph_with_entity(boxes, 3, jumper_of(0, 100, 270), door);
    cr_expect(has_path(&g, 0, west, east, NULL));
    cr_expect(!has_path(&g, 0, west, east, &costs));
}

/* --- teleporters, lifts and pads --- */

/* If z is 240, the ledge is there. The side of a body that comes out touches it. */
static Graph with_teleporter_to(BspNavLinkType type, double skin, double cost, double z)
{
    const BspNavEntity entity = { .type = type,
                                  .entity = 5,
                                  .bounds = { bsp_vec(-100, -10, 10), bsp_vec(-80, 10, 20) },
                                  .to = bsp_vec(100, 0, z),
                                  .cost = cost };
    return graph_with_entity(two_floors, z == 240 ? 3 : 2, walker_of(30, 56, skin), entity);
}

static Graph with_teleporter(BspNavLinkType type, double skin, double cost)
{
    return with_teleporter_to(type, skin, cost, 250);
}

/* A body may come out nearer to the floor than its skin, but not in the floor, where it stays. A
 * body whose side touches a ledge falls past it, to a place that is on no area. */
Test(navigate_entities, a_teleporter_leads_to_where_its_body_stands)
{
    g_auto(Graph) on = with_teleporter_to(BSP_NAV_TELEPORT, 0.125, 0, 200);
    g_auto(Graph) in = with_teleporter_to(BSP_NAV_TELEPORT, 0.125, 0, 199.9);
    g_auto(Graph) ledge = with_teleporter_to(BSP_NAV_TELEPORT, 0.125, 0, 240);
    cr_expect(has_path(&on, 0, low, high, NULL));
    cr_expect_eq(n_links(&in, BSP_NAV_TELEPORT), 0);
    cr_expect_eq(n_links(&ledge, BSP_NAV_TELEPORT), 0);
}

/* A body on a floor touches a trigger below the floor, and is not in it. */
Test(navigate_entities, a_trigger_that_touches_a_floor_from_below_is_no_link)
{
    const double floor[1][6] = { { -400, -100, -16, 400, 100, 0 } };
    const BspNavEntity trigger = { .type = BSP_NAV_TELEPORT,
                                   .bounds = { bsp_vec(-50, -100, -8), bsp_vec(50, 100, 0) },
                                   .to = bsp_vec(300, 0, 10) };
    g_auto(Graph) g = graph_with_entity(floor, 1, walker_of(30, 56, 0), trigger);
    cr_expect_eq(n_links(&g, BSP_NAV_TELEPORT), 0);
    cr_expect(has_path(&g, 0, west, east, NULL));
}

/* A body comes out in a pad above its landing, or lands 0.005 unit deep in a pad. The pad throws
 * it. The part of the floor in the second pad is too narrow for an area. */
Test(navigate_entities, a_teleporter_that_leads_into_a_pad_is_no_link)
{
    const double floors[2][6] = { { -400, -100, -16, 400, 100, 0 },
                                  { 600, -100, -16, 800, 100, 0 } };
    const BspBounds pads[2] = { { bsp_vec(600, -100, 60), bsp_vec(800, 100, 70) },
                                { bsp_vec(500, -100, 0), bsp_vec(570.01, 100, 8) } };
    const BspVec to[2] = { bsp_vec(700, 0, 10), bsp_vec(585.005, 0, 10) };
    for (guint i = 0; i < 2; i++) {
        const BspNavEntity entities[2] = {
            { .type = BSP_NAV_PAD, .bounds = pads[i], .velocity = bsp_vec(0, 0, 500) },
            { .type = BSP_NAV_TELEPORT,
              .bounds = { bsp_vec(-50, -100, 0), bsp_vec(50, 100, 8) },
              .to = to[i] }
        };
        g_auto(Graph) g = graph_with_entities(floors, 2, walker_of(30, 56, 0), entities, 2);
        cr_expect_eq(n_links(&g, BSP_NAV_TELEPORT), 0, "pad %u", i);
    }
}

/* A slope rises over the far end of a trigger, which a body enters only from the low end. */
Test(navigate_entities, a_trigger_under_a_slope_is_entered_where_a_body_is_in_it)
{
    const BspVec corners[6] = { bsp_vec(-400, -100, -16), bsp_vec(-400, 100, -16),
                                bsp_vec(400, -100, -16),  bsp_vec(400, 100, -16),
                                bsp_vec(400, -100, 200),  bsp_vec(400, 100, 200) };
    BspBrush *brushes[] = { scene_hull_brush(corners, 6), scene_box(600, -100, -16, 800, 100, 0) };
    const BspNavEntity trigger = { .type = BSP_NAV_TELEPORT,
                                   .bounds = { bsp_vec(0, -200, 90), bsp_vec(100, 200, 108) },
                                   .to = bsp_vec(700, 0, 10) };
    const BspNavBuildOptions build = { .entities = &trigger, .n_entities = 1 };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    const BspNavWalker walker = walker_of(30, 56, 0);
    g_auto(Graph) g = graph_with(solid, NULL, &walker, 1, &build);
    BspNavLink link;
    guint n = 0;
    for (guint i = 0; i < g.nav->n_links; i++) {
        bsp_navigation_link(g.nav, i, &link);
        n += link.type == BSP_NAV_TELEPORT;
        cr_expect(link.type != BSP_NAV_TELEPORT || link.left.x < 50, "entered at %g", link.left.x);
    }
    cr_expect_gt(n, 0);
}

Test(navigate_entities, teleporters_and_lifts_are_links)
{
    static const BspNavLinkType types[] = { BSP_NAV_TELEPORT, BSP_NAV_LIFT };
    const uint32_t closed = 1 << 5;
    for (guint i = 0; i < 4; i++) {
        BspNavCorner corners[16];
        g_auto(Graph) g = with_teleporter(types[i % 2], i / 2 ? 0.125 : 0, 70);
        BspNavCosts costs = { .factor = { 1, 1, 1, 1, 1, 1, 1, 1 } };
        cr_expect(has_path(&g, 0, low, high, &costs));
        cr_expect(!has_path(&g, 0, high, low, &costs));
        costs.closed = &closed;
        costs.n_closed = 6;
        cr_expect(!has_path(&g, 0, low, high, &costs));
        costs.n_closed = 0;
        costs.factor[types[i % 2]] = 0;
        cr_expect(!has_path(&g, 0, low, high, &costs));
        BspNavLink link = link_of(&g, types[i % 2]);
        cr_expect(link.entity == 5 && link.cost == 70);
        cr_expect_float_eq(link.landing.z, 200 + (i / 2 ? 0.125 : 0), 1e-3);
        guint n = corners_of(&g, low, high, corners);
        cr_expect_eq(n, i % 2 ? 3 : 4); /* a path enters a trigger from a place before it */
        cr_expect_eq(corners[n - 2].type, types[i % 2]);
        cr_expect_eq(corners[n - 2].at.x, 100);
        cr_expect_eq(reach(&g, low, high), BSP_NAV_PERHAPS);
        cr_expect_eq(reach(&g, high, low), BSP_NAV_NEVER);
        cr_expect_eq(reach(&g, low, low), BSP_NAV_SURELY);
    }
}

/* A detour costs 40 units, and a teleporter costs 200, so a path takes the detour. */
Test(navigate_entities, a_dear_entity_is_avoided)
{
    const double floor[][6] = { { -400, -100, -16, 400, 100, 0 }, { -8, -100, 0, 8, 60, 100 } };
    const BspNavEntity entity = { .type = BSP_NAV_TELEPORT,
                                  .bounds = { bsp_vec(-60, -100, 0), bsp_vec(-40, -60, 20) },
                                  .to = bsp_vec(60, -70, 10) };
    BspNavEntity dear = entity;
    dear.cost = 1000;
    BspNavCorner corners[16];
    g_auto(Graph) g = graph_with_entity(floor, 2, walker_of(30, 56, 0), entity);
    g_auto(Graph) other = graph_with_entity(floor, 2, walker_of(30, 56, 0), dear);
    guint n = corners_of(&g, bsp_vec(-90, -70, 0), bsp_vec(50, -70, 0), corners), found = 0;
    for (guint i = 0; i < n; i++)
        found += corners[i].type == BSP_NAV_TELEPORT;
    cr_expect_eq(found, 1);
    n = corners_of(&other, bsp_vec(-90, -70, 0), bsp_vec(50, -70, 0), corners);
    for (guint i = 0; i < n; i++)
        cr_expect_eq(corners[i].type, BSP_NAV_WALK);
}

Test(navigate_entities, a_pad_throws_to_where_the_body_lands)
{
    const BspNavEntity pad = { .type = BSP_NAV_PAD,
                               .entity = 9,
                               .bounds = { bsp_vec(-130, -20, 0), bsp_vec(-90, 20, 4) },
                               .velocity = bsp_vec(200, 0, 700) };
    for (guint i = 0; i < 2; i++) {
        g_auto(Graph) g = graph_with_entity(two_floors, 2, walker_of(30, 56, two_skins[i]), pad);
        BspNavLink link = link_of(&g, BSP_NAV_PAD);
        cr_expect(link.push.x == 200 && link.push.z == 700);
        /* The body is in the air for t = 1.392 s, because 700 t - 400 t^2 = 200. */
        double flown = 200 * 1.392;
        cr_expect_float_eq(link.landing.x, link.left.x + flown, 7);
        check_graph(&g, 0, 400, "a pad");
        cr_expect(has_path(&g, 0, low, high, NULL));
    }
}

/* --- triggers --- */

/* A floor with a trigger in the middle, and a floor to which it leads. */
static const double beside[][6] = { { -400, -200, -16, 400, 200, 0 },
                                    { 600, -200, -16, 800, 200, 150 } };

static BspNavEntity trigger_of(BspNavLinkType type, double width)
{
    return (BspNavEntity){ .type = type,
                           .entity = 2,
                           .bounds = { bsp_vec(-20, -width / 2, 0), bsp_vec(20, width / 2, 8) },
                           .to = bsp_vec(700, 0, 160),
                           .velocity = bsp_vec(420, 0, 800) };
}

Test(navigate_entities, paths_avoid_triggers_that_they_do_not_use)
{
    static const BspNavLinkType types[] = { BSP_NAV_TELEPORT, BSP_NAV_PAD };
    const BspVec far = bsp_vec(700, 100, 150);
    for (guint i = 0; i < 4; i++) {
        BspNavWalker walker = walker_of(30, 56, two_skins[i / 2]);
        BspNavPoint end;
        g_auto(Graph) g = graph_with_entity(beside, 2, walker, trigger_of(types[i % 2], 60));
        BspNavPoint point = point_at(&g, west, 1);
        check_graph(&g, 0, 400, "a trigger");
        cr_expect(has_path(&g, 0, west, east, NULL) && has_path(&g, 0, west, far, NULL));
        cr_expect(!has_path(&g, 0, west, within, NULL));
        cr_expect(!has_path(&g, 0, within, far, NULL) && !has_path(&g, 0, within, west, NULL));
        cr_expect(!bsp_navigation_ray(g.nav, &point, (BspNavVertex){ 100, 0 }, NULL, &end));
        cr_expect_float_eq(end.at.x, -35, 1e-3);
        g_auto(Graph) wall = graph_with_entity(beside, 2, walker, trigger_of(types[i % 2], 400));
        cr_expect(!has_path(&wall, 0, west, east, NULL) && has_path(&wall, 0, west, far, NULL));
        check_graph(&wall, 0, 400, "a trigger as wide as the floor");
    }
}

/* The destination of a teleporter in a slot is beside the slot. It is so near that a body which
 * waits before the slot is no farther from the destination than a body that was just teleported. */
Test(navigate_entities, a_teleporter_comes_out_near_its_trigger)
{
    static const double boxes[][6] = { { 0, 0, -8, 256, 128, 0 },
                                       { 128, 0, 0, 132, 50, 64 },
                                       { 128, 65.5, 0, 132, 128, 64 } };
    const BspNavEntity slot = { .type = BSP_NAV_TELEPORT,
                                .bounds = { bsp_vec(128, 50, 0), bsp_vec(132, 65.5, 32) },
                                .to = bsp_vec(145, 15, 0) };
    BspNavWalker walker = walker_of(15, 28, 0);
    walker.stepping.height = 9;
    walker.speed = 160;
    walker.gravity = 400;
    g_auto(Graph) g = graph_with_entity(boxes, 3, walker, slot);
    check_graph(&g, 0, 400, "a teleporter in a slot");
}

/* The level may name a place on the floor, where no body with a skin comes to rest. */
Test(navigate_entities, a_teleporter_may_come_out_on_the_floor)
{
    static const double skins[] = { 0, 0.125, 0.4, 1 };
    BspNavEntity trigger = trigger_of(BSP_NAV_TELEPORT, 400);
    trigger.to.z = 150;
    for (guint i = 0; i < G_N_ELEMENTS(skins); i++) {
        g_auto(Graph) g = graph_with_entity(beside, 2, walker_of(30, 56, skins[i]), trigger);
        cr_expect(has_path(&g, 0, west, trigger.to, NULL), "skin %g", skins[i]);
    }
}

/* A pad throws bodies onto a roof, but not those that enter it in the middle of a side. */
Test(navigate_entities, a_pad_throws_from_where_the_body_enters)
{
    const double boxes[][6] = { { -400, -200, -16, 400, 200, 0 }, { 130, 25, 0, 140, 65, 150 } };
    BspNavEntity pad = trigger_of(BSP_NAV_PAD, 80);
    pad.velocity = bsp_vec(100, 0, 800);
    for (guint i = 0; i < 2; i++) {
        g_auto(Graph) g = graph_with_entity(boxes, 2, walker_of(30, 56, i ? 0.125 : 0), pad);
        check_graph(&g, 0, 1000, "a pad before a roof");
        cr_expect(has_path(&g, 0, west, bsp_vec(135, 45, 150), NULL));
    }
}

/* A body that drops from a roof through a trigger lands elsewhere, so there is no link. */
Test(navigate_entities, no_drop_leads_through_a_trigger)
{
    const double boxes[][6] = { { -400, -200, -16, 400, 200, 0 },
                                { 0, -200, 0, 400, 200, 150 },
                                { 600, -200, -16, 800, 200, 100 } };
    const BspNavWalker walker = jumper_of(0, 300, 0);
    BspNavEntity entity = { .type = BSP_NAV_TELEPORT,
                            .bounds = { bsp_vec(-300, -200, 60), bsp_vec(0, 200, 80) },
                            .to = bsp_vec(700, 0, 110) };
    g_auto(Graph) g = graph_with_entity(boxes, 3, walker, entity);
    cr_expect_eq(n_links(&g, BSP_NAV_DROP), 0);
    entity.bounds.mins.y = 100;
    g_auto(Graph) half = graph_with_entity(boxes, 3, walker, entity);
    cr_expect(has_path(&half, 0, bsp_vec(200, 0, 150), bsp_vec(-300, 0, 0), NULL));
    check_graph(&half, 0, 300, "a trigger beside a drop");
}

/* A body that a teleporter puts into the trigger of another one does not stay there. */
Test(navigate_entities, no_link_leads_into_a_trigger)
{
    BspNavEntity entities[] = { trigger_of(BSP_NAV_TELEPORT, 60),
                                trigger_of(BSP_NAV_TELEPORT, 60) };
    entities[1].bounds.mins.x = entities[1].bounds.maxs.x = -200;
    entities[1].to = bsp_vec(0, 0, 1);
    g_auto(Graph) g = graph_with_entities(beside, 2, walker_of(30, 56, 0), entities, 2);
    cr_expect_eq(n_links(&g, BSP_NAV_TELEPORT),
                 4); /* one link from each side of the first trigger */
}

Test(navigate_entities, triggers_fire_when_the_body_is_in_them)
{
    const BspBounds box = walker_of(30, 56, 0).box;
    BspNavEntity entities[] = { trigger_of(BSP_NAV_LIFT, 40), trigger_of(BSP_NAV_TELEPORT, 40),
                                trigger_of(BSP_NAV_PAD, 40) };
    entities[1].bounds.mins.y = 0;
    BspBody body = { .at = { { -35, 0, 0 } }, .velocity = { { 1, 0, 0 } }, .on_ground = true };
    cr_expect_eq(bsp_navigation_fire(entities, 3, &box, &body), 3);
    cr_expect(body.on_ground && body.velocity.x == 1);
    body.at = bsp_vec(-34, -20, 0);
    cr_expect_eq(bsp_navigation_fire(entities, 3, &box, &body), 2);
    cr_expect(!body.on_ground && body.velocity.x == 420 && body.at.x == -34);
    body.at.y = 20;
    cr_expect_eq(bsp_navigation_fire(entities, 3, &box, &body), 1);
    cr_expect(body.at.x == 700 && body.velocity.x == 0);
}

/* Three teleporters in a row of rooms. No path costs over 20 percent more than one that is led over
 * one of them. Up to 14 percent come from the points of borders, which are chosen towards the goal.
 */
Test(navigate_entities, teleporters_in_the_other_direction_are_found)
{
    double boxes[12][6] = { { -2000, -200, -16, 2000, 200, 0 } };
    BspNavEntity entities[3];
    for (guint i = 0; i < 11; i++) {
        double x = 320.0 * i - 1600, y = i % 2 ? -200 : -100;
        double box[] = { x, y, 0, x + 8, y + 300, 100 };
        memcpy(boxes[i + 1], box, sizeof box);
    }
    for (guint i = 0; i < 3; i++) {
        double x = 1200.0 * i - 1900, to = i % 2 ? x - 850 : x + 2400;
        entities[i] = (BspNavEntity){ .type = BSP_NAV_TELEPORT,
                                      .bounds = { bsp_vec(x, -20, 0), bsp_vec(x + 20, 20, 9) },
                                      .to = bsp_vec(fmin(to, 1900), 50, 1),
                                      .cost = 50 };
    }
    g_auto(Graph) g =
        graph_with_entities((const double(*)[6])boxes, 12, walker_of(30, 56, 0), entities, 3);
    guint carried = 0;
    for (guint k = 0; k < 400; k++) {
        BspNavPoint from = random_point_of(&g, k), to = random_point_of(&g, k + 1000);
        double cost = cost_of(&g, from.at, to.at);
        for (guint i = 0; i < 3; i++) {
            BspVec before = bsp_vec(entities[i].bounds.mins.x - 16, 0, 0);
            double over = cost_of(&g, from.at, before) + 1 + entities[i].cost +
                          cost_of(&g, entities[i].to, to.at);
            cr_expect_leq(cost, 1.2 * over + 20, "%u, entity %u: %g is more than %g", k, i, cost,
                          over);
            carried += over < 0.8 * bsp_vec_length(bsp_vec_sub(to.at, from.at));
        }
    }
    cr_expect_gt(carried, 20);
}

/* The goal is at the far end of a long area that begins at the start, and beside the floor to which
 * a teleporter behind the start leads. */
Test(navigate_entities, a_long_way_through_the_last_area_counts)
{
    const double boxes[][6] = { { -600, -100, -16, 0, 100, 0 },
                                { 0, -100, -16, 2000, 100, 8 },
                                { 2000, -100, -16, 2100, 100, 0 } };
    const BspNavEntity entity = { .type = BSP_NAV_TELEPORT,
                                  .bounds = { bsp_vec(-500, -100, 0), bsp_vec(-480, 100, 9) },
                                  .to = bsp_vec(2050, 0, 1) };
    g_auto(Graph) g = graph_with_entity(boxes, 3, walker_of(30, 56, 0), entity);
    cr_expect_lt(cost_of(&g, bsp_vec(-100, 0, 0), bsp_vec(1950, 0, 8)), 600);
}

/* Entities that no body reaches, or that lead nowhere, make no link. */
Test(navigate_entities, entities_out_of_reach_make_no_link)
{
    const BspNavEntity entities[] = {
        { .type = BSP_NAV_TELEPORT,
          .bounds = { bsp_vec(-90, 0, 57), bsp_vec(-80, 9, 90) },
          .to = high },
        { .type = BSP_NAV_TELEPORT,
          .bounds = { bsp_vec(-90, 0, 0), bsp_vec(-80, 9, 9) },
          .to = bsp_vec(100, 0, 457) },
        { .type = BSP_NAV_TELEPORT,
          .bounds = { bsp_vec(-90, 0, 0), bsp_vec(-80, 9, 9) },
          .to = bsp_vec(100, 0, 150) },
        { .type = BSP_NAV_LIFT,
          .bounds = { bsp_vec(-90, 0, 0), bsp_vec(-80, 9, 9) },
          .to = bsp_vec(-200, 0, 8) },
        { .type = BSP_NAV_PAD,
          .bounds = { bsp_vec(-90, 0, 0), bsp_vec(-80, 9, 9) },
          .velocity = bsp_vec(-3000, 0, 500) },
        { .type = BSP_NAV_PAD,
          .bounds = { bsp_vec(900, 0, 0), bsp_vec(910, 9, 9) },
          .velocity = bsp_vec(100, 0, 900) },
    };
    for (guint i = 0; i < G_N_ELEMENTS(entities); i++) {
        g_auto(Graph) g = graph_with_entity(two_floors, 2, walker_of(30, 56, 0), entities[i]);
        for (guint type = BSP_NAV_DROP; type < BSP_NAV_N_TYPES; type++)
            cr_expect_eq(n_links(&g, type), 0, "entity %u", i);
    }
}

/* --- reachable --- */

/* If bsp_navigation_reachable() is certain of its answer, the search for a path agrees with it. */
Test(navigate_entities, reachable_agrees_with_paths)
{
    guint counts[3] = { 0 };
    for (guint i = 0; i < 40; i++) {
        BspNavWalker walker = walker_of(8, 16, 0);
        walker.drop = i % 2 ? 100 : 0;
        g_auto(Graph) g = graph_of_solid(scene_nth(i, i), walker);
        g_autofree gpointer memory = g_malloc(bsp_navigation_path_bytes(g.nav, 0));
        for (guint k = 0; k < 60; k++) {
            BspNavPoint from = random_point_of(&g, k), to = random_point_of(&g, k + 1000);
            BspNavPath path;
            BspNavReach reach = bsp_navigation_reachable(g.nav, &from, &to);
            bool has = bsp_navigation_path(g.nav, &from, &to, NULL, memory, &path);
            cr_expect(reach == BSP_NAV_PERHAPS || has == (reach == BSP_NAV_SURELY));
            cr_expect(i % 2 || from.area != to.area || reach == BSP_NAV_SURELY);
            counts[reach]++;
        }
    }
    cr_expect(counts[BSP_NAV_NEVER] > 100 && counts[BSP_NAV_SURELY] > 100);
    cr_expect_lt(counts[BSP_NAV_PERHAPS], 600);
}

/* --- the options of building --- */

static BspNavigation *build(const BspSolid *solid, const BspNavWalker *walkers, guint n,
                            const BspNavBuildOptions *options, GError **error)
{
    OnionSpace spaces[4];
    guint n_spaces = bsp_navigation_spaces(walkers, n, spaces);
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, n_spaces, NULL, NULL);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    return bsp_navigation_build(tree, table, walkers, n, options, NULL, error);
}

static void expect_error(const BspSolid *solid, const BspNavWalker *walkers, guint n,
                         const BspNavBuildOptions *options, gint code, const char *text)
{
    g_autoptr(GError) error = NULL;
    cr_expect_null(build(solid, walkers, n, options, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, code), "%s", text);
    cr_expect(strstr(error->message, text), "%s", error->message);
}

Test(navigate_entities, wrong_entities_and_walkers_are_refused)
{
    BspNavEntity entities[7];
    BspNavWalker walkers[] = { walker_of(30, 56, 0), walker_of(40, 56, 0) };
    g_autoptr(BspSolid) solid = scene_boxes(two_floors, 2);
    for (guint i = 0; i < G_N_ELEMENTS(entities); i++)
        entities[i] = (BspNavEntity){ .type = BSP_NAV_LIFT };
    entities[0].type = BSP_NAV_JUMP;
    entities[1].type = BSP_NAV_N_TYPES;
    entities[2].entity = BSP_NAV_NO_ENTITY;
    entities[3].bounds.mins.y = 1;
    entities[4].to.x = (double)NAN;
    entities[5].cost = -1;
    entities[6].velocity.z = (double)INFINITY;
    for (guint i = 0; i < G_N_ELEMENTS(entities); i++) {
        BspNavBuildOptions options = { .entities = &entities[i], .n_entities = 1 };
        expect_error(solid, walkers, 1, &options, BSP_ERROR_VALUE, "entity 0");
    }
    BspNavBuildOptions many = { .entities = entities, .n_entities = 65536 };
    expect_error(solid, walkers, 1, &many, BSP_ERROR_LIMIT, "65535");
    expect_error(solid, walkers, 2, NULL, BSP_ERROR_VALUE, "two walkers have the name \"walker\"");
    g_autoptr(BspSolid) nothing = scene_solid(NULL, 0);
    expect_error(nothing, walkers, 1, NULL, BSP_ERROR_VALUE, "no walker can stand");
}

/* A ledge 20,000 units long, from which bodies can drop. */
static const double long_ledge[][6] = { { -10000, -100, -16, 10000, 0, 0 },
                                        { -10000, -100, -516, 10000, 500, -500 } };

static gboolean stop_late(double done, gpointer calls)
{
    (*(guint *)calls)++;
    return done < 0.7;
}

Test(navigate_entities, a_build_can_be_limited)
{
    guint calls = 0;
    const BspNavWalker walker = jumper_of(0, 1000, 270);
    g_autoptr(BspSolid) solid = scene_boxes(long_ledge, 2);
    BspNavBuildOptions options = { .progress = stop_late, .progress_data = &calls };
    expect_error(solid, &walker, 1, &options, BSP_ERROR_CANCELLED, "cancelled");
    cr_expect_gt(calls, 1);
    options = (BspNavBuildOptions){ .max_seconds = 0.01 };
    clock_t start = clock(); /* the processor's, which other work on the machine does not change */
    expect_error(solid, &walker, 1, &options, BSP_ERROR_LIMIT, "0.01 seconds");
    cr_expect_lt(clock() - start, CLOCKS_PER_SEC / 2);
}

/* Moves a body that climbs only steps of 9 units. */
static void climb_less(gpointer table, const BspNavWalker *walker, double seconds, BspBody *body)
{
    BspShape box = bsp_shape_box(walker->box.mins, walker->box.maxs);
    BspMover mover = { table, &box, walker->mask, walker->skin, NULL, 0 };
    const BspStepping stepping = { 9, walker->stepping.walkable };
    bsp_walk(&mover, &stepping, seconds, body, NULL);
}

Test(navigate_entities, another_mover_proves_the_links)
{
    const double boxes[][6] = { { -200, -100, -16, 0, 100, 0 },
                                { 0, -100, -16, 100, 100, 8 },
                                { 100, -100, -16, 200, 100, 20 } };
    BspNavWalker walker = walker_of(30, 56, 0);
    g_autoptr(BspSolid) solid = scene_boxes(boxes, 3);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    BspNavBuildOptions options = { .move = climb_less, .move_data = table };
    g_auto(Graph) all = graph_of(solid, NULL, &walker, 1);
    g_auto(Graph) g = graph_with(solid, NULL, &walker, 1, &options);
    cr_expect_eq(n_links(&all, BSP_NAV_STEP_UP), 2);
    cr_expect_eq(n_links(&g, BSP_NAV_STEP_UP), 1);
}
