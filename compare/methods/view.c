/* view: a method's tree as queries use it, for drawing it and for explaining answers. */
#include "methods/view.h"

CompareTreeView compare_view_of_shift(const ShiftTree *tree, uint32_t mask)
{
    return (CompareTreeView){ .nodes = &tree->nodes, .shift = tree, .mask = mask };
}

bool compare_view_stops(const CompareTreeView *view, int32_t leaf)
{
    return shift_leaf_stops(view->shift, leaf, shift_mask_bit(view->shift, view->mask));
}

int32_t compare_view_past_tips(const CompareTreeView *view, int32_t at)
{
    const BspNodes *nodes = view->nodes;
    while (at >= 0 && bsp_node_tag(nodes, &nodes->nodes[at]) == BSP_TAG_TIP)
        at = shift_below_tip(view->shift, &nodes->nodes[at]);
    return at;
}

bool compare_view_is_bevel(const CompareTreeView *view, const BspNode *node)
{
    return view->shift && bsp_node_tag(view->nodes, node) == SHIFT_IS_BEVEL;
}

unsigned compare_view_under_bevel(const CompareTreeView *view, const BspNode *bevel)
{
    int32_t in_front = bevel->child[0];
    bool is_over =
        in_front < 0 && (view->shift->n_masks == 1 || (unsigned)~in_front > view->shift->over);
    return is_over ? 1 : 0;
}
