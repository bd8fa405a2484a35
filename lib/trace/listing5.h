/* listing5: finds the first transition of a segment through a tree.
 *
 * Golodetz 2013, Listing 5, find_first_transition(source, dest, tree). The listing visits the near
 * side of a plane by recursion, then the far side. Here a loop visits them, and the far side waits
 * on a stack. A part of the segment is an interval of t instead of two points, so precision does
 * not degrade with depth.
 *
 * The listing's coplanar case is not needed. Touching is not hitting. A box's brushes were eroded
 * by BSP_TOUCH when the tree was built (bsp_erosion()), so a box that touches a brush is in front
 * of the tree's solid. Points on a plane of the tree belong to its front.
 *
 * Each kind of tree has its own test of whether a leaf is solid. It compiles this code with that
 * test, inlined. */
#ifndef BSP_LISTING5_H
#define BSP_LISTING5_H

#include "bsp-move.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/node.h"
#include "trace/reach.h"

typedef bool (*BspLeafIsSolid)(unsigned value, const void *user_data);

/* A tree as seen in one space. */
typedef struct {
    const BspNodes *nodes;
    unsigned space;
    /* The subtree of a node with this tag is solid; 0 if no tag has this meaning. */
    unsigned solid_tag;
    /* The box for which the brushes were expanded; NULL if they were not expanded. */
    const BspBounds *box;
    BspLeafIsSolid leaf_is_solid;
    const void *user_data;
} BspTreeView;

/* The result of a search. If no transition is found, the segment stays in empty space or in solid
 * (E or S). If one is found, it is E2S or S2E. */
typedef struct {
    bool starts_solid; /* the first leaf is solid; after an earlier transition, the leaf behind that
                          transition */
    double t; /* the time at which the segment enters the first leaf of the other kind; 2 if it
                 enters none */
    int32_t crossed; /* the node whose plane the segment crosses at t */
} BspListing5;

/* Receives a transition, after which the traversal goes on along the same segment. */
typedef void (*BspEachTransition)(const BspListing5 *found, void *list);

/* A far side that waits to be visited, which is a node and its part of the segment. `crossed` is
 * the node whose plane leads into this side. */
typedef struct {
    double from, to;
    int32_t node, crossed;
} BspFarSide;

static BSP_ALWAYS_INLINE bool bsp_is_branch(const BspTreeView *view, int32_t node)
{
    return node >= 0 &&
           (view->solid_tag == 0 || bsp_node_tag(&view->nodes->nodes[node]) != view->solid_tag);
}

/* Finds transitions, beginning at the root. The view is passed by value, so that the compiler can
 * inline its functions. If `each` is NULL, the search ends at the first transition; otherwise each
 * transition is passed to `each`. */
static BSP_ALWAYS_INLINE BspListing5 bsp_find_transitions(BspTreeView view, const BspVec *source,
                                                          const BspVec *delta,
                                                          BspCounters *counters,
                                                          BspEachTransition each, void *list)
{
    const BspNodes *nodes = view.nodes;
    BspFarSide stack[BSP_MAX_DEPTH]; /* at most one far side waits on each level of the tree */
    unsigned top = 0;
    uint64_t n_nodes = 0, n_leaves = 0;
    BspListing5 found = { false, 2, -1 };
    BspFarSide part = { 0, 1, nodes->root, -1 };
    for (;;) {
        while (bsp_is_branch(&view, part.node)) {
            const BspNode *node = &nodes->nodes[part.node];
            double d = bsp_node_along(nodes, node, source) - bsp_node_dist(nodes, node);
            double v = bsp_node_along(nodes, node, delta);
            double at_from = d + part.from * v, at_to = d + part.to * v;
            n_nodes++;
            if (at_from >= 0 && at_to >= 0) { /* CP_FRONT */
                part.node = bsp_node_child(node, 0);
            } else if (at_from < 0 && at_to < 0) { /* CP_BACK */
                part.node = bsp_node_child(node, 1);
            } else { /* CP_STRADDLE */
                unsigned near = at_from < 0;
                double t = BSP_CLAMP(-d / v, part.from, part.to);
                BSP_ASSERT(top < BSP_MAX_DEPTH);
                stack[top++] =
                    (BspFarSide){ t, part.to, bsp_node_child(node, 1 - near), part.node };
                part.to = t;
                part.node = bsp_node_child(node, near);
            }
        }
        if (BSP_UNLIKELY(bsp_nodes_is_space_node(nodes, part.node))) {
            part.node = bsp_nodes_in_space(nodes, part.node, view.space);
            continue;
        }
        bool solid = part.node >= 0 || view.leaf_is_solid((unsigned)~part.node, view.user_data);
        if (n_leaves++ == 0) {
            found.starts_solid = solid;
        } else if (solid != found.starts_solid) {
            found.t = part.from;
            found.crossed = part.crossed;
            if (!each)
                break;
            each(&found, list);
            found = (BspListing5){ solid, 2, -1 };
        }
        if (top == 0)
            break;
        part = stack[--top];
    }
    if (counters) {
        counters->nodes += n_nodes;
        counters->planes += n_nodes;
        counters->leaves += n_leaves;
    }
    return found;
}

static BSP_ALWAYS_INLINE BspListing5 bsp_find_first_transition(BspTreeView view,
                                                               const BspVec *source,
                                                               const BspVec *delta,
                                                               BspCounters *counters)
{
    return bsp_find_transitions(view, source, delta, counters, NULL, NULL);
}

/* Converts a transition that was found. The plane is the crossed plane, facing the empty side. The
 * contact is BSP_TOUCH before that plane, so that the next move starts in empty space again. But it
 * is at most half the bracket before the plane along the segment, because for a move almost along
 * the plane another plane bounds the brush. */
static BSP_ALWAYS_INLINE void bsp_listing5_contact(const BspTreeView *view,
                                                   const BspListing5 *found, const BspVec *from,
                                                   const BspVec *delta, BspTransition *tr)
{
    tr->type = found->starts_solid ? BSP_SOLID_TO_EMPTY : BSP_EMPTY_TO_SOLID;
    tr->plane = bsp_nodes_plane(view->nodes, found->crossed);
    if ((bsp_vec_dot(tr->plane.normal, *delta) > 0) != found->starts_solid)
        tr->plane = bsp_plane_flipped(&tr->plane);
    double speed = bsp_vec_dot(tr->plane.normal, *delta);
    double contact = (BSP_TOUCH - bsp_plane_distance(&tr->plane, *from)) / speed;
    double most = BSP_BRACKET / 2 / bsp_vec_length(*delta);
    tr->t = found->starts_solid ? BSP_MIN(BSP_MIN(contact, found->t + most), 1)
                                : BSP_MAX(BSP_MAX(contact, found->t - most), 0);
    tr->point = bsp_vec_mad(*from, tr->t, *delta);
    tr->plane.dist += bsp_erosion(view->box);
}

/* Sets *tr to the first transition. */
static BSP_ALWAYS_INLINE void bsp_listing5_transition(BspTreeView view, const BspVec *from,
                                                      const BspVec *to, BspCounters *counters,
                                                      BspTransition *tr)
{
    BspVec delta = bsp_vec_sub(*to, *from);
    if (BSP_UNLIKELY(!bsp_segment_is_in_reach(from, &delta))) {
        *tr = bsp_transition_solid(*from);
        return;
    }
    BspListing5 found = bsp_find_first_transition(view, from, &delta, counters);
    if (found.t > 1) {
        *tr = found.starts_solid ? bsp_transition_solid(*from) : bsp_transition_empty(*to);
        return;
    }
    bsp_listing5_contact(&view, &found, from, &delta, tr);
}

/* --- all transitions --- */

typedef struct {
    const BspTreeView *view;
    const BspVec *from, *delta;
    BspTransitionList list;
} BspListing5All;

static inline void bsp_listing5_add(const BspListing5 *found, void *all)
{
    BspListing5All *a = all;
    BspTransition tr;
    bsp_listing5_contact(a->view, found, a->from, a->delta, &tr);
    bsp_transition_list_add(&a->list, a->from, a->delta, &tr);
}

/* Stores the first n_max transitions, in order, and returns the number of all. If the segment stays
 * in solid, or is out of reach, stores one of type BSP_SOLID and returns 1. */
static BSP_ALWAYS_INLINE unsigned bsp_listing5_transitions(BspTreeView view, const BspVec *from,
                                                           const BspVec *to, BspTransition *trs,
                                                           unsigned n_max)
{
    BspVec delta = bsp_vec_sub(*to, *from);
    BspListing5All all = { &view, from, &delta, { trs, n_max, 0, 0 } };
    if (!bsp_segment_is_in_reach(from, &delta))
        return bsp_transition_list_solid(trs, n_max, *from);
    BspListing5 last = bsp_find_transitions(view, from, &delta, NULL, bsp_listing5_add, &all);
    if (all.list.n == 0 && last.starts_solid)
        return bsp_transition_list_solid(trs, n_max, *from);
    return all.list.n;
}

/* Returns whether the whole segment is in empty leaves. */
static BSP_ALWAYS_INLINE bool bsp_listing5_is_clear(BspTreeView view, const BspVec *from,
                                                    const BspVec *to, BspCounters *counters)
{
    BspVec delta = bsp_vec_sub(*to, *from);
    if (BSP_UNLIKELY(!bsp_segment_is_in_reach(from, &delta)))
        return false;
    BspListing5 found = bsp_find_first_transition(view, from, &delta, counters);
    return found.t > 1 && !found.starts_solid;
}

#endif
