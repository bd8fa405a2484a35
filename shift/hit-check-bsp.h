/* hit-check-bsp: the solid leaves that a moving shape reaches.
 *
 * Melax 2000, section 3, HitCheckBSP(n, v0, v1). Its recursion is a loop here: the paper visits the
 * side of a plane that the segment comes from, then the other side, which waits on a stack. v0 and
 * v1 are times instead of points, so precision does not degrade with depth.
 *
 * Callers differ in how planes shift and in what happens at an impact. Each compiles this code with
 * its own functions, inlined. */
#ifndef SHIFT_HIT_CHECK_BSP_H
#define SHIFT_HIT_CHECK_BSP_H

#include "shift/band.h"
#include "shift/tree.h"

/* The arguments of HitCheckBSP: a subtree, and the part of the segment that reaches it. This is the
 * interval of t inside all planes above, each shifted, and moved in by BSP_TOUCH. */
typedef struct {
    double v0, v1;
    int32_t n;
    int32_t enter, leave; /* nodes whose planes are crossed at v0 and v1; -1: the segment's ends */
} ShiftPiece;

/* Callers put it first in a struct of their own, which their functions find by its address. */
typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    const ShiftBand *bands; /* the prepared shape's band for each normal, or NULL */
    BspVec from, delta;
    double begin; /* the time from which the segment is traversed */
    uint64_t n_nodes, n_leaves, n_bevels;
    ShiftPiece stack[BSP_MAX_DEPTH]; /* at most one waits on each level of the tree */
} ShiftTraversal;

/* Returns the band of the planes with that normal, at the start of the segment. *growth, which is
 * zero before, receives its change over the segment. */
typedef ShiftBand (*ShiftBandFunc)(const ShiftTraversal *walk, uint32_t normal, ShiftBand *growth);

/* Considers a piece, and may shorten it. */
typedef bool (*ShiftPieceFunc)(ShiftTraversal *walk, ShiftPiece *piece);

typedef struct {
    ShiftBandFunc shift;
    bool never_flat;       /* no band is flat */
    ShiftPieceFunc crop;   /* at a piece that waited: whether it matters after the impacts so far */
    ShiftPieceFunc impact; /* at a solid leaf: whether to go on */
} ShiftCaller;

static inline void shift_traversal_init(ShiftTraversal *walk, const ShiftTree *tree,
                                        const BspShape *shape, const ShiftBand *bands)
{
    walk->tree = tree;
    walk->shape = shape;
    walk->bands = bands;
    walk->begin = 0;
    walk->n_nodes = walk->n_leaves = walk->n_bevels = 0;
}

/* counters: may be NULL. */
static inline void shift_traversal_count(const ShiftTraversal *walk, BspCounters *counters)
{
    if (!counters)
        return;
    counters->nodes += walk->n_nodes;
    counters->planes += walk->n_nodes;
    counters->leaves += walk->n_leaves;
    counters->bevels += walk->n_bevels;
}

/* A ShiftBandFunc that computes the band from the shape. */
static inline ShiftBand shift_shape_band(const ShiftTraversal *walk, uint32_t normal,
                                         ShiftBand *growth)
{
    (void)growth;
    return shift_band_of(walk->shape, &walk->tree->nodes, normal);
}

/* The segment relative to a plane: its distance in front of the plane at t = 0, and the change of
 * that distance per unit of t: relative to each side of the band. Both changes have the same sign,
 * or are 0. */
typedef struct {
    double d;
    ShiftBand band, v;
} ShiftCourse;

static BSP_ALWAYS_INLINE ShiftCourse shift_course(const ShiftTraversal *walk, const BspNode *node,
                                                  const ShiftCaller *caller)
{
    const BspNodes *nodes = &walk->tree->nodes;
    ShiftBand growth = { 0, 0 };
    ShiftBand band = caller->shift(walk, bsp_node_normal(nodes, node), &growth);
    double v = bsp_node_along(nodes, node, &walk->delta);
    ShiftCourse c = { .band = band, .v = { v - growth.over, v - growth.under } };
    c.d = bsp_node_along(nodes, node, &walk->from) - bsp_node_dist(nodes, node);
    if (!caller->never_flat && shift_band_is_flat(&c.band)) {
        /* A flat shape inside solid must not slip into the zero volume over a bevel. */
        double aside = bsp_node_tag(node) == SHIFT_IS_BEVEL ? BSP_TOUCH : 0;
        c.band.over -= aside;
        c.band.under += aside;
    }
    return c;
}

/* Returns whether to visit the subtree under the plane first: the segment comes from there. If it
 * does not move across the plane, more of the shape is there. */
static inline bool shift_comes_from_under(const ShiftCourse *c)
{
    double v = c->v.over + c->v.under;
    return v != 0 ? v > 0 : 2 * c->d < c->band.over + c->band.under;
}

/* The traversal. Part of the segment is over the plane shifted down if it gets above band.over, and
 * under the plane shifted up if it gets below band.under (the paper's rayover and rayunder). The
 * parts overlap. */
static BSP_ALWAYS_INLINE void shift_hit_check_bsp(ShiftTraversal *walk, ShiftCaller caller)
{
    const BspNode *nodes = walk->tree->nodes.nodes;
    const bool never_flat = caller.never_flat;
    ShiftPiece p = { walk->begin, 1, walk->tree->nodes.root, -1, -1 };
    unsigned top = 0;
    for (;;) {
        while (p.n >= 0) {
            const BspNode *n = &nodes[p.n];
            ShiftCourse c = shift_course(walk, n, &caller);
            double least = c.d + BSP_MIN(p.v0 * c.v.under, p.v1 * c.v.under);
            double most = c.d + BSP_MAX(p.v0 * c.v.over, p.v1 * c.v.over);
            walk->n_nodes++;
            walk->n_bevels += bsp_node_tag(n) == SHIFT_IS_BEVEL;
            /* A segment inside the plane visits both children; one that merely starts in the plane
             * visits one. Both cases occur only with flat shapes. */
            if (least >= c.band.under && (never_flat || most > c.band.over || c.v.over > 0)) {
                p.n = bsp_node_child(n, 0); /* it is not under the plane */
            } else if (most <= c.band.over &&
                       (never_flat || least < c.band.under || c.v.over < 0)) {
                p.n = bsp_node_child(n, 1); /* it is not over the plane */
            } else {
                unsigned near = shift_comes_from_under(&c);
                double end = near ? c.band.under : c.band.over, v_end = near ? c.v.under : c.v.over;
                double w0 = near ? c.band.over : c.band.under, v_w0 = near ? c.v.over : c.v.under;
                double t_end = (end - c.d) * (1 / v_end), t_w0 = (w0 - c.d) * (1 / v_w0);
                ShiftPiece far = p;
                far.n = bsp_node_child(n, 1 - near);
                if (v_w0 != 0 && t_w0 > far.v0) {
                    far.v0 = BSP_MIN(t_w0, far.v1);
                    far.enter = p.n;
                }
                if (bsp_node_child(n, near) == ~0) {
                    p = far;
                    continue;
                }
                if (far.n != ~0)
                    walk->stack[top++] = far;
                if (v_end != 0 && t_end < p.v1) {
                    p.v1 = BSP_MAX(t_end, p.v0);
                    p.leave = p.n;
                }
                p.n = bsp_node_child(n, near);
            }
        }
        walk->n_leaves++;
        if (p.n != ~0 && !caller.impact(walk, &p))
            return;
        do {
            if (top == 0)
                return;
            p = walk->stack[--top];
        } while (!caller.crop(walk, &p));
    }
}

#endif
