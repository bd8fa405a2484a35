/* hit-check-bsp: finds the solid leaves that a moving shape reaches.
 *
 * Melax 2000, section 3, HitCheckBSP(n, v0, v1). The paper visits the side of a plane that the
 * segment comes from by recursion, then the other side. Here a loop visits them, and the other side
 * waits on a stack. v0 and v1 are times instead of points, so precision does not degrade with
 * depth.
 *
 * Each caller has its own functions that shift planes and handle an impact. It compiles this code
 * with them, inlined. */
#ifndef SHIFT_HIT_CHECK_BSP_H
#define SHIFT_HIT_CHECK_BSP_H

#include "shift/band.h"
#include "shift/tree.h"

/* The arguments of HitCheckBSP, which are a subtree and the part of the segment that reaches it.
 * The part is an interval of t. It lies inside the shifted planes of all nodes above, each moved in
 * by BSP_TOUCH. */
typedef struct {
    double v0, v1;
    int32_t n;
    int32_t enter, leave; /* the nodes whose planes are crossed at v0 and at v1; -1 at the ends of
                             the segment */
} ShiftPiece;

/* The state of a traversal. Callers make it the first member of their own struct, which their
 * functions find by its address. */
typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    const ShiftBand *bands; /* the prepared shape's band for each normal, or NULL */
    double grazing;         /* units; see shift_grazing_width() */
    BspVec from, delta;
    double begin; /* the time from which the segment is traversed */
    uint64_t n_nodes, n_leaves, n_bevels;
    ShiftPiece stack[BSP_MAX_DEPTH]; /* at most one piece waits on each level of the tree */
} ShiftTraversal;

/* Returns the band of the planes with that normal, at the start of the segment. *growth, which is
 * zero on entry, receives the change of the band over the segment. */
typedef ShiftBand (*ShiftBandFunc)(const ShiftTraversal *walk, uint32_t normal, ShiftBand *growth);

/* Considers a piece, and may shorten it. */
typedef bool (*ShiftPieceFunc)(ShiftTraversal *walk, ShiftPiece *piece);

typedef struct {
    ShiftBandFunc shift;
    bool never_flat;       /* set if no band is flat */
    ShiftPieceFunc crop;   /* called for a piece that waited; returns whether it still matters after
                              the impacts so far */
    ShiftPieceFunc impact; /* called at a solid leaf; returns whether to go on */
} ShiftCaller;

static inline void shift_traversal_init(ShiftTraversal *walk, const ShiftTree *tree,
                                        const BspShape *shape, const ShiftBand *bands)
{
    walk->tree = tree;
    walk->shape = shape;
    walk->bands = bands;
    walk->grazing = bands ? -1 : shift_grazing_width(shape);
    walk->begin = 0;
    walk->n_nodes = walk->n_leaves = walk->n_bevels = 0;
}

/* Adds the work of the traversal to *counters. `counters` may be NULL. */
static inline void shift_traversal_count(const ShiftTraversal *walk, BspCounters *counters)
{
    if (!counters)
        return;
    counters->nodes += walk->n_nodes;
    counters->planes += walk->n_nodes;
    counters->leaves += walk->n_leaves;
    counters->bevels += walk->n_bevels;
}

/* Returns the band, computed from the shape. This is a ShiftBandFunc. */
static inline ShiftBand shift_shape_band(const ShiftTraversal *walk, uint32_t normal,
                                         ShiftBand *growth)
{
    (void)growth;
    return shift_band_of(walk->shape, &walk->tree->nodes, normal);
}

/* The segment, relative to a plane's band. d is the distance of its start from the plane, and v its
 * change of distance from each side of the band for each unit of t. Both changes have the same
 * sign, or are 0. */
typedef struct {
    double d;
    ShiftBand band, v;
} ShiftCourse;

static BSP_ALWAYS_INLINE ShiftCourse shift_course(const ShiftTraversal *walk, const BspNode *node,
                                                  const ShiftCaller *caller)
{
    const BspNodes *nodes = &walk->tree->nodes;
    unsigned normal = bsp_node_normal(nodes, node);
    double dist = bsp_node_dist(nodes, node);
    ShiftBand growth = { 0, 0 };
    ShiftCourse c = { .band = caller->shift(walk, normal, &growth) };
    bool is_axis = normal < 3; /* products with an axis are coordinates */
    const BspVec *n = bsp_nodes_normal(nodes, normal);
    double v = is_axis ? walk->delta.v[normal] : bsp_vec_dot(*n, walk->delta);
    c.d = (is_axis ? walk->from.v[normal] : bsp_vec_dot(*n, walk->from)) - dist;
    c.v = (ShiftBand){ v - growth.over, v - growth.under };
    if (!caller->never_flat && bsp_node_tag(node) == SHIFT_IS_BEVEL &&
        c.band.under - c.band.over <= walk->grazing) {
        /* The shape grazes this bevel, so the plane moves out by at least BSP_TOUCH beyond the
         * shifted plane. */
        c.band.over -= 2 * BSP_TOUCH;
        c.band.under += 2 * BSP_TOUCH;
    }
    return c;
}

/* Divides a piece that reaches both sides of the plane, by rayunder(n shift up, ...) and rayover(n
 * shift down, ...) of the paper. *near becomes the part on the side that the segment comes from. If
 * the segment does not move across the plane, *near becomes the part on the side with more of the
 * shape. Returns the other part. The two parts overlap. */
static BSP_ALWAYS_INLINE ShiftPiece shift_rays(ShiftPiece *near, const BspNode *n,
                                               const ShiftCourse *c)
{
    double v = c->v.over + c->v.under;
    unsigned under = v != 0 ? v > 0 : 2 * c->d < c->band.over + c->band.under;
    double end = under ? c->band.under : c->band.over, v_end = under ? c->v.under : c->v.over;
    double begin = under ? c->band.over : c->band.under, v_begin = under ? c->v.over : c->v.under;
    double w1 = (end - c->d) * (1 / v_end), w0 = (begin - c->d) * (1 / v_begin);
    ShiftPiece far = *near;
    far.n = bsp_node_child(n, 1 - under);
    if (v_begin != 0 && w0 > far.v0) {
        far.v0 = BSP_MIN(w0, far.v1);
        far.enter = near->n;
    }
    if (v_end != 0 && w1 < near->v1) {
        near->v1 = BSP_MAX(w1, near->v0);
        near->leave = near->n;
    }
    near->n = bsp_node_child(n, under);
    return far;
}

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
            /* A segment inside the plane visits both children. A segment that merely starts in the
             * plane visits one child. Both cases occur only with flat shapes. */
            if (least >= c.band.under && (never_flat || most > c.band.over || c.v.over > 0)) {
                p.n = bsp_node_child(n, 0); /* only the front; rayunder() is empty */
            } else if (most <= c.band.over &&
                       (never_flat || least < c.band.under || c.v.over < 0)) {
                p.n = bsp_node_child(n, 1); /* only the back; rayover() is empty */
            } else {
                ShiftPiece far = shift_rays(&p, n, &c);
                if (p.n == ~0)
                    p = far;
                else if (far.n != ~0)
                    walk->stack[top++] = far;
            }
        }
        walk->n_leaves++;
        bool is_solid = p.n != ~0;
        if (is_solid && !caller.impact(walk, &p))
            return;
        do {
            if (top == 0)
                return;
            p = walk->stack[--top];
        } while (!caller.crop(walk, &p)); /* the paper's v1 = Impact */
    }
}

#endif
