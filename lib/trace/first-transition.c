/* first-transition: transitions that the traversal with bands (first-transition.h) does not
 * determine: moves that graze a plane, and single points.
 *
 * A move almost along a plane is inside the plane's band for a long way. The time at which it
 * crosses the plane itself does not show where it meets the solid behind. Other planes bound that
 * solid, too, and the move meets the solid when it is behind all of them. So the leaves are visited
 * again, each with exactly the part of the segment that is in it. */
#include "trace/first-transition.h"

#include "body/corner.h"

/* Whether a leaf is solid, or the tag of a node says that its whole subtree is solid. */
static bool is_solid(const BspTraceView *view, int32_t node)
{
    if (node < 0)
        return view->leaf_is_solid((unsigned)~node, view->user_data);
    return bsp_trace_is_solid_node(view, node);
}

static bool is_tip(const BspNodes *nodes, int32_t node)
{
    return bsp_node_tag(&nodes->nodes[node]) == BSP_TAG_TIP;
}

static void count_nodes(BspCounters *counters, uint64_t n)
{
    if (!counters)
        return;
    counters->nodes += n;
    counters->planes += n;
}

/* --- without bands --- */

typedef struct {
    const BspTraceView *view;
    BspVec from, delta;
    bool backwards; /* search from the end of the interval to its beginning */
    uint64_t n_nodes;
    unsigned top;
    BspTraceItem stack[BSP_TRACE_STACK];
} Search;

/* Units. A segment that is nowhere farther than this from a plane lies in the plane. So rounding
 * alone does not put a move along a face behind the face. */
#define IN_PLANE (BSP_TOUCH / 64)

/* Cuts the item where it crosses the plane of its node. Continues with the part that is visited
 * first, and pushes the other part. An item that lies in the plane is visited on both sides. */
static void cut_item(Search *s, BspTraceItem *item)
{
    const BspNodes *nodes = s->view->nodes;
    const BspNode *node = &nodes->nodes[item->node];
    double d = bsp_node_along(nodes, node, &s->from) - bsp_node_dist(nodes, node);
    double v = bsp_node_along(nodes, node, &s->delta);
    double at_from = d + item->from * v, at_to = d + item->to * v;
    bool is_in_plane = BSP_MAX(fabs(at_from), fabs(at_to)) <= IN_PLANE;
    s->n_nodes++;
    if (!is_in_plane && BSP_MIN(at_from, at_to) >= 0) {
        item->node = bsp_node_child(node, 0);
        return;
    }
    if (!is_in_plane && BSP_MAX(at_from, at_to) <= 0) {
        item->node = bsp_node_child(node, 1);
        return;
    }
    BspTraceItem rest = *item;
    unsigned first = at_from > 0 ? 0 : 1;
    rest.node = bsp_node_child(node, 1 - first);
    if (!is_in_plane) {
        rest.from = item->to = BSP_CLAMP(-d / v, item->from, item->to);
        rest.enter = item->leave = item->node;
    }
    item->node = bsp_node_child(node, first);
    s->stack[s->top++] = s->backwards ? *item : rest;
    if (s->backwards)
        *item = rest;
}

/* Finds the first empty leaf on the way. Returns false if there is none. */
static bool find_empty(Search *s, BspTraceItem *item)
{
    for (;;) {
        item->node = bsp_trace_own(s->view, item->node);
        if (item->node >= 0 && !is_solid(s->view, item->node)) {
            cut_item(s, item);
            continue;
        }
        if (!is_solid(s->view, item->node))
            return true;
        if (s->top == 0)
            return false;
        *item = s->stack[--s->top];
    }
}

/* Whether the plane of `crossed`, which the segment crosses at t, is only a step between surfaces
 * that are almost coplanar. Then `surface`, the node whose plane ends the covered interval, must be
 * named instead. Such steps are lower than touching, and only some of them are faces of the solid.
 * The surface always is. */
static bool is_step(const Search *s, int32_t crossed, int32_t surface, double t)
{
    const BspNodes *nodes = s->view->nodes;
    const BspNode *step = &nodes->nodes[crossed], *node = &nodes->nodes[surface];
    double height = bsp_node_along(nodes, node, &s->from) - bsp_node_dist(nodes, node) +
                    t * bsp_node_along(nodes, node, &s->delta);
    double speed = bsp_node_along(nodes, step, &s->delta);
    return fabs(height) <= BSP_ON_PLANE && !bsp_trace_is_far(0, BSP_TOUCH / speed, s->delta);
}

/* Computes the transition of a segment that grazes a plane or meets an edge: for a move into solid,
 * the last time before the gap at which it was outside solid; for a move out of solid, the first
 * time at which it is outside again. */
static void trace_without_bands(const BspTraceView *view, const BspTraceState *trace, BspVec from,
                                BspVec delta, BspCounters *counters, BspTransition *tr)
{
    bool enters = tr->type == BSP_EMPTY_TO_SOLID;
    double t = enters ? trace->covered : trace->leaves_solid;
    int32_t node = enters ? trace->leave : trace->enter, root = view->nodes->root;
    Search s;
    s.view = view;
    s.from = from;
    s.delta = delta;
    s.backwards = enters;
    s.n_nodes = s.top = 0;
    BspTraceItem item = { enters ? 0 : t, enters ? t : 1, root, node, node, 0 };
    if (find_empty(&s, &item)) {
        int32_t crossed = enters ? item.leave : item.enter;
        t = enters ? item.to : item.from;
        node = is_step(&s, crossed, node, t) ? node : crossed;
    } else if (enters) { /* the segment starts on a surface, and does not leave it before t */
        t = BSP_MIN(t, bsp_trace_crossing(view->nodes, node, from, s.delta));
    }
    count_nodes(counters, s.n_nodes);
    tr->t = t;
    tr->plane = bsp_nodes_plane(view->nodes, node);
    bsp_trace_face(tr, from, s.delta);
}

/* --- the planes that meet at a contact --- */

/* A subtree still to be visited, and the planes near the contact that bound its region. */
typedef struct {
    int32_t node;
    uint64_t planes;
} Part;

/* Adds the node's plane to the part and makes it face away from the child's region. Continues the
 * part at that child. Returns false if there is no room. */
static bool continue_part(const BspTraceView *view, BspCorner *corner, int32_t node, unsigned side,
                          Part *part)
{
    BspPlane plane = bsp_nodes_plane(view->nodes, node);
    if (side == 0)
        plane = bsp_plane_flipped(&plane);
    uint64_t bit = bsp_corner_plane(corner, &plane);
    part->planes |= bit;
    part->node = bsp_node_child(&view->nodes->nodes[node], side);
    return bit != 0;
}

/* Collects the solid leaves whose regions, with their bands, reach the contact. Returns false if
 * there are too many. A tip counts as empty, because it cuts off a corner of an empty leaf and
 * bounds no solid. */
static bool collect_corner(const BspTraceView *view, BspCorner *corner, uint64_t *n_nodes)
{
    const BspNodes *nodes = view->nodes;
    Part stack[BSP_CORNER_CONES], part = { nodes->root, 0 };
    unsigned top = 0;
    for (;;) {
        part.node = bsp_trace_own(view, part.node);
        if (part.node < 0 || is_solid(view, part.node)) {
            if (is_solid(view, part.node) && !bsp_corner_cone(corner, part.planes))
                return false;
            if (top == 0)
                return true;
            part = stack[--top];
            continue;
        }
        const BspNode *node = &nodes->nodes[part.node];
        double d = bsp_node_along(nodes, node, &corner->at) - bsp_node_dist(nodes, node);
        ++*n_nodes;
        if (is_tip(nodes, part.node)) {
            part.node = bsp_node_child(node, is_solid(view, bsp_node_child(node, 0)));
        } else if (fabs(d) > BSP_CORNER_NEAR) {
            part.node = bsp_node_child(node, d < 0);
        } else {
            int32_t at = part.node;
            if (top == BSP_CORNER_CONES)
                return false;
            stack[top] = part;
            if (!continue_part(view, corner, at, 1, &stack[top++]) ||
                !continue_part(view, corner, at, 0, &part))
                return false;
        }
    }
}

/* Sets tr->plane to the plane to name at tr->point (corner.h). Returns false if there is none, or
 * if the corner has too many planes. */
static bool name_corner(const BspTraceView *view, BspVec from, BspVec delta, BspCounters *counters,
                        BspTransition *tr)
{
    BspCorner corner;
    uint64_t n_nodes = 0;
    bsp_corner_init(&corner, tr->point);
    bool is_whole = collect_corner(view, &corner, &n_nodes);
    count_nodes(counters, n_nodes);
    return is_whole && bsp_corner_name(&corner, from, delta, tr);
}

/* Whether the segment crosses, at p, at least two planes that bound the region from which it comes.
 * A body that walks on a floor into a wall crosses only one. */
static bool crosses_two_planes(const BspTraceView *view, BspVec p, BspVec delta)
{
    const BspNodes *nodes = view->nodes;
    double least = BSP_SAME_NORMAL * bsp_vec_length(delta);
    unsigned n = 0;
    int32_t at = bsp_trace_own(view, nodes->root);
    while (at >= 0 && !is_solid(view, at) && n < 2) {
        const BspNode *node = &nodes->nodes[at];
        double d = bsp_node_along(nodes, node, &p) - bsp_node_dist(nodes, node);
        /* Branches are faster than an index: see bsp_nodes_find_leaf(). */
        if (d > BSP_CORNER_NEAR) {
            at = bsp_trace_own(view, bsp_node_child(node, 0));
        } else if (d < -BSP_CORNER_NEAR) {
            at = bsp_trace_own(view, bsp_node_child(node, 1));
        } else {
            double v = bsp_node_along(nodes, node, &delta);
            n += fabs(v) > least;
            at = bsp_trace_own(view, bsp_node_child(node, v > 0));
        }
    }
    return n == 2;
}

void bsp_trace_closely(const BspTraceView *view, const BspTraceState *trace, BspVec from, BspVec to,
                       BspCounters *counters, BspTransition *tr)
{
    BspVec delta = bsp_vec_sub(to, from);
    bool enters = tr->type == BSP_EMPTY_TO_SOLID;
    if (enters && !bsp_trace_is_far(tr->t, trace->covered, delta) &&
        !is_tip(view->nodes, trace->leave)) {
        bool is_start = trace->beside <= 0; /* no other empty leaf ends at the contact */
        if ((is_start && (trace->n_near <= 1 || !crosses_two_planes(view, tr->point, delta))) ||
            name_corner(view, from, delta, counters, tr))
            return;
    }
    trace_without_bands(view, trace, from, delta, counters, tr);
    if (enters)
        name_corner(view, from, delta, counters, tr);
}

/* --- points --- */

bool bsp_trace_point_is_solid(const BspTraceView *view, BspVec p)
{
    const BspNodes *nodes = view->nodes;
    int32_t stack[BSP_MAX_DEPTH + 1], at = nodes->root;
    unsigned top = 0;
    BspVec still = bsp_vec(0, 0, 0);
    if (!bsp_segment_is_in_reach(&p, &still))
        return true;
    for (;;) {
        at = bsp_trace_own(view, at);
        if (at < 0 || is_solid(view, at)) {
            if (!is_solid(view, at))
                return false; /* p is in empty space or touches it */
            if (top == 0)
                return true;
            at = stack[--top];
            continue;
        }
        const BspNode *node = &nodes->nodes[at];
        double d = bsp_node_along(nodes, node, &p) - bsp_node_dist(nodes, node);
        if (d < -BSP_TOUCH) {
            at = bsp_node_child(node, 1);
            continue;
        }
        if (d <= BSP_TOUCH)
            stack[top++] = bsp_node_child(node, 1);
        at = bsp_node_child(node, 0);
    }
}

/* --- names --- */

const char *bsp_transition_class_name(BspTransitionClass type)
{
    static const char *const names[] = { "E", "S", "E2S", "S2E" };
    return names[type];
}
