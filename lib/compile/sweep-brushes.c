/* sweep-brushes: sweeps a shape through a hierarchy of brushes, as engines do today.
 *
 * The hierarchy finds the brushes on the way. A query expands each of them by moving its planes,
 * including the bevels that boxes need. A shape other than a box is then cast against the brush
 * itself. */
#include "body/corner.h"
#include "body/touch.h"
#include "bsp-brush-table.h"
#include "compile/bodies.h"
#include "compile/solid.h"
#include "compile/space.h"
#include "trace/cast.h"
#include "trace/first-transition.h"
#include "trace/plane.h"

struct BspBrushes {
    const BspBvh *bvh;
    guint32 *contents; /* of each brush */
    BspPlane *planes;
    guint *first;     /* planes of brush i: planes[first[i] .. first[i + 1]) */
    BspVec *vertices; /* of brushes and eroded brushes: see bsp_cast_body() */
    guint *first_vertex;
    guint n;
};

static void add_brush(BspBrushes *b, const BspBrush *brush, GArray *planes)
{
    guint n;
    g_autofree BspPlane *box = bsp_cell_box_planes(brush->cell, &n);
    b->first[b->n] = planes->len;
    b->contents[b->n++] = brush->contents;
    g_array_append_vals(planes, box, n);
}

BspBrushes *bsp_brushes_new(const BspSolid *solid, const BspBuildOptions *options, GError **error)
{
    g_autoptr(BspJob) job = options ? bsp_build_job(options) : NULL;
    BspBrushes *b = g_new0(BspBrushes, 1);
    GArray *planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    GArray *vertices = g_array_new(FALSE, FALSE, sizeof(BspVec));
    GArray *first_vertex = g_array_new(FALSE, TRUE, sizeof(guint));
    guint n = solid->brushes->len;
    g_array_set_size(first_vertex, 1);
    b->bvh = solid->bvh;
    b->first = g_new(guint, n + 1);
    b->contents = g_new(guint32, n + 1);
    for (guint i = 0; i < n && bsp_job_goes_on(job); i++) {
        add_brush(b, bsp_solid_brush(solid, i), planes);
        bsp_cast_add_body(vertices, first_vertex, bsp_solid_brush(solid, i)->cell);
    }
    b->first[b->n] = planes->len;
    b->vertices = (BspVec *)(gpointer)g_array_free(vertices, FALSE);
    b->first_vertex = (guint *)(gpointer)g_array_free(first_vertex, FALSE);
    b->planes = (BspPlane *)(gpointer)g_array_free(planes, FALSE);
    if (bsp_job_goes_on(job))
        return b;
    bsp_brushes_free(b);
    bsp_job_set_cancelled(job, error);
    return NULL;
}

void bsp_brushes_free(BspBrushes *b)
{
    if (!b)
        return;
    g_free(b->planes);
    g_free(b->contents);
    g_free(b->first);
    g_free(b->vertices);
    g_free(b->first_vertex);
    g_free(b);
}

gsize bsp_brushes_bytes(const BspBrushes *b)
{
    return sizeof *b + bsp_bvh_bytes(b->bvh) + b->first[b->n] * sizeof *b->planes +
           b->first_vertex[2 * b->n] * sizeof *b->vertices + (b->n + 1) * sizeof *b->first +
           (2 * b->n + 1) * sizeof *b->first_vertex + b->n * sizeof *b->contents;
}

guint64 bsp_brushes_hash(const BspBrushes *b)
{
    guint64 hash = bsp_hash(BSP_HASH_START, b->planes, b->first[b->n] * sizeof *b->planes);
    hash = bsp_hash(hash, b->first, (b->n + 1) * sizeof *b->first);
    return bsp_hash(hash, b->bvh->items, b->bvh->n_items * sizeof *b->bvh->items);
}

static void count_subtree(const BspBvh *bvh, guint node, guint at, guint64 *nodes, guint64 *leaves,
                          guint *depth)
{
    *depth = MAX(*depth, at);
    if (bvh->nodes[node].n || bvh->n_items == 0) {
        ++*leaves;
        return;
    }
    ++*nodes;
    count_subtree(bvh, bvh->nodes[node].child, at + 1, nodes, leaves, depth);
    count_subtree(bvh, bvh->nodes[node].child + 1, at + 1, nodes, leaves, depth);
}

void bsp_brushes_shape(const BspBrushes *b, guint64 *nodes, guint64 *leaves, guint *depth)
{
    *nodes = *leaves = *depth = 0;
    count_subtree(b->bvh, 0, 0, nodes, leaves, depth);
}

/* --- one brush --- */

typedef struct {
    /* the interval of t inside all planes, each moved in by BSP_TOUCH; empty if from > to */
    double from, to;
    double impact;     /* the t at which all planes have been crossed inwards */
    double beside;     /* the t of the last crossing before `impact`; 0: the start */
    gint enter, leave; /* indices of the planes at `impact` and `to`; -1: an end of the segment */
    gboolean inside;   /* the segment starts inside */
    guint brush;
    BspVec normal[2]; /* at `impact` and at `to`, if sweep_shape() found them; else zero */
} Sweep;

typedef struct {
    const BspBrushes *brushes;
    const BspShape *shape;
    guint32 mask;
    BspVec from, delta;
    gboolean leaving; /* the move starts inside: each sweep also finds where it leaves the brush */
    guint64 n_nodes, n_planes, n_leaves;
} Query;

/* Sweeps the shape against the planes of the brush. Touching is not a hit. (Plane shifting does the
 * same with a cell: shift/traversal.h.) */
static gboolean sweep_planes(Query *q, guint brush, Sweep *s)
{
    const BspBrushes *b = q->brushes;
    *s = (Sweep){ .to = 1, .enter = -1, .leave = -1, .brush = brush };
    q->n_leaves++;
    for (guint i = b->first[brush]; i < b->first[brush + 1]; i++) {
        const BspPlane *plane = &b->planes[i];
        double d = bsp_plane_distance(plane, q->from) - bsp_touch_offset(q->shape, plane->normal);
        double v = bsp_vec_dot(plane->normal, q->delta);
        double outside = d + BSP_TOUCH;
        q->n_planes++;
        if (outside >= 0 && outside + v >= 0)
            return FALSE;
        if (outside > 0) {
            s->from = MAX(s->from, -outside / v);
            double crossing = MAX(-d / v, 0);
            gboolean is_last = s->enter < 0 || crossing >= s->impact;
            s->beside = MAX(s->beside, MIN(crossing, s->impact));
            s->impact = is_last ? crossing : s->impact;
            s->enter = is_last ? (gint)i : s->enter;
        } else if (outside + v > 0 && -outside / v < s->to) {
            s->to = -outside / v;
            s->leave = (gint)i;
        }
        if (s->from >= s->to)
            return FALSE;
    }
    s->inside = s->enter < 0;
    return TRUE;
}

/* Replaces the interval inside the planes by the interval in which the shape itself meets the
 * brush. A cast from the other end finds the end of the interval. */
static gboolean sweep_shape(Query *q, guint brush, Sweep *s)
{
    const BspBrushes *b = q->brushes;
    BspCastBody body = bsp_cast_body(b->vertices, b->first_vertex, brush);
    BspCastHit first, last;
    if (!bsp_cast(&body, q->shape, &(BspCastPath){ q->from, q->delta, s->impact, s->to }, &first,
                  NULL))
        return FALSE;
    s->impact = s->from = first.t;
    s->normal[0] = first.normal;
    s->inside = s->inside && first.overlap;
    BspVec end = bsp_vec_mad(q->from, s->to, q->delta), back = bsp_vec_scale(q->delta, -s->to);
    if ((s->inside || q->leaving) &&
        bsp_cast(&body, q->shape, &(BspCastPath){ end, back, 0, 1 }, &last, NULL) &&
        !last.overlap) {
        s->to *= 1 - last.t;
        s->normal[1] = last.normal;
    }
    return TRUE;
}

static gboolean sweep(Query *q, guint brush, Sweep *s)
{
    return bsp_mask_selects(q->mask, q->brushes->contents[brush]) && sweep_planes(q, brush, s) &&
           (bsp_shape_is_box(q->shape) || sweep_shape(q, brush, s));
}

/* --- the hierarchy --- */

/* Whether the segment enters the box, grown by the shape, before t = `before`. */
static gboolean enters_box(const Query *q, const BspBounds *box, double before)
{
    double from = 0, to = before;
    for (int i = 0; i < 3; i++) {
        double lo = box->mins.v[i] - q->shape->bounds.maxs.v[i] - q->from.v[i];
        double hi = box->maxs.v[i] - q->shape->bounds.mins.v[i] - q->from.v[i];
        double d = q->delta.v[i];
        if (d == 0) {
            if (lo > 0 || hi < 0)
                return FALSE;
            continue;
        }
        double t1 = lo / d, t2 = hi / d;
        from = MAX(from, MIN(t1, t2));
        to = MIN(to, MAX(t1, t2));
    }
    return from <= to;
}

/* An iterator over the brushes near the segment. */
typedef struct {
    guint stack[BSP_BVH_MAX_DEPTH + 1], top; /* nodes to visit */
    guint item, end;                         /* the remaining items of the current leaf */
} Walk;

static void walk_begin(const Query *q, Walk *walk)
{
    walk->item = walk->end = 0;
    walk->stack[0] = 0;
    walk->top = q->brushes->bvh->n_items ? 1 : 0;
}

/* Finds the next brush in a leaf whose box the segment enters before t = `before`. Returns FALSE if
 * there is none. */
static inline gboolean walk_next(Query *q, Walk *walk, double before, guint *brush)
{
    const BspBvh *bvh = q->brushes->bvh;
    while (walk->item == walk->end) {
        if (walk->top == 0)
            return FALSE;
        const BspBvhNode *node = &bvh->nodes[walk->stack[--walk->top]];
        q->n_nodes++;
        if (!enters_box(q, &node->bounds, before))
            continue;
        if (node->n == 0) {
            walk->stack[walk->top++] = node->child + 1;
            walk->stack[walk->top++] = node->child;
        }
        walk->item = node->child;
        walk->end = node->child + node->n;
    }
    *brush = bvh->items[walk->item++];
    return TRUE;
}

static gboolean same_plane(const Query *q, const Sweep *a, const Sweep *b)
{
    const BspPlane *planes = q->brushes->planes;
    return a->enter >= 0 && b->enter >= 0 &&
           bsp_same_normal(planes[a->enter].normal, planes[b->enter].normal);
}

/* Returns the first hit; its impact is 2 if there is none. Sets *meets to whether several planes,
 * of one brush or of two, meet at the hit. */
static Sweep first_hit(Query *q, gboolean *meets)
{
    Walk walk;
    Sweep best = { .impact = 2 }, s;
    guint brush;
    double other = 2; /* the next impact on another plane */
    walk_begin(q, &walk);
    while (!best.inside && walk_next(q, &walk, MIN(best.impact, 1), &brush)) {
        if (!sweep(q, brush, &s))
            continue;
        gboolean is_first = s.impact < best.impact || s.inside;
        if (!same_plane(q, &s, &best))
            other = is_first ? best.impact : MIN(other, s.impact);
        if (is_first)
            best = s;
    }
    *meets = bsp_trace_meets(best.beside, best.impact, q->delta) ||
             bsp_trace_meets(best.impact, other, q->delta);
    return best;
}

/* the plane of a hit at which several planes meet ---
 *
 * The plane that the shape crosses last may bound a side that a neighbouring brush covers, or the
 * shape may reach another plane at the same time. Then all brushes at the contact are considered
 * (body/corner.h). */

/* Whether the shape itself touches the brush. Only for boxes do the planes of the brush bound its
 * sum; for other shapes the distance is computed. */
static gboolean touches(const Query *q, guint brush, BspVec at)
{
    const BspBrushes *b = q->brushes;
    BspCastBody body = bsp_cast_body(b->vertices, b->first_vertex, brush);
    return bsp_shape_is_box(q->shape) || bsp_cast_distance(&body, q->shape, at) <= BSP_CORNER_NEAR;
}

/* Adds the sum of brush and shape to the corner, if the contact is on the sum. of_hit: if this
 * brush was hit, the plane of the hit, which also bounds the sum; else NULL. */
static void add_cone(const Query *q, guint brush, const BspPlane *of_hit, BspCorner *corner)
{
    const BspBrushes *b = q->brushes;
    guint64 planes = of_hit ? bsp_corner_plane(corner, of_hit) : 0;
    for (guint i = b->first[brush]; i < b->first[brush + 1]; i++)
        if (!bsp_corner_sum_plane(corner, b->planes[i], q->shape, &planes))
            return;
    if (planes && touches(q, brush, corner->at))
        bsp_corner_cone(corner, planes);
}

/* Whether a shape other than a box is at a plane of the brush different from the plane that the
 * cast returned. */
static gboolean is_at_other_plane(const Query *q, guint brush, const BspTransition *tr)
{
    const BspBrushes *b = q->brushes;
    for (guint i = b->first[brush]; !bsp_shape_is_box(q->shape) && i < b->first[brush + 1]; i++) {
        BspVec normal = b->planes[i].normal;
        double d =
            bsp_plane_distance(&b->planes[i], tr->point) - bsp_touch_offset(q->shape, normal);
        if (fabs(d) <= BSP_TOUCHED && !bsp_same_normal(normal, tr->plane.normal))
            return TRUE;
    }
    return FALSE;
}

static void choose_corner_plane(const Query *q, const Sweep *hit, BspTransition *tr)
{
    BspCorner corner;
    Query still = *q;
    Walk walk;
    guint brush;
    bsp_corner_init(&corner, tr->point);
    still.from = bsp_vec_sub(tr->point, bsp_vec(BSP_TOUCHED, BSP_TOUCHED, BSP_TOUCHED));
    still.delta = bsp_vec(2 * BSP_TOUCHED, 2 * BSP_TOUCHED, 2 * BSP_TOUCHED);
    walk_begin(&still, &walk);
    while (walk_next(&still, &walk, 1, &brush))
        if (bsp_mask_selects(q->mask, q->brushes->contents[brush]))
            add_cone(q, brush, brush == hit->brush ? &tr->plane : NULL, &corner);
    bsp_corner_name(&corner, q->from, q->delta, tr);
}

/* --- the end of solid --- */

/* Extends `end` over a brush that overlaps it and reaches farther. Returns TRUE if there was one.
 */
static gboolean extend_end(Query *q, Sweep *end)
{
    Walk walk;
    Sweep s;
    guint brush;
    gboolean farther = FALSE;
    walk_begin(q, &walk);
    while (walk_next(q, &walk, 1, &brush)) {
        if (sweep(q, brush, &s) && s.from <= end->to && s.to > end->to) {
            *end = s;
            farther = TRUE;
        }
    }
    return farther;
}

/* Sets the contact. Its plane has the normal that the cast found, or, if there is none, it is the
 * brush's plane moved out. */
static void set_contact(const Query *q, BspTransition *tr, gint plane, BspVec normal, double t)
{
    gboolean has_normal = normal.x != 0 || normal.y != 0 || normal.z != 0;
    tr->t = CLAMP(t, 0, 1);
    tr->point = bsp_vec_mad(q->from, tr->t, q->delta);
    if (plane < 0 || has_normal) {
        tr->plane = (BspPlane){ normal, bsp_vec_dot(normal, tr->point) };
    } else {
        tr->plane = q->brushes->planes[plane];
        tr->plane.dist += bsp_shape_offset(q->shape, tr->plane.normal);
    }
}

static BspTransition find_transition(Query *q, BspVec to)
{
    BspTransition tr = { .type = BSP_SOLID_TO_EMPTY };
    gboolean meets;
    Sweep hit = first_hit(q, &meets);
    if (hit.impact > 1)
        return bsp_transition_empty(to);
    if (!hit.inside) {
        tr.type = BSP_EMPTY_TO_SOLID;
        set_contact(q, &tr, hit.enter, hit.normal[0], hit.impact);
        if (meets || is_at_other_plane(q, hit.brush, &tr))
            choose_corner_plane(q, &hit, &tr);
        return tr;
    }
    q->leaving = TRUE;
    while (hit.to < 1 && extend_end(q, &hit))
        ;
    if (hit.to >= 1)
        return bsp_transition_solid(q->from);
    set_contact(q, &tr, hit.leave, hit.normal[1], hit.to);
    return tr;
}

BspTransition bsp_brushes_move(const BspBrushes *brushes, const BspShape *shape, guint32 mask,
                               BspVec from, BspVec to, BspCounters *counters)
{
    Query q = { brushes, shape, mask, from, bsp_vec_sub(to, from), FALSE, 0, 0, 0 };
    if (!bsp_segment_is_in_reach(&from, &q.delta))
        return bsp_transition_solid(from);
    BspTransition tr = find_transition(&q, to);
    if (counters) {
        counters->nodes += q.n_nodes;
        counters->planes += q.n_planes;
        counters->leaves += q.n_leaves;
    }
    return tr;
}
