/* hit-check: HitCheckBSP (Melax 2000, section 3): the first hit of a moving shape.
 *
 * The traversal finds the solid cells that the segment reaches. This file finds the first hit among
 * them, and the contact. hit-cell.c tests a cell exactly and finds where a shape leaves solid;
 * point.c handles points. */
#include "shift/hit-check.h"
#include "body/brush-table.h"
#include "trace/move.h"
#include "trace/reach.h"

/* --- bands --- */

static inline ShiftBand prepared_band(const ShiftTraversal *walk, uint32_t normal)
{
    return walk->bands[normal];
}

/* --- the first hit --- */

/* How to test a cell that the segment reaches: by its shifted planes, by a cast, by a closed form
 * for round shapes, or by a cast for a thin shape. */
typedef enum { PLANES, CAST, ROUND, THIN } Decider;

/* Finds the first hit. It is written in place, because copying it costs as much as two nodes. */
static BSP_ALWAYS_INLINE void first_hit(ShiftTraversal *walk, Decider decider,
                                        ShiftBandFunc band_of, bool never_flat, ShiftHit *best)
{
    ShiftPiece piece = shift_traversal_start(walk);
    best->t = 2;
    best->plane = -1;
    best->inside = false;
    do {
        /* Skip a piece beyond the first impact so far (the paper's shortened v1). Do not skip a
         * piece with the segment's start, to distinguish a start in solid from a start that
         * touches. */
        if (piece.from >= best->t && piece.enter >= 0)
            continue;
        piece.to = BSP_MIN(piece.to, best->t);
        if (!shift_traversal_down(walk, &piece, band_of, never_flat))
            continue;
        ShiftHit hit = decider == PLANES  ? shift_hit_planes(walk, &piece)
                       : decider == ROUND ? shift_hit_round(walk, &piece)
                                          : shift_hit_cast(walk, &piece);
        if (hit.t < best->t || hit.inside)
            *best = hit;
    } while (!best->inside && shift_traversal_next(walk, &piece));
}

static BSP_NO_INLINE void first_hit_prepared(ShiftTraversal *walk, Decider decider, ShiftHit *best)
{
    first_hit(walk, decider, prepared_band, true, best);
}

static BSP_NO_INLINE void first_hit_computed(ShiftTraversal *walk, Decider decider, ShiftHit *best)
{
    first_hit(walk, decider, shift_traversal_band, false, best);
}

static void find_first_hit(ShiftTraversal *walk, Decider decider, ShiftHit *best)
{
    if (walk->bands)
        first_hit_prepared(walk, decider, best);
    else
        first_hit_computed(walk, decider, best);
}

/* --- thin shapes --- */

/* How often a thin shape may be moved away from cells that it only touches: a floor, two walls, and
 * one more. */
#define MAX_ASIDE 4

/* Moves the walk away from the cell that was hit if the thin shape only touches the cell, which the
 * thickened shape cannot distinguish from a hit. Returns false if the walk is not moved. */
static bool step_aside(ShiftTraversal *walk, const BspShape *thin, const ShiftHit *hit)
{
    if (hit->t > 1)
        return false;
    BspCastBody body = shift_cell_body(walk->tree, hit->leaf);
    BspCastHit cast;
    if (bsp_cast(&body, thin, &(BspCastPath){ walk->from, walk->delta, hit->t, 1 }, &cast, NULL) &&
        (cast.overlap || !hit->inside))
        return false;
    BspVec away = bsp_cast_away(&body, thin, bsp_vec_mad(walk->from, hit->t, walk->delta));
    walk->from = bsp_vec_mad(walk->from, 2.25 * BSP_TOUCH, away);
    return true;
}

/* walk->shape is the thickened shape. The search is repeated from starts moved aside by
 * step_aside(). All hits of the thickened shape, from any start this near, are within the bracket
 * of the thin shape, so the latest hit is the best. */
static void first_hit_thin(ShiftTraversal *walk, const BspShape *thin, ShiftHit *best)
{
    BspVec from = walk->from;
    find_first_hit(walk, CAST, best);
    ShiftHit hit = *best;
    for (unsigned i = 0; i < MAX_ASIDE && step_aside(walk, thin, &hit); i++) {
        find_first_hit(walk, CAST, &hit);
        if (hit.inside == best->inside ? hit.t > best->t : best->inside)
            *best = hit;
    }
    walk->from = from;
}

/* --- transitions --- */

/* Sets the contact at t. Its plane faces the empty side. It is the shifted plane of the node, or,
 * if node is -1, the plane with the normal. */
static void set_contact(const ShiftTraversal *walk, BspTransition *tr, int32_t node, BspVec normal,
                        double t)
{
    tr->t = BSP_CLAMP(t, 0, 1);
    tr->point = bsp_vec_mad(walk->from, tr->t, walk->delta);
    if (node < 0) {
        tr->plane = (BspPlane){ normal, bsp_vec_dot(normal, tr->point) };
        return;
    }
    const BspNodes *nodes = &walk->tree->nodes;
    ShiftBand band = shift_band_of(walk->shape, nodes, bsp_node_normal(nodes, &nodes->nodes[node]));
    double touch = shift_band_touch(&band);
    tr->plane = bsp_nodes_plane(nodes, node);
    bool along = bsp_vec_dot(tr->plane.normal, walk->delta) > 0;
    if (along == (tr->type == BSP_EMPTY_TO_SOLID)) {
        tr->plane.dist += band.over - touch;
        tr->plane = bsp_plane_flipped(&tr->plane);
    } else {
        tr->plane.dist += band.under + touch;
    }
}

static BspTransition leave_solid(ShiftTraversal *walk, bool exact)
{
    BspVec normal = bsp_vec(0, 0, 0);
    ShiftPiece end = shift_last_solid(walk, exact, &normal);
    if (end.to >= 1)
        return bsp_transition_solid(walk->from);
    BspTransition tr = { .type = BSP_SOLID_TO_EMPTY };
    set_contact(walk, &tr, end.leave, normal, end.to);
    return tr;
}

static bool is_stationary(const ShiftTraversal *walk)
{
    return walk->delta.x == 0 && walk->delta.y == 0 && walk->delta.z == 0;
}

static bool has_no_size(const BspBounds *b)
{
    return b->mins.x == b->maxs.x && b->mins.y == b->maxs.y && b->mins.z == b->maxs.z;
}

/* --- queries --- */

static inline void add_counts(BspCounters *counters, const ShiftTraversal *walk)
{
    if (!counters)
        return;
    counters->nodes += walk->n_nodes;
    counters->planes += walk->n_nodes;
    counters->leaves += walk->n_leaves;
    counters->bevels += walk->n_bevels;
}

/* Returns the answer for a move that hits something. Not inlined, because most moves hit nothing,
 * and this code in their path would cost them as much as two nodes. */
static BSP_NO_INLINE BspTransition answer_hit(ShiftTraversal *walk, const ShiftHit *hit, bool exact,
                                              BspCounters *counters)
{
    BspTransition tr = { .type = BSP_EMPTY_TO_SOLID };
    if (!hit->inside)
        set_contact(walk, &tr, hit->plane, hit->normal, hit->t);
    else if (is_stationary(walk)) /* one cell decides: it stays in solid */
        tr = bsp_transition_solid(walk->from);
    else
        tr = leave_solid(walk, exact);
    add_counts(counters, walk);
    return tr;
}

typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    const ShiftBand *bands; /* of the prepared shape; NULL: compute the band of each plane */
    Decider decider;
} Query;

static BSP_NO_INLINE BspTransition check_volume(const Query *q, BspVec from, BspVec to,
                                                BspCounters *counters)
{
    const BspShape *shape = q->shape;
    Decider decider = q->decider;
    BspShape thick;
    if (decider == THIN)
        thick = bsp_shape_thickened(shape, SHIFT_THICK);
    ShiftTraversal walk;
    walk.tree = q->tree;
    walk.shape = decider == THIN ? &thick : shape;
    /* the prepared bands are those of the thin shape */
    walk.bands = decider == THIN ? NULL : q->bands;
    walk.from = from;
    walk.delta = bsp_vec_sub(to, from);
    walk.n_nodes = walk.n_leaves = walk.n_bevels = 0;
    if (BSP_UNLIKELY(!bsp_segment_is_in_reach(&from, &walk.delta) ||
                     !bsp_bounds_are_in_reach(&shape->bounds)))
        return bsp_transition_solid(from);
    ShiftHit hit;
    if (decider == THIN)
        first_hit_thin(&walk, shape, &hit);
    else
        find_first_hit(&walk, decider, &hit);
    if (hit.t > 1) {
        add_counts(counters, &walk);
        return bsp_transition_empty(to);
    }
    return answer_hit(&walk, &hit, decider != PLANES, counters);
}

/* Returns how an exact query tests cells. With box bevels, plane shifting is exact for boxes, so a
 * box needs no cast. */
static inline Decider choose_decider(const ShiftTree *tree, const BspShape *shape)
{
    if (tree->bounds_boxes && shape->kind == BSP_SHAPE_BOX)
        return PLANES;
    if (bsp_round_is(shape) && 2 * shape->radius >= SHIFT_THICK) /* thick enough */
        return ROUND;
    return bsp_shape_thickness(shape) < SHIFT_THICK ? THIN : CAST;
}

static inline BspTransition hit_check(const Query *q, BspVec from, BspVec to, BspCounters *counters)
{
    if (has_no_size(&q->shape->bounds)) /* a point, or a box of size zero */
        return shift_point_check(q->tree, q->shape->bounds.mins, from, to, counters);
    return check_volume(q, from, to, counters);
}

BspTransition shift_tree_hit_check(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                   BspVec to, BspCounters *counters)
{
    const Query query = { tree, shape, NULL, PLANES };
    return hit_check(&query, from, to, counters);
}

BspTransition shift_tree_hit_check_exact(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                         BspVec to, BspCounters *counters)
{
    if (!tree->first)
        return bsp_transition_solid(from);
    const Query query = { tree, shape, NULL, choose_decider(tree, shape) };
    return hit_check(&query, from, to, counters);
}

BspTransition shift_shape_hit_check(const ShiftShape *shape, BspVec from, BspVec to,
                                    BspCounters *counters)
{
    const Query query = { shape->tree, &shape->shape, shape->bands, PLANES };
    return hit_check(&query, from, to, counters);
}

BspTransition shift_shape_hit_check_exact(const ShiftShape *shape, BspVec from, BspVec to,
                                          BspCounters *counters)
{
    const ShiftTree *tree = shape->tree;
    if (!tree->first)
        return bsp_transition_solid(from);
    const Query query = { tree, &shape->shape, shape->bands, choose_decider(tree, &shape->shape) };
    return hit_check(&query, from, to, counters);
}

/* --- traces that find what was hit, and in a frame --- */

bool shift_tree_trace(const ShiftTree *tree, const BspBrushTable *table, const BspMove *move,
                      BspTrace *answer, BspCounters *counters)
{
    bsp_trace_begin(answer, tree);
    answer->tr = shift_tree_hit_check(tree, bsp_move_shape(move), move->from, move->to, counters);
    return bsp_brush_table_hit(table, move, answer);
}

bool shift_tree_hit_check_exact_in(const ShiftTree *tree, const BspFrame *frame,
                                   const BspMove *move, BspTransition *transition,
                                   BspCounters *counters)
{
    BspTurned room;
    BspShape turned;
    BspVec from, to;
    *transition = bsp_transition_solid(move->from);
    if (!bsp_shape_turned(bsp_move_shape(move), frame, &room, &turned))
        return false;
    bsp_frame_enter(frame, move->from, move->to, &from, &to);
    *transition = shift_tree_hit_check_exact(tree, &turned, from, to, counters);
    bsp_frame_leave(frame, move->from, move->to, transition);
    return true;
}
