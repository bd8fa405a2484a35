/* turning-moves: turns and bodies for tests, the effect of a turn on a vector, and a floor. */
#ifndef TURNING_MOVES_H
#define TURNING_MOVES_H

#include "bsp-hull.h"
#include "bsp-turn.h"
#include "random.h"

#define RADIANS (G_PI / 180)

/* A floor of two boxes. Its top is at z = 0. */
extern const double turning_floor[2][6];

/* Returns the vector of the body at time t, in the world's axes. Uses quaternions and the C
 * library's sines.
 */
BspVec turning_vector(const BspTurn *turn, double t, BspVec v);

/* Returns how far the body reaches below its pivot at time t, in the world. */
double turning_reach_down(const BspTurn *turn, double t, const BspShape *body);

/* Returns a turn with any orientation, axis and angle. If far_pivot, its pivot is up to 30 units
 * from the body's origin. */
BspTurn turning_random(Random *r, gboolean far_pivot);

/* Returns a box, a plank, a hull, a capsule, a cylinder or a ball. Stores a hull in *hull. The
 * caller frees it with bsp_hull_free(). */
BspShape turning_body(Random *r, guint kind, BspHull **hull);

#endif
