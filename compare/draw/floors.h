/* floors: the level seen from above: what faces up, with the roof taken off. */
#ifndef COMPARE_FLOORS_H
#define COMPARE_FLOORS_H

#include "bsp-world.h"
#include "draw/cover.h"

/* Floors are painted in so many bands of height. */
#define COMPARE_FLOOR_BANDS 16

typedef struct {
    double lowest, highest; /* z of the floors' middles; lowest > highest: there are none */
    GPtrArray *bands[COMPARE_FLOOR_BANDS]; /* BspPolygon, laid down to z = 0; from below */
    GArray *outlines[COMPARE_FLOOR_BANDS]; /* CompareSegment */
} CompareFloors;

/* The faces of the union that face up, in the view (its z does not count). What no start reaches is
 * left out where the world is sealed. Where much of it has matter over it the level has a roof, and
 * what nothing is over is left out. */
CompareFloors *compare_floors_new(const BspWorld *world, const BspBounds *view);
void compare_floors_free(CompareFloors *floors);

#endif
