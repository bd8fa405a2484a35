/* oracle: the truth about a move, straight from the brushes, with no tree.
 *
 * Each brush is summed (Minkowski) with the mirrored shape and the segment is held against that
 * convex body alone; the earliest over all brushes counts. Boxes and points: a brush expanded by
 * planes. Round shapes: closed forms over the brush's faces, edges and vertices. Hulls: the convex
 * hull of all sums of vertices. */
#ifndef COMPARE_ORACLE_H
#define COMPARE_ORACLE_H

#include "bsp-shape.h"
#include "build/solid.h"

/* Times 0..1 along the move; 1 where nothing is hit. Contact with every obstacle grown by
 * BSP_BRACKET (t_lo), as it is (t), and shrunk by BSP_BRACKET (t_hi). A start inside counts as 0;
 * touching (within BSP_TOUCH) does not count as contact. */
typedef struct {
    double t_lo, t, t_hi;
    BspVec normal; /* of the obstacle hit at t, towards the mover; zero when none */
} CompareTruth;

typedef struct CompareOracle CompareOracle;

/* The solid must outlive the oracle. Not thread-safe: it remembers sums of brush and shape. */
CompareOracle *compare_oracle_new(const BspSolid *solid);
void compare_oracle_free(CompareOracle *oracle);

CompareTruth compare_oracle_move(CompareOracle *oracle, const BspShape *shape, BspVec from,
                                 BspVec to);

/* What the shape sweeps on its way, with room for the growing. */
BspBounds compare_swept_bounds(const BspShape *shape, BspVec from, BspVec to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOracle, compare_oracle_free)

#endif
