/* exact-oracle: the true first contact of points and boxes, with no tolerance at all.
 *
 * In rational arithmetic (GMP) from the planes of the brushes as they are, whose numbers are
 * rational. A brush is what is inside of all its planes; its vertices, their supports, and its sum
 * with a box are exact, and so is every comparison. Touching is not contact: obstacles are open.
 *
 * What an answer is wrong by is told as a distance, which stays well conditioned where times do
 * not: a move that grazes a face may be early by a second and by nothing. */
#ifndef EXACT_ORACLE_H
#define EXACT_ORACLE_H

#include "build/solid.h"

typedef struct ExactOracle ExactOracle;

/* The solid must outlive the oracle. Not thread-safe: it remembers the vertices of brushes. */
ExactOracle *exact_oracle_new(const BspSolid *solid);
void exact_oracle_free(ExactOracle *oracle);

typedef struct {
    gboolean hits;
    double t;    /* the double nearest below the exact time; 1 where nothing is hit */
    guint brush; /* that is hit; the first of several */
} ExactContact;

/* The shape is a point or a box. */
ExactContact exact_oracle_contact(ExactOracle *oracle, const BspShape *shape, BspVec from,
                                  BspVec to);

/* How late the answer t is: the greatest depth in units, in any one brush, that the move reaches
 * before t; 0 where it reaches none. */
double exact_oracle_late(ExactOracle *oracle, const BspShape *shape, BspVec from, BspVec to,
                         double t);

/* How early the answer t is: the distance in units, from where the shape is at t, of the nearest
 * obstacle; 0 where it touches or is inside of one, HUGE_VAL where there is none. */
double exact_oracle_early(ExactOracle *oracle, const BspShape *shape, BspVec from, BspVec to,
                          double t);

/* The brush's exact vertices. */
guint exact_oracle_n_vertices(ExactOracle *oracle, guint brush);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ExactOracle, exact_oracle_free)

#endif
