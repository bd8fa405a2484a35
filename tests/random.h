/* random: random numbers, points and directions for the tests, all of them from a seed. */
#ifndef RANDOM_H
#define RANDOM_H

#include <glib.h>

#include "bsp-bounds.h"

/* A stream of random numbers (splitmix64): the same on every machine. */
typedef struct {
    guint64 state;
} Random;

Random random_seeded(guint64 seed);
guint64 random_bits(Random *r);
gboolean random_flag(Random *r);
guint random_below(Random *r, guint n);    /* 0 <= result < n */
int random_int(Random *r, int lo, int hi); /* lo <= result <= hi */
double random_real(Random *r, double lo, double hi);
BspVec random_point(Random *r, const BspBounds *bounds);
BspVec random_point_within(Random *r, double half); /* of a cube round the origin */
BspVec random_direction(Random *r);                 /* unit length, evenly over the sphere */

/* Strictly among the points: their mean, each with a weight of its own. */
BspVec random_point_among(Random *r, const BspVec *points, guint n);

/* Three unit vectors square to one another. */
void random_turn(Random *r, BspVec turn[3]);

#endif
