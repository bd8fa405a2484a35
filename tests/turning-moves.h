/* turning-moves: turns and bodies for tests, what a turn does to a vector, and a floor. */
#ifndef TURNING_MOVES_H
#define TURNING_MOVES_H

#include "bsp-hull.h"
#include "bsp-turn.h"
#include "random.h"

#define RADIANS (G_PI / 180)

/* A floor of two boxes. Its top is at z = 0. */
extern const double turning_floor[2][6];

/* The vector of the body at time t, in the world's axes. By quaternions and the C library's sines.
 */
BspVec turning_vector(const BspTurn *turn, double t, BspVec v);

/* How far the body reaches below its pivot at time t, in the world. */
double turning_reach_down(const BspTurn *turn, double t, const BspShape *body);

/* Any orientation, axis and angle; far_pivot: and a pivot up to 30 units from the body's origin. */
BspTurn turning_random(Random *r, gboolean far_pivot);

/* A box, a plank, a hull, a capsule, a cylinder or a ball. For a hull, *hull is set; free it with
 * bsp_hull_free(). */
BspShape turning_body(Random *r, guint kind, BspHull **hull);

#endif
