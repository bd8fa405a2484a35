/* meeting: chooses the plane that a shape hits if several planes meet at the contact.
 *
 * A segment enters a cell through the plane that it crosses last. If it crosses several planes at
 * the same time, or enters several cells, that plane may bound a side that lies inside a
 * neighbouring cell. So this file collects the cells at the contact, and body/corner.h chooses the
 * plane. */
#include "shift/hit-check.h"

#include "body/corner.h"

/* A subtree to visit. `planes` are the bits of the shifted planes that pass near the contact and
 * bound the subtree's cells. */
typedef struct {
    int32_t node;
    uint64_t planes;
} Part;

typedef struct {
    const ShiftTraversal *walk;
    const ShiftHit *hit;
    BspPlane plane; /* the plane that the traversal found */
    bool exact;
    BspCorner corner;
    unsigned top;
    Part stack[BSP_MAX_DEPTH + 1]; /* one subtree waits on each level, and two at the last */
} Collection;

/* Adds the child on one side of the node's plane to the stack, unless the contact is outside the
 * shifted plane. Returns false if there is no room for another plane. */
static bool add_side(Collection *c, const Part *part, unsigned side)
{
    const ShiftTree *tree = c->walk->tree;
    const BspNode *node = &tree->nodes.nodes[part->node];
    ShiftBand band =
        shift_band_of(c->walk->shape, &tree->nodes, bsp_node_normal(&tree->nodes, node));
    double touch = shift_band_touch(&band);
    BspPlane plane = bsp_nodes_plane(&tree->nodes, part->node);
    Part next = { bsp_node_child(node, side), part->planes };
    if (side) {
        plane.dist += band.under + touch;
    } else {
        plane.dist += band.over - touch;
        plane = bsp_plane_flipped(&plane);
    }
    double d = bsp_plane_distance(&plane, c->corner.at);
    if (d > BSP_CORNER_NEAR)
        return true;
    if (d >= -BSP_CORNER_NEAR) {
        uint64_t bit = bsp_corner_plane(&c->corner, &plane);
        next.planes |= bit;
        if (bit == 0)
            return false;
    }
    c->stack[c->top++] = next;
    return true;
}

/* Adds the cell if the shape touches it. Returns false if there is no room for another cell. The
 * cell that was hit is also bounded by the plane that was hit. */
static bool add_cell(Collection *c, const Part *part)
{
    uint64_t planes = part->planes;
    if (c->exact) {
        BspCastBody body = shift_cell_body(c->walk->tree, part->node);
        if (bsp_cast_distance(&body, c->walk->shape, c->corner.at) > BSP_CORNER_NEAR)
            return true;
        if (part->node == c->hit->leaf)
            planes |= bsp_corner_plane(&c->corner, &c->plane);
    }
    return planes == 0 || bsp_corner_cone(&c->corner, planes);
}

static bool collect_cells(Collection *c)
{
    const ShiftTree *tree = c->walk->tree;
    c->stack[0] = (Part){ tree->nodes.root, 0 };
    c->top = 1;
    while (c->top > 0) {
        Part part = c->stack[--c->top];
        while (part.node >= 0 && bsp_node_tag(&tree->nodes.nodes[part.node]) == BSP_TAG_TIP)
            part.node = shift_below_tip(tree, &tree->nodes.nodes[part.node]);
        if (part.node >= 0) {
            if (!add_side(c, &part, 0) || !add_side(c, &part, 1))
                return false;
        } else if (shift_leaf_stops(tree, part.node, c->walk->masks) && !add_cell(c, &part)) {
            return false;
        }
    }
    return true;
}

void shift_name_meeting(const ShiftTraversal *walk, const ShiftHit *hit, bool exact,
                        BspTransition *tr)
{
    Collection c;
    c.walk = walk;
    c.hit = hit;
    c.plane = tr->plane;
    c.exact = exact;
    bsp_corner_init(&c.corner, tr->point);
    if (collect_cells(&c))
        bsp_corner_name(&c.corner, walk->from, walk->delta, tr);
}
