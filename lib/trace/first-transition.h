/* first-transition: finds the first transition of a segment: how far empty leaves cover it.
 *
 * Golodetz 2013, Listing 5, with two differences. First, the traversal keeps an interval of t on
 * the original segment instead of a shortened segment, so precision does not degrade with depth.
 * Second, every plane is a band that extends BSP_TOUCH to either side. Points in the band belong to
 * both sides, so such a point is in solid only if both sides are solid there. This extends the
 * listing's coplanar case (a segment on a plane is empty if either side is empty), and makes
 * touching the same as being apart.
 *
 * Leaves are visited in the order of the segment. `covered` is the t up to which empty leaves cover
 * the segment; the first gap is the transition.
 *
 * A segment that grazes a plane is inside its band for a long way, and the band does not show where
 * the transition is. Then first-transition.c computes the transition again, without bands.
 *
 * Map trees and onions differ in which leaves are solid. Each compiles this code with its own test,
 * inlined. */
#ifndef BSP_FIRST_TRANSITION_H
#define BSP_FIRST_TRANSITION_H

#include "body/corner.h"
#include "bsp-move.h"
#include "trace/compiler.h"
#include "trace/node.h"
#include "trace/reach.h"

/* A segment in the band of a plane is on both sides of the plane. The traversal alternates between
 * the sides: each visit continues from where the other side stopped it. These flags, in the `turn`
 * of a waiting item, tell which side to visit and when. Items that do not wait for a turn have 0.
 */
enum {
    BSP_TRACE_FRONT = 1 << 0, /* visit the front child ... */
    BSP_TRACE_BACK = 1 << 1,  /* ... or for the back child */
    BSP_TRACE_FIRST = 1 << 2, /* the first visit of this side, which is never skipped */
    BSP_TRACE_START =
        1 << 3 /* visit if the other side has found the start of the segment empty. Without this
                  flag: visit if the other side has covered more than `from` */
};

/* A subtree still to be visited, and the part of the segment that lies in its region. */
typedef struct {
    double from, to; /* interval of t */
    int32_t node;
    int32_t enter, leave; /* nodes whose planes bound the interval; -1: the segment's own ends */
    int32_t turn;
} BspTraceItem;

/* Units. Farther from its start than this, a segment that stops at its start meets no plane there:
 * the contact is up to BSP_TOUCHED from the start, and planes up to BSP_CORNER_NEAR from the
 * contact meet in it. The rest covers rounding. */
#define BSP_TRACE_NEAR (BSP_TOUCHED + BSP_CORNER_NEAR + BSP_TOUCH)

/* At most one item waits on each level of the tree. */
#define BSP_TRACE_STACK (BSP_MAX_DEPTH + 1)

typedef struct {
    double covered; /* the segment is empty up to this t; negative: it starts in solid */
    double beside;  /* the latest t before `covered` at which another empty leaf ends; 0 if there is
                       none */
    double leaves_solid; /* if the segment starts in solid: the t at which it first reaches empty
                            space; else 2 */
    int32_t enter,
        leave;       /* nodes whose planes the segment crosses at leaves_solid and at covered */
    unsigned n_near; /* planes near the start of the segment, see bsp_trace_meet() */
} BspTraceState;

#define BSP_TRACE_NOTHING                                                                          \
    (BspTraceState)                                                                                \
    {                                                                                              \
        .covered = -1, .beside = 0, .leaves_solid = 2, .enter = -1, .leave = -1, .n_near = 0       \
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

static inline BspTransitionClass bsp_trace_class(const BspTraceState *trace)
{
    if (trace->covered >= 0)
        return trace->covered >= 1 ? BSP_EMPTY : BSP_EMPTY_TO_SOLID;
    return trace->leaves_solid <= 1 ? BSP_SOLID_TO_EMPTY : BSP_SOLID;
}

/* Whether the segment travels farther than BSP_GRAZE between times t and u, so that one time cannot
 * replace the other. */
static inline bool bsp_trace_is_far(double t, double u, BspVec delta)
{
    return (t - u) * (t - u) * bsp_vec_dot(delta, delta) > BSP_GRAZE * BSP_GRAZE;
}

/* Whether several planes may meet at t: another leaf ends at `beside`, which is later than t, or
 * earlier by at most BSP_TOUCHED along the segment. `beside` is also 0 at the start, because a body
 * that is stopped where it starts may rest in a corner. */
static inline bool bsp_trace_meets(double beside, double t, BspVec delta)
{
    double since = t - beside;
    return since <= 0 || since * since * bsp_vec_dot(delta, delta) <= BSP_TOUCHED * BSP_TOUCHED;
}

/* Completes a transition that has its class, time and plane: sets the point, and makes the plane
 * face the empty side. That is against the move if it enters solid, along the move if it leaves. */
static inline void bsp_trace_face(BspTransition *tr, BspVec from, BspVec delta)
{
    tr->point = bsp_vec_mad(from, tr->t, delta);
    bool along = bsp_vec_dot(tr->plane.normal, delta) > 0;
    if (along == (tr->type == BSP_EMPTY_TO_SOLID))
        tr->plane = bsp_plane_flipped(&tr->plane);
}

/* Sets *tr from the result of the traversal. On entry *tr must be bsp_transition_empty(). Returns
 * false if bsp_trace_closely() must compute it more exactly. The reasons: the segment grazes the
 * plane that it crosses; the plane cuts off a tip; or another empty leaf ends at the contact, so
 * several planes meet there. *tr is written in place, since copying it costs as much as two nodes.
 */
static inline bool bsp_trace_transition(const BspNodes *nodes, const BspTraceState *trace,
                                        BspVec from, BspVec to, BspTransition *tr)
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
           bsp_node_tag(&nodes->nodes[node]) != BSP_TAG_TIP &&
           !(enters && bsp_trace_meets(trace->beside, tr->t, delta));
}

/* Extends the covered interval by an empty leaf. */
static inline void bsp_trace_empty(BspTraceState *trace, const BspTraceItem *item)
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
static inline bool bsp_trace_wants(const BspTraceState *trace, const BspTraceItem *item)
{
    if (trace->covered >= 0)
        return item->from <= trace->covered && item->to > trace->covered;
    return item->from < trace->leaves_solid;
}

/* For a segment in the band of the item's node, which is empty where either side is empty. A solid
 * found on one side may end before the solid on the other side begins. So the traversal alternates
 * between the sides as long as `covered` advances. Moves the item to the child whose turn it is,
 * and pushes an item for the other child. */
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
    item->node = bsp_node_child(&nodes->nodes[item->node], side);
    item->turn = 0;
}

/* Whether visiting a waiting item could increase `covered`. */
static inline bool bsp_trace_has_turn(const BspTraceState *trace, const BspTraceItem *item)
{
    if (item->turn & BSP_TRACE_FIRST)
        return true;
    return item->turn & BSP_TRACE_START ? trace->covered >= 0 : trace->covered > item->from;
}

/* Pops the next item that can change the answer. Returns false if there is none. */
static inline bool bsp_trace_next(const BspNodes *nodes, const BspTraceState *trace,
                                  BspTraceItem *stack, unsigned *top, BspTraceItem *item)
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

/* The segment relative to the plane of a node: its signed distance at t = 0 and the change of the
 * distance per unit of t, and the distances at the ends of an item. */
typedef struct {
    const BspNode *node;
    double d, v, at_from, at_to;
} BspTraceCourse;

/* Computes the course. If the item is clear of the plane, moves it to the child on its side, and
 * returns true. */
static BSP_ALWAYS_INLINE bool bsp_trace_passes(const BspNodes *nodes, const BspVec *from,
                                               const BspVec *delta, BspTraceItem *item,
                                               BspTraceCourse *c)
{
    const BspNode *node = c->node = &nodes->nodes[item->node];
    c->d = bsp_node_along(nodes, node, from) - bsp_node_dist(nodes, node);
    c->v = bsp_node_along(nodes, node, delta);
    c->at_from = c->d + item->from * c->v;
    c->at_to = c->d + item->to * c->v;
    if (c->at_from > BSP_TRACE_NEAR && c->at_to > BSP_TRACE_NEAR) {
        item->node = bsp_node_child(node, 0);
        return true;
    }
    if (c->at_from < -BSP_TRACE_NEAR && c->at_to < -BSP_TRACE_NEAR) {
        item->node = bsp_node_child(node, 1);
        return true;
    }
    return false;
}

/* Moves an item that crosses the plane to the child that it reaches first, and pushes an item for
 * the other child. */
static BSP_ALWAYS_INLINE void bsp_trace_split(const BspTraceCourse *c, BspTraceItem *item,
                                              BspTraceItem *far)
{
    unsigned near = c->v > 0; /* 1, the back child, if the segment comes from behind */
    double band = c->v > 0 ? BSP_TOUCH : -BSP_TOUCH;
    double inverse = 1 / c->v;
    double far_from = (-band - c->d) * inverse, near_to = (band - c->d) * inverse;
    bool enters = far_from > item->from, leaves = near_to < item->to;
    far->from = enters ? BSP_MIN(far_from, item->to) : item->from;
    far->to = item->to;
    far->node = bsp_node_child(c->node, 1 - near);
    far->enter = enters ? item->node : item->enter;
    far->leave = item->leave;
    far->turn = 0;
    item->to = leaves ? BSP_MAX(near_to, item->from) : item->to;
    item->leave = leaves ? item->node : item->leave;
    item->node = bsp_node_child(c->node, near);
}

/* Continues an item that does not pass the plane of its node. *n_near counts the nodes whose planes
 * are near the start; it counts those twice that the item does not cross. So if *n_near is at most
 * one when the segment stops at its start, the plane that stops it is the only one there. */
static BSP_ALWAYS_INLINE void bsp_trace_meet(const BspNodes *nodes, const BspTraceCourse *c,
                                             BspTraceItem *item, BspTraceItem *stack, unsigned *top,
                                             unsigned *n_near)
{
    unsigned n = fabs(c->d) <= BSP_TRACE_NEAR ? 1 : 0;
    *n_near += n;
    if (c->at_from > BSP_TOUCH && c->at_to > BSP_TOUCH) {
        *n_near += n;
        item->node = bsp_node_child(c->node, 0);
    } else if (c->at_from < -BSP_TOUCH && c->at_to < -BSP_TOUCH) {
        *n_near += n;
        item->node = bsp_node_child(c->node, 1);
    } else if (fabs(c->at_from) <= BSP_TOUCH && fabs(c->at_to) <= BSP_TOUCH) {
        *n_near += n;
        item->turn = BSP_TRACE_FRONT | BSP_TRACE_FIRST;
        bsp_trace_take_turn(nodes, -1, item, stack, top);
    } else {
        bsp_trace_split(c, item, &stack[(*top)++]);
    }
}

/* Receives the value of each leaf that the segment reaches. Returns whether the leaf is solid. */
typedef bool (*BspTraceLeafFunc)(unsigned value, const void *user_data);

/* A tree as seen in one space. */
typedef struct {
    const BspNodes *nodes;
    unsigned space;
    unsigned solid_tag; /* the subtree of a node with this tag is solid; 0: there is none */
    BspTraceLeafFunc leaf_is_solid;
    const void *user_data;
} BspTraceView;

/* Whether the whole subtree of the node is solid and need not be visited. */
static inline bool bsp_trace_is_solid_node(const BspTraceView *view, int32_t node)
{
    return view->solid_tag != 0 && bsp_node_tag(&view->nodes->nodes[node]) == view->solid_tag;
}

/* If the node is a space node, returns its child for the view's space; else returns the node. The
 * result is never a space node. */
static inline int32_t bsp_trace_own(const BspTraceView *view, int32_t node)
{
    const BspNodes *nodes = view->nodes;
    return bsp_nodes_is_space_node(nodes, node) ? bsp_nodes_in_space(nodes, node, view->space)
                                                : node;
}

/* Computes the transition if the traversal with bands is not exact enough. trace: the traversal's
 * result. *tr: on entry the transition by bsp_trace_transition(), which this function corrects. */
void bsp_trace_closely(const BspTraceView *view, const BspTraceState *trace, BspVec from, BspVec to,
                       BspCounters *counters, BspTransition *tr);

/* Whether a point is in solid. Agrees with the transition from p to p. */
bool bsp_trace_point_is_solid(const BspTraceView *view, BspVec p);

/* The traversal, in one space. The view is passed by value, so that the compiler can inline its
 * functions. */
static BSP_ALWAYS_INLINE BspTraceState bsp_trace_run(BspTraceView view, const BspVec *from,
                                                     const BspVec *delta, BspCounters *counters)
{
    const BspNodes *nodes = view.nodes;
    BspTraceItem stack[BSP_TRACE_STACK];
    unsigned top = 0;
    uint64_t n_nodes = 0, n_leaves = 0;
    BspTraceState trace = BSP_TRACE_NOTHING;
    BspTraceItem item = { 0, 1, nodes->root, -1, -1, 0 };
    BspTraceCourse course;
    do {
        bool solid = false;
        for (;;) {
            while (item.node >= 0) {
                solid = bsp_trace_is_solid_node(&view, item.node);
                if (solid)
                    break;
                n_nodes++;
                if (!bsp_trace_passes(nodes, from, delta, &item, &course))
                    bsp_trace_meet(nodes, &course, &item, stack, &top, &trace.n_near);
            }
            if (BSP_LIKELY(!bsp_nodes_is_space_node(nodes, item.node)))
                break;
            item.node = bsp_nodes_in_space(nodes, item.node, view.space);
        }
        n_leaves++;
        if (!solid && !view.leaf_is_solid((unsigned)~item.node, view.user_data))
            bsp_trace_empty(&trace, &item);
    } while (bsp_trace_next(nodes, &trace, stack, &top, &item));
    if (counters) {
        counters->nodes += n_nodes;
        counters->planes += n_nodes;
        counters->leaves += n_leaves;
    }
    return trace;
}

/* The first transition in one space. Moves and the answer are passed by pointer, because copying a
 * value that was just written stalls for as long as two nodes or more. */
static BSP_ALWAYS_INLINE void bsp_trace_first_transition(BspTraceView view, const BspVec *from,
                                                         const BspVec *to, BspCounters *counters,
                                                         BspTransition *tr)
{
    BspVec delta = bsp_vec_sub(*to, *from);
    if (BSP_UNLIKELY(!bsp_segment_is_in_reach(from, &delta))) {
        *tr = bsp_transition_solid(*from);
        return;
    }
    *tr = bsp_transition_empty(*to);
    BspTraceState trace = bsp_trace_run(view, from, &delta, counters);
    if (BSP_UNLIKELY(!bsp_trace_transition(view.nodes, &trace, *from, *to, tr))) {
        /* Copies, because a variable whose address is passed cannot stay in registers. */
        BspTraceState found = trace;
        BspTraceView same = view;
        bsp_trace_closely(&same, &found, *from, *to, counters, tr);
    }
}

/* Whether the first transition is BSP_EMPTY. It is sooner known than which plane is hit. */
static BSP_ALWAYS_INLINE bool bsp_trace_is_clear(BspTraceView view, const BspVec *from,
                                                 const BspVec *to, BspCounters *counters)
{
    BspVec delta = bsp_vec_sub(*to, *from);
    if (BSP_UNLIKELY(!bsp_segment_is_in_reach(from, &delta)))
        return false;
    BspTraceState trace = bsp_trace_run(view, from, &delta, counters);
    return bsp_trace_class(&trace) == BSP_EMPTY;
}

#endif
