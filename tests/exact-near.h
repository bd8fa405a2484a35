/* exact-near: depths and distances of convex regions, computed in doubles from their planes. */
#ifndef EXACT_NEAR_H
#define EXACT_NEAR_H

#include <glib.h>

#include "bsp-plane.h"

/* The height over a plane along a move: from + t * change. */
typedef struct {
    double from, change;
} ExactSlope;

/* The greatest depth under all planes at once, over the times [0, t]. It is negative if the move
 * is never under all of them. */
double exact_slopes_depth(const ExactSlope *slopes, guint n, double t);

/* The distance of p from the region behind all n planes. p must be outside of that region.
 * `unsure` is the rounding error of heights, in units. Except for rounding, the result is never
 * too small. */
double exact_planes_distance(const BspPlane *planes, guint n, BspVec p, double unsure);

#endif
