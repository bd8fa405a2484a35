/* oracle: finds the true answer to a move from the brushes alone, without a tree.
 *
 * Each brush is summed (Minkowski) with the mirrored shape, and the segment is tested against that
 * convex body. The earliest hit of all brushes counts. For boxes and points, the sum is the brush
 * with its planes moved out. For round shapes, closed forms test the brush's faces, edges and
 * vertices. For hulls, the sum is the convex hull of all sums of two vertices. */
#ifndef COMPARE_ORACLE_H
#define COMPARE_ORACLE_H

#include "bsp-move.h"
#include "tools/bsp-inspect.h"

/* The true answer. Times run from 0 to 1 along the move, and are 1 if nothing is hit. t is the time
 * of contact with the obstacles. t_lo is the time of contact with obstacles grown by BSP_BRACKET,
 * and t_hi with obstacles shrunk by it. A start inside counts as 0. Touching (within BSP_TOUCH)
 * does not count as contact. */
typedef struct {
    double t_lo, t, t_hi;
    /* The normal of the obstacle that is hit at t. It points towards the mover. It is zero if
     * nothing is hit, or if the move starts inside the obstacle. */
    BspVec normal;
    guint brush;     /* the brush that is hit at t; the lowest number if there are several;
                        COMPARE_NO_BRUSH if there is none */
    gboolean inside; /* whether the move starts in solid, deeper than touching */
    double kept;     /* the units that the move keeps from brushes; 0 without a skin */
    /* If inside, the times of the first exit from all shrunk obstacles, and from all grown
     * obstacles; 1 if the move never leaves them. */
    double leave_lo, leave_hi;
} CompareTruth;

#define COMPARE_NO_BRUSH G_MAXUINT

typedef struct CompareOracle CompareOracle;

/* Creates an oracle. The solid must outlive it. It is not thread-safe, because it caches sums of
 * brush and shape. */
CompareOracle *compare_oracle_new(const BspSolid *solid);

/* Creates an oracle with a sharper bracket. Obstacles are grown and shrunk by `units`, which must
 * exceed BSP_TOUCH. Only obstacles that the move enters deeper than touching count. If a move
 * touches or follows a surface, its usual bracket may be as long as the move. The bracket of this
 * oracle is narrower. No method has to satisfy this oracle, because rounding may turn a touch into
 * a hit. */
CompareOracle *compare_oracle_new_sharp(const BspSolid *solid, double units);

/* Creates an oracle for methods that intentionally stop `skin` units before solid. Only t_lo
 * differs from that of compare_oracle_new(). It is the first time at which the mover is within skin
 * + BSP_BRACKET of an obstacle. */
CompareOracle *compare_oracle_new_skin(const BspSolid *solid, double skin);

void compare_oracle_free(CompareOracle *oracle);

/* Finds the true answer for a move. `mask` is the contents of the brushes that count. If it is 0,
 * all brushes count. */
CompareTruth compare_oracle_move(CompareOracle *oracle, const BspShape *shape, guint32 mask,
                                 BspVec from, BspVec to);

/* The times at which a move is in one brush. enter_lo and leave_hi are the times for the grown
 * brush, and enter_hi and leave_lo for the shrunk brush. If the move does not meet the shrunk
 * brush, enter_hi is 2 and leave_lo is -1. */
typedef struct {
    guint brush;
    double enter_lo, enter_hi, leave_lo, leave_hi;
} CompareStay;

/* Returns an array of CompareStay, in no particular order, with an item for each brush that meets
 * the move when the brush is grown. The move's shape must not be NULL. Its skin is ignored. */
GArray *compare_oracle_stays(CompareOracle *oracle, const BspMove *move);

/* The obstacles that an oracle compares moves with. oracle/turn.h compares moves that turn with the
 * same obstacles. */
typedef struct {
    const BspSolid *solid;
    double grown, shrunk;  /* units by which the obstacles are grown and shrunk */
    gboolean entered_only; /* obstacles that a move only touches do not count */
} CompareOracleLevels;

CompareOracleLevels compare_oracle_levels(const CompareOracle *oracle);

/* Returns the depth of the shape at p in the brush in which it is deepest, and stores that brush in
 * *brush. The depth is the number of units by which the brush must shrink to release the shape.
 * Returns 0 and stores COMPARE_NO_BRUSH if the shape is in no brush. */
double compare_oracle_depth(CompareOracle *oracle, const BspShape *shape, guint32 mask, BspVec p,
                            guint *brush);

/* Returns whether both shapes have the same sum with every brush. */
gboolean compare_same_shape(const BspShape *a, const BspShape *b);

/* Returns the bounds of the moving shape, with space for grown obstacles. */
BspBounds compare_swept_bounds(const BspShape *shape, BspVec from, BspVec to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOracle, compare_oracle_free)

#endif
