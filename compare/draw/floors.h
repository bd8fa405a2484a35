/* floors: the level from above: faces that look up, with the roof removed. */
#ifndef COMPARE_FLOORS_H
#define COMPARE_FLOORS_H

#include "bsp-world.h"
#include "draw/cover.h"

/* Floors are painted in this many bands of height. */
#define COMPARE_FLOOR_BANDS 16

typedef struct {
    double lowest, highest; /* z of the floors' middles; lowest > highest: there are no floors */
    GPtrArray *bands[COMPARE_FLOOR_BANDS]; /* BspPolygon, projected to z = 0; lowest band first */
    GArray *outlines[COMPARE_FLOOR_BANDS]; /* CompareSegment */
} CompareFloors;

/* Finds the upward faces of the union inside the view, whose z is ignored. In a sealed world, faces
 * that no start can reach are left out. If most of the floor has solid above it, the level has a
 * roof, and faces without solid above are left out. */
CompareFloors *compare_floors_new(const BspWorld *world, const BspBounds *view);
void compare_floors_free(CompareFloors *floors);

#endif
