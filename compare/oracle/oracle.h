/* oracle: the true answer to a move, from the brushes alone, without a tree.
 *
 * Each brush is summed (Minkowski) with the mirrored shape, and the segment is tested against that
 * convex body alone. The earliest hit of all brushes counts. Boxes and points: a brush expanded by
 * planes. Round shapes: closed forms over the brush's faces, edges and vertices. Hulls: the convex
 * hull of all sums of vertices. */
#ifndef COMPARE_ORACLE_H
#define COMPARE_ORACLE_H

#include "bsp-inspect.h"
#include "bsp-shape.h"

/* Times 0..1 along the move; 1 if nothing is hit. They are the times of contact with every obstacle
 * grown by BSP_BRACKET (t_lo), as it is (t), and shrunk by BSP_BRACKET (t_hi). A start inside
 * counts as 0. Touching (within BSP_TOUCH) does not count as contact. */
typedef struct {
    double t_lo, t, t_hi;
    BspVec normal; /* of the obstacle hit at t, towards the mover; zero if nothing is hit or the
                      move starts inside the obstacle */
    guint brush;   /* the brush hit at t, the lowest number of several; COMPARE_NO_BRUSH if none */
    gboolean inside;           /* the move starts in solid, deeper than touch */
    double leave_lo, leave_hi; /* if inside: the first exit from all obstacles, shrunk (leave_lo)
                                  and grown (leave_hi); 1 if the move never leaves */
} CompareTruth;

#define COMPARE_NO_BRUSH G_MAXUINT

typedef struct CompareOracle CompareOracle;

/* The solid must outlive the oracle. Not thread-safe, because it caches sums of brush and shape. */
CompareOracle *compare_oracle_new(const BspSolid *solid);

/* An oracle with a sharper bracket: obstacles are grown and shrunk by `units`, which must exceed
 * BSP_TOUCH. Only obstacles that the move enters deeper than touch count. So moves that touch or
 * follow a surface, whose usual bracket is as long as they are, get a bracket too. No method has to
 * satisfy it, because rounding may turn a touch into a hit. */
CompareOracle *compare_oracle_new_sharp(const BspSolid *solid, double units);

/* An oracle for methods that stop `skin` units before solid on purpose. It differs from
 * compare_oracle_new() in t_lo, the first time at which the mover is within skin + BSP_BRACKET of
 * an obstacle. */
CompareOracle *compare_oracle_new_skin(const BspSolid *solid, double skin);

void compare_oracle_free(CompareOracle *oracle);

/* mask: the contents of the brushes that count; 0: all brushes. */
CompareTruth compare_oracle_move(CompareOracle *oracle, const BspShape *shape, guint32 mask,
                                 BspVec from, BspVec to);

/* How deep the shape at p is in the brush that it is deepest in: the units that the brush must
 * shrink to release it. *brush receives that brush. Returns 0 and sets COMPARE_NO_BRUSH if the
 * shape is in no brush. */
double compare_oracle_depth(CompareOracle *oracle, const BspShape *shape, guint32 mask, BspVec p,
                            guint *brush);

/* TRUE if sums with one shape equal sums with the other. */
gboolean compare_same_shape(const BspShape *a, const BspShape *b);

/* The bounds of the moving shape, with room for grown obstacles. */
BspBounds compare_swept_bounds(const BspShape *shape, BspVec from, BspVec to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOracle, compare_oracle_free)

#endif
