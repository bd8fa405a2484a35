/* turning-moves: turns for tests, what they do to a vector, and a floor. */
#ifndef TURNING_MOVES_H
#define TURNING_MOVES_H

#include "bsp-turn.h"
#include "random.h"

#define RADIANS (G_PI / 180)

/* A floor of two boxes. Its top is at z = 0. */
extern const double turning_floor[2][6];

/* The vector of the body at time t, in the world's axes. By quaternions and the C library's sines.
 */
BspVec turning_vector(const BspTurn *turn, double t, BspVec v);

/* Any orientation, axis and angle; far_pivot: and a pivot up to 30 units from the body's origin. */
BspTurn turning_random(Random *r, gboolean far_pivot);

#endif
