/* traversal: the traversal of HitCheckBSP (Melax 2000, section 3).
 *
 * The paper's recursion is a loop with a stack. A piece of the segment is an interval of t. Every
 * plane shifts both ways, so the pieces on its two sides overlap. The near side is visited first,
 * while the far side waits on the stack.
 *
 * Header only: each caller compiles this code with its own inlined function for the bands of
 * planes. */
#ifndef SHIFT_TRAVERSAL_H
#define SHIFT_TRAVERSAL_H

#include "shift/band.h"
#include "shift/tree.h"

/* A subtree to visit, and the piece of the segment that reaches it: the interval of t inside all
 * planes above, each shifted, and moved in by BSP_TOUCH. */
typedef struct {
    double from, to;
    int32_t node;
    int32_t enter, leave; /* nodes whose planes are crossed at `from` and `to`; -1: the segment's
                             own ends */
} ShiftPiece;

typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    const ShiftBand *bands; /* the prepared shape's band for each normal, or NULL */
    BspVec from, delta;
    double begin; /* the time from which the segment is traversed */
    uint64_t n_nodes, n_leaves, n_bevels;
    unsigned top;
    ShiftPiece stack[BSP_MAX_DEPTH];
} ShiftTraversal;

/* Returns the band of the planes with that normal, at the start of the segment. *growth, which is
 * zero before, receives its change over the segment. */
typedef ShiftBand (*ShiftBandFunc)(const ShiftTraversal *walk, uint32_t normal, ShiftBand *growth);

/* A ShiftBandFunc that computes the band from the shape. */
static inline ShiftBand shift_traversal_band(const ShiftTraversal *walk, uint32_t normal,
                                             ShiftBand *growth)
{
    (void)growth;
    return shift_band_of(walk->shape, &walk->tree->nodes, normal);
}

/* Returns the first piece: the segment from `begin` on, at the root. */
static inline ShiftPiece shift_traversal_start(ShiftTraversal *walk)
{
    walk->top = 0;
    return (ShiftPiece){ walk->begin, 1, walk->tree->nodes.root, -1, -1 };
}

/* Pops a piece from the stack. Returns false if the stack is empty. */
static inline bool shift_traversal_next(ShiftTraversal *walk, ShiftPiece *piece)
{
    if (walk->top == 0)
        return false;
    *piece = walk->stack[--walk->top];
    return true;
}

/* The segment relative to a plane: its distance in front of the plane at t = 0, and the change of
 * that distance per unit of t: relative to each side of the band. Both changes have the same sign,
 * or are 0. */
typedef struct {
    double d;
    ShiftBand band, v;
} ShiftCourse;

static BSP_ALWAYS_INLINE ShiftCourse shift_traversal_course(const ShiftTraversal *walk,
                                                            const BspNode *node,
                                                            ShiftBandFunc band_of, bool never_flat)
{
    const BspNodes *nodes = &walk->tree->nodes;
    unsigned normal = bsp_node_normal(nodes, node);
    double dist = bsp_node_dist(nodes, node);
    ShiftBand growth = { 0, 0 };
    ShiftCourse c = { .band = band_of(walk, normal, &growth) };
    double v;
    if (normal < 3) {
        c.d = walk->from.v[normal] - dist;
        v = walk->delta.v[normal];
    } else {
        const BspVec *n = bsp_nodes_normal(nodes, normal);
        c.d = bsp_vec_dot(*n, walk->from) - dist;
        v = bsp_vec_dot(*n, walk->delta);
    }
    c.v = (ShiftBand){ v - growth.over, v - growth.under };
    if (!never_flat && shift_band_is_flat(&c.band)) {
        /* A flat shape inside solid must not slip into the zero volume over a bevel. */
        double aside = bsp_node_tag(node) == SHIFT_IS_BEVEL ? BSP_TOUCH : 0;
        c.band.over -= aside;
        c.band.under += aside;
    }
    return c;
}

/* Returns the side of the plane to visit first: the side that the segment comes from. If the
 * segment does not move across the plane, the side with more of the shape. */
static inline unsigned shift_traversal_near_side(const ShiftCourse *c)
{
    double v = c->v.over + c->v.under;
    bool behind = v != 0 ? v > 0 : 2 * c->d < c->band.over + c->band.under;
    return behind ? 1 : 0;
}

/* At a plane that the piece straddles: continues in the child that the segment reaches first, and
 * pushes the other child on the stack. Skips empty leaves. */
static BSP_ALWAYS_INLINE void shift_traversal_split(ShiftTraversal *walk, ShiftPiece *piece,
                                                    const ShiftCourse *c)
{
    int32_t at = piece->node;
    const BspNode *node = &walk->tree->nodes.nodes[at];
    unsigned near = shift_traversal_near_side(c);
    double end = near ? c->band.under : c->band.over, begin = near ? c->band.over : c->band.under;
    double v_end = near ? c->v.under : c->v.over, v_begin = near ? c->v.over : c->v.under;
    double t_end = (end - c->d) * (1 / v_end), t_begin = (begin - c->d) * (1 / v_begin);
    ShiftPiece far = *piece;
    far.node = bsp_node_child(node, 1 - near);
    if (v_begin != 0 && t_begin > far.from) {
        far.from = BSP_MIN(t_begin, far.to);
        far.enter = at;
    }
    if (bsp_node_child(node, near) == ~0) {
        *piece = far;
        return;
    }
    if (far.node != ~0)
        walk->stack[walk->top++] = far;
    if (v_end != 0 && t_end < piece->to) {
        piece->to = BSP_MAX(t_end, piece->from);
        piece->leave = at;
    }
    piece->node = bsp_node_child(node, near);
}

/* Follows the piece down to a leaf, which it stores in piece->node. Returns whether the leaf is
 * solid. never_flat: no band is flat. */
static BSP_ALWAYS_INLINE bool shift_traversal_down(ShiftTraversal *walk, ShiftPiece *piece,
                                                   ShiftBandFunc band_of, bool never_flat)
{
    const BspNode *nodes = walk->tree->nodes.nodes;
    while (piece->node >= 0) {
        const BspNode *node = &nodes[piece->node];
        ShiftCourse c = shift_traversal_course(walk, node, band_of, never_flat);
        double least = c.d + BSP_MIN(piece->from * c.v.under, piece->to * c.v.under);
        double most = c.d + BSP_MAX(piece->from * c.v.over, piece->to * c.v.over);
        unsigned tag = bsp_node_tag(node);
        walk->n_nodes++;
        walk->n_bevels += tag == SHIFT_IS_BEVEL;
        /* A segment inside the plane visits both children; one that merely starts in the plane
         * visits one. Both cases occur only with flat shapes. */
        if (least >= c.band.under && (never_flat || most > c.band.over || c.v.over > 0))
            piece->node = bsp_node_child(node, 0);
        else if (most <= c.band.over && (never_flat || least < c.band.under || c.v.over < 0))
            piece->node = bsp_node_child(node, 1);
        else
            shift_traversal_split(walk, piece, &c);
    }
    walk->n_leaves++;
    return piece->node != ~0;
}

#endif
