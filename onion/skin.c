/* skin: traces that keep a skin; the tree finds the moves that come near no brush. */
#include "onion-tree.h"

static bool contains(const BspBounds *outer, const BspBounds *inner)
{
    return bsp_bounds_contain(outer, inner->mins) && bsp_bounds_contain(outer, inner->maxs);
}

/* Whether the space's box and mask include those of the move, so that an empty answer proves that
 * the move is free. */
static bool is_filter(const OnionSpace *space, const BspBounds *box, uint32_t mask)
{
    bool has_matter = space->mask == 0 || (mask != 0 && (mask & ~space->mask) == 0);
    return has_matter && contains(&space->box, box);
}

bool onion_tree_skin_trace(const OnionTree *tree, unsigned space, const BspBrushTable *sides,
                           const BspShape *shape, uint32_t mask, BspVec from, BspVec to,
                           double skin, BspTransition *tr, BspHit *hit)
{
    const OnionSpace *in = onion_tree_space(tree, space);
    BspBounds box = bsp_skin_box(&shape->bounds, skin);
    if (!in || !is_filter(in, &box, mask))
        return bsp_brush_table_trace(sides, shape, mask, from, to, skin, tr, hit);
    *tr = onion_tree_first_transition(tree, space, from, to, NULL);
    return bsp_brush_table_trace_after(sides, shape, mask, from, to, skin, tr, hit);
}
