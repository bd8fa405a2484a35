/* floors: finds the faces of a level that look up, as a plan shows them, without the roof.
 *
 * In a level with a roof, a face without solid above it hides the floors below it. Therefore the
 * parts of such faces that have another floor below them are left out. All other faces are
 * floors. */
#ifndef COMPARE_FLOORS_H
#define COMPARE_FLOORS_H

#include "bsp-world.h"
#include "draw/section.h"

/* A convex piece of a floor. */
typedef struct {
    BspPolygon *flat; /* the piece projected to z = 0; owned */
    BspPlane plane;   /* the plane of the face; its normal points up */
    double z;         /* the height of the face's middle */
    guint brush;
} CompareFloor;

/* Finds the floors of the world inside the view, whose z is ignored. Returns an array of
 * CompareFloor, lower floors first. In a sealed world, faces that no start can reach are left
 * out. */
GArray *compare_floors_new(const BspWorld *world, const BspBounds *view);

/* Returns the z of the plane's point above or below x, y. */
static inline double compare_floor_height(const BspPlane *plane, double x, double y)
{
    return (plane->dist - plane->normal.x * x - plane->normal.y * y) / plane->normal.z;
}

#endif
