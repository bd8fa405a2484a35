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

/* An array of floors, which frees them. */
GArray *nav_floors_new(void);

static inline NavShape nav_floor_shape(const NavFloor *floor)
{
    return (NavShape){ floor->v, floor->n };
}

/* The bounds of the floor, seen from above; z is 0. */
BspBounds nav_floor_bounds(const NavFloor *floor);

static inline BspNavVertex nav_next_vertex(const NavFloor *floor, guint i)
{
    return floor->v[i + 1 < floor->n ? i + 1 : 0];
}

/* A part of a side, in units from its start. */
typedef struct {
    double from, to;
} NavPart;

/* The part of a side from a to b that a side from c to d, in the other direction, lies along, and
 * the points of that side at the ends of the part. Returns FALSE if there is none. */
gboolean nav_facing(BspNavVertex a, BspNavVertex b, BspNavVertex c, BspNavVertex d, NavPart *part,
                    BspNavVertex *p, BspNavVertex *q);

/* Returns the parts of a side, an array of NavPart, that are longer than `least` and not covered.
 * Sorts `covered`, which is such an array, too. */
GArray *nav_uncovered(GArray *covered, double length, double least);

/* The root of i in a forest of numbers, in which roots are their own parents. */
guint32 nav_root(guint32 *parent, guint32 i);

/* Twice the surface of the floor, seen from above. */
double nav_floor_surface(const NavFloor *floor);

/* The spaces of a walker in an onion. */
typedef struct {
    guint grown; /* of its box, larger by the skin on all sides */
    guint bare;  /* of its box; the same without a skin */
    double skin;
} NavFloorSpaces;

/* Units, scaled. Floors narrower than this are dropped, because they would be areas that no body
 * crosses. Those of a whole level have 2 to 4 square units. */
#define NAV_SLIVER 0.02

/* The least width of the floor, in any direction. */
double nav_floor_width(const NavFloor *floor);

/* The part of the floor to the left of the line from a to b. */
NavFloor nav_floor_left(const NavFloor *floor, BspNavVertex a, BspNavVertex b);

/* Returns the parts of the tree's planes that are floors: empty above, solid below, and normal.z at
 * least `walkable`. Their heights are where a body stands: the skin above the planes of the box,
 * and BSP_TOUCH above the tree's planes, whose solids are eroded. */
GArray *nav_floors_find(const OnionTree *tree, const NavFloorSpaces *spaces, double walkable);

/* Replaces the floors by few convex ones that cover the same ground, those of one plane joined.
 * Adds to *n_slivers the floors that are dropped because they are narrower than NAV_SLIVER times
 * the scale, a power of two by which all lengths in the plane are divided here. */
GArray *nav_floors_join(GArray *floors, double scale, guint *n_slivers);

#endif
