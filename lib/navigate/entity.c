/* entity: the effects of a level's entities on a graph. Doors, pads and teleporters cut areas, and
 * pads, teleporters and lifts make links. */
#include "navigate/layer.h"

#include <string.h>

static gboolean is_trigger(const BspNavEntity *entity)
{
    return entity->type == BSP_NAV_TELEPORT || entity->type == BSP_NAV_PAD;
}

guint bsp_navigation_fire(const BspNavEntity *entities, guint n, const BspBounds *box,
                          BspBody *body)
{
    BspBounds inner = bsp_bounds_grown(box, -BSP_TOUCHED); /* touching is not inside */
    inner.mins = bsp_vec_add(inner.mins, body->at);
    inner.maxs = bsp_vec_add(inner.maxs, body->at);
    guint i = 0;
    while (i < n && !(is_trigger(&entities[i]) && bsp_bounds_overlap(&entities[i].bounds, &inner)))
        i++;
    if (i == n)
        return n;
    body->on_ground = false;
    body->velocity = bsp_vec(0, 0, 0);
    if (entities[i].type == BSP_NAV_PAD)
        body->velocity = entities[i].velocity;
    else
        body->at = entities[i].to;
    return i;
}

/* The positions of the walker's reference point at which its box touches the entity, or is in the
 * trigger. The corners are those of the bounds seen from above, anticlockwise. */
typedef struct {
    BspBounds bounds;
    BspNavVertex corner[4];
} Zone;

static Zone zone_of(const NavLayer *layer, const BspNavEntity *entity)
{
    /* touching a trigger is not inside */
    double by = is_trigger(entity) ? -BSP_TOUCHED : layer->walker->skin;
    BspBounds box = bsp_bounds_grown(&layer->walker->box, by);
    BspVec mins = bsp_vec_sub(entity->bounds.mins, box.maxs);
    BspVec maxs = bsp_vec_sub(entity->bounds.maxs, box.mins);
    return (
        Zone){ { mins, maxs },
               { { mins.x, mins.y }, { maxs.x, mins.y }, { maxs.x, maxs.y }, { mins.x, maxs.y } } };
}

/* Returns whether bounds seen from above, with a z of 0, touch the zone. */
static gboolean meets_bounds(const Zone *zone, const BspBounds *bounds)
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
static NavFloor cut_floor(const NavLayer *layer, const Zone *zone, const NavFloor *floor,
                          GArray *outside)
{
    double sliver = NAV_SLIVER * nav_scale(&layer->walker->box, layer->walker->skin);
    NavFloor rest = *floor;
    rest.v = g_memdup2(floor->v, floor->n * sizeof *floor->v);
    for (guint i = 0; i < 4 && rest.n > 0; i++) {
        BspNavVertex a = zone->corner[i], b = zone->corner[(i + 1) % 4];
        NavFloor in = nav_floor_left(&rest, a, b), out = nav_floor_left(&rest, b, a);
        if (nav_floor_width(&in) < sliver) {
            in.n = 0;
        } else if (nav_floor_width(&out) < sliver) {
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

/* --- areas that doors and triggers cut --- */

static gboolean is_floor_in(const Zone *zone, const NavFloor *floor)
{
    return meets_height(zone, floor) &&
           nav_inside((NavShape){ zone->corner, 4 }, nav_middle(nav_floor_shape(floor))) > 0;
}

static void cut_areas(NavLayer *layer, const Zone *zone)
{
    guint n = layer->areas->len;
    for (guint k = 0; k < n; k++) {
        g_autoptr(GArray) outside = nav_floors_new();
        NavFloor *floor = &g_array_index(layer->areas, NavFloor, k);
        BspBounds bounds = nav_floor_bounds(floor);
        if (!meets_bounds(zone, &bounds) || !meets_height(zone, floor))
            continue;
        NavFloor inside = cut_floor(layer, zone, floor, outside);
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

void nav_layer_cut(NavLayer *layer)
{
    const BspNavBuildOptions *options = layer->options;
    for (guint i = 0; i < options->n_entities; i++) {
        Zone zone = zone_of(layer, &options->entities[i]);
        if (options->entities[i].type != BSP_NAV_LIFT)
            cut_areas(layer, &zone);
    }
    layer->trigger = g_new0(guint, layer->areas->len + 1);
    for (guint i = options->n_entities; i-- > 0;) {
        Zone zone = zone_of(layer, &options->entities[i]);
        for (guint k = 0; k < layer->areas->len && is_trigger(&options->entities[i]); k++)
            if (is_floor_in(&zone, &g_array_index(layer->areas, NavFloor, k)))
                layer->trigger[k] = i + 1;
    }
}

/* --- doors --- */

/* Returns whether the box around the start and the landing of a drop or a jump overlaps the zone.
 */
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
        const BspNavEntity *door = &layer->options->entities[i];
        if (door->type != BSP_NAV_WALK)
            continue;
        Zone zone = zone_of(layer, door);
        for (guint k = 0; k < layer->areas->len; k++)
            inside[k] = is_floor_in(&zone, &g_array_index(layer->areas, NavFloor, k));
        for (guint k = 0; k < layer->links->len; k++) {
            NavLink *link = &g_array_index(layer->links, NavLink, k);
            if (link->flags >> NAV_LINK_ENTITY == 0 &&
                ((inside[link->to] && !inside[link->from]) || flies_through(layer, link, &zone)))
                link->flags |= (i + 1) << NAV_LINK_ENTITY;
        }
    }
}

/* --- pads, teleporters and lifts --- */

/* Units, scaled. A path enters a trigger at a right angle, and ends this far behind its border.
 * This is more than the distance at which a corner counts as reached (follow.c), so the body
 * touches the trigger. */
#define ENTRY 0.25

/* Returns the number of the trigger that fires for a body at p, or the number of entities. */
static guint fires_at(const NavLayer *layer, BspVec p)
{
    const BspNavBuildOptions *options = layer->options;
    BspBody body = { .at = p };
    return bsp_navigation_fire(options->entities, options->n_entities, &layer->walker->box, &body);
}

/* Returns the area to which the entity brings a body from `start`, and sets where it lands there.
 * Returns -1 if it brings the body to no area. */
static gint bring_body(NavLayer *layer, guint number, BspVec start, NavPush *push)
{
    const BspNavEntity *entity = &layer->options->entities[number];
    BspBody body;
    *push = (NavPush){ .velocity = bsp_vec(0, 0, 0) };
    if (is_trigger(entity) && fires_at(layer, start) != number)
        return -1; /* the floor rises over the trigger */
    if (entity->type == BSP_NAV_PAD) {
        push->velocity = entity->velocity;
        layer->pad = number;
        gint to = nav_layer_throw(layer, start, entity->velocity, -HUGE_VAL, &push->landing);
        layer->pad = NAV_NO_PAD;
        return to;
    }
    guint none = layer->options->n_entities;
    if (fires_at(layer, entity->to) < none || !nav_stand(layer, entity->to, NAV_BELOW, &body) ||
        fires_at(layer, body.at) < none)
        return -1;
    /* a level may put bodies nearer to the floor than their skin, but areas are not so near */
    double skin = layer->walker->skin;
    BspBody risen;
    push->landing = body.at;
    if (nav_stand(layer, bsp_vec_add(body.at, bsp_vec(0, 0, skin)), 2 * skin, &risen))
        push->landing = risen.at;
    return nav_layer_area_at(layer, push->landing);
}

/* Adds the link of an entity that carries bodies from `start`, to which they come from `before`,
 * unless the last link leads from and to the same areas. */
static void add_carried_link(NavLayer *layer, guint from, guint number, BspNavVertex before,
                             BspVec start, GArray *found)
{
    const NavLink *last = found->len ? &g_array_index(found, NavLink, found->len - 1) : NULL;
    NavPush push;
    gint to = bring_body(layer, number, start, &push);
    NavLink link = { .right = before,
                     .left = nav_xy(start),
                     .from = from,
                     .to = (guint32)to,
                     .flags = layer->options->entities[number].type | NAV_LINK_PUSHED |
                              (number + 1) << NAV_LINK_ENTITY };
    if (to < 0 || link.to == from || (last && last->from == from && last->to == link.to))
        return;
    const NavPush *pushes = (const NavPush *)(gpointer)layer->pushes->data;
    while (link.push < layer->pushes->len && memcmp(&pushes[link.push], &push, sizeof push) != 0)
        link.push++; /* many links of a teleporter lead to one place */
    if (link.push == layer->pushes->len)
        g_array_append_val(layer->pushes, push);
    g_array_append_val(found, link);
}

/* Adds links over a border that leads into a trigger. A pad throws a body from the place where it
 * enters, so the places of one border may lead to several areas. */
static void carry_over(NavLayer *layer, const NavLink *border, GArray *found)
{
    double scale = nav_scale(&layer->walker->box, layer->walker->skin);
    const NavFloor *floor = &g_array_index(layer->areas, NavFloor, border->to);
    NavShape inside = nav_floor_shape(floor);
    NavShape outside = nav_floor_shape(&g_array_index(layer->areas, NavFloor, border->from));
    BspNavVertex out = nav_across(border->right, border->left), in = { -out.x, -out.y };
    guint n = nav_places(border->right, border->left);
    for (guint i = 0; i < n; i++) {
        BspNavVertex p = nav_place(border->right, border->left, i, n);
        BspVec start = nav_on_plane(&floor->plane, nav_beyond(inside, p, out, ENTRY * scale));
        BspNavVertex before = nav_moved_in(outside, p, in, NAV_BEFORE * scale);
        add_carried_link(layer, border->from, layer->trigger[border->to] - 1, before, start, found);
    }
}

/* Adds the links of the pads or of the teleporters, which have triggers. */
static void carry_by_triggers(NavLayer *layer, BspNavLinkType type, GArray *found)
{
    for (guint i = 0; i < layer->links->len && nav_layer_goes_on(layer); i++) {
        NavLink link = g_array_index(layer->links, NavLink, i);
        guint trigger = layer->trigger[link.to];
        if (trigger && !layer->trigger[link.from] &&
            layer->options->entities[trigger - 1].type == type)
            carry_over(layer, &link, found);
    }
}

/* Adds a link of a lift from the middle of each area that is in its zone. */
static void carry_by_lift(NavLayer *layer, guint number, GArray *found)
{
    Zone zone = zone_of(layer, &layer->options->entities[number]);
    for (guint k = 0; k < layer->areas->len; k++) {
        const NavFloor *floor = &g_array_index(layer->areas, NavFloor, k);
        if (!meets_bounds(&zone, &layer->bounds[k]) || !meets_height(&zone, floor))
            continue;
        g_autoptr(GArray) outside = nav_floors_new();
        NavFloor inside = cut_floor(layer, &zone, floor, outside);
        BspNavVertex start = nav_middle(nav_floor_shape(&inside));
        if (inside.n > 0)
            add_carried_link(layer, k, number, start, nav_on_plane(&floor->plane, start), found);
        g_free(inside.v);
    }
}

/* Removes the links that walk into triggers or out of them, because no body stands in a trigger. */
static void remove_walks(NavLayer *layer)
{
    guint n = 0;
    NavLink *links = (NavLink *)(gpointer)layer->links->data;
    for (guint i = 0; i < layer->links->len; i++)
        if (!layer->trigger[links[i].from] && !layer->trigger[links[i].to])
            links[n++] = links[i];
    g_array_set_size(layer->links, n);
}

void nav_layer_carry(NavLayer *layer, GArray *found)
{
    carry_by_triggers(layer, BSP_NAV_PAD, found);
    layer->first_carried = layer->pushes->len;
    carry_by_triggers(layer, BSP_NAV_TELEPORT, found);
    for (guint i = 0; i < layer->options->n_entities && nav_layer_goes_on(layer); i++)
        if (layer->options->entities[i].type == BSP_NAV_LIFT)
            carry_by_lift(layer, i, found);
    remove_walks(layer);
}
