/* contract-scene: bytes made a scenario: brushes, spaces, shapes, and moves aimed at them.
 *
 * The bytes are records of 16, each of which stands for one thing, so that a mutation changes,
 * adds or takes away one thing. What they say is small whole numbers of some unit, with tiny
 * offsets beside, and places of brushes that a move is aimed at: contact in degenerate places is
 * the rule. No bytes are wrong; what makes no brush or shape is left out. */
#ifndef CONTRACT_SCENE_H
#define CONTRACT_SCENE_H

#include "methods/method.h"
#include "run/resolve.h"

#define CONTRACT_RECORD 16

/* What a record is, by its first byte. */
enum {
    CONTRACT_BRUSH = 0, /* and 1, 2 */
    CONTRACT_SPACE = 3,
    CONTRACT_SHAPE = 4,
    CONTRACT_MOVE = 5, /* and 6, 7 */
    CONTRACT_KINDS = 8
};

/* More are left out: an input has to be fast. */
#define CONTRACT_MAX_BRUSHES 12
#define CONTRACT_MAX_SPACES 3
#define CONTRACT_MAX_SHAPES 3
#define CONTRACT_MAX_MOVES 24

/* The scenario, each move a trajectory of its own; NULL when there is no brush or no move. */
CompareScenario *contract_scene(const guint8 *data, gsize size);

/* How the trees of bytes that make a scenario are built: the same whatever machine it is on. */
CompareTrees contract_trees(const guint8 *data);

/* The move of a trajectory. */
static inline CompareMove contract_move(const CompareScenario *s, guint i)
{
    const CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
    return g_array_index(t->moves, CompareMove, 0);
}

#endif
