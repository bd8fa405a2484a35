/* entity: the effects of a level's entities on a graph. Doors cut areas, and pads, teleporters and
 * lifts make links. */
#include "navigate/layer.h"

/* The places of the walker's reference point at which its box touches the entity, seen from above
 * as a rectangle, anticlockwise. */
typedef struct {
    BspBounds bounds;
    BspNavVertex corner[4];
} Zone;

static Zone zone_of(const NavLayer *layer, const BspNavEntity *entity)
{
    BspBounds box = bsp_bounds_grown(&layer->walker->box, layer->walker->skin);
    BspVec mins = bsp_vec_sub(entity->bounds.mins, box.maxs);
    BspVec maxs = bsp_vec_sub(entity->bounds.maxs, box.mins);
    return (
        Zone){ { mins, maxs },
               { { mins.x, mins.y }, { maxs.x, mins.y }, { maxs.x, maxs.y }, { mins.x, maxs.y } } };
}

/* Whether bounds seen from above, with a z of 0, touch the zone. */
static gboolean meets(const Zone *zone, const BspBounds *bounds)
{
    BspBounds flat = zone->bounds;
    flat.mins.z = flat.maxs.z = 0;
    return bsp_bounds_overlap(&flat, bounds);
}

static gboolean meets_height(const Zone *zone, const NavFloor *floor)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (guint i = 0; i < floor->n; i++) {
        double z = nav_height(&floor->plane, floor->v[i]);
        low = fmin(low, z);
        high = fmax(high, z);
    }
    return low <= zone->bounds.maxs.z && high >= zone->bounds.mins.z;
}

/* Returns the part of the floor in the zone, without vertices if there is none, and appends the
 * other parts to `outside`. Parts that would be slivers are not cut off. */
static NavFloor cut(const Zone *zone, const NavFloor *floor, GArray *outside)
{
    NavFloor rest = *floor;
    rest.v = g_memdup2(floor->v, floor->n * sizeof *floor->v);
    for (guint i = 0; i < 4 && rest.n > 0; i++) {
        BspNavVertex a = zone->corner[i], b = zone->corner[(i + 1) % 4];
        NavFloor in = nav_floor_left(&rest, a, b), out = nav_floor_left(&rest, b, a);
        if (nav_floor_width(&in) < NAV_SLIVER) {
            in.n = 0;
        } else if (nav_floor_width(&out) < NAV_SLIVER) {
            g_free(out.v);
            g_free(in.v);
            continue;
        }
        g_array_append_val(outside, out);
        g_free(rest.v);
        rest = in;
    }
    return rest;
}

static BspNavVertex middle_of(const NavFloor *floor)
{
    NavShape shape = nav_floor_shape(floor);
    return nav_middle(&shape);
}

/* --- doors --- */

static const BspNavEntity *entity_of(const NavLayer *layer, guint i, gboolean doors)
{
    const BspNavEntity *entity = &layer->options->entities[i];
    return (entity->type == BSP_NAV_WALK) == doors ? entity : NULL;
}

void nav_layer_cut_doors(NavLayer *layer)
{
    for (guint i = 0; i < layer->options->n_entities; i++) {
        const BspNavEntity *door = entity_of(layer, i, TRUE);
        guint n = layer->areas->len;
        for (guint k = 0; door && k < n; k++) {
            Zone zone = zone_of(layer, door);
            g_autoptr(GArray) outside = nav_floors_new();
            NavFloor *floor = &g_array_index(layer->areas, NavFloor, k);
            BspBounds bounds = nav_floor_bounds(floor);
            if (!meets(&zone, &bounds) || !meets_height(&zone, floor))
                continue;
            NavFloor inside = cut(&zone, floor, outside);
            if (inside.n == 0) {
                g_free(inside.v);
                continue;
            }
            g_free(floor->v);
            *floor = inside;
            g_array_append_vals(layer->areas, outside->data, outside->len);
            g_array_set_clear_func(outside, NULL); /* the areas own its vertices now */
        }
    }
}

static gboolean is_in(const Zone *zone, const NavFloor *floor)
{
    NavShape rectangle = { zone->corner, 4 };
    return meets_height(zone, floor) && nav_inside(&rectangle, middle_of(floor)) > 0;
}

/* Whether the straight way of a drop or a jump touches the bounds of the zone. */
static gboolean flies_through(const NavLayer *layer, const NavLink *link, const Zone *zone)
{
    if (!(link->flags & NAV_LINK_PUSHED))
        return FALSE;
    const NavFloor *from = &g_array_index(layer->areas, NavFloor, link->from);
    BspBounds way = bsp_bounds_empty();
    bsp_bounds_add_point(&way, nav_on_plane(&from->plane, link->right));
    bsp_bounds_add_point(&way, g_array_index(layer->pushes, NavPush, link->push).landing);
    return bsp_bounds_overlap(&way, &zone->bounds);
}

void nav_layer_mark_doors(NavLayer *layer)
{
    g_autofree gboolean *inside = g_new(gboolean, layer->areas->len + 1);
    for (guint i = 0; i < layer->options->n_entities; i++) {
        const BspNavEntity *door = entity_of(layer, i, TRUE);
        if (!door)
            continue;
        Zone zone = zone_of(layer, door);
        for (guint k = 0; k < layer->areas->len; k++)
            inside[k] = is_in(&zone, &g_array_index(layer->areas, NavFloor, k));
        for (guint k = 0; k < layer->links->len; k++) {
            NavLink *link = &g_array_index(layer->links, NavLink, k);
            if (link->flags >> NAV_LINK_ENTITY == 0 &&
                ((inside[link->to] && !inside[link->from]) || flies_through(layer, link, &zone)))
                link->flags |= (i + 1) << NAV_LINK_ENTITY;
        }
    }
}

/* --- pads, teleporters and lifts --- */

/* Returns the area to which the entity brings a body from `start`, and sets where it lands there.
 * Returns -1 if it brings the body to no area. */
static gint bring(NavLayer *layer, const BspNavEntity *entity, BspVec start, NavPush *push)
{
    BspBody body;
    *push = (NavPush){ .velocity = entity->velocity };
    if (entity->type == BSP_NAV_PAD)
        return nav_layer_throw(layer, start, entity->velocity, -HUGE_VAL, &push->landing);
    push->velocity = bsp_vec(0, 0, 0);
    if (!nav_stand(layer, entity->to, NAV_BELOW, &body))
        return -1;
    push->landing = body.at;
    return nav_layer_area_at(layer, body.at);
}

/* Adds the link of an entity that leaves the area, if the area is in its zone. */
static void carry_from(NavLayer *layer, guint area, guint number, const Zone *zone, GArray *found)
{
    const NavFloor *floor = &g_array_index(layer->areas, NavFloor, area);
    const BspNavEntity *entity = &layer->options->entities[number];
    g_autoptr(GArray) outside = nav_floors_new();
    NavFloor inside = cut(zone, floor, outside);
    if (inside.n > 0) {
        NavPush push;
        BspNavVertex start = middle_of(&inside);
        gint to = bring(layer, entity, nav_on_plane(&floor->plane, start), &push);
        NavLink link = { .right = start,
                         .left = start,
                         .from = area,
                         .to = (guint32)to,
                         .flags = entity->type | NAV_LINK_PUSHED | (number + 1) << NAV_LINK_ENTITY,
                         .push = layer->pushes->len };
        if (to >= 0 && (guint)to != area) {
            g_array_append_val(layer->pushes, push);
            g_array_append_val(found, link);
        }
    }
    g_free(inside.v);
}

void nav_layer_carry(NavLayer *layer, GArray *found)
{
    for (guint i = 0; i < layer->options->n_entities && nav_layer_goes_on(layer); i++) {
        const BspNavEntity *entity = entity_of(layer, i, FALSE);
        for (guint k = 0; entity && k < layer->areas->len; k++) {
            Zone zone = zone_of(layer, entity);
            if (meets(&zone, &layer->bounds[k]) &&
                meets_height(&zone, &g_array_index(layer->areas, NavFloor, k)))
                carry_from(layer, k, i, &zone, found);
        }
    }
}
