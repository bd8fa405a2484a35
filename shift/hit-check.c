/* hit-check: HitCheckBSP (Melax 2000, section 3): the first hit of a moving shape.
 *
 * The traversal finds the solid cells that the segment reaches. By the paper, it hits the first of
 * them where it has crossed all planes of the cell. With a brush table, the cells are only a
 * filter: the shape itself is tested against the brushes that a cell consists of. point.c handles
 * points. */
#include "shift/hit-check.h"
#include "body/impact.h"
#include "body/sweep.h"
#include "shift/traversal.h"
#include "trace/move.h"
#include "trace/reach.h"
#include "trace/shape.h"

/* A query. */
typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    const ShiftBand *bands;     /* of the prepared shape; NULL: compute the band of each plane */
    const BspBrushTable *table; /* for the exact test; NULL: the planes decide */
} Query;

/* The first hit so far. */
typedef struct {
    double t;          /* 2: nothing was hit */
    bool inside;       /* the shape starts in solid */
    double from;       /* by planes: where it is in the cell; t is BSP_TOUCH before */
    int32_t plane;     /* the node whose plane was crossed last; -1: `normal` */
    BspVec normal;     /* of an exact hit */
    uint32_t brush;    /* the brush that was tested last */
    unsigned n_tested; /* the brushes of all cells so far */
} Hit;

/* A query that reaches more brushes than this lets the planes of cells decide. Real queries reach
 * thousands at most; in a malicious file every cell might name all brushes, many times. */
#define MOST_TESTED (1U << 18)

/* --- a solid cell --- */

/* Returns when the shape makes contact with the cell that the piece has reached. That is BSP_TOUCH
 * before piece->from, at the shifted plane itself. Almost along the plane that is far before, where
 * another plane bounds the cell; so it is at most half the bracket before, along the move. */
static double contact_of(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    const BspNodes *nodes = &walk->tree->nodes;
    const BspNode *node = &nodes->nodes[piece->enter];
    ShiftBand band = shift_band_of(walk->shape, nodes, bsp_node_normal(nodes, node));
    double speed = fabs(bsp_node_along(nodes, node, &walk->delta));
    double most = BSP_BRACKET / 2 / bsp_vec_length(walk->delta);
    return BSP_MAX(piece->from - BSP_MIN(shift_band_touch(&band) / speed, most), 0);
}

static void hit_planes(const ShiftTraversal *walk, const ShiftPiece *piece, Hit *best)
{
    double t = piece->enter < 0 ? 0 : contact_of(walk, piece);
    best->inside = piece->enter < 0;
    if (t < best->t || best->inside) {
        best->t = t;
        best->from = piece->from;
        best->plane = piece->enter;
    }
}

/* The bounds of the shape while it is in the cell, grown by the bracket. */
static BspBounds bounds_of_piece(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    BspVec a = bsp_vec_mad(walk->from, piece->from, walk->delta);
    BspVec b = bsp_vec_mad(walk->from, piece->to, walk->delta);
    BspBounds box = walk->shape->bounds;
    for (int k = 0; k < 3; k++) {
        box.mins.v[k] += BSP_MIN(a.v[k], b.v[k]) - BSP_BRACKET;
        box.maxs.v[k] += BSP_MAX(a.v[k], b.v[k]) + BSP_BRACKET;
    }
    return box;
}

/* Without branches, which would be mispredicted. */
static inline bool meets_bounds(const BspTableBrush *b, const BspBounds *box)
{
    return (box->mins.x <= b->most[0]) & (box->maxs.x >= b->least[0]) &
           (box->mins.y <= b->most[1]) & (box->maxs.y >= b->least[1]) &
           (box->mins.z <= b->most[2]) & (box->maxs.z >= b->least[2]);
}

/* The plane that the shape crossed last, not moved out, and the point of the shape that met it. */
typedef struct {
    BspPlane plane;
    BspVec foot;
} Crossing;

static Crossing crossing_of(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    Crossing c = { bsp_nodes_plane(&walk->tree->nodes, piece->enter), walk->from };
    if (bsp_vec_dot(c.plane.normal, walk->delta) > 0)
        c.plane = bsp_plane_flipped(&c.plane);
    BspVec at = bsp_vec_mad(walk->from, piece->from, walk->delta);
    c.foot = bsp_vec_add(at, bsp_shape_foot(walk->shape, c.plane.normal));
    return c;
}

/* Whether the plane is a side of the brush, and the shape met the interior of that side. Most hits
 * are of this kind, and then the planes of the tree decide. */
static bool is_on_side(const BspBrushTable *table, uint32_t brush, const Crossing *c)
{
    const BspTableBrush *b = &table->brushes[brush];
    unsigned n_on = 0;
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane side = bsp_brush_table_plane(table, b, i);
        double d = bsp_plane_distance(&side, c->foot);
        if (d <= -BSP_BRUSH_THICKNESS)
            continue;
        if (fabs(d) > 2 * BSP_TOUCH || !bsp_same_normal(side.normal, c->plane.normal))
            return false;
        n_on++;
    }
    return n_on > 0;
}

/* Whether the shape, at t, is at the plane that it crossed last. That plane is then named: at a
 * seam of coplanar brushes, a single brush has an edge where the cell has a face. */
static bool is_at_plane(const ShiftTraversal *walk, const ShiftPiece *piece, double t)
{
    if (piece->enter < 0)
        return false;
    const BspNodes *nodes = &walk->tree->nodes;
    double speed = bsp_node_along(nodes, &nodes->nodes[piece->enter], &walk->delta);
    return fabs((t - piece->from) * speed) <= 2 * BSP_TOUCH;
}

/* Tests the shape against the brushes of the cell, over the whole move. A brush may fill many
 * cells; it is not tested twice in a row. A cell without brushes is part of the filled outside, or
 * as thin as rounding. */
static BSP_NO_INLINE void hit_brushes(const Query *q, const ShiftTraversal *walk,
                                      const ShiftPiece *piece, Hit *best)
{
    const ShiftTree *tree = walk->tree;
    const BspPassing passing = { q->table, q->shape, walk->from, walk->delta };
    unsigned list = (unsigned)~piece->node - 1, end = tree->first[list + 1];
    BspBounds box = bounds_of_piece(walk, piece);
    bool may_be_on_side = piece->enter >= 0 && walk->shape == q->shape;
    Crossing crossing;
    if (may_be_on_side)
        crossing = crossing_of(walk, piece);
    best->n_tested += end - tree->first[list];
    if (tree->first[list] == end || best->n_tested > MOST_TESTED) {
        hit_planes(walk, piece, best);
        return;
    }
    for (unsigned i = tree->first[list]; i < end && !best->inside; i++) {
        BspImpact impact;
        uint32_t brush = tree->brushes[i];
        if (brush == SHIFT_OUTSIDE && piece->enter < 0 &&
            shift_middle_is_solid(tree, q->shape, walk->from))
            hit_planes(walk, piece, best);
        if (brush == best->brush || brush >= q->table->n_brushes ||
            !meets_bounds(&q->table->brushes[brush], &box))
            continue;
        if (may_be_on_side && is_on_side(q->table, brush, &crossing)) {
            hit_planes(walk, piece, best);
            continue;
        }
        best->brush = brush;
        if (!bsp_impact(&passing, brush, best->t, &impact))
            continue;
        if (impact.inside) { /* where the last plane was crossed, or at the start */
            hit_planes(walk, piece, best);
            best->brush = UINT32_MAX;
            continue;
        }
        best->t = impact.t;
        best->plane = is_at_plane(walk, piece, impact.t) ? piece->enter : -1;
        best->normal = impact.normal;
    }
}

/* --- the first hit --- */

static inline ShiftBand prepared_band(const ShiftTraversal *walk, uint32_t normal,
                                      ShiftBand *growth)
{
    (void)growth;
    return walk->bands[normal];
}

/* Finds the first hit. It is written in place, because copying it costs as much as two nodes. */
static BSP_ALWAYS_INLINE void first_hit(const Query *q, ShiftTraversal *walk, ShiftBandFunc band_of,
                                        bool never_flat, Hit *best)
{
    ShiftPiece piece = shift_traversal_start(walk);
    best->t = 2;
    best->n_tested = 0;
    best->plane = -1;
    best->inside = false;
    best->brush = UINT32_MAX;
    do {
        /* Skip a piece beyond the first impact so far (the paper's shortened v1). Do not skip a
         * piece with the segment's start, to distinguish a start in solid from a start that
         * touches. */
        if (piece.from >= best->t && piece.enter >= 0)
            continue;
        piece.to = BSP_MIN(piece.to, best->t);
        if (!shift_traversal_down(walk, &piece, band_of, never_flat))
            continue;
        /* It has left all cells that it was in at `begin`, except by rounding. */
        if (walk->begin > 0 && piece.enter < 0)
            continue;
        if (q->table)
            hit_brushes(q, walk, &piece, best);
        else
            hit_planes(walk, &piece, best);
    } while (!best->inside && shift_traversal_next(walk, &piece));
}

static BSP_NO_INLINE void first_hit_prepared(const Query *q, ShiftTraversal *walk, Hit *best)
{
    first_hit(q, walk, prepared_band, true, best);
}

static BSP_NO_INLINE void first_hit_computed(const Query *q, ShiftTraversal *walk, Hit *best)
{
    first_hit(q, walk, shift_traversal_band, false, best);
}

/* --- where a shape that starts in solid leaves it --- */

/* The most visits of nodes, as a multiple of the tree's nodes. In a tree that was built, each pass
 * visits only the nodes near the end of the joined cells. In a hostile file, each pass could visit
 * all nodes and join only one more cell. */
#define MOST_VISITS 1024

static uint64_t most_visits(const ShiftTraversal *walk)
{
    return walk->n_nodes + (uint64_t)MOST_VISITS * (walk->tree->nodes.n_nodes + 1);
}

/* Returns where the segment, which is in solid at `end`, first leaves solid. Cells are joined end
 * to end until no cell reaches farther. In `end` and the result, `to` is the time and `leave` the
 * node of the plane. When more than `most` nodes have been visited, the time is 1: the segment
 * stays in solid. */
static ShiftPiece last_solid(ShiftTraversal *walk, ShiftPiece end, uint64_t most)
{
    bool farther = true;
    while (farther && end.to < 1) {
        farther = false;
        ShiftPiece piece = shift_traversal_start(walk);
        do {
            if (piece.to > end.to && piece.from <= end.to &&
                shift_traversal_down(walk, &piece, shift_traversal_band, false) &&
                piece.to > end.to && piece.from <= end.to) {
                end = piece;
                farther = true;
            }
        } while (shift_traversal_next(walk, &piece));
        if (walk->n_nodes > most)
            end.to = 1;
    }
    return end;
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

static BspTransition leave_cells(ShiftTraversal *walk)
{
    ShiftPiece end = last_solid(walk, (ShiftPiece){ .to = 0, .leave = -1 }, most_visits(walk));
    BspTransition tr = { .type = BSP_SOLID_TO_EMPTY };
    if (end.to >= 1)
        return bsp_transition_solid(walk->from);
    set_contact(walk, &tr, end.leave, bsp_vec(0, 0, 0), end.to);
    return tr;
}

static BspTransition leave_brushes(const Query *q, const ShiftTraversal *walk)
{
    BspVec to = bsp_vec_add(walk->from, walk->delta);
    BspMove move = { walk->from, to, q->shape, q->tree->mask, 0 };
    BspTransition tr = { .type = BSP_SOLID_TO_EMPTY };
    BspSweep sweep;
    BspPlane plane = { bsp_vec_unit(walk->delta), 0 };
    double t = bsp_sweep_init(&sweep, q->table, &move) ? bsp_sweep_leaves(&sweep, &plane) : 2;
    if (t > 1)
        return bsp_transition_solid(walk->from);
    set_contact(walk, &tr, -1, plane.normal, t);
    return tr;
}

static bool is_stationary(const ShiftTraversal *walk)
{
    return walk->delta.x == 0 && walk->delta.y == 0 && walk->delta.z == 0;
}

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
static BSP_NO_INLINE BspTransition answer_hit(const Query *q, ShiftTraversal *walk, const Hit *hit,
                                              BspCounters *counters)
{
    BspTransition tr = { .type = BSP_EMPTY_TO_SOLID };
    if (!hit->inside)
        set_contact(walk, &tr, hit->plane, hit->normal, hit->t);
    else if (is_stationary(walk)) /* one cell decides: it stays in solid */
        tr = bsp_transition_solid(walk->from);
    else
        tr = q->table && !q->tree->stats.filled ? leave_brushes(q, walk) : leave_cells(walk);
    add_counts(counters, walk);
    return tr;
}

/* --- queries --- */

static bool has_no_size(const BspBounds *b)
{
    return b->mins.x == b->maxs.x && b->mins.y == b->maxs.y && b->mins.z == b->maxs.z;
}

/* A thin shape could slip through between two cells, because the bands of planes are moved in by
 * BSP_TOUCH. So the cells that it reaches are those of a thicker shape. */
static inline bool is_thin(const BspShape *shape)
{
    if (bsp_shape_is_round(shape))
        return 2 * shape->radius < SHIFT_THICK;
    return bsp_shape_thickness(shape) < SHIFT_THICK;
}

/* Returns false if the segment or the shape is out of reach. */
static inline bool begin_walk(ShiftTraversal *walk, const Query *q, BspVec from, BspVec to)
{
    walk->tree = q->tree;
    walk->shape = q->shape;
    walk->bands = q->bands;
    walk->from = from;
    walk->delta = bsp_vec_sub(to, from);
    walk->begin = 0;
    walk->n_nodes = walk->n_leaves = walk->n_bevels = 0;
    return bsp_segment_is_in_reach(&from, &walk->delta) &&
           bsp_bounds_are_in_reach(&q->shape->bounds);
}

static BSP_NO_INLINE BspTransition check_volume(const Query *q, BspVec from, BspVec to,
                                                BspCounters *counters)
{
    BspShape thick;
    bool thicken = q->table && is_thin(q->shape);
    if (BSP_UNLIKELY(thicken))
        thick = bsp_shape_thickened(q->shape, SHIFT_THICK);
    ShiftTraversal walk;
    if (BSP_UNLIKELY(!begin_walk(&walk, q, from, to)))
        return bsp_transition_solid(from);
    if (BSP_UNLIKELY(thicken)) {
        walk.shape = &thick;
        walk.bands = NULL; /* the prepared bands are those of the thin shape */
    }
    Hit hit;
    if (walk.bands)
        first_hit_prepared(q, &walk, &hit);
    else
        first_hit_computed(q, &walk, &hit);
    if (hit.t > 1) {
        add_counts(counters, &walk);
        return bsp_transition_empty(to);
    }
    return answer_hit(q, &walk, &hit, counters);
}

static inline BspTransition hit_check(const Query *q, BspVec from, BspVec to, BspCounters *counters)
{
    if (has_no_size(&q->shape->bounds)) /* a point, or a box of size zero */
        return shift_point_check(q->tree, q->shape->bounds.mins, from, to, counters);
    return check_volume(q, from, to, counters);
}

/* With box bevels, the planes bound exactly the sum of a cell and a box. */
static inline BspTransition hit_check_exact(Query *q, BspVec from, BspVec to, BspCounters *counters)
{
    if (shift_tree_is_exact(q->tree, q->shape))
        q->table = NULL;
    else if (!q->tree->first || !q->table || !bsp_brush_table_hold_shape(q->table, q->shape))
        return bsp_transition_solid(from);
    return hit_check(q, from, to, counters);
}

BspTransition shift_tree_hit_check(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                   BspVec to, BspCounters *counters)
{
    const Query query = { tree, shape, NULL, NULL };
    return hit_check(&query, from, to, counters);
}

BspTransition shift_tree_hit_check_exact(const ShiftTree *tree, const BspBrushTable *table,
                                         const BspShape *shape, BspVec from, BspVec to,
                                         BspCounters *counters)
{
    Query query = { tree, shape, NULL, table };
    return hit_check_exact(&query, from, to, counters);
}

BspTransition shift_shape_hit_check(const ShiftShape *shape, BspVec from, BspVec to,
                                    BspCounters *counters)
{
    const Query query = { shape->tree, &shape->shape, shape->bands, NULL };
    return hit_check(&query, from, to, counters);
}

BspTransition shift_shape_hit_check_exact(const ShiftShape *shape, const BspBrushTable *table,
                                          BspVec from, BspVec to, BspCounters *counters)
{
    Query query = { shape->tree, &shape->shape, shape->bands, table };
    return hit_check_exact(&query, from, to, counters);
}

/* --- all transitions --- */

/* HitCheckBSP goes on after each hit, where the shape leaves solid, along the same segment. */
static unsigned list_transitions(const Query *q, BspVec from, BspVec to, BspTransitionList *list)
{
    ShiftTraversal walk;
    if (!begin_walk(&walk, q, from, to))
        return bsp_transition_list_solid(list->to, list->n_max, from);
    const uint64_t most = most_visits(&walk);
    while (walk.begin < 1) {
        Hit hit;
        BspTransition tr = { .type = BSP_EMPTY_TO_SOLID };
        first_hit_computed(q, &walk, &hit);
        if (hit.t > 1)
            break;
        if (!hit.inside) {
            set_contact(&walk, &tr, hit.plane, hit.normal, hit.t);
            bsp_transition_list_add(list, &from, &walk.delta, &tr);
        }
        ShiftPiece end = { .to = hit.from, .leave = hit.plane };
        end = last_solid(&walk, end, most);
        if (end.to >= 1)
            return list->n > 0 ? list->n : bsp_transition_list_solid(list->to, list->n_max, from);
        tr.type = BSP_SOLID_TO_EMPTY;
        set_contact(&walk, &tr, end.leave, bsp_vec(0, 0, 0), end.to);
        bsp_transition_list_add(list, &from, &walk.delta, &tr);
        walk.begin = end.to;
    }
    return list->n;
}

unsigned shift_tree_transitions(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                BspVec to, BspTransition *transitions, unsigned n_max)
{
    const Query query = { tree, shape, NULL, NULL };
    BspTransitionList list = { transitions, n_max, 0, 0 };
    if (has_no_size(&shape->bounds))
        return shift_point_transitions(tree, shape->bounds.mins, from, to, &list);
    return list_transitions(&query, from, to, &list);
}

/* --- traces that find what was hit --- */

bool shift_tree_trace(const ShiftTree *tree, const BspBrushTable *table, const BspMove *move,
                      BspTrace *answer, BspCounters *counters)
{
    bsp_trace_begin(answer, tree);
    answer->tr = shift_tree_hit_check(tree, bsp_move_shape(move), move->from, move->to, counters);
    return bsp_brush_table_hit(table, move, answer);
}
