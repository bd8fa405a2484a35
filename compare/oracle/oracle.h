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
    BspVec normal; /* of the obstacle hit at t, towards the mover; zero when none, or where the move
                      begins inside of it */
    guint brush;   /* that is hit at t, of several the first; COMPARE_NO_BRUSH when none */
    gboolean inside;           /* it begins in matter, deeper than touch */
    double leave_lo, leave_hi; /* then when it first leaves all of that, shrunk and grown as above;
                                  1 where it never does */
} CompareTruth;

#define COMPARE_NO_BRUSH G_MAXUINT

typedef struct CompareOracle CompareOracle;

/* The solid must outlive the oracle. Not thread-safe: it remembers sums of brush and shape. */
CompareOracle *compare_oracle_new(const BspSolid *solid);

/* One with a sharper bracket, of obstacles grown and shrunk by so many units, more than BSP_TOUCH;
 * of those alone that the move enters deeper than touch. What it only touches or goes along does
 * not count, so that there is a bracket for these moves, too, whose own one is as long as they are.
 * No method is bound to it: what rounding makes of a touch may be matter. */
CompareOracle *compare_oracle_new_sharp(const BspSolid *solid, double units);

/* One for what stops `skin` units short of matter, on purpose: as compare_oracle_new(), but t_lo is
 * the first time at which the mover is within skin + BSP_BRACKET of an obstacle. */
CompareOracle *compare_oracle_new_skin(const BspSolid *solid, double skin);

void compare_oracle_free(CompareOracle *oracle);

/* mask: the contents of the brushes that are asked; 0: all are. */
CompareTruth compare_oracle_move(CompareOracle *oracle, const BspShape *shape, guint32 mask,
                                 BspVec from, BspVec to);

/* How deep the shape, at p, is in the brush that it is deepest in: units that this must shrink to
 * let go of it; which brush goes to *brush. 0 and COMPARE_NO_BRUSH where it is in none. */
double compare_oracle_depth(CompareOracle *oracle, const BspShape *shape, guint32 mask, BspVec p,
                            guint *brush);

/* Whether sums with one shape are sums with the other. */
gboolean compare_same_shape(const BspShape *a, const BspShape *b);

/* What the shape sweeps on its way, with room for the growing. */
BspBounds compare_swept_bounds(const BspShape *shape, BspVec from, BspVec to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOracle, compare_oracle_free)

#endif
