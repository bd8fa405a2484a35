/* traversal: the traversal of HitCheckBSP (Melax 2000, section 3).
 *
 * The paper's recursion is a loop with a stack. A piece of the segment is an interval of t. Every
 * plane shifts both ways, so the pieces on its two sides overlap. The near side is visited first,
 * while the far side waits on the stack.
 *
 * Header only: each caller compiles this code with its own inlined function for the bands of
 * planes, and for its own purpose: to find where the segment enters cells or where it leaves them.
 */
#ifndef SHIFT_TRAVERSAL_H
#define SHIFT_TRAVERSAL_H

#include "shift/band.h"
#include "shift/tree.h"

/* A subtree to visit, and the piece of the segment that reaches it. */
typedef struct {
    double from, to; /* the interval of t inside all planes above, each moved in by BSP_TOUCH */
    /* the t at which the segment has entered all planes above. SHIFT_ENTERING counts only planes
     * that advance `from`, which suffices unless the segment grazes */
    double impact;
    int32_t node;
    /* The node whose plane gave the t that the query is for. SHIFT_ENTERING: `impact`; -1 if the
     * segment starts inside. SHIFT_GRAZING: `from`, if the segment is then at the plane.
     * SHIFT_LEAVING: `to`; -1 at the segment's end */
    int32_t plane : 31;
    /* SHIFT_ENTERING: the segment enters another plane at about the same time, or starts there */
    unsigned meets : 1;
} ShiftPiece;

/* The bits that hold a node's number (BSP_MAX_NODES). */
#define SHIFT_PLANE_BITS 0x3fffffff

/* Units. If a segment enters two planes within this distance, they may meet in an edge of the cell.
 */
#define SHIFT_NEAR (64 * BSP_TOUCH)

/* The purpose of a traversal: find where the segment enters cells; the same with all planes of a
 * cell, for a segment that grazes; or find where the segment leaves cells. */
typedef enum { SHIFT_ENTERING, SHIFT_GRAZING, SHIFT_LEAVING } ShiftTraversalFor;

typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    const ShiftBand *bands; /* the prepared shape's band for each normal, or NULL */
    uint32_t masks;         /* bits: brushes under any of these masks stop the shape */
    BspVec from, delta;
    uint64_t n_nodes, n_leaves, n_bevels;
    unsigned top;
    ShiftPiece stack[BSP_MAX_DEPTH];
} ShiftTraversal;

/* Returns the band of the planes with that normal. */
typedef ShiftBand (*ShiftBandFunc)(const ShiftTraversal *walk, uint32_t normal);

/* A ShiftBandFunc that computes the band from the shape. */
static inline ShiftBand shift_traversal_band(const ShiftTraversal *walk, uint32_t normal)
{
    return shift_band_of(walk->shape, &walk->tree->nodes, normal);
}

/* Returns the first piece: the whole segment, at the root. */
static inline ShiftPiece shift_traversal_start(ShiftTraversal *walk)
{
    walk->top = 0;
    return (ShiftPiece){ 0, 1, -HUGE_VAL, walk->tree->nodes.root, -1, 0 };
}

/* Pops a piece from the stack. Returns false if the stack is empty. */
static inline bool shift_traversal_next(ShiftTraversal *walk, ShiftPiece *piece)
{
    if (walk->top == 0)
        return false;
    *piece = walk->stack[--walk->top];
    return true;
}

/* Ends the near side's piece at t. */
static BSP_ALWAYS_INLINE void shift_traversal_leave(ShiftPiece *piece, int32_t node, double t,
                                                    ShiftTraversalFor what)
{
    piece->to = BSP_MAX(t, piece->from);
    if (what == SHIFT_LEAVING)
        piece->plane = node & SHIFT_PLANE_BITS;
}

/* The segment relative to a plane: its distance in front of the plane at t = 0, and the change of
 * that distance per unit of t. */
typedef struct {
    double d, v;
    ShiftBand band;
    double touch; /* how far the sides of the band lie inside the shifted planes */
} ShiftCourse;

static BSP_ALWAYS_INLINE ShiftCourse shift_traversal_course(const ShiftTraversal *walk,
                                                            const BspNode *node,
                                                            ShiftBandFunc band_of, bool never_flat)
{
    const BspNodes *nodes = &walk->tree->nodes;
    unsigned normal = bsp_node_normal(nodes, node);
    double dist = bsp_node_dist(nodes, node);
    ShiftCourse c = { .band = band_of(walk, normal), .touch = BSP_TOUCH };
    if (normal < 3) {
        c.d = walk->from.v[normal] - dist;
        c.v = walk->delta.v[normal];
    } else {
        const BspVec *n = bsp_nodes_normal(nodes, normal);
        c.d = bsp_vec_dot(*n, walk->from) - dist;
        c.v = bsp_vec_dot(*n, walk->delta);
    }
    if (!never_flat && shift_band_is_flat(&c.band)) {
        /* A flat shape inside solid must not slip into the zero volume over a bevel. */
        double aside = bsp_node_tag(node) == SHIFT_IS_BEVEL ? BSP_TOUCH : 0;
        c.band.over -= aside;
        c.band.under += aside;
        c.touch = 0;
    }
    return c;
}

/* Whether the segment, at t, is within BSP_TOUCH of the shifted plane. */
static BSP_ALWAYS_INLINE bool shift_traversal_is_at(const ShiftTraversal *walk, int32_t node,
                                                    double t, ShiftBandFunc band_of)
{
    ShiftCourse c = shift_traversal_course(walk, &walk->tree->nodes.nodes[node], band_of, false);
    double place = c.v < 0 ? c.band.under + c.touch : c.band.over - c.touch;
    return fabs(c.d + t * c.v - place) <= BSP_TOUCH;
}

/* Whether the node is a bevel while the segment is still at the plane through which it entered.
 * That plane describes the contact better than the bevel: where a brush is divided into cells,
 * bevels lie in the middle of the brush's faces. */
static BSP_ALWAYS_INLINE bool shift_traversal_is_beside(const ShiftTraversal *walk,
                                                        const ShiftPiece *piece, int32_t node,
                                                        ShiftBandFunc band_of)
{
    const BspNodes *nodes = &walk->tree->nodes;
    return bsp_node_tag(&nodes->nodes[node]) == SHIFT_IS_BEVEL && piece->plane >= 0 &&
           shift_traversal_is_at(walk, piece->plane, piece->impact, band_of);
}

/* For a segment that grazes a plane: stores in `piece` that the segment crosses the node's plane at
 * t, if no later crossing is stored. piece->plane stays while the segment is still at that plane.
 */
static BSP_ALWAYS_INLINE void shift_traversal_note_crossing(const ShiftTraversal *walk,
                                                            ShiftPiece *piece, int32_t node,
                                                            double t, ShiftBandFunc band_of)
{
    if (t <= piece->impact)
        return;
    piece->impact = t;
    if (piece->plane < 0 || !shift_traversal_is_at(walk, piece->plane, t, band_of))
        piece->plane = node & SHIFT_PLANE_BITS;
}

/* For a segment that grazes and stays on one side of the node's plane: notes where it crossed the
 * shifted plane. Side 0 is the front, 1 the back. */
static BSP_ALWAYS_INLINE void shift_traversal_keep(const ShiftTraversal *walk, ShiftPiece *piece,
                                                   int32_t node, const ShiftCourse *c,
                                                   unsigned side, ShiftBandFunc band_of)
{
    if (side ? c->v >= 0 : c->v <= 0)
        return;
    double begin = side ? c->band.under : c->band.over, inverse = 1 / c->v;
    double t = (begin - c->d) * inverse;
    if (t > 0)
        shift_traversal_note_crossing(walk, piece, node, t - c->touch * fabs(inverse), band_of);
}

/* Where the segment enters the far side of the node's plane. */
typedef struct {
    int32_t node;
    double t, touch;
    double inverse; /* 1 / speed along the plane's normal */
} ShiftEntry;

/* Starts the far side's piece at entry.t. */
static BSP_ALWAYS_INLINE void shift_traversal_enter(const ShiftTraversal *walk, ShiftPiece *piece,
                                                    ShiftEntry entry, ShiftBandFunc band_of,
                                                    ShiftTraversalFor what)
{
    int32_t node = entry.node;
    double t = entry.t, near = SHIFT_NEAR * fabs(entry.inverse);
    double crossing = t - entry.touch * fabs(entry.inverse);
    double before = piece->from;
    piece->from = BSP_MIN(t, piece->to);
    if (what == SHIFT_ENTERING && crossing >= piece->impact) {
        piece->impact = crossing;
        piece->meets = before >= crossing - near;
        if (!shift_traversal_is_beside(walk, piece, node, band_of))
            piece->plane = node & SHIFT_PLANE_BITS;
    } else if (what == SHIFT_ENTERING) {
        piece->meets |= t >= piece->impact - near;
    } else if (what == SHIFT_GRAZING) {
        shift_traversal_note_crossing(walk, piece, node, crossing, band_of);
        if (!shift_traversal_is_beside(walk, piece, node, band_of) &&
            shift_traversal_is_at(walk, node, piece->impact, band_of))
            piece->plane = node & SHIFT_PLANE_BITS;
    }
}

/* Follows the piece down as long as it is on one side of each plane. Returns true at a node whose
 * plane the piece straddles, and false at a leaf. */
static BSP_ALWAYS_INLINE bool shift_traversal_straight(ShiftTraversal *walk, ShiftPiece *piece,
                                                       ShiftCourse *course, ShiftBandFunc band_of,
                                                       bool never_flat, ShiftTraversalFor what)
{
    const BspNode *nodes = walk->tree->nodes.nodes;
    double from = piece->from, to = piece->to;
    int32_t at = piece->node;
    bool straddles = false;
    while (at >= 0 && !straddles) {
        const BspNode *node = &nodes[at];
        *course = shift_traversal_course(walk, node, band_of, never_flat);
        double at_from = course->d + from * course->v, at_to = course->d + to * course->v;
        double least = BSP_MIN(at_from, at_to), most = BSP_MAX(at_from, at_to);
        unsigned tag = bsp_node_tag(node);
        walk->n_nodes++;
        walk->n_bevels += tag == SHIFT_IS_BEVEL;
        /* A segment inside the plane visits both children; one that merely starts in the plane
         * visits one. Both cases occur only with flat shapes. */
        if (BSP_UNLIKELY(tag == BSP_TAG_TIP))
            at = shift_below_tip(walk->tree, node);
        else if (least >= course->band.under &&
                 (never_flat || most > course->band.over || course->v > 0)) {
            if (what == SHIFT_GRAZING)
                shift_traversal_keep(walk, piece, at, course, 0, band_of);
            at = bsp_node_child(node, 0);
        } else if (most <= course->band.over &&
                   (never_flat || least < course->band.under || course->v < 0)) {
            if (what == SHIFT_GRAZING)
                shift_traversal_keep(walk, piece, at, course, 1, band_of);
            at = bsp_node_child(node, 1);
        } else
            straddles = true;
    }
    piece->node = at;
    return straddles;
}

/* Returns the side of the plane to visit first: the side that the segment comes from. If the
 * segment does not move across the plane, the side with more of the shape. */
static inline unsigned shift_traversal_near_side(const ShiftCourse *c)
{
    bool behind = c->v != 0 ? c->v > 0 : 2 * c->d < c->band.over + c->band.under;
    return behind ? 1 : 0;
}

/* Continues in the child that the segment reaches first, and pushes the other child on the stack.
 * Skips empty leaves. */
static BSP_ALWAYS_INLINE void shift_traversal_split(ShiftTraversal *walk, ShiftPiece *piece,
                                                    const ShiftCourse *c, ShiftBandFunc band_of,
                                                    ShiftTraversalFor what)
{
    int32_t at = piece->node;
    const BspNode *node = &walk->tree->nodes.nodes[at];
    unsigned near = shift_traversal_near_side(c);
    double end = near ? c->band.under : c->band.over, begin = near ? c->band.over : c->band.under;
    double inverse = 1 / c->v;
    double t_end = (end - c->d) * inverse, t_begin = (begin - c->d) * inverse;
    ShiftPiece far = *piece;
    far.node = bsp_node_child(node, 1 - near);
    if (c->v != 0 && t_begin > piece->from)
        shift_traversal_enter(walk, &far, (ShiftEntry){ at, t_begin, c->touch, inverse }, band_of,
                              what);
    else if (what == SHIFT_GRAZING)
        shift_traversal_keep(walk, &far, at, c, 1 - near, band_of);
    else if (what == SHIFT_ENTERING && fabs(c->d + piece->from * c->v - begin) <= SHIFT_NEAR)
        far.meets = 1;
    if (bsp_node_child(node, near) == ~0) {
        *piece = far;
        return;
    }
    if (far.node != ~0)
        walk->stack[walk->top++] = far;
    if (c->v != 0 && t_end < piece->to)
        shift_traversal_leave(piece, at, t_end, what);
    piece->node = bsp_node_child(node, near);
}

/* Follows the piece down to a leaf, which it stores in piece->node. Returns true if the leaf stops
 * the shape. never_flat: no band is flat. */
static BSP_ALWAYS_INLINE bool shift_traversal_down(ShiftTraversal *walk, ShiftPiece *piece,
                                                   ShiftBandFunc band_of, bool never_flat,
                                                   ShiftTraversalFor what)
{
    ShiftCourse course;
    while (shift_traversal_straight(walk, piece, &course, band_of, never_flat, what))
        shift_traversal_split(walk, piece, &course, band_of, what);
    walk->n_leaves++;
    return shift_leaf_stops(walk->tree, piece->node, walk->masks);
}

#endif
