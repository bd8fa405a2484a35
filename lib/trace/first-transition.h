/* first-transition: find-first-transition: how far a segment is covered by empty leaves.
 *
 * Golodetz 2013, Listing 5, with two differences. It keeps an interval of t on the original segment
 * in place of a shortened segment, so that nothing is lost with depth. And every plane is a band
 * BSP_TOUCH thick on either side: what lies in the band belongs to both sides. A point is then in
 * solid matter only if both sides say so, which is the listing's coplanar case (a segment on a
 * plane is empty where either side is), and makes touching the same as being apart.
 *
 * Leaves are visited in the order of the segment. `covered` is the t up to which it is covered by
 * the empty ones; the first gap is the transition.
 *
 * A segment that grazes a plane is inside its band for a long way, and the band does not show where
 * the transition is. Then first-transition.c looks again, without bands.
 *
 * The plain tree and the onion differ in what makes a leaf solid. Each compiles this text with its
 * own test, inlined. */
#ifndef BSP_FIRST_TRANSITION_H
#define BSP_FIRST_TRANSITION_H

#include "bsp-transition.h"
#include "trace/compiler.h"
#include "trace/node.h"
#include "trace/reach.h"

/* A segment that lies in the band of a plane is on both sides of it. The sides take turns: each
 * goes on where the other had to stop. An item that waits for such a turn says whose it is, and
 * when it is worth taking; in all other items this is 0. */
enum {
    BSP_TRACE_FRONT = 1 << 0, /* the front's turn ... */
    BSP_TRACE_BACK = 1 << 1,  /* ... or the back's */
    BSP_TRACE_FIRST = 1 << 2, /* the first of that side, which is always taken */
    BSP_TRACE_START = 1 << 3  /* taken if the other side has found the start of the segment empty;
                                 a turn without this is taken if the other has covered more than
                                 `from` */
};

/* A subtree still to be visited, and the part of the segment that lies in its region. */
typedef struct {
    double from, to; /* interval of t */
    int32_t node;
    int32_t enter, leave; /* nodes whose planes bound the interval; -1: the segment's own ends */
    int32_t turn;
} BspTraceItem;

/* One item waits on each level. */
#define BSP_TRACE_STACK (BSP_MAX_DEPTH + 1)

typedef struct {
    double covered;       /* the segment is empty up to here; negative: it starts in solid */
    double beside;        /* the last end of any other empty leaf before that, or the start */
    double leaves_solid;  /* where it first finds empty space, when it starts in solid; else 2 */
    int32_t enter, leave; /* the planes at those places */
} BspTrace;

#define BSP_TRACE_NOTHING                                                                          \
    (BspTrace)                                                                                     \
    {                                                                                              \
        .covered = -1, .beside = 0, .leaves_solid = 2, .enter = -1, .leave = -1                    \
    }

/* The time at which the segment crosses the plane of the node itself, not its band. */
static inline double bsp_trace_crossing(const BspNodes *nodes, int32_t node, BspVec from,
                                        BspVec delta)
{
    const BspNode *n = &nodes->nodes[node];
    double d = bsp_node_along(nodes, n, &from) - bsp_node_dist(nodes, n);
    double t = -d / bsp_node_along(nodes, n, &delta);
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static inline BspTransitionClass bsp_trace_class(const BspTrace *trace)
{
    if (trace->covered >= 0)
        return trace->covered >= 1 ? BSP_EMPTY : BSP_EMPTY_TO_SOLID;
    return trace->leaves_solid <= 1 ? BSP_SOLID_TO_EMPTY : BSP_SOLID;
}

/* Whether the segment goes far between two times near a plane: then the one does not stand for the
 * other. */
static inline bool bsp_trace_is_far(double t, double u, BspVec delta)
{
    return (t - u) * (t - u) * bsp_vec_dot(delta, delta) > BSP_GRAZE * BSP_GRAZE;
}

/* Whether several planes may meet at t: another is met at `beside`, which is later, or just before.
 * A body that starts where it is stopped may rest in a corner. */
static inline bool bsp_trace_meets(double beside, double t, BspVec delta)
{
    double since = t - beside;
    return since <= 0 || since * since * bsp_vec_dot(delta, delta) <= BSP_TOUCHED * BSP_TOUCHED;
}

/* The transition has its class, time and plane: sets the point, and turns the plane to face the
 * side the segment is on when in empty space, against it entering, along leaving. */
static inline void bsp_trace_face(BspTransition *tr, BspVec from, BspVec delta)
{
    tr->point = bsp_vec_mad(from, tr->t, delta);
    bool along = bsp_vec_dot(tr->plane.normal, delta) > 0;
    if (along == (tr->type == BSP_EMPTY_TO_SOLID))
        tr->plane = bsp_plane_flipped(&tr->plane);
}

/* Makes *tr, which is that of an empty segment, the transition that ends the traversal. Returns
 * false if a closer look is needed (bsp_trace_closely()): the segment grazes the plane that it
 * crosses, the plane cuts off a tip, or another empty leaf ends at the contact, too, so that
 * several planes meet there. *tr is written in place, since copies of it cost as much as two nodes.
 */
static inline bool bsp_trace_transition(const BspNodes *nodes, const BspTrace *trace, BspVec from,
                                        BspVec to, BspTransition *tr)
{
    tr->type = bsp_trace_class(trace);
    if (tr->type == BSP_EMPTY)
        return true;
    if (tr->type == BSP_SOLID) {
        tr->t = 0;
        tr->point = from;
        return true;
    }
    bool enters = tr->type == BSP_EMPTY_TO_SOLID;
    int32_t node = enters ? trace->leave : trace->enter;
    BspVec delta = bsp_vec_sub(to, from);
    tr->t = bsp_trace_crossing(nodes, node, from, delta);
    tr->plane = bsp_nodes_plane(nodes, node);
    bsp_trace_face(tr, from, delta);
    return !bsp_trace_is_far(tr->t, enters ? trace->covered : trace->leaves_solid, delta) &&
           bsp_node_tag(nodes, &nodes->nodes[node]) != BSP_TAG_TIP &&
           !(enters && bsp_trace_meets(trace->beside, tr->t, delta));
}

/* Notes an empty leaf. */
static inline void bsp_trace_empty(BspTrace *trace, const BspTraceItem *item)
{
    if (item->from <= BSP_MAX(trace->covered, 0)) {
        if (item->to > trace->covered) {
            trace->beside = BSP_MAX(trace->covered, 0);
            trace->covered = item->to;
            trace->leave = item->leave;
        } else {
            trace->beside = BSP_MAX(trace->beside, item->to);
        }
    } else if (trace->covered < 0 && item->from < trace->leaves_solid) {
        trace->leaves_solid = item->from;
        trace->enter = item->enter;
    }
}

/* Whether an item can still change the answer. */
static inline bool bsp_trace_wants(const BspTrace *trace, const BspTraceItem *item)
{
    if (trace->covered >= 0)
        return item->from <= trace->covered && item->to > trace->covered;
    return item->from < trace->leaves_solid;
}

/* The segment runs in the band of the item's node: it is empty where either side is. What stops it
 * on one side may be over where it stops on the other, so the sides take turns for as long as that
 * gets it farther. Goes on with the item on the side whose turn it is. */
static inline void bsp_trace_take_turn(const BspNodes *nodes, double covered, BspTraceItem *item,
                                       BspTraceItem *stack, unsigned *top)
{
    unsigned side = item->turn & BSP_TRACE_BACK ? 1 : 0;
    if (covered >= 0)
        item->from = BSP_MAX(item->from, covered);
    BspTraceItem *next = &stack[(*top)++];
    *next = *item;
    next->turn = side ? BSP_TRACE_FRONT : BSP_TRACE_BACK;
    if (item->turn == (BSP_TRACE_FRONT | BSP_TRACE_FIRST))
        next->turn |= BSP_TRACE_FIRST;
    else if (covered < 0)
        next->turn |= BSP_TRACE_START;
    item->node = nodes->nodes[item->node].child[side];
    item->turn = 0;
}

/* Whether the turn that the item waits for is any use. */
static inline bool bsp_trace_has_turn(const BspTrace *trace, const BspTraceItem *item)
{
    if (item->turn & BSP_TRACE_FIRST)
        return true;
    return item->turn & BSP_TRACE_START ? trace->covered >= 0 : trace->covered > item->from;
}

/* The next item worth a visit; false at the end. */
static inline bool bsp_trace_next(const BspNodes *nodes, const BspTrace *trace, BspTraceItem *stack,
                                  unsigned *top, BspTraceItem *item)
{
    while (*top > 0) {
        *item = stack[--*top];
        if (!bsp_trace_wants(trace, item))
            continue;
        if (BSP_LIKELY(item->turn == 0))
            return true;
        if (!bsp_trace_has_turn(trace, item))
            continue;
        bsp_trace_take_turn(nodes, trace->covered, item, stack, top);
        return true;
    }
    return false;
}

/* Goes on with the item in the child it reaches first, and leaves the other child on the stack. */
static BSP_ALWAYS_INLINE void bsp_trace_descend(const BspNodes *nodes, const BspVec *from,
                                                const BspVec *delta, BspTraceItem *item,
                                                BspTraceItem *stack, unsigned *top)
{
    const BspNode *node = &nodes->nodes[item->node];
    double d = bsp_node_along(nodes, node, from) - bsp_node_dist(nodes, node);
    double v = bsp_node_along(nodes, node, delta);
    double at_from = d + item->from * v, at_to = d + item->to * v;
    if (at_from > BSP_TOUCH && at_to > BSP_TOUCH) {
        item->node = node->child[0];
        return;
    }
    if (at_from < -BSP_TOUCH && at_to < -BSP_TOUCH) {
        item->node = node->child[1];
        return;
    }
    if (fabs(at_from) <= BSP_TOUCH && fabs(at_to) <= BSP_TOUCH) {
        item->turn = BSP_TRACE_FRONT | BSP_TRACE_FIRST;
        bsp_trace_take_turn(nodes, -1, item, stack, top);
        return;
    }
    unsigned near = v > 0; /* the back child, when it comes from behind */
    double band = v > 0 ? BSP_TOUCH : -BSP_TOUCH;
    double inverse = 1 / v;
    double far_from = (-band - d) * inverse, near_to = (band - d) * inverse;
    BspTraceItem *far = &stack[(*top)++];
    bool enters = far_from > item->from, leaves = near_to < item->to;
    far->from = enters ? BSP_MIN(far_from, item->to) : item->from;
    far->to = item->to;
    far->node = node->child[1 - near];
    far->enter = enters ? item->node : item->enter;
    far->leave = item->leave;
    far->turn = 0;
    item->to = leaves ? BSP_MAX(near_to, item->from) : item->to;
    item->leave = leaves ? item->node : item->leave;
    item->node = node->child[near];
}

/* Told the tag of every node on the way: whether it need not be visited, being solid all through.
 */
typedef bool (*BspTraceNodeFunc)(unsigned tag, const void *user_data);

/* Told the value of every leaf: whether it is solid. */
typedef bool (*BspTraceLeafFunc)(unsigned value, const void *user_data);

/* A tree as one space sees it. */
typedef struct {
    const BspNodes *nodes;
    unsigned space;
    BspTraceNodeFunc node_is_solid;
    BspTraceLeafFunc leaf_is_solid;
    const void *user_data;
} BspTraceView;

/* The node, or where each space goes on by itself that of the view's: never a space node. */
static inline int32_t bsp_trace_own(const BspTraceView *view, int32_t node)
{
    const BspNodes *nodes = view->nodes;
    return bsp_nodes_is_space_node(nodes, node) ? bsp_nodes_in_space(nodes, node, view->space)
                                                : node;
}

/* The transition that the traversal with bands leaves open, from what it has found: trace, and *tr
 * as bsp_trace_transition() has made it, which this may change. */
void bsp_trace_closely(const BspTraceView *view, const BspTrace *trace, BspVec from, BspVec to,
                       BspCounters *counters, BspTransition *tr);

/* Whether a point is in solid matter: as the transition from p to p. */
bool bsp_trace_point_is_solid(const BspTraceView *view, BspVec p);

/* The whole traversal, in one space. The functions are inlined where they are named. Moves are read
 * and the answer is written where they are: a copy of what has just been written waits for the
 * writing, and takes as long as two nodes or more. */
static BSP_ALWAYS_INLINE void bsp_trace_first_transition(const BspNodes *nodes, unsigned space,
                                                         const BspVec *from, const BspVec *to,
                                                         BspTraceNodeFunc node_is_solid,
                                                         BspTraceLeafFunc leaf_is_solid,
                                                         const void *user_data,
                                                         BspCounters *counters, BspTransition *tr)
{
    BspTraceItem stack[BSP_TRACE_STACK];
    unsigned top = 0;
    uint64_t n_nodes = 0, n_leaves = 0;
    BspVec delta = bsp_vec_sub(*to, *from);
    if (BSP_UNLIKELY(!bsp_segment_is_in_reach(from, &delta))) {
        *tr = bsp_transition_solid(*from);
        return;
    }
    *tr = bsp_transition_empty(*to);
    BspTrace trace = BSP_TRACE_NOTHING;
    BspTraceItem item = { 0, 1, nodes->root, -1, -1, 0 };
    do {
        bool solid = false;
        for (;;) {
            while (item.node >= 0) {
                solid = node_is_solid(bsp_node_tag(nodes, &nodes->nodes[item.node]), user_data);
                if (solid)
                    break;
                n_nodes++;
                bsp_trace_descend(nodes, from, &delta, &item, stack, &top);
            }
            if (BSP_LIKELY(!bsp_nodes_is_space_node(nodes, item.node)))
                break;
            item.node = bsp_nodes_in_space(nodes, item.node, space);
        }
        n_leaves++;
        if (!solid && !leaf_is_solid((unsigned)~item.node, user_data))
            bsp_trace_empty(&trace, &item);
    } while (bsp_trace_next(nodes, &trace, stack, &top, &item));
    if (counters) {
        counters->nodes += n_nodes;
        counters->planes += n_nodes;
        counters->leaves += n_leaves;
    }
    if (BSP_UNLIKELY(!bsp_trace_transition(nodes, &trace, *from, *to, tr))) {
        /* A copy: what is given away by address cannot be kept in registers. */
        BspTrace found = trace;
        BspTraceView view = { nodes, space, node_is_solid, leaf_is_solid, user_data };
        bsp_trace_closely(&view, &found, *from, *to, counters, tr);
    }
}

#endif
