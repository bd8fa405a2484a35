/* turn: finds the true answer to a move of a body that turns, from the brushes alone.
 *
 * For a unit vector n, s(n) is the width of the empty slab, perpendicular to n, between the brush
 * and the body, which is in front of the brush along n. It is negative if they overlap along n. The
 * signed distance of body and brush is the largest s(n), so s(n) of any n is a lower bound. Over an
 * interval of t, n turns from the best direction at the beginning to the best one at the end. s(n)
 * stays above the lower of its values at both ends, except for a sag that is known. An interval
 * whose bound stays above a level is free; other intervals are halved.
 *
 * The best n is found in long double. It comes from the nearest points of body and brush if they
 * are apart, otherwise from the axes of all faces and pairs of edges. */
#ifndef COMPARE_ORACLE_TURN_H
#define COMPARE_ORACLE_TURN_H

#include "bsp-turn.h"
#include "oracle/hit-plane.h"
#include "oracle/oracle.h"

/* A move of a body that turns. */
typedef struct {
    BspVec from, to; /* the positions of the pivot at the start and the end */
    const BspTurn *turn;
    const BspShape *shape;
    guint32 mask; /* the contents of the brushes that count; 0 selects all brushes */
    /* The units that the hit keeps from the brush; only compare_turn_judge() uses them. */
    double kept;
} CompareTurning;

/* Finds the true answer. t_lo is the first time at which the body is nearer to a brush than
 * `grown`. t_hi is the first time at which it is deeper in a brush than `shrunk`, and t the first
 * time at which it is deeper than BSP_TOUCH. A cylinder is deeper than x if it still meets the
 * brush after its caps and its side have moved in by x. A cylinder that is at most 2 * shrunk high
 * or wide is deeper than `shrunk` if it meets the brush after the brush's sides have moved in. If
 * entered_only, t_lo is 1 for a body that is never deeper than touching.
 *
 * The search for the nearest points of a cylinder and a brush may end before they are exact. So a
 * cylinder that touches a brush with its side at the start may count as inside. This does not
 * change t_lo and t_hi.
 *
 * The function does not search for the time of leaving solid. It sets leave_lo to 0 and leave_hi to
 * 1, so that any time is accepted. */
CompareTruth compare_turn_truth(const BspSolid *solid, const CompareTurning *move, double grown,
                                double shrunk, gboolean entered_only);

/* Finds the true answer to a move that keeps a skin (bsp-brush-table.h), which need not turn. t_lo
 * is the time at which the body is nearer than the kept distance plus 16 BSP_TOUCH. t and t_hi are
 * the time at which it is nearer than the distance below which it must not get. If it never is, the
 * move is free, and all times are 1. Returns FALSE if the body touches a brush at the start or is
 * deeper, because then the skin does not matter. */
gboolean compare_turn_truth_of_skin(const BspSolid *solid, const CompareTurning *move, double skin,
                                    CompareTruth *truth);

/* Finds the same answer as compare_turn_truth(), with the levels of the oracle. */
CompareTruth compare_oracle_turning(const CompareOracle *oracle, const CompareTurning *move);

/* Returns the signed distance of the body at time t from a brush, in units. It is negative if they
 * overlap, except for cylinders, for which it is 0. Stores in *normal the direction from the brush
 * to the body along which they have this distance. `normal` may be NULL. */
double compare_turn_distance(const BspBrush *brush, const CompareTurning *move, double t,
                             BspVec *normal);

/* Returns whether that distance is at most `distance`, which must not be negative. It takes a
 * fraction of the time, because the depth of an overlap need not be known. */
gboolean compare_turn_is_within(const BspBrush *brush, const CompareTurning *move, double t,
                                double distance);

/* Judges the plane of a hit inside its bracket. The plane is right if, at the time of the hit, it
 * separates the body from a brush, and the distance of the body from this brush is `kept`. Plane
 * and distance may be off by 2 * BSP_BRACKET. */
ComparePlaneJudgement compare_turn_judge(const BspSolid *solid, const CompareTurning *move,
                                         const BspTransition *hit);

#endif
