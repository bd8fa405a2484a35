/* query: the content of a graph, the area of a point, random points, and rays. */
#include "navigate/graph.h"

#include <stdlib.h>
#include <string.h>

#include "trace/compiler.h"
#include "trace/reach.h"

/* --- the graph --- */

void bsp_navigation_free(BspNavigation *nav)
{
    if (!nav)
        return;
    free(nav->owned);
    free(nav);
}

unsigned bsp_navigation_n_sizes(const BspNavigation *nav)
{
    return nav->n_sizes;
}

unsigned bsp_navigation_find_size(const BspNavigation *nav, const char *name)
{
    unsigned i = 0;
    while (i < nav->n_sizes && name && strcmp(nav->names + nav->sizes[i].name, name) != 0)
        i++;
    return name ? i : nav->n_sizes;
}

void bsp_navigation_walker(const BspNavigation *nav, unsigned size, BspNavWalker *walker)
{
    BSP_ASSERT(size < nav->n_sizes);
    const NavSize *s = &nav->sizes[size];
    *walker = (BspNavWalker){ .name = nav->names + s->name,
                              .mask = s->mask,
                              .skin = s->skin,
                              .stepping = { s->step, s->walkable },
                              .speed = s->speed,
                              .gravity = s->gravity,
                              .drop = s->drop,
                              .jump = s->jump };
    memcpy(walker->box.mins.v, s->mins, sizeof s->mins);
    memcpy(walker->box.maxs.v, s->maxs, sizeof s->maxs);
}

unsigned bsp_navigation_areas(const BspNavigation *nav, unsigned size, unsigned *first)
{
    bool has = size < nav->n_sizes;
    *first = has ? nav->sizes[size].first_area : 0;
    return has ? nav->sizes[size].n_areas : 0;
}

void bsp_navigation_area(const BspNavigation *nav, unsigned area, BspNavArea *out)
{
    BSP_ASSERT(area < nav->n_areas);
    const NavArea *a = &nav->areas[area];
    *out = (BspNavArea){ a->plane, nav->vertices + a->first_vertex, a->n_vertices, a->first_link,
                         a->n_links };
}

void bsp_navigation_link(const BspNavigation *nav, unsigned link, BspNavLink *out)
{
    BSP_ASSERT(link < nav->n_links);
    const NavLink *l = &nav->links[link];
    *out = (BspNavLink){ .from = l->from,
                         .to = l->to,
                         .type = (BspNavLinkType)(l->flags & NAV_LINK_TYPE),
                         .right = l->right,
                         .left = l->left };
    if (l->flags & NAV_LINK_PUSHED) {
        out->push = nav->pushes[l->push].velocity;
        out->landing = nav->pushes[l->push].landing;
    }
    const NavEntity *entity = nav_entity(nav, l);
    out->entity = entity ? entity->number : BSP_NAV_NO_ENTITY;
    out->cost = entity ? entity->cost : 0;
}

size_t bsp_navigation_bytes(const BspNavigation *nav)
{
    return nav->n_sizes * sizeof *nav->sizes + nav->n_areas * sizeof *nav->areas +
           nav->n_links * sizeof *nav->links + nav->n_vertices * sizeof *nav->vertices +
           nav->n_pushes * sizeof *nav->pushes + nav->n_entities * sizeof *nav->entities +
           (nav->n_cells + 1 + (size_t)nav->n_items) * sizeof *nav->cells;
}

/* --- convex polygons --- */

double nav_inside(NavShape shape, BspNavVertex p)
{
    double least = HUGE_VAL;
    for (unsigned i = 0; i < shape.n; i++) {
        BspNavVertex a = shape.v[i], b = nav_next(shape, i);
        double length = nav_distance(a, b);
        if (length > 1e-9)
            least = fmin(least, nav_cross(a, b, p) / length);
    }
    return least < HUGE_VAL ? least : -HUGE_VAL;
}

BspNavVertex nav_middle(NavShape shape)
{
    BspNavVertex middle = { 0, 0 };
    for (unsigned i = 0; i < shape.n; i++)
        middle = nav_mad(middle, 1.0 / shape.n, shape.v[i]);
    return middle;
}

BspNavVertex nav_moved_in(NavShape shape, BspNavVertex p, BspNavVertex along, double far)
{
    double least = far / 512, near = far / 1000; /* p may be a rounding error beside a side */
    for (; far >= least; far /= 2)
        if (nav_inside(shape, nav_mad(p, 2 * far, along)) >= -near)
            return nav_mad(p, far, along);
    return p;
}

BspNavVertex nav_beyond(NavShape shape, BspNavVertex p, BspNavVertex out, double far)
{
    double enters = 0;
    for (unsigned i = 0; i < shape.n; i++) {
        BspNavVertex a = shape.v[i], b = nav_next(shape, i);
        double distance = nav_cross(a, b, p), rate = nav_cross(a, b, nav_mad(p, 1, out)) - distance;
        if (distance < 0 && rate > 0)
            enters = fmax(enters, -distance / rate);
    }
    return nav_moved_in(shape, nav_mad(p, enters, out), out, far);
}

BspNavVertex nav_nearest(NavShape shape, BspNavVertex p)
{
    if (nav_inside(shape, p) >= 0)
        return p;
    BspNavVertex nearest = shape.v[0];
    for (unsigned i = 0; i < shape.n; i++) {
        BspNavVertex a = shape.v[i], b = nav_next(shape, i);
        double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
        double t = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
        BspNavVertex q = nav_lerp(a, b, fmax(0, fmin(1, t)));
        if (nav_distance(p, q) < nav_distance(p, nearest))
            nearest = q;
    }
    return nearest;
}

/* --- the area of a point --- */

bool bsp_navigation_find(const BspNavigation *nav, unsigned size, BspVec p, double reach,
                         BspNavPoint *out)
{
    double nearest = reach;
    bool found = false;
    if (size >= nav->n_sizes || !bsp_vec_finite(p) || !(reach >= 0))
        return false;
    const NavSize *s = &nav->sizes[size];
    double x = p.x - s->grid_x, y = p.y - s->grid_y;
    NavCells across = nav_cells_between(x - reach, x + reach, s->cell, s->n_x);
    NavCells rows = nav_cells_between(y - reach, y + reach, s->cell, s->n_y);
    for (unsigned row = rows.begin; row < rows.end; row++)
        for (unsigned k = nav->cells[s->first_cell + row * s->n_x + across.begin],
                      end = nav->cells[s->first_cell + row * s->n_x + across.end];
             k < end; k++) {
            unsigned area = nav->items[k];
            BspNavVertex at = nav_nearest(nav_area_shape(nav, area), nav_xy(p));
            BspVec q = nav_on_plane(&nav->areas[area].plane, at);
            double distance = bsp_vec_length(bsp_vec_sub(q, p));
            if (distance > nearest || (found && distance == nearest))
                continue;
            nearest = distance;
            found = true;
            *out = (BspNavPoint){ size, area, q };
        }
    return found;
}

/* --- random points --- */

/* Returns the next of a sequence of random numbers, from 0 to less than 1 (splitmix64). */
static double next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0; /* 2^53 */
}

/* Returns a point of the polygon. If `part` and `far` are random numbers from 0 to 1, every point
 * is equally probable. The polygon is a fan of triangles around its first vertex. `part` is the
 * part of the surface before the line from that vertex through the point, and the point's distance
 * along this line is the square root of `far`. */
static BspNavVertex point_of(NavShape shape, double part, double far)
{
    double total = nav_surface(shape), before = 0;
    for (unsigned i = 1; i + 1 < shape.n; i++) {
        double own = nav_cross(shape.v[0], shape.v[i], shape.v[i + 1]);
        if (before + own >= part * total && own > 0)
            return nav_lerp(shape.v[0],
                            nav_lerp(shape.v[i], shape.v[i + 1], (part * total - before) / own),
                            sqrt(far));
        before += own;
    }
    return shape.v[0];
}

bool bsp_navigation_random(const BspNavigation *nav, unsigned size, uint64_t random,
                           BspNavPoint *out)
{
    if (size >= nav->n_sizes || nav->sizes[size].n_areas == 0)
        return false;
    const NavSize *s = &nav->sizes[size];
    unsigned low = s->first_area, high = s->first_area + s->n_areas - 1;
    double wanted = next_random(&random) * nav->areas[high].surface;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (nav->areas[middle].surface > wanted)
            high = middle;
        else
            low = middle + 1;
    }
    double part = next_random(&random);
    BspNavVertex p = point_of(nav_area_shape(nav, low), part, next_random(&random));
    *out = (BspNavPoint){ size, low, nav_on_plane(&nav->areas[low].plane, p) };
    return true;
}

/* --- reachable, and rays --- */

BspNavReach bsp_navigation_reachable(const BspNavigation *nav, const BspNavPoint *from,
                                     const BspNavPoint *to)
{
    const NavArea *a = &nav->areas[from->area], *b = &nav->areas[to->area];
    if (a->part != b->part || b->ring > a->ring)
        return BSP_NAV_NEVER;
    return a->ring == b->ring ? BSP_NAV_SURELY : BSP_NAV_PERHAPS;
}

/* Returns the fraction of the line from p, in the polygon, to q at which the line leaves the
 * polygon; 1 if q is inside. */
static double exit_fraction(NavShape shape, BspNavVertex p, BspNavVertex q)
{
    double t = 1;
    for (unsigned i = 0; i < shape.n; i++) {
        BspNavVertex a = shape.v[i], b = nav_next(shape, i);
        double before = nav_cross(a, b, p), after = nav_cross(a, b, q);
        if (after < 0 && after < before)
            t = fmin(t, fmax(before, 0) / (fmax(before, 0) - after));
    }
    return t;
}

/* Returns whether a ray may cross the link at p, a point of the border of the area that it leaves.
 * Areas of one plane touch along their whole border. Between other areas the builder walked only
 * the link's part of the border. */
static bool crosses_link(const BspNavigation *nav, const NavLink *link, BspNavVertex p, double seam)
{
    if (link->flags & (NAV_LINK_PUSHED | NAV_LINK_SQUARE))
        return false;
    if (link->flags & NAV_LINK_FLAT)
        return nav_inside(nav_area_shape(nav, link->to), p) >= -seam;
    double length = nav_distance(link->right, link->left);
    BspNavVertex along = { (link->left.x - link->right.x) / length,
                           (link->left.y - link->right.y) / length };
    double at = (p.x - link->right.x) * along.x + (p.y - link->right.y) * along.y;
    return length > 0 && at >= 0 && at <= length &&
           fabs(nav_cross(link->right, link->left, p)) <= seam * length;
}

/* Returns the link over which a ray leaves the area at p, or NULL. A ray with less than NAV_BEYOND
 * left does not cross a border between different planes. */
static const NavLink *link_ahead(const BspNavigation *nav, unsigned area, BspNavVertex p,
                                 double scale, double left, const BspNavCosts *costs)
{
    const NavArea *a = &nav->areas[area];
    for (uint32_t i = 0; i < a->n_links; i++) {
        const NavLink *link = &nav->links[a->first_link + i];
        if ((left >= NAV_BEYOND * scale || link->flags & NAV_LINK_FLAT) &&
            nav_is_open(nav, link, costs) && crosses_link(nav, link, p, NAV_SEAM * scale))
            return link;
    }
    return NULL;
}

bool bsp_navigation_ray(const BspNavigation *nav, const BspNavPoint *from, BspNavVertex to,
                        const BspNavCosts *costs, BspNavPoint *end)
{
    BspNavVertex p = nav_xy(from->at);
    unsigned area = from->area;
    double scale = nav_size_scale(&nav->sizes[from->size]);
    bool is_there = false, goes_on = bsp_is_finite(to.x) && bsp_is_finite(to.y);
    /* a ray enters each convex area once; the limit holds for overlapping areas, too */
    for (unsigned i = 0; goes_on && i < nav->sizes[from->size].n_areas; i++) {
        double t = exit_fraction(nav_area_shape(nav, area), p, to);
        p = t < 1 ? nav_lerp(p, to, t) : to;
        is_there = t >= 1;
        const NavLink *link =
            is_there ? NULL : link_ahead(nav, area, p, scale, nav_distance(p, to), costs);
        goes_on = link != NULL;
        area = link ? link->to : area;
    }
    *end = (BspNavPoint){ from->size, area, nav_on_plane(&nav->areas[area].plane, p) };
    return is_there;
}
