/* meeting: which plane a shape hits where several planes meet at the contact.
 *
 * A segment enters a cell by the plane that it crosses last. Where it crosses several at the same
 * time, or enters several cells, that plane may be a side that lies in the matter of a neighbour.
 * Then the cells at the contact are collected, and trace/corner.h chooses the plane. */
#include "shift/meeting.h"

#include "trace/corner.h"

/* A subtree to be visited, and the shifted planes near the contact that bound its cells. */
typedef struct {
    int32_t node;
    uint64_t planes;
} Part;

typedef struct {
    const ShiftTraversal *walk;
    BspCorner corner;
    unsigned top;
    Part stack[BSP_MAX_DEPTH];
} Collection;

/* The part of the cells on one side of a node's plane, shifted out for the shape: adds it to those
 * to be visited unless the contact is outside. false if there is no room. */
static bool add_side(Collection *c, const Part *part, unsigned side)
{
    const ShiftTree *tree = c->walk->tree;
    const BspNode *node = &tree->nodes.nodes[part->node];
    ShiftBand band =
        shift_band_of(c->walk->shape, &tree->nodes, bsp_node_normal(&tree->nodes, node));
    double touch = shift_band_touch(&band);
    BspPlane plane = bsp_nodes_plane(&tree->nodes, part->node);
    Part next = { node->child[side], part->planes };
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
        uint64_t bit = bsp_corner_plane(&c->corner, &plane, part->node);
        next.planes |= bit;
        if (bit == 0)
            return false;
    }
    c->stack[c->top++] = next;
    return true;
}

static bool collect(Collection *c)
{
    const ShiftTree *tree = c->walk->tree;
    c->stack[0] = (Part){ tree->nodes.root, 0 };
    c->top = 1;
    while (c->top > 0) {
        Part part = c->stack[--c->top];
        while (part.node >= 0 &&
               bsp_node_tag(&tree->nodes, &tree->nodes.nodes[part.node]) == BSP_TAG_TIP)
            part.node = shift_below_tip(tree, &tree->nodes.nodes[part.node]);
        if (part.node >= 0) {
            if (!add_side(c, &part, 0) || !add_side(c, &part, 1))
                return false;
        } else if (shift_leaf_stops(tree, part.node, c->walk->masks) &&
                   !bsp_corner_cone(&c->corner, part.planes)) {
            return false;
        }
    }
    return true;
}

void shift_name_meeting(const ShiftTraversal *walk, BspTransition *tr)
{
    Collection c;
    c.walk = walk;
    bsp_corner_init(&c.corner, tr->point);
    if (!collect(&c))
        return;
    const BspCornerPlane *plane = bsp_corner_choose(&c.corner, walk->delta);
    if (plane)
        tr->plane = plane->plane;
}
