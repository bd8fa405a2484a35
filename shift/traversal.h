/* traversal: the traversal of HitCheckBSP (Melax 2000, section 3).
 *
 * The paper's recursion is a loop with a stack, and a piece of the segment is an interval of t.
 * Every plane is shifted both ways, so the pieces that reach its two sides overlap. The near side
 * is visited first, while the far side waits on the stack.
 *
 * Header only: each caller compiles this code with its own inlined function for the bands of
 * planes, and for its own purpose: to find where the segment enters cells or leaves them. */
#ifndef SHIFT_TRAVERSAL_H
#define SHIFT_TRAVERSAL_H

#include "shift/band.h"
#include "shift/tree.h"

/* A subtree to visit, and the piece of the segment that reaches it. */
typedef struct {
    double from, to; /* the interval of t inside the planes so far, each moved in by BSP_TOUCH */
    double impact; /* the t at which the segment has entered all of these planes. If entering, only
                      planes that have advanced `from` count, which suffices unless the segment
                      grazes */
    int32_t node;
    int32_t plane : 31; /* entering: the node that gave `impact`; -1: the segment starts inside.
                           grazing: the node that gave `from`, if the segment is then at its plane.
                           leaving: the node that gave `to`; -1: the segment's end */
    unsigned meets : 1; /* entering: another plane is entered at about the same time, or the
                           segment starts there */
} ShiftPiece;

/* The bits of a node's number (BSP_MAX_NODES). */
#define SHIFT_PLANE_BITS 0x3fffffff

/* Units. Two planes that a segment enters within this distance may meet in an edge of the cell. */
#define SHIFT_NEAR (64 * BSP_TOUCH)

/* The purpose: to find where the segment enters cells; the same for a segment that grazes, with all
 * planes of a cell; or where it leaves cells. */
typedef enum { SHIFT_ENTERING, SHIFT_GRAZING, SHIFT_LEAVING } ShiftTraversalFor;

typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    const ShiftBand *bands; /* for each normal, of a prepared shape; else NULL */
    uint32_t masks;         /* bits; each of these masks stops the shape */
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

/* The whole segment, at the root. */
static inline ShiftPiece shift_traversal_start(ShiftTraversal *walk)
{
    walk->top = 0;
    return (ShiftPiece){ 0, 1, -HUGE_VAL, walk->tree->nodes.root, -1, 0 };
}

/* Pops a piece from the stack; false if the stack is empty. */
static inline bool shift_traversal_next(ShiftTraversal *walk, ShiftPiece *piece)
{
    if (walk->top == 0)
        return false;
    *piece = walk->stack[--walk->top];
    return true;
}

/* Ends the piece at t, where the near side ends. */
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
    if (normal < BSP_NODE_OBLIQUE) {
        c.d = walk->from.v[normal] - dist;
        c.v = walk->delta.v[normal];
    } else {
        const BspVec *n = &nodes->normals[normal];
        c.d = bsp_vec_dot(*n, walk->from) - dist;
        c.v = bsp_vec_dot(*n, walk->delta);
    }
    if (!never_flat && shift_band_is_flat(&c.band)) {
        /* A flat shape inside solid must not slip into the zero volume over a bevel. */
        double aside = bsp_node_tag(nodes, node) == SHIFT_IS_BEVEL ? BSP_TOUCH : 0;
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

/* Whether the node is a bevel while the segment is still at the plane by which it came in. That
 * plane describes the contact better than the bevel. Cells that are parts of one brush have edges,
 * and bevels, in the middle of its faces. */
static BSP_ALWAYS_INLINE bool shift_traversal_is_beside(const ShiftTraversal *walk,
                                                        const ShiftPiece *piece, int32_t node,
                                                        ShiftBandFunc band_of)
{
    const BspNodes *nodes = &walk->tree->nodes;
    return bsp_node_tag(nodes, &nodes->nodes[node]) == SHIFT_IS_BEVEL && piece->plane >= 0 &&
           shift_traversal_is_at(walk, piece->plane, piece->impact, band_of);
}

/* Notes that a segment that grazes crosses a plane at t, if that is its latest crossing.
 * piece->plane stays the plane behind which the segment gets deep last, until the segment has left
 * that plane. */
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

/* The same for a segment that stays on one side of a plane: side 0 is the front, 1 the back. */
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

/* Where the segment enters the far side of a node's plane. */
typedef struct {
    int32_t node;
    double t, touch;
    double inverse; /* 1 / the speed along the plane's normal */
} ShiftEntry;

/* Starts the piece at t, where the far side begins. */
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

/* Follows the piece down while it is on one side of each plane. Returns true at a node whose plane
 * the piece straddles, false at a leaf. */
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
        unsigned tag = bsp_node_tag(&walk->tree->nodes, node);
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
            at = node->child[0];
        } else if (most <= course->band.over &&
                   (never_flat || least < course->band.under || course->v < 0)) {
            if (what == SHIFT_GRAZING)
                shift_traversal_keep(walk, piece, at, course, 1, band_of);
            at = node->child[1];
        } else
            straddles = true;
    }
    piece->node = at;
    return straddles;
}

/* The side of the plane to visit first: the side that the segment comes from. If it moves along the
 * plane, or not at all, the side with more of the shape. */
static inline unsigned shift_traversal_near_side(const ShiftCourse *c)
{
    bool behind = c->v != 0 ? c->v > 0 : 2 * c->d < c->band.over + c->band.under;
    return behind ? 1 : 0;
}

/* Continues in the child that the segment reaches first, and puts the other on the stack. Empty
 * leaves are skipped. */
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
    far.node = node->child[1 - near];
    if (c->v != 0 && t_begin > piece->from)
        shift_traversal_enter(walk, &far, (ShiftEntry){ at, t_begin, c->touch, inverse }, band_of,
                              what);
    else if (what == SHIFT_GRAZING)
        shift_traversal_keep(walk, &far, at, c, 1 - near, band_of);
    else if (what == SHIFT_ENTERING && fabs(c->d + piece->from * c->v - begin) <= SHIFT_NEAR)
        far.meets = 1;
    if (node->child[near] == ~0) {
        *piece = far;
        return;
    }
    if (far.node != ~0)
        walk->stack[walk->top++] = far;
    if (c->v != 0 && t_end < piece->to)
        shift_traversal_leave(piece, at, t_end, what);
    piece->node = node->child[near];
}

/* Follows the piece down to a leaf, which replaces piece->node. Returns true if the leaf stops the
 * shape. `never_flat`: no band is flat. */
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
