/* contract-scene: makes a scenario from bytes. It has brushes, spaces, shapes, and moves aimed at
 * them.
 *
 * The bytes are records of 16, each of which stands for one thing, so that a mutation changes, adds
 * or removes one thing. Their numbers are small whole numbers of some unit, with tiny offsets.
 * Moves are aimed at vertices and edges of brushes, so that degenerate contacts are frequent. Any
 * bytes are valid, because a record that describes no valid brush or shape is left out. */
#ifndef CONTRACT_SCENE_H
#define CONTRACT_SCENE_H

#include "methods/method.h"
#include "run/resolve.h"

/* Bytes. The longest records use all of them. */
#define CONTRACT_RECORD 16

/* The kind of a record, by its first byte. */
enum {
    CONTRACT_BRUSH = 0, /* kinds 0 to 2 */
    CONTRACT_SPACE = 3,
    CONTRACT_SHAPE = 4,
    CONTRACT_MOVE = 5, /* kinds 5 to 7 */
    CONTRACT_KINDS = 8
};

/* Records beyond these limits are left out, so that an input takes little time. */
#define CONTRACT_MAX_BRUSHES 12
#define CONTRACT_MAX_SPACES 3
#define CONTRACT_MAX_SHAPES 3
#define CONTRACT_MAX_MOVES 24

/* Returns the scenario, in which each move is a trajectory of its own. Returns NULL if there is no
 * brush or no move. */
CompareScenario *contract_scene(const guint8 *data, gsize size);

/* Returns the options with which the trees are built. They depend only on the bytes, and not on the
 * machine. */
CompareTrees contract_trees(const guint8 *data);

/* Returns the move of trajectory i. */
static inline CompareMove contract_move(const CompareScenario *s, guint i)
{
    const CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
    return g_array_index(t->moves, CompareMove, 0);
}

#endif
