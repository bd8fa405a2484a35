/* floors: the walkable floors of one space of an onion. */
#ifndef BSP_NAVIGATE_FLOORS_H
#define BSP_NAVIGATE_FLOORS_H

#include <glib.h>

#include "bsp-navigate-build.h"
#include "navigate/graph.h"

/* A convex part of a floor, anticlockwise, seen from above. The owner of the array frees `v`. */
typedef struct {
    BspNavVertex *v;
    guint n;
    BspPlane plane;
} NavFloor;

/* Returns an empty array of floors, which frees them. */
GArray *nav_floors_new(void);

static inline NavShape nav_floor_shape(const NavFloor *floor)
{
    return (NavShape){ floor->v, floor->n };
}

/* Returns the bounds of the floor, seen from above; z is 0. */
BspBounds nav_floor_bounds(const NavFloor *floor);

static inline BspNavVertex nav_next_vertex(const NavFloor *floor, guint i)
{
    return nav_next(nav_floor_shape(floor), i);
}

/* A part of a side, in units from its start. */
typedef struct {
    double from, to;
} NavPart;

/* Finds the part of the side from a to b that faces the side from c to d, which must have the
 * opposite direction. *p and *q receive the points of the second side at the ends of the part.
 * Returns FALSE if there is no such part. */
gboolean nav_find_facing(BspNavVertex a, BspNavVertex b, BspNavVertex c, BspNavVertex d,
                         NavPart *part, BspNavVertex *p, BspNavVertex *q);

/* Returns an array of NavPart: the parts of a side that are longer than `least` and not covered.
 * `covered` is an array of NavPart, too, which this function sorts and lengthens. */
GArray *nav_uncovered(GArray *covered, double length, double least);

/* The spaces of a walker in an onion. */
typedef struct {
    guint grown; /* the space of its box, larger by the skin on all sides */
    guint bare;  /* the space of its box itself; equal to `grown` without a skin */
    double skin;
} NavFloorSpaces;

/* Units, scaled. Floors narrower than this are dropped, because they would be areas that no body
 * crosses. All dropped floors of a level together have 2 to 4 square units. */
#define NAV_SLIVER 0.02

/* Returns the smallest width of the floor over all directions. */
double nav_floor_width(const NavFloor *floor);

/* Returns the part of the floor to the left of the line from a to b. */
NavFloor nav_floor_left(const NavFloor *floor, BspNavVertex a, BspNavVertex b);

/* Returns the parts of the tree's planes that are floors: with empty space above, solid below, and
 * a normal.z of at least `walkable`. Their planes are moved up to the height of the reference point
 * of a body that stands there. This height is that of the floor in the space `bare`, plus the skin,
 * plus BSP_TOUCH, because the tree's solids are eroded by BSP_TOUCH. */
GArray *nav_floors_find(const OnionTree *tree, const NavFloorSpaces *spaces, double walkable);

/* Joins the floors of each plane, and returns few convex floors that cover the same ground. Drops
 * floors narrower than NAV_SLIVER times the scale, and adds their number to *n_slivers. The scale
 * is a power of two, so the vertices can be divided by it and multiplied again without rounding. */
GArray *nav_floors_join(GArray *floors, double scale, guint *n_slivers);

#endif
