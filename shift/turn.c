/* turn: plane shifting for bodies that turn (bsp-turn.h).
 *
 * Melax 2000 shifts each plane by the support of the object along the plane's normal. The support
 * of a body that turns changes on the way. Over a short span of the move it is that of the body in
 * the middle of the span, plus the margin by which a point may turn away from there. So each span
 * is traversed like a straight move, with planes shifted by that much. The cells that are reached
 * are a filter for the exact test, as for straight moves; without it, spans are halved until the
 * margin hardly matters. */
#include "body/turning.h"
#include "shift/traversal.h"

/* Units. Planes alone decide in spans with a smaller margin. */
#define LEAST_MARGIN (1.0 / 64)

/* A search that reaches more brushes than this lets the planes of cells decide (hit-check.c). */
#define MOST_TESTED (1U << 14)

/* A search of more spans ends, as if the last one were hit: early, never late. */
#define MOST_SPANS 1024

typedef struct {
    ShiftTraversal walk; /* first: bands find the other members by its address */
    const BspTurning *body;
    const BspBrushTable *table; /* for the exact test; NULL: the planes decide */
    BspTurningSpan span;
    double t0, t1;
    double t; /* of the first hit so far; 2: none */
    bool by_planes, inside;
    BspVec normal;
    uint32_t brush;    /* the brush that was tested last */
    unsigned n_tested; /* the brushes of all cells so far */
} Search;

static inline ShiftBand turning_band(const ShiftTraversal *walk, uint32_t normal)
{
    const Search *s = (const Search *)walk;
    BspVec n =
        normal < 3 ? bsp_vec_axis((int)normal) : *bsp_nodes_normal(&walk->tree->nodes, normal);
    return shift_band(bsp_turning_reach(s->body, &s->span, bsp_vec_neg(n)),
                      bsp_turning_reach(s->body, &s->span, n));
}

/* --- a solid cell --- */

/* The time at which the body reaches the cell. Bands are moved in by BSP_TOUCH, so contact is that
 * much before; almost along the plane, half the bracket before, along the move (hit-check.c). */
static double contact_of(const Search *s, const ShiftPiece *piece, BspVec normal)
{
    const BspTurning *b = s->body;
    double spin = fabs(b->angle) * b->reach;
    double speed =
        fabs(bsp_vec_dot(normal, b->delta)) + spin * bsp_vec_length(bsp_vec_cross(normal, b->axis));
    double back = BSP_MIN(BSP_TOUCH / speed, BSP_BRACKET / 2 / (bsp_vec_length(b->delta) + spin));
    return BSP_MAX(s->t0 + piece->from * (s->t1 - s->t0) - back, s->t0);
}

static void hit_planes(Search *s, const ShiftPiece *piece)
{
    BspVec normal = bsp_vec(0, 0, 0);
    double t = s->t0;
    if (piece->enter >= 0) {
        normal = bsp_nodes_plane(&s->walk.tree->nodes, piece->enter).normal;
        if (bsp_vec_dot(normal, s->span.delta) > 0)
            normal = bsp_vec_neg(normal);
        t = contact_of(s, piece, normal);
    }
    if (t < s->t) {
        s->t = t;
        s->normal = normal;
        s->by_planes = true;
    }
}

/* Tests the brushes of the cell over the whole span. A cell without brushes is part of the filled
 * outside, or as thin as rounding. */
static void hit_brushes(Search *s, const ShiftPiece *piece)
{
    const ShiftTree *tree = s->walk.tree;
    unsigned list = (unsigned)~piece->node - 1, end = tree->first[list + 1];
    s->n_tested += end - tree->first[list];
    if (tree->first[list] == end || s->n_tested > MOST_TESTED) {
        hit_planes(s, piece);
        return;
    }
    for (unsigned i = tree->first[list]; i < end; i++) {
        uint32_t brush = tree->brushes[i];
        BspTurningHit hit;
        if (brush == s->brush || brush >= s->table->n_brushes ||
            bsp_turning_is_far(s->body, &s->span, s->table, brush, 2 * BSP_TOUCH))
            continue;
        s->brush = brush;
        if (!bsp_turning_meets(s->body, s->table, brush, 0, s->t0, BSP_MIN(s->t1, s->t), &hit))
            continue;
        if (hit.inside && s->t0 == 0) {
            s->inside = true;
        } else if (hit.t < s->t) {
            BspHit named;
            s->t = hit.t;
            s->normal = bsp_turning_name(s->body, s->table, brush, &hit, &named);
            s->by_planes = false;
        }
    }
}

/* --- spans --- */

/* Traverses the tree with the body of the span from t0 to t1. */
static void search_span(Search *s)
{
    ShiftPiece piece = shift_traversal_start(&s->walk);
    bsp_turning_span(s->body, s->t0, s->t1, &s->span);
    s->walk.from = s->span.from;
    s->walk.delta = s->span.delta;
    s->t = 2;
    s->by_planes = s->inside = false;
    s->brush = UINT32_MAX;
    do {
        if (piece.from * (s->t1 - s->t0) + s->t0 >= s->t && piece.enter >= 0)
            continue;
        if (!shift_traversal_down(&s->walk, &piece, turning_band, false))
            continue;
        if (s->table)
            hit_brushes(s, &piece);
        else
            hit_planes(s, &piece);
    } while (!s->inside && shift_traversal_next(&s->walk, &piece));
}

/* Whether the body starts in solid: by the planes, or in the filled outside, where it is in no
 * brush but its middle is in solid. */
static bool starts_inside(Search *s)
{
    const ShiftTree *tree = s->walk.tree;
    if (s->table) {
        BspFrame pose = bsp_turning_pose(s->body, 0);
        BspVec middle = bsp_bounds_centre(&s->body->shape->bounds);
        middle = bsp_vec_add(pose.origin, bsp_frame_direction_out(&pose, middle));
        return tree->stats.filled && shift_tree_point_is_solid(tree, middle);
    }
    s->t0 = s->t1 = 0;
    search_span(s);
    return s->t == 0;
}

/* Searches spans until one is hit. A span that only its margin may have hit is halved. */
static void search(Search *s)
{
    double longest = 1.0 / bsp_turning_n_spans(s->body), length = longest, t = 0;
    for (unsigned i = 0; t < 1 && !s->inside; i++) {
        s->t0 = t;
        s->t1 = t + length < 1 ? t + length : 1;
        search_span(s);
        if (s->t <= 1 && s->by_planes && s->span.margin > LEAST_MARGIN && i < MOST_SPANS) {
            length *= 0.5;
            continue;
        }
        if (s->t <= 1)
            return;
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

/* table: NULL: the planes decide. */
static BspTransition check(const ShiftTree *tree, const BspBrushTable *table, const BspShape *shape,
                           const BspTurn *turn, BspVec from, BspVec to, BspCounters *counters)
{
    const BspMove move = { from, to, shape, 0, 0 };
    BspTurning body;
    Search s;
    if (!bsp_turning_init(&body, &move, turn))
        return bsp_transition_solid(from);
    s.walk.tree = tree;
    s.walk.shape = shape;
    s.walk.bands = NULL;
    s.walk.n_nodes = s.walk.n_leaves = s.walk.n_bevels = 0;
    s.body = &body;
    s.table = table;
    s.n_tested = 0;
    s.inside = false;
    s.inside = starts_inside(&s);
    if (!s.inside)
        search(&s);
    if (counters) {
        counters->nodes += s.walk.n_nodes;
        counters->planes += s.walk.n_nodes;
        counters->leaves += s.walk.n_leaves;
        counters->bevels += s.walk.n_bevels;
    }
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
