/* random: makes random numbers, points and directions for the tests. A seed determines all of
 * them. */
#ifndef RANDOM_H
#define RANDOM_H

#include <glib.h>

#include "bsp-bounds.h"

/* A stream of random numbers (splitmix64). It is the same on every machine. */
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
BspVec random_point_within(Random *r, double half); /* in a cube around the origin */
BspVec random_direction(Random *r);                 /* unit length, uniform over the sphere */

/* Returns a point strictly inside the points' hull, which is their mean with random positive
 * weights. */
BspVec random_point_among(Random *r, const BspVec *points, guint n);

/* Stores three unit vectors that are perpendicular to one another. */
void random_turn(Random *r, BspVec turn[3]);

#endif
