/* point: traces a point through a shift tree. */
#include "shift/hit-check.h"

#include "shift-tree.h"
#include "trace/compiler.h"
#include "trace/first-transition.h"

/* No plane shifts for a point, so the tree is a plain BSP. Below a bevel is only solid, so the
 * bevel node itself counts as solid (BspTraceView.solid_tag). The region in front of a bevel must
 * not be visited: it has no volume, but some points are within BSP_TOUCH of it. */

static bool leaf_is_solid(unsigned value, const void *user_data)
{
    (void)user_data;
    return value != 0;
}

/* For a tree of several masks. The leaf below a bevel may be solid or empty under the masks; for a
 * point, the leaf in front of the bevel is the same. */
typedef struct {
    const ShiftTree *tree;
    uint32_t masks;
} MaskedView;

static bool leaf_is_in_masks(unsigned value, const void *user_data)
{
    const MaskedView *view = user_data;
    return (shift_leaf_masks(view->tree, value) & view->masks) != 0;
}

static BSP_NO_INLINE void trace_masked(const ShiftTree *tree, uint32_t masks, const BspVec *from,
                                       const BspVec *to, BspCounters *counters, BspTransition *tr)
{
    MaskedView masked = { tree, masks };
    BspTraceView view = { &tree->nodes, 0, 0, leaf_is_in_masks, &masked };
    bsp_trace_first_transition(view, from, to, counters, tr);
}

BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, uint32_t masks, BspVec from,
                                BspVec to, BspCounters *counters)
{
    BspVec point_from = bsp_vec_add(from, offset), point_to = bsp_vec_add(to, offset);
    BspTraceView view = { &tree->nodes, 0, SHIFT_IS_BEVEL, leaf_is_solid, NULL };
    BspTransition tr;
    if (tree->n_masks > 1)
        trace_masked(tree, masks, &point_from, &point_to, counters, &tr);
    else
        bsp_trace_first_transition(view, &point_from, &point_to, counters, &tr);
    tr.point = tr.t >= 1 ? to : tr.t > 0 ? bsp_vec_mad(from, tr.t, bsp_vec_sub(to, from)) : from;
    tr.plane.dist -= bsp_vec_dot(tr.plane.normal, offset);
    return tr;
}

bool shift_tree_point_is_solid(const ShiftTree *tree, uint32_t mask, BspVec p)
{
    MaskedView masked = { tree, shift_mask_bit(tree, mask) };
    BspTraceView view = { &tree->nodes, 0, SHIFT_IS_BEVEL, leaf_is_solid, NULL };
    if (masked.masks == 0)
        return true;
    if (tree->n_masks > 1)
        view = (BspTraceView){ &tree->nodes, 0, 0, leaf_is_in_masks, &masked };
    return bsp_trace_point_is_solid(&view, p);
}
