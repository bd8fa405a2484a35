/* crossed-plane: judges the plane that a tree names: one that the move crosses at its transition. A
 * tree may name any such plane, so this asks less than hit-plane.h. Trees are not used. */
#ifndef COMPARE_CROSSED_PLANE_H
#define COMPARE_CROSSED_PLANE_H

#include "oracle/turn.h"

/* Judges the plane of a hit or an exit. The plane must have a unit normal and pass through the
 * contact. A move that does not turn must enter the plane of a hit, and leave through the plane of
 * an exit. If `is_exact`, the answer is exact and inside its bracket, and the plane must bound the
 * sum of the mirrored shape and a brush that is touched there. Otherwise these conditions are all,
 * because an early answer may stop at a bevel far from every brush. */
ComparePlaneVerdict compare_crossed_judge(const BspSolid *solid, const CompareTurning *move,
                                          const BspTransition *answer, gboolean is_exact);

#endif
