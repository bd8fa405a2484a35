/* exact-near: depths and distances of what planes bound, once their numbers are rounded. */
#ifndef EXACT_NEAR_H
#define EXACT_NEAR_H

#include <glib.h>

#include "bsp-plane.h"

/* The height over a plane along a move: from + t change. */
typedef struct {
    double from, change;
} ExactSlope;

/* The greatest depth under all planes at once that is reached in [0, t]: below 0 where they are
 * never all above. */
double exact_slopes_depth(const ExactSlope *slopes, guint n, double t);

/* The distance of p, which is in front of some, from what is behind all of n planes; never less
 * than it is, but for rounding: unsure. */
double exact_planes_distance(const BspPlane *planes, guint n, BspVec p, double unsure);

#endif
