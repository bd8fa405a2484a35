/* turn: shifts planes for bodies that turn (bsp-turn.h).
 *
 * Melax 2000 shifts each plane by the support of the object along the plane's normal. The support
 * of a body that turns changes on the way. Each span of the move is traversed like a straight move.
 * The first traversal uses a bound that holds for the whole span, which is the support in the
 * middle, plus the margin by which a point may turn away from there. If that traversal hits a solid
 * cell, planes move during the span in a second traversal, from the support at its beginning to the
 * support at its end, plus the sag of the arcs on which points turn. A span that still hits is
 * halved until the sag hardly matters.
 *
 * The cells that are reached are a filter for the exact test, as for straight moves. */
#include "body/meet.h"
#include "shift/hit-check-bsp.h"

/* Units. Planes alone decide in spans with a smaller sag. A body that touches a plane and moves
 * away from it or along it is then not stopped, because bands are moved in by BSP_TOUCH. */
#define LEAST_SAG (BSP_TOUCH / 2)

/* The maximum number of spans of a search. At this number the search ends as if the last span were
 * hit, which is early, never late. */
#define MOST_SPANS 1024

typedef struct {
    /* Must be the first member, because the functions of bands get its address. */
    ShiftTraversal walk;
    const BspMotion *body;
    const BspBrushTable *table; /* the brush table for the exact test; NULL if the planes decide */
    BspMotionSpan span;
    double t0, t1;
    BspFrame ends[2]; /* the body's poses at t0 and at t1 */
    double sag;       /* units by which an arc of radius 1 sags during the span */
    double t;         /* the time of the first hit so far; 2 if there is none */
    bool by_planes, inside;
    BspVec normal;
    uint32_t brush;      /* the brush that was tested last */
    ShiftBandFunc shift; /* the function of the current traversal */
} Search;

static inline ShiftBand band_of_span(const ShiftTraversal *walk, uint32_t normal, ShiftBand *growth)
{
    const Search *s = (const Search *)walk;
    const BspBounds *bounds = &s->span.bounds;
    (void)growth;
    if (normal < 3)
        return shift_band(-bounds->mins.v[normal], bounds->maxs.v[normal]);
    BspVec n = *bsp_nodes_normal(&walk->tree->nodes, normal);
    return shift_band(bsp_motion_reach(s->body, &s->span, bsp_vec_neg(n)),
                      bsp_motion_reach(s->body, &s->span, n));
}

/* Returns the maximum product normal . arm over the body's points, at an end of the span, plus a
 * bound of the sag. Between the ends, the product does not exceed a linear interpolation of the
 * results at both ends. A point goes in a circle, so the second derivative of its product is at
 * most the radius times the part of the normal across the axis. The rim of a cylinder bends like
 * its axis. */
static double reach_at(const Search *s, const BspFrame *pose, BspVec normal)
{
    const BspMotion *b = s->body;
    const BspShape *shape = b->shape;
    BspVec own = bsp_frame_direction_in(pose, normal), axis = bsp_frame_direction_in(pose, b->axis);
    double most = -HUGE_VAL, rim = 0;
    double bend = s->sag * bsp_vec_length(bsp_vec_cross(normal, b->axis));
    for (unsigned i = 0, n = bsp_core_n_points(shape); i < n; i++) {
        BspVec arm = bsp_vec_sub(bsp_core_point(shape, i), b->pivot);
        double reach = bsp_vec_dot(own, arm) + bend * bsp_vec_length(bsp_vec_cross(axis, arm));
        most = BSP_MAX(most, reach);
    }
    if (shape->kind == BSP_SHAPE_CYLINDER)
        rim = shape->radius * (sqrt(own.x * own.x + own.y * own.y) +
                               s->sag * sqrt(axis.x * axis.x + axis.y * axis.y));
    return most + bsp_core_radius(shape) + rim;
}

/* Returns the band at the beginning of the span. *growth receives the change of each side until the
 * end of the span. If the two sides do not move in the same direction relative to the plane,
 * returns the band that holds the whole span instead. *growth is then such that neither side moves
 * relative to the plane. */
static inline ShiftBand band_at_ends(const ShiftTraversal *walk, uint32_t normal, ShiftBand *growth)
{
    const Search *s = (const Search *)walk;
    BspVec n = *bsp_nodes_normal(&walk->tree->nodes, normal), back = bsp_vec_neg(n);
    ShiftBand a = shift_band(reach_at(s, &s->ends[0], back), reach_at(s, &s->ends[0], n));
    ShiftBand b = shift_band(reach_at(s, &s->ends[1], back), reach_at(s, &s->ends[1], n));
    double v = bsp_vec_dot(n, walk->delta);
    *growth = (ShiftBand){ b.over - a.over, b.under - a.under };
    double over = v - growth->over, under = v - growth->under;
    if (over * under > 0)
        return a;
    *growth = (ShiftBand){ v, v };
    return (ShiftBand){ a.over - BSP_MAX(over, 0), a.under - BSP_MIN(under, 0) };
}

/* --- a solid cell --- */

/* Returns the time at which the body reaches the cell. Bands are moved in by BSP_TOUCH, so the body
 * is then BSP_TOUCH before its position at piece->v0, measured along the normal. If the body moves
 * almost along the plane, it is at most BSP_BRACKET / 2 before that position, measured along the
 * move (hit-check.c). */
static double contact_of(const Search *s, const ShiftPiece *piece, BspVec normal)
{
    const BspMotion *b = s->body;
    double spin = fabs(b->angle) * b->reach;
    double speed =
        fabs(bsp_vec_dot(normal, b->delta)) + spin * bsp_vec_length(bsp_vec_cross(normal, b->axis));
    double back = BSP_MIN(BSP_TOUCH / speed, BSP_BRACKET / 2 / (bsp_vec_length(b->delta) + spin));
    return BSP_MAX(s->t0 + piece->v0 * (s->t1 - s->t0) - back, s->t0);
}

/* Returns the normal of the plane that the body has reached, on the side that the body comes from.
 * The position of the body's middle does not show that side, because the middle of a point is in
 * the plane. */
static BspVec normal_towards_body(const Search *s, const ShiftPiece *piece)
{
    const BspNodes *nodes = &s->walk.tree->nodes;
    BspVec normal = bsp_nodes_plane(nodes, piece->enter).normal;
    ShiftCourse c =
        shift_course(&s->walk, &nodes->nodes[piece->enter], &(ShiftCaller){ .shift = s->shift });
    return c.v.over + c.v.under > 0 ? bsp_vec_neg(normal) : normal;
}

static void hit_planes(Search *s, const ShiftPiece *piece)
{
    BspVec normal = bsp_vec(0, 0, 0);
    double t = s->t0;
    if (piece->enter >= 0) {
        normal = normal_towards_body(s, piece);
        t = contact_of(s, piece, normal);
    }
    if (t < s->t) {
        s->t = t;
        s->normal = normal;
        s->by_planes = true;
    }
}

/* Returns whether the middle of the body is in solid at t = 0. In the filled outside the body may
 * be in no brush, so its middle decides. */
static bool middle_is_solid(const Search *s)
{
    BspFrame pose = bsp_motion_pose(s->body, 0);
    BspVec middle = bsp_bounds_centre(&s->body->shape->bounds);
    middle = bsp_vec_add(pose.origin, bsp_frame_direction_out(&pose, middle));
    return shift_tree_point_is_solid(s->walk.tree, middle);
}

/* Tests the brushes of the cell over the whole span. A cell without brushes is part of the filled
 * outside, or as thin as rounding. */
static void hit_brushes(Search *s, const ShiftPiece *piece)
{
    const ShiftTree *tree = s->walk.tree;
    unsigned list = (unsigned)~piece->n - 1, end = tree->first[list + 1];
    bool may_be_outside = tree->first[list] == end || tree->brushes[end - 1] == SHIFT_OUTSIDE;
    BSP_ASSERT(list < tree->n_lists && end <= tree->n_brushes);
    if (may_be_outside && piece->enter < 0 && s->t0 == 0 && middle_is_solid(s)) {
        s->inside = true;
        return;
    }
    if (tree->first[list] == end) {
        hit_planes(s, piece);
        return;
    }
    for (unsigned i = tree->first[list]; i < end; i++) {
        uint32_t brush = tree->brushes[i];
        BspMeeting hit = { .t = s->t };
        if (brush == s->brush || brush >= s->table->n_brushes ||
            bsp_span_is_far(s->body, &s->span, s->table, brush, 2 * BSP_TOUCH))
            continue;
        s->brush = brush;
        if (!bsp_meet(s->body, s->table, brush, 0, s->t0, s->t1, &hit))
            continue;
        if (hit.inside && s->t0 == 0) {
            s->inside = true;
        } else if (hit.t < s->t) {
            BspHit named;
            s->t = hit.t;
            s->normal = bsp_meeting_name(s->body, s->table, brush, 0, hit.t, &named);
            s->by_planes = false;
        }
    }
}

/* --- spans --- */

static inline bool is_before_impact(ShiftTraversal *walk, ShiftPiece *piece)
{
    const Search *s = (Search *)walk;
    return piece->enter < 0 || piece->v0 * (s->t1 - s->t0) + s->t0 < s->t;
}

static inline bool hit_cell(ShiftTraversal *walk, ShiftPiece *piece)
{
    Search *s = (Search *)walk;
    if (s->table)
        hit_brushes(s, piece);
    else
        hit_planes(s, piece);
    return !s->inside;
}

static BSP_ALWAYS_INLINE void traverse(Search *s, ShiftBandFunc band_of)
{
    s->t = 2;
    s->by_planes = s->inside = false;
    s->brush = UINT32_MAX;
    s->shift = band_of;
    shift_hit_check_bsp(&s->walk, (ShiftCaller){ band_of, false, is_before_impact, hit_cell });
}

/* Traverses the tree with the body of the span from t0 to t1. */
static void search_span(Search *s)
{
    const BspMotion *b = s->body;
    double angle = b->angle * (s->t1 - s->t0);
    bsp_motion_span(b, s->t0, s->t1, &s->span);
    s->walk.from = s->span.from;
    s->walk.delta = s->span.delta;
    s->sag = angle * angle / 8;
    traverse(s, band_of_span);
    if (!s->by_planes || s->sag == 0)
        return;
    s->ends[0] = bsp_motion_pose(b, s->t0);
    s->ends[1] = bsp_motion_pose(b, s->t1);
    traverse(s, band_at_ends);
}

/* Finds the plane of a hit at the beginning of a span, where no plane is crossed. The body was free
 * until then, but the bounds of this span are wider than those of the last span. Some planes of the
 * tree have all of the body on one side. The nearest of these planes is chosen. */
static void find_plane(Search *s)
{
    const BspNodes *nodes = &s->walk.tree->nodes;
    double nearest = HUGE_VAL;
    int32_t stack[BSP_MAX_DEPTH + 1] = { nodes->root };
    unsigned top = 1;
    bsp_motion_span(s->body, s->t, s->t, &s->span);
    while (top > 0) {
        int32_t at = stack[--top];
        if (at < 0)
            continue;
        BspPlane plane = bsp_nodes_plane(nodes, at);
        BSP_ASSERT(top + 2 <= sizeof stack / sizeof *stack);
        double d = bsp_plane_distance(&plane, s->span.from);
        double front = d - bsp_motion_reach(s->body, &s->span, bsp_vec_neg(plane.normal));
        double behind = -d - bsp_motion_reach(s->body, &s->span, plane.normal);
        double gap = BSP_MAX(front, behind);
        if (behind <= -BSP_TOUCH)
            stack[top++] = bsp_node_child(&nodes->nodes[at], 0);
        if (front <= -BSP_TOUCH)
            stack[top++] = bsp_node_child(&nodes->nodes[at], 1);
        if (gap > -BSP_TOUCH && fabs(gap) < nearest) {
            nearest = fabs(gap);
            s->normal = front > behind ? plane.normal : bsp_vec_neg(plane.normal);
        }
    }
}

/* Searches spans until one is hit. A span that only the sag may have hit is halved. */
static void search(Search *s)
{
    double longest = 1.0 / bsp_motion_n_spans(s->body), length = longest, t = 0;
    s->inside = false;
    if (!s->table) { /* test by the planes alone whether the body is in solid at t = 0 */
        s->t0 = s->t1 = 0;
        search_span(s);
        s->inside = s->t == 0;
    }
    for (unsigned i = 0; t < 1 && !s->inside; i++) {
        s->t0 = t;
        s->t1 = t + length < 1 ? t + length : 1;
        search_span(s);
        if (s->t <= 1 && s->by_planes && s->sag * s->body->reach > LEAST_SAG && i < MOST_SPANS) {
            length *= 0.5;
            continue;
        }
        if (s->t <= 1) {
            if (bsp_vec_dot(s->normal, s->normal) == 0)
                find_plane(s);
            return;
        }
        t = s->t1;
        length = BSP_MIN(2 * length, longest);
    }
}

/* --- queries --- */

static BspTransition answer_of(const Search *s, BspVec from, BspVec to)
{
    if (s->inside)
        return bsp_transition_solid(from);
    if (s->t > 1)
        return bsp_transition_empty(to);
    BspTransition tr = { .type = BSP_EMPTY_TO_SOLID, .t = s->t };
    tr.point = bsp_vec_mad(s->body->from, s->t, s->body->delta);
    tr.plane = (BspPlane){ s->normal, bsp_vec_dot(s->normal, tr.point) };
    return tr;
}

/* Answers a query. If `table` is NULL, the planes decide. */
static BspTransition check(const ShiftTree *tree, const BspBrushTable *table, const BspShape *shape,
                           const BspTurn *turn, BspVec from, BspVec to, BspCounters *counters)
{
    const BspMove move = { from, to, shape, 0, 0 };
    BspMotion body;
    Search s;
    if (!bsp_motion_init(&body, &move, turn))
        return bsp_transition_solid(from);
    shift_traversal_init(&s.walk, tree, shape, NULL);
    s.body = &body;
    s.table = table;
    search(&s);
    shift_traversal_count(&s.walk, counters);
    return answer_of(&s, from, to);
}

BspTransition shift_tree_hit_check_turning(const ShiftTree *tree, const BspShape *shape,
                                           const BspTurn *turn, BspVec from, BspVec to,
                                           BspCounters *counters)
{
    return check(tree, NULL, shape, turn, from, to, counters);
}

BspTransition shift_tree_hit_check_exact_turning(const ShiftTree *tree, const BspBrushTable *table,
                                                 const BspShape *shape, const BspTurn *turn,
                                                 BspVec from, BspVec to, BspCounters *counters)
{
    if (!tree->first || !table || !bsp_brush_table_can_turn(table))
        return bsp_transition_solid(from);
    return check(tree, table, shape, turn, from, to, counters);
}
