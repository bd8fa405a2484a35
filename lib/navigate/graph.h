/* graph: the arrays of a navigation graph, in memory as in its file (docs/formats.md). */
#ifndef BSP_NAVIGATE_GRAPH_H
#define BSP_NAVIGATE_GRAPH_H

#include "bsp-navigate.h"
#include "bsp-saved.h"

/* The walker of a size and its part of the arrays. */
typedef struct {
    double mins[3], maxs[3];
    double skin, step, walkable, speed, gravity, drop, jump;
    double grid_x, grid_y, cell; /* the corner of the grid, and the side of a cell, in units */
    uint32_t mask;
    uint32_t name; /* offset in "names" */
    uint32_t first_area, n_areas;
    uint32_t first_cell, n_x, n_y;     /* the grid has n_x times n_y cells, row by row */
    uint32_t first_carried, n_carried; /* the `pushes` of teleporters and lifts */
    uint32_t zero;
} NavSize;

typedef struct {
    BspPlane plane;
    double surface; /* the surface, seen from above, of this area and of all before it of its size,
                       in square units */
    uint32_t first_vertex, n_vertices, first_link, n_links;
    uint32_t part; /* areas with different numbers are not connected */
    uint32_t ring; /* paths lead both ways between areas with one ring number. No path leads to an
                      area with a higher ring number */
} NavArea;

/* Bits of NavLink.flags. The lowest eight hold the type of the link. The upper sixteen hold 1 + the
 * number, in `entities`, of the entity that the link needs, or 0 if it needs none. */
enum {
    NAV_LINK_TYPE = 255,
    NAV_LINK_PUSHED = 1024, /* NavLink.push is the number of its push in `pushes` */
    NAV_LINK_FLAT = 256,    /* both areas are in one plane, so a path may turn on the border */
    NAV_LINK_SQUARE = 512,  /* every path crosses at a right angle: over cracks, leaning risers,
                               narrow stairs, and steps whose height varies */
    NAV_LINK_ENTITY = 16    /* the number of bits before those of the entity */
};

typedef struct {
    BspNavVertex right, left;
    uint32_t from, to;
    uint32_t flags, push;
} NavLink;

/* Units. A teleporter or a lift puts a body at most this far above the floor on which it then
 * stands. */
#define NAV_BELOW 256.0

#define NAV_MOST_ENTITIES 65535U

/* The velocity and the landing of a link that pushes or carries a body, as in BspNavLink. */
typedef struct {
    BspVec velocity, landing;
} NavPush;

/* The cost and the number of an entity that links need, as in BspNavLink. */
typedef struct {
    double cost;
    uint32_t number;
    uint32_t zero;
} NavEntity;

struct BspNavigation {
    const NavSize *sizes;
    const NavArea *areas;
    const NavLink *links;
    const NavPush *pushes;
    const NavEntity *entities;
    const BspNavVertex *vertices;
    const uint32_t *cells; /* the number of each cell's first item; one more entry ends the items of
                              the last cell */
    const uint32_t *items; /* numbers of areas */
    const char *names;
    unsigned n_sizes, n_areas, n_links, n_pushes, n_entities, n_vertices, n_cells, n_items, n_names;
    void *owned; /* a file's bytes, freed with the graph; or NULL */
};

/* Returns the factor of all lengths that are marked as scaled. These lengths are for the bodies of
 * games, whose boxes are about 30 units wide. For a narrower box the factor is a smaller power of
 * two, so that a smaller level has the same graph, smaller. It is at least 1/64, as for a box of
 * half a unit, because cuts meet only within a few BSP_TOUCH. It is not halved below eight skins,
 * because a body with a skin stands on a floor only that far beyond its rim. For a skin of half a
 * unit and more it is above 1, because such a body stops farther than NAV_BEFORE before a step. */
static inline double nav_scale(const BspBounds *box, double skin)
{
    double width = fmin(box->maxs.x - box->mins.x, box->maxs.y - box->mins.y);
    double scale = 1;
    while (scale > 1.0 / 64 && 30 * scale / 2 >= width && scale / 2 >= 8 * skin)
        scale /= 2;
    while (skin >= scale / 2)
        scale *= 2;
    return scale;
}

static inline double nav_size_scale(const NavSize *size)
{
    BspBounds box = { bsp_vec(size->mins[0], size->mins[1], 0),
                      bsp_vec(size->maxs[0], size->maxs[1], 0) };
    return nav_scale(&box, size->skin);
}

/* Units, scaled. A path crosses a border between areas of different planes straight, from a point
 * NAV_BEFORE before it to a point NAV_BEYOND behind it. It does not turn on the border, because
 * there a body touches the next floor's plane or a riser, and rounding could leave it in solid. The
 * mover looks for a step where a move ends, so the path needs a whole unit beyond the border. The
 * builder walks all links with these lengths. */
#define NAV_BEFORE 0.5
#define NAV_BEYOND 1.0

/* Units, scaled. Sides of two areas touch if they are at most this far apart, because cuts of one
 * plane by different planes of the tree meet within a few thousandths of a unit. */
#define NAV_SEAM 0.002

/* Returns the maximum distance, in units, of the landing of a drop or a jump from the landing that
 * the builder stored. It is 4 units, and the distance of an eighth of a second of flight. At 30
 * frames a second a jump is lower than at 60, by 2 units of 43, so its flight over a ledge is up to
 * a tenth of a second shorter. */
static inline double nav_landing_slack(const BspVec *push)
{
    return 4 + sqrt(push->x * push->x + push->y * push->y) / 8;
}

static inline BspNavVertex nav_xy(BspVec p)
{
    return (BspNavVertex){ p.x, p.y };
}

static inline double nav_height(const BspPlane *plane, BspNavVertex p)
{
    return (plane->dist - plane->normal.x * p.x - plane->normal.y * p.y) / plane->normal.z;
}

static inline BspVec nav_on_plane(const BspPlane *plane, BspNavVertex p)
{
    return bsp_vec(p.x, p.y, nav_height(plane, p));
}

/* Returns twice the surface of the triangle a b c; positive if c is to the left of the line from a
 * to b. */
static inline double nav_cross(BspNavVertex a, BspNavVertex b, BspNavVertex c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline double nav_distance(BspNavVertex a, BspNavVertex b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static inline BspNavVertex nav_lerp(BspNavVertex a, BspNavVertex b, double t)
{
    return (BspNavVertex){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
}

/* a + s d */
static inline BspNavVertex nav_mad(BspNavVertex a, double s, BspNavVertex d)
{
    return (BspNavVertex){ a.x + s * d.x, a.y + s * d.y };
}

/* Cells along one axis of a grid: from `begin` to before `end`. */
typedef struct {
    unsigned begin, end;
} NavCells;

/* Returns the cells along an axis that touch the interval between two distances from the grid's
 * corner. */
static inline NavCells nav_cells_between(double from, double to, double cell, unsigned n)
{
    double a = fmax(0, floor(from / cell)), b = fmin(n, floor(to / cell) + 1);
    return b > a ? (NavCells){ (unsigned)a, (unsigned)b } : (NavCells){ 0, 0 };
}

/* A convex polygon, anticlockwise. */
typedef struct {
    const BspNavVertex *v;
    unsigned n;
} NavShape;

/* Returns vertex i + 1 of the polygon, which is vertex 0 for the last i. */
static inline BspNavVertex nav_next(NavShape shape, unsigned i)
{
    return shape.v[i + 1 < shape.n ? i + 1 : 0];
}

/* Returns twice the surface of the polygon. */
static inline double nav_surface(NavShape shape)
{
    double surface = 0;
    for (unsigned i = 1; i + 1 < shape.n; i++)
        surface += nav_cross(shape.v[0], shape.v[i], shape.v[i + 1]);
    return surface;
}

/* Returns the distance of p from the nearest side of the polygon, negative outside, or -HUGE_VAL if
 * there is no side. Sides shorter than 1e-9 unit have no direction and do not count. */
double nav_inside(NavShape shape, BspNavVertex p);

/* Returns the point of the polygon that is nearest to p. */
BspNavVertex nav_nearest(NavShape shape, BspNavVertex p);

/* Returns the mean of the polygon's vertices. */
BspNavVertex nav_middle(NavShape shape);

/* Returns p moved along the unit vector `along` by `far` units. The length is halved until the
 * polygon continues for the same length beyond the point. Returns p itself if the length falls
 * below far / 512. */
BspNavVertex nav_moved_in(NavShape shape, BspNavVertex p, BspNavVertex along, double far);

/* Returns p moved along the unit vector `out` to the polygon, and from there by at most `far` units
 * into it. A body that crosses the polygon's border at a right angle ends there. */
BspNavVertex nav_beyond(NavShape shape, BspNavVertex p, BspNavVertex out, double far);

/* Returns the unit vector across the border, out of the area that the link leaves. */
static inline BspNavVertex nav_across(BspNavVertex right, BspNavVertex left)
{
    double length = nav_distance(right, left);
    return length > 0 ? (BspNavVertex){ (left.y - right.y) / length, (right.x - left.x) / length }
                      : (BspNavVertex){ 0, 0 };
}

static inline bool nav_is_carried(unsigned type)
{
    return type == BSP_NAV_TELEPORT || type == BSP_NAV_LIFT;
}

/* Returns the entity that the link needs, or NULL if it needs none. */
static inline const NavEntity *nav_entity(const BspNavigation *nav, const NavLink *link)
{
    uint32_t number = link->flags >> NAV_LINK_ENTITY;
    return number ? &nav->entities[number - 1] : NULL;
}

/* Returns whether a path with these costs may use the link. costs may be NULL. */
static inline bool nav_is_open(const BspNavigation *nav, const NavLink *link,
                               const BspNavCosts *costs)
{
    if (!costs)
        return true;
    const NavEntity *entity = nav_entity(nav, link);
    uint32_t number = entity ? entity->number : BSP_NAV_NO_ENTITY;
    return costs->factor[link->flags & NAV_LINK_TYPE] > 0 &&
           (number >= costs->n_closed || !(costs->closed[number / 32] >> number % 32 & 1));
}

static inline NavShape nav_area_shape(const BspNavigation *nav, unsigned area)
{
    const NavArea *a = &nav->areas[area];
    return (NavShape){ nav->vertices + a->first_vertex, a->n_vertices };
}

#endif
