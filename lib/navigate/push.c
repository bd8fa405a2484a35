/* push: finds links that drop and jump over ledges, and steps that sides of areas do not show.
 *
 * Bodies are pushed over the borders that no link crosses. Where one lands on another area, a link
 * remembers the start, the velocity and the landing. So each of these links was walked once. */
#include "navigate/layer.h"

#include <string.h>

#include "trace/compiler.h"

/* Units. Bodies start this far inside of the border: nearer they might touch a wall or slide off.
 * With half of it, 19 of 2,655 drops on five levels are missing. With four times this distance, 13
 * drops over short borders are missing. */
#define INSIDE 0.05
/* Units. The maximum difference in height between a landing and its area. It is above the usual
 * skin, an eighth of a unit. With 0.03 to 1 unit, the links of five levels are the same. */
#define NEAR_AREA 0.3
/* Seconds. The maximum time of a push. The longest flight takes 4 seconds (follow.c), and it begins
 * within 0.2 second. */
#define LONGEST 4.2
/* Units, scaled. A wall within WALL keeps a body from leaving, if it is there at all heights that
 * the body reaches. Traces look for it at multiples of RUNG, a part of the greatest height, which
 * is 8 units with a usual jump. So only windows that are higher than the body by less may be
 * overlooked. */
#define WALL 1.0
#define RUNG 0.125
/* Units, and seconds at the body's speed. A path starts a push at most this far beside the place
 * (REACHED in follow.c). */
#define BESIDE 0.02
#define BESIDE_SECONDS (1.0 / 16000)
/* The landings at the frame rates may differ by this fraction of nav_landing_slack(). The rest is
 * for paths, which start a push a little beside the place where it was tried. */
#define TRIED_SLACK 0.75

/* The kinds of pushes. `part` is the fraction of the body's speed. */
static const struct {
    double part;
    gboolean jumps;
} kinds[] = { { 1, FALSE }, { 0.25, FALSE }, { 1, TRUE } };

typedef struct {
    NavLayer *layer;
    GArray *found; /* array of NavLink, in the order of the borders */
} Pushing;

static gboolean is_linked(const NavLayer *layer, guint from, guint to)
{
    for (guint i = layer->first_link[from]; i < layer->first_link[from + 1]; i++)
        if (g_array_index(layer->links, NavLink, i).to == to)
            return TRUE;
    return FALSE;
}

/* The area at a place, nearest in height. */
typedef struct {
    const NavLayer *layer;
    BspVec at;
    gint area; /* -1 if there is none */
    double distance;
} Place;

/* Keeps the area if it is above or below the place, and its height there is no farther from the
 * place than that of the area kept so far. This is a NavNearFunc. */
static void try_area(guint area, gpointer place)
{
    Place *p = place;
    const NavFloor *floor = &g_array_index(p->layer->areas, NavFloor, area);
    double distance = fabs(nav_height(&floor->plane, nav_xy(p->at)) - p->at.z);
    if (distance > p->distance || nav_inside(nav_floor_shape(floor), nav_xy(p->at)) < -INSIDE)
        return;
    p->distance = distance;
    p->area = (gint)area;
}

gint nav_layer_area_at(const NavLayer *layer, BspVec at)
{
    Place place = { layer, at, -1, NEAR_AREA };
    BspBounds point = { bsp_vec(at.x, at.y, 0), bsp_vec(at.x, at.y, 0) };
    nav_grid_near(layer, &point, INSIDE, NULL, 0, try_area, &place);
    return place.area >= 0 && layer->trigger[place.area] ? -1 : place.area;
}

/* Pushes a body in frames of `seconds`, and returns the area on which it lands, or -1. */
static gint throw_once(NavLayer *layer, BspVec start, BspVec velocity, double seconds,
                       double lowest, BspVec *landing)
{
    BspNavCorner corner = { .at = bsp_vec((double)NAN, 0, 0),
                            .push = velocity,
                            .type = BSP_NAV_JUMP };
    BspBody body;
    layer->stats->pushed++;
    if (!nav_stand(layer, start, 1, &body) ||
        nav_walk_to(layer, &corner, (guint)(LONGEST / seconds), seconds, lowest, &body) !=
            BSP_NAV_ARRIVED)
        return -1;
    *landing = body.at;
    return nav_layer_area_at(layer, body.at);
}

gint nav_layer_throw(NavLayer *layer, BspVec start, BspVec velocity, double lowest, BspVec *landing)
{
    gint to = throw_once(layer, start, velocity, 1 / nav_rates[0], lowest, landing);
    for (guint i = 1; i < NAV_RATES && to >= 0; i++) {
        BspVec other;
        if (throw_once(layer, start, velocity, 1 / nav_rates[i], lowest, &other) != to ||
            bsp_vec_length(bsp_vec_sub(other, *landing)) >
                TRIED_SLACK * nav_landing_slack(&velocity))
            to = -1;
    }
    return to;
}

/* Returns whether a link over the same border leads to the same area already. A jump is not needed
 * if any link from its area leads there. */
static gboolean is_found(const Pushing *p, guint first, const NavLink *link)
{
    for (guint i = p->found->len; i-- > 0;) {
        const NavLink *other = &g_array_index(p->found, NavLink, i);
        if (other->from != link->from)
            return FALSE;
        if (other->to == link->to && (i >= first || (link->flags & NAV_LINK_TYPE) == BSP_NAV_JUMP))
            return TRUE;
    }
    return FALSE;
}

/* Returns whether bodies that start as far beside `at` as paths do land on the area, too. */
static gboolean lands_from_beside(NavLayer *layer, const NavBorder *border, BspVec at,
                                  BspVec velocity, double lowest, gint area)
{
    BspNavVertex out = nav_across(border->a, border->b);
    double beside = fmin(BESIDE, BESIDE_SECONDS * layer->walker->speed);
    gint there = area;
    for (gint side = -1; side <= 1 && there == area; side += 2) {
        BspVec start = bsp_vec(at.x + side * beside * out.y, at.y - side * beside * out.x, at.z);
        there = throw_once(layer, start, velocity, 1 / nav_rates[0], lowest, &start);
    }
    return there == area;
}

/* Pushes a body from `start`, in the area of the border. Link `first` is the first that was found
 * over this border. Returns whether the body lands on another area, to which no link leads yet. The
 * other frame rates are tried only then. */
static gboolean push_body(Pushing *p, const NavBorder *border, guint first, BspNavVertex start,
                          BspVec velocity, NavLink *link, NavPush *push)
{
    NavLayer *layer = p->layer;
    const NavFloor *from = &g_array_index(layer->areas, NavFloor, border->area);
    BspVec at = nav_on_plane(&from->plane, start);
    double lowest = at.z - layer->walker->drop;
    gint to = throw_once(layer, at, velocity, 1 / nav_rates[0], lowest, &push->landing);
    if (to < 0 || (guint)to == border->area || is_linked(layer, border->area, (guint)to))
        return FALSE;
    double rise = push->landing.z - at.z, step = layer->walker->stepping.height;
    BspNavLinkType type = velocity.z > 0 ? BSP_NAV_JUMP
                          : rise < -step ? BSP_NAV_DROP
                          : rise < 0     ? BSP_NAV_STEP_DOWN
                                         : BSP_NAV_STEP_UP;
    push->velocity = velocity;
    *link = (NavLink){ .right = start,
                       .left = start,
                       .from = border->area,
                       .to = (guint32)to,
                       .flags = type | NAV_LINK_PUSHED };
    return !is_found(p, first, link) &&
           nav_layer_throw(layer, at, velocity, lowest, &push->landing) == to &&
           lands_from_beside(layer, border, at, velocity, lowest, to);
}

/* Returns whether a wall keeps a body at `at` from leaving in the direction `out`, also with a jump
 * at this speed. Most borders are at walls, and pushing a body against each takes most of the time.
 */
static gboolean is_walled(NavLayer *layer, BspVec at, BspNavVertex out, double jump)
{
    const BspNavWalker *walker = layer->walker;
    double top = walker->stepping.height + jump * jump / 2 / walker->gravity;
    double ahead = WALL * nav_scale(&walker->box, walker->skin);
    BspTracer tracer = bsp_mover_tracer(&layer->mover);
    for (double up = 0; !layer->options->move; up += RUNG * top) {
        BspVec from = bsp_vec(at.x, at.y, at.z + fmin(up, top));
        BspTrace answer;
        tracer.trace(tracer.data, from,
                     bsp_vec(from.x + ahead * out.x, from.y + ahead * out.y, from.z), &answer);
        if (answer.tr.type == BSP_EMPTY)
            return FALSE;
        if (up >= top)
            return TRUE;
    }
    return FALSE;
}

/* Pushes bodies over the places of a border, with one kind of push after another. Keeps a link for
 * each area on which a body lands. */
static void push_over(Pushing *p, const NavBorder *border)
{
    const BspNavWalker *walker = p->layer->walker;
    const NavFloor *from = &g_array_index(p->layer->areas, NavFloor, border->area);
    BspNavVertex out = nav_across(border->a, border->b);
    guint n = nav_places(border->a, border->b);
    guint first = p->found->len, n_kinds = G_N_ELEMENTS(kinds);
    for (guint k = 0; k < n * n_kinds && nav_layer_goes_on(p->layer); k++) {
        guint kind = k / n, place = k % n;
        double speed = walker->speed * kinds[kind].part;
        BspNavVertex start = nav_mad(nav_place(border->a, border->b, place, n), -INSIDE, out);
        BspVec at = nav_on_plane(&from->plane, start);
        BspVec velocity =
            bsp_vec(out.x * speed, out.y * speed, kinds[kind].jumps ? walker->jump : 0);
        NavLink link;
        NavPush push;
        nav_layer_done(p->layer, NAV_PART_PUSHES / p->layer->open->len / n / n_kinds);
        if ((kinds[kind].jumps && walker->jump == 0) || is_walled(p->layer, at, out, velocity.z) ||
            !push_body(p, border, first, start, velocity, &link, &push))
            continue;
        link.push = p->layer->pushes->len;
        g_array_append_val(p->layer->pushes, push);
        g_array_append_val(p->found, link);
    }
}

static int order_links(const void *a, const void *b)
{
    const NavLink *p = a, *q = b;
    return p->from < q->from ? -1 : p->from > q->from;
}

void nav_layer_push(NavLayer *layer)
{
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(NavLink));
    Pushing pushing = { layer, found };
    gboolean drops = layer->walker->drop > 0 && layer->walker->gravity > 0;
    for (guint i = 0; drops && i < layer->open->len && nav_layer_goes_on(layer); i++) {
        const NavBorder *border = &g_array_index(layer->open, NavBorder, i);
        if (!layer->trigger[border->area])
            push_over(&pushing, border);
    }
    nav_layer_carry(layer, found);
    g_array_append_vals(layer->links, found->data, found->len);
    g_array_sort(layer->links, order_links);
    for (guint area = 0, i = 0; area <= layer->areas->len; area++) {
        while (i < layer->links->len && g_array_index(layer->links, NavLink, i).from < area)
            i++;
        layer->first_link[area] = i;
    }
}
