/* exact-oracle: finds the true first contact of points and boxes, without any tolerance.
 *
 * The oracle computes in rational arithmetic (GMP) from the planes of the brushes. A double is a
 * rational number, so the planes need no rounding. A brush is the interior of all its planes. Its
 * vertices, its supports, its sum with a box and all comparisons are exact. Obstacles are open
 * sets, so touching is not contact.
 *
 * The error of an answer is a distance in units, because distances are well conditioned where times
 * are not. A move that grazes a face may be early by a long time, although by almost no
 * distance. */
#ifndef EXACT_ORACLE_H
#define EXACT_ORACLE_H

#include "compile/solid.h"

typedef struct ExactOracle ExactOracle;

/* Creates an oracle. The solid must outlive it. Not thread-safe, because it caches the vertices of
 * brushes. */
ExactOracle *exact_oracle_new(const BspSolid *solid);
void exact_oracle_free(ExactOracle *oracle);

typedef struct {
    gboolean hits;
    double t;    /* the largest double that is not above the exact time; 1 if there is no hit */
    guint brush; /* the brush that is hit; if there are several, the one with the lowest number */
} ExactContact;

/* Finds the first contact of a shape that is a point or a box. */
ExactContact exact_oracle_contact(ExactOracle *oracle, const BspShape *shape, BspVec from,
                                  BspVec to);

/* Returns the units by which the answer t is late. This is the maximum depth that the move reaches
 * in any single brush before t. It is 0 if the move enters no brush. */
double exact_oracle_late(ExactOracle *oracle, const BspShape *shape, BspVec from, BspVec to,
                         double t);

/* Returns the units by which the answer t is early. This is the distance from the shape at t to the
 * nearest brush. It is 0 if the shape touches or overlaps a brush, and HUGE_VAL if the solid has no
 * brush. */
double exact_oracle_early(ExactOracle *oracle, const BspShape *shape, BspVec from, BspVec to,
                          double t);

/* Returns the number of the brush's exact vertices. */
guint exact_oracle_n_vertices(ExactOracle *oracle, guint brush);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ExactOracle, exact_oracle_free)

#endif
