/* skin: traces that keep a skin; the tree finds the moves that come near no brush. */
#include "shift/tree.h"

bool shift_tree_skin_trace(const ShiftTree *tree, const BspBrushTable *sides, const BspShape *shape,
                           uint32_t mask, BspVec from, BspVec to, double skin, BspTransition *tr,
                           BspHit *hit)
{
    BspBounds box = bsp_skin_box(&shape->bounds, skin);
    BspShape grown = bsp_shape_box(box.mins, box.maxs);
    uint32_t of_tree = shift_mask_bit(tree, mask) ? mask : 0; /* 0: all brushes */
    *tr = shift_tree_hit_check(tree, &grown, of_tree, from, to, NULL);
    return bsp_brush_table_trace_after(sides, shape, mask, from, to, skin, tr, hit);
}
