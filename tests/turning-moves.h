/* turning-moves: random turns and bodies for tests, and functions that turn vectors. */
#ifndef TURNING_MOVES_H
#define TURNING_MOVES_H

#include "bsp-hull.h"
#include "bsp-turn.h"
#include "random.h"

#define RADIANS (G_PI / 180)

/* A floor of two boxes. Its top is at z = 0. */
extern const double turning_floor[2][6];

/* Returns vector v of the body at time t, in the axes of the world. Computes with quaternions and
 * the sines of the C library, unlike the tested code. */
BspVec turning_vector(const BspTurn *turn, double t, BspVec v);

/* Returns the distance from the pivot down to the lowest point of the body at time t. */
double turning_reach_down(const BspTurn *turn, double t, const BspShape *body);

/* Returns a turn with any orientation, axis and angle. If far_pivot, its pivot is up to 30 units
 * from the body's origin. */
BspTurn turning_random(Random *r, gboolean far_pivot);

/* Returns a random box, plank, hull, capsule, cylinder or ball, as `kind` says. If it is a hull,
 * *hull owns it. The caller frees *hull with bsp_hull_free(). */
BspShape turning_body(Random *r, guint kind, BspHull **hull);

#endif
