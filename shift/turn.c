/* turn: plane shifting for bodies that turn. */
#include "shift-tree.h"

BspTransition shift_tree_hit_check_turning(const ShiftTree *tree, const BspShape *shape,
                                           const BspTurn *turn, BspVec from, BspVec to,
                                           BspCounters *counters)
{
    (void)tree, (void)shape, (void)turn, (void)to, (void)counters;
    return bsp_transition_solid(from);
}

BspTransition shift_tree_hit_check_exact_turning(const ShiftTree *tree, const BspBrushTable *table,
                                                 const BspShape *shape, const BspTurn *turn,
                                                 BspVec from, BspVec to, BspCounters *counters)
{
    (void)table;
    return shift_tree_hit_check_turning(tree, shape, turn, from, to, counters);
}
