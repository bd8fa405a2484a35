/* hit-check: finds the first hit of a moving shape.
 *
 * HitCheckBSP (hit-check-bsp.h) finds the solid cells that the segment reaches. As in the paper,
 * the segment hits the first of them at the point where it has crossed all planes of the cell. With
 * a brush table, the cells are only a filter. Then the shape itself is tested against the brushes
 * that a cell consists of. point.c handles points. */
#include "body/exit.h"
#include "body/meet.h"
#include "shape/shape.h"
#include "shift/hit-check-bsp.h"
#include "trace/move.h"
#include "trace/reach.h"

/* A query. */
typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    /* The bands of the prepared shape; NULL to compute the band of each plane. */
    const ShiftBand *bands;
    const BspBrushTable *table; /* the brush table for the exact test; NULL if the planes decide */
} Query;

/* A search for the first hit (the paper's Impact), or for the time at which the shape leaves solid.
 */
typedef struct {
    /* Must be the first member, because the functions of HitCheckBSP get its address. */
    ShiftTraversal walk;
    const Query *q;
    double t;    /* the time of the first hit so far; 2 if nothing was hit */
    bool inside; /* the shape starts in solid */
    double from; /* the time at which the shape enters the cell, for a hit by planes; t is BSP_TOUCH
                    before that */
    int32_t plane;      /* the node whose plane was crossed last; -1 if `normal` is used */
    BspVec normal;      /* the normal of an exact hit */
    uint32_t brush;     /* the brush that was tested last */
    unsigned n_tested;  /* number of brushes of all cells so far */
    double exit;        /* the time at which the shape leaves the cells that were joined so far */
    int32_t exit_plane; /* the node whose plane is crossed at `exit`; -1 if none is crossed */
    bool is_farther;    /* the last traversal has moved `exit` */
} Search;

/* The maximum number of brushes that a query tests. After that the planes of cells decide. Real
 * queries reach thousands of brushes at most. In a malicious file every cell might name all
 * brushes, and a query would hang. */
#define MOST_TESTED (1U << 18)

/* --- a solid cell --- */

/* Returns the time at which the shape makes contact with the cell that the piece has reached. The
 * contact is at the shifted plane itself, which is BSP_TOUCH before piece->v0. For a move almost
 * along the plane, it would be far before piece->v0, where another plane bounds the cell. Therefore
 * it is at most half the bracket before, measured along the move. */
static double contact_of(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    BSP_ASSERT(piece->enter >= 0);
    const BspNodes *nodes = &walk->tree->nodes;
    const BspNode *node = &nodes->nodes[piece->enter];
    ShiftBand band = shift_band_of(walk->shape, nodes, bsp_node_normal(nodes, node));
    double speed = fabs(bsp_node_along(nodes, node, &walk->delta));
    double most = BSP_BRACKET / 2 / bsp_vec_length(walk->delta);
    return BSP_MAX(piece->v0 - BSP_MIN(shift_band_touch(&band) / speed, most), 0);
}

static void hit_planes(Search *s, const ShiftPiece *piece)
{
    double t = piece->enter < 0 ? 0 : contact_of(&s->walk, piece);
    s->inside = piece->enter < 0;
    if (t < s->t || s->inside) {
        s->t = t;
        s->from = piece->v0;
        s->plane = piece->enter;
    }
}

/* Returns the bounds of the shape while it is in the cell, grown by the bracket. */
static BspBounds bounds_of_piece(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    const BspBounds *shape = &walk->shape->bounds;
    BspVec at = bsp_vec_mad(walk->from, piece->v0, walk->delta);
    BspBounds path = { at, at };
    bsp_bounds_add_point(&path, bsp_vec_mad(walk->from, piece->v1, walk->delta));
    path = bsp_bounds_grown(&path, BSP_BRACKET);
    return (BspBounds){ bsp_vec_add(shape->mins, path.mins), bsp_vec_add(shape->maxs, path.maxs) };
}

/* Returns whether the bounds of the brush overlap the box. There are no branches, because they
 * would be mispredicted. */
static inline bool meets_bounds(const BspTableBrush *b, const BspBounds *box)
{
    return (box->mins.x <= b->most[0]) & (box->maxs.x >= b->least[0]) &
           (box->mins.y <= b->most[1]) & (box->maxs.y >= b->least[1]) &
           (box->mins.z <= b->most[2]) & (box->maxs.z >= b->least[2]);
}

/* Returns whether the shape, at t, is at the plane that it crossed last. That plane is then named,
 * because at a seam of coplanar brushes a single brush has an edge where the cell has a face. */
static bool is_at_plane(const ShiftTraversal *walk, const ShiftPiece *piece, double t)
{
    if (piece->enter < 0)
        return false;
    const BspNodes *nodes = &walk->tree->nodes;
    double speed = bsp_node_along(nodes, &nodes->nodes[piece->enter], &walk->delta);
    return fabs((t - piece->v0) * speed) <= 2 * BSP_TOUCH;
}

/* Tests the shape against the brushes of the cell, over the whole move. A brush may fill many
 * cells, so it is not tested twice in a row. A cell without brushes is part of the filled outside,
 * or as thin as rounding. */
static BSP_NO_INLINE void hit_brushes(Search *s, const ShiftPiece *piece)
{
    const ShiftTraversal *walk = &s->walk;
    const ShiftTree *tree = walk->tree;
    const BspBrushTable *table = s->q->table;
    BspMotion motion;
    bsp_motion_init_straight(&motion, s->q->shape, walk->from, walk->delta);
    unsigned list = (unsigned)~piece->n - 1, end = tree->first[list + 1];
    BspBounds box = bounds_of_piece(walk, piece);
    BSP_ASSERT(list < tree->n_lists && end <= tree->n_brushes);
    s->n_tested += end - tree->first[list];
    if (tree->first[list] == end || s->n_tested > MOST_TESTED) {
        hit_planes(s, piece);
        return;
    }
    for (unsigned i = tree->first[list]; i < end && !s->inside; i++) {
        BspMeeting hit = { .t = s->t };
        uint32_t brush = tree->brushes[i];
        if (brush == SHIFT_OUTSIDE && piece->enter < 0 &&
            shift_middle_is_solid(tree, motion.shape, walk->from))
            hit_planes(s, piece);
        if (brush == s->brush || brush >= table->n_brushes ||
            !meets_bounds(&table->brushes[brush], &box))
            continue;
        s->brush = brush;
        if (!bsp_meet(&motion, table, brush, 0, 0, 1, &hit) || (!hit.inside && hit.t >= s->t))
            continue;
        /* By rounding, a shape that only touches the brush may seem to start in it. */
        if (hit.inside && piece->enter < 0 &&
            bsp_leave_time(&motion, table, brush, &hit.normal) <= 0)
            continue;
        if (hit.inside) { /* the shape is inside when it has crossed the last plane, or at the start
                           */
            hit_planes(s, piece);
            s->brush = UINT32_MAX;
            continue;
        }
        s->t = hit.t;
        s->plane = is_at_plane(walk, piece, hit.t) ? piece->enter : -1;
        s->normal = hit.normal;
    }
}

/* --- the first hit --- */

/* Shortens the piece to the first impact so far (v1 = Impact in the paper). Returns false if no
 * part of the piece is left. A piece with the segment's start is kept, because a start in solid
 * must be distinguished from a start that touches. */
static inline bool is_before_impact(ShiftTraversal *walk, ShiftPiece *piece)
{
    const Search *s = (Search *)walk;
    if (piece->v0 >= s->t && piece->enter >= 0)
        return false;
    piece->v1 = BSP_MIN(piece->v1, s->t);
    return true;
}

static inline bool hit_cell(ShiftTraversal *walk, ShiftPiece *piece)
{
    Search *s = (Search *)walk;
    if (walk->begin > 0 && piece->enter < 0)
        return true; /* apart from rounding, the shape has left all cells that it was in at `begin`
                      */
    if (s->q->table)
        hit_brushes(s, piece);
    else
        hit_planes(s, piece);
    return !s->inside;
}

static inline ShiftBand prepared_band(const ShiftTraversal *walk, uint32_t normal,
                                      ShiftBand *growth)
{
    (void)growth;
    return walk->bands[normal];
}

static BSP_NO_INLINE void find_first_hit(Search *s)
{
    s->t = 2;
    s->n_tested = 0;
    s->plane = -1;
    s->inside = false;
    s->brush = UINT32_MAX;
    if (s->walk.bands)
        shift_hit_check_bsp(&s->walk,
                            (ShiftCaller){ prepared_band, true, is_before_impact, hit_cell });
    else
        shift_hit_check_bsp(&s->walk,
                            (ShiftCaller){ shift_shape_band, false, is_before_impact, hit_cell });
}

/* --- the exit of a shape that starts in solid --- */

/* The maximum number of visits of nodes, divided by the number of the tree's nodes. In a tree that
 * was built, each pass visits only the nodes near the end of the joined cells, so no query reaches
 * this number. In a hostile file, each pass could visit all nodes and join only one more cell. */
#define MOST_VISITS 1024

static inline bool may_be_farther(ShiftTraversal *walk, ShiftPiece *piece)
{
    const Search *s = (Search *)walk;
    return piece->v1 > s->exit && piece->v0 <= s->exit;
}

static inline bool join_cell(ShiftTraversal *walk, ShiftPiece *piece)
{
    Search *s = (Search *)walk;
    if (may_be_farther(walk, piece)) {
        s->exit = piece->v1;
        s->exit_plane = piece->leave;
        s->is_farther = true;
    }
    return true;
}

/* --- transitions --- */

/* Sets the contact at time t. The contact's plane faces the empty side. It is the shifted plane of
 * the node, or, if `node` is -1, the plane with the normal `normal`. */
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

/* Finds the time at which the shape first leaves solid. At time t the shape is in solid, behind the
 * plane of `node`. Cells are joined end to end until no cell reaches farther. Returns false if the
 * shape stays in solid, or if too many nodes have been visited. */
static BSP_NO_INLINE bool leave_cells(Search *s, double t, int32_t node, BspTransition *tr)
{
    const uint64_t most = (uint64_t)MOST_VISITS * (s->walk.tree->nodes.n_nodes + 1);
    s->exit = t;
    s->exit_plane = node;
    s->is_farther = true;
    while (s->is_farther && s->exit < 1 && s->walk.n_nodes <= most) {
        s->is_farther = false;
        shift_hit_check_bsp(&s->walk,
                            (ShiftCaller){ shift_shape_band, false, may_be_farther, join_cell });
    }
    if (s->exit >= 1 || s->is_farther)
        return false;
    tr->type = BSP_SOLID_TO_EMPTY;
    set_contact(&s->walk, tr, s->exit_plane, bsp_vec(0, 0, 0), s->exit);
    return true;
}

static bool leave_brushes(const Query *q, const ShiftTraversal *walk, BspTransition *tr)
{
    BspVec to = bsp_vec_add(walk->from, walk->delta);
    BspMove move = { walk->from, to, q->shape, q->tree->mask, 0 };
    BspSweep sweep;
    BspPlane plane = { bsp_vec_unit(walk->delta), 0 };
    double t = bsp_sweep_init(&sweep, q->table, &move) ? bsp_exit_time(&sweep, &plane) : 2;
    tr->type = BSP_SOLID_TO_EMPTY;
    set_contact(walk, tr, -1, plane.normal, t);
    return t <= 1;
}

/* Returns the answer for a move that hits something. This function is not inlined, because most
 * moves hit nothing. Inlined, it would cost each move the time of two nodes. */
static BSP_NO_INLINE BspTransition answer_hit(Search *s)
{
    const Query *q = s->q;
    const BspVec *delta = &s->walk.delta;
    BspTransition tr = { .type = BSP_EMPTY_TO_SOLID };
    bool is_stationary = delta->x == 0 && delta->y == 0 && delta->z == 0;
    if (!s->inside)
        set_contact(&s->walk, &tr, s->plane, s->normal, s->t);
    else if (is_stationary || /* a single cell decides for a stationary shape, so it stays in solid
                               */
             !(q->table && !q->tree->stats.filled ? leave_brushes(q, &s->walk, &tr)
                                                  : leave_cells(s, 0, -1, &tr)))
        tr = bsp_transition_solid(s->walk.from);
    return tr;
}

/* --- queries --- */

static bool has_no_size(const BspBounds *b)
{
    return b->mins.x == b->maxs.x && b->mins.y == b->maxs.y && b->mins.z == b->maxs.z;
}

/* Prepares the search. Returns false if the segment or the shape is out of reach. */
static inline bool begin_search(Search *s, const Query *q, BspVec from, BspVec to)
{
    s->q = q;
    shift_traversal_init(&s->walk, q->tree, q->shape, q->bands);
    s->walk.from = from;
    s->walk.delta = bsp_vec_sub(to, from);
    return bsp_segment_is_in_reach(&from, &s->walk.delta) &&
           bsp_bounds_are_in_reach(&q->shape->bounds);
}

static BSP_NO_INLINE BspTransition check_volume(const Query *q, BspVec from, BspVec to,
                                                BspCounters *counters)
{
    BspShape thick;
    Search s;
    if (BSP_UNLIKELY(!begin_search(&s, q, from, to)))
        return bsp_transition_solid(from);
    /* A thin shape could slip through between two cells, because the bands of planes are moved in
     * by BSP_TOUCH. So the search uses the cells that a thicker shape reaches. */
    if (BSP_UNLIKELY(q->table && bsp_shape_thickness(q->shape) < SHIFT_THICK)) {
        thick = bsp_shape_thickened(q->shape, SHIFT_THICK);
        s.walk.shape = &thick;
        s.walk.bands = NULL; /* the prepared bands belong to the thin shape */
        s.walk.grazing = -1;
    }
    find_first_hit(&s);
    BspTransition tr = s.t > 1 ? bsp_transition_empty(to) : answer_hit(&s);
    shift_traversal_count(&s.walk, counters);
    return tr;
}

static inline BspTransition hit_check(const Query *q, BspVec from, BspVec to, BspCounters *counters)
{
    if (has_no_size(&q->shape->bounds)) /* the shape is a point, or a box of size zero */
        return shift_point_check(q->tree, q->shape->bounds.mins, from, to, counters);
    return check_volume(q, from, to, counters);
}

/* Answers an exact query. If planes bound exactly the sum of a cell and the shape, as with box
 * bevels, no table is needed. */
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
    return hit_check(&(const Query){ tree, shape, NULL, NULL }, from, to, counters);
}

BspTransition shift_tree_hit_check_exact(const ShiftTree *tree, const BspBrushTable *table,
                                         const BspShape *shape, BspVec from, BspVec to,
                                         BspCounters *counters)
{
    return hit_check_exact(&(Query){ tree, shape, NULL, table }, from, to, counters);
}

BspTransition shift_shape_hit_check(const ShiftShape *shape, BspVec from, BspVec to,
                                    BspCounters *counters)
{
    return hit_check(&(const Query){ shape->tree, &shape->shape, shape->bands, NULL }, from, to,
                     counters);
}

BspTransition shift_shape_hit_check_exact(const ShiftShape *shape, const BspBrushTable *table,
                                          BspVec from, BspVec to, BspCounters *counters)
{
    return hit_check_exact(&(Query){ shape->tree, &shape->shape, shape->bands, table }, from, to,
                           counters);
}

/* --- all transitions --- */

/* Traverses the whole segment. HitCheckBSP goes on after each hit along the same segment, where the
 * shape leaves solid. */
unsigned shift_tree_transitions(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                BspVec to, BspTransition *transitions, unsigned n_max)
{
    const Query query = { tree, shape, NULL, NULL };
    BspTransitionList list = { transitions, n_max, 0, 0 };
    Search s;
    if (has_no_size(&shape->bounds))
        return shift_point_transitions(tree, shape->bounds.mins, from, to, &list);
    if (!begin_search(&s, &query, from, to))
        return bsp_transition_list_solid(transitions, n_max, from);
    while (s.walk.begin < 1) {
        BspTransition tr = { .type = BSP_EMPTY_TO_SOLID };
        find_first_hit(&s);
        if (s.t > 1)
            break;
        if (!s.inside) {
            set_contact(&s.walk, &tr, s.plane, s.normal, s.t);
            bsp_transition_list_add(&list, &from, &s.walk.delta, &tr);
        }
        if (!leave_cells(&s, s.from, s.plane, &tr))
            return list.n > 0 ? list.n : bsp_transition_list_solid(transitions, n_max, from);
        bsp_transition_list_add(&list, &from, &s.walk.delta, &tr);
        s.walk.begin = s.exit;
    }
    return list.n;
}

/* --- traces that name the brush that was hit --- */

bool shift_tree_trace(const ShiftTree *tree, const BspBrushTable *table, const BspMove *move,
                      BspTrace *answer, BspCounters *counters)
{
    bsp_trace_begin(answer, tree);
    answer->tr = shift_tree_hit_check(tree, bsp_move_shape(move), move->from, move->to, counters);
    return bsp_brush_table_hit(table, move, answer);
}
