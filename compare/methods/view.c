/* view: a method's tree as queries use it, for drawing it and for explaining answers. */
#include "methods/view.h"

CompareTreeView compare_view_of_shift(const ShiftTree *tree, uint32_t mask)
{
    return (CompareTreeView){ .nodes = shift_tree_nodes(tree), .shift = tree, .mask = mask };
}

bool compare_view_stops(const CompareTreeView *view, int32_t leaf)
{
    return shift_tree_leaf_stops(view->shift, leaf, view->mask);
}

bool compare_view_is_bevel(const CompareTreeView *view, const BspNodeView *node)
{
    return view->shift && node->kind == BSP_NODE_BEVEL;
}
