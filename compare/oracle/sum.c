/* sum: makes the Minkowski sum of a brush and a mirrored shape, as a union of convex pieces. */
#include "oracle/sum.h"

typedef enum {
    PIECE_POLYTOPE, /* the points behind all n planes */
    PIECE_EDGE,     /* the points within the radius of the segment a b, between the planes that are
                       perpendicular to it at its ends */
    PIECE_BALL,     /* the points within the radius of a */
    PIECE_SKEW /* the points whose horizontal distance from the point of a b at the same height is
                  at most the radius */
} PieceKind;

typedef struct {
    PieceKind kind;
    BspVec a, b;
    guint first, n; /* the planes of a polytope are `n` items of `planes` from `first` on */
} Piece;

struct CompareSum {
    double radius; /* the radius of edges, balls and skew pieces */
    GArray *pieces;
    GArray *planes; /* an array of BspPlane */
};

/* --- building --- */

static void begin_polytope(CompareSum *sum)
{
    Piece piece = { .kind = PIECE_POLYTOPE, .first = sum->planes->len };
    g_array_append_val(sum->pieces, piece);
}

static void add_plane(CompareSum *sum, BspVec normal, double dist)
{
    BspPlane plane = { normal, dist };
    g_array_append_val(sum->planes, plane);
    g_array_index(sum->pieces, Piece, sum->pieces->len - 1).n++;
}

static void add_cell(CompareSum *sum, const BspCell *cell, double grow)
{
    begin_polytope(sum);
    for (guint f = 0; f < cell->n_faces; f++)
        add_plane(sum, cell->faces[f].plane.normal, cell->faces[f].plane.dist + grow);
}

/* Units. The direction of an edge shorter than this is unreliable, because corners are off by up to
 * 1e-7. */
#define SHORT 1e-6

static BspVec middle_of(const BspCell *cell, const BspCellFace *face)
{
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint k = 0; k < face->n; k++)
        sum = bsp_vec_add(sum, cell->vertices[cell->loop[face->first + k]]);
    return bsp_vec_scale(sum, 1.0 / face->n);
}

/* Adds the prism's side at the edge from a to b. If the edge is short, its direction is unreliable,
 * so the side is made perpendicular to the line from the middle of the face. Without this side, the
 * prism of a sliver would extend as far as its long edges. */
static void add_side(CompareSum *sum, const BspCell *cell, const BspCellFace *face, guint k,
                     BspVec middle, BspVec sweep)
{
    const guint *loop = cell->loop + face->first;
    BspVec a = cell->vertices[loop[k]], b = cell->vertices[loop[(k + 1) % face->n]];
    BspVec edge = bsp_vec_sub(b, a), out = bsp_vec_cross(edge, sweep);
    double most = bsp_vec_dot(out, a);
    if (bsp_vec_length(edge) <= SHORT) {
        BspVec way = bsp_vec_sub(bsp_vec_lerp(a, b, 0.5), middle);
        out = bsp_vec_mad(way, -bsp_vec_dot(way, sweep) / bsp_vec_dot(sweep, sweep), sweep);
        for (guint i = 0; i < face->n; i++)
            most = MAX(i ? most : -HUGE_VAL, bsp_vec_dot(out, cell->vertices[loop[i]]));
    }
    double length = bsp_vec_length(out);
    if (length > 1e-12)
        add_plane(sum, bsp_vec_scale(out, 1 / length), most / length);
}

/* Returns TRUE if the face is so small that the pieces around its edges cover it. */
static gboolean is_tiny(const BspCell *cell, const BspCellFace *face, BspVec middle)
{
    for (guint k = 0; k < face->n; k++)
        if (bsp_vec_length(bsp_vec_sub(cell->vertices[cell->loop[face->first + k]], middle)) >
            SHORT)
            return FALSE;
    return TRUE;
}

/* Adds the prism that the face sweeps when it moves by `sweep`, which points outward. Adds nothing
 * and returns FALSE if the face is tiny. */
static gboolean add_prism(CompareSum *sum, const BspCell *cell, const BspCellFace *face,
                          BspVec sweep)
{
    BspVec n = face->plane.normal, middle = middle_of(cell, face);
    if (is_tiny(cell, face, middle))
        return FALSE;
    begin_polytope(sum);
    add_plane(sum, n, face->plane.dist + bsp_vec_dot(n, sweep));
    add_plane(sum, bsp_vec_neg(n), -face->plane.dist);
    for (guint k = 0; k < face->n; k++)
        add_side(sum, cell, face, k, middle, sweep);
    return TRUE;
}

static void add_edges(CompareSum *sum, const BspCell *cell, PieceKind kind)
{
    guint n;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n);
    for (guint e = 0; e < n; e++) {
        Piece piece = { kind, cell->vertices[edges[e].v[0]], cell->vertices[edges[e].v[1]], 0, 0 };
        g_array_append_val(sum->pieces, piece);
    }
}

/* Adds the cell and everything within sum->radius of it. */
static void add_ball_sum(CompareSum *sum, const BspCell *cell)
{
    double r = sum->radius;
    add_cell(sum, cell, MIN(r, 0));
    if (r <= 0)
        return;
    for (guint f = 0; f < cell->n_faces; f++)
        add_prism(sum, cell, &cell->faces[f], bsp_vec_scale(cell->faces[f].plane.normal, r));
    add_edges(sum, cell, PIECE_EDGE);
    for (guint v = 0; v < cell->n_vertices; v++) {
        Piece piece = { PIECE_BALL, cell->vertices[v], cell->vertices[v], 0, 0 };
        g_array_append_val(sum->pieces, piece);
    }
}

/* Returns the length of the normal's horizontal part. */
static double horizontal_length(BspVec normal)
{
    return sqrt(normal.x * normal.x + normal.y * normal.y);
}

/* The length of the horizontal part of a unit normal. If that part is shorter than this, the prism
 * is also bounded as seen from above. The volume that such a face sweeps horizontally is thin, and
 * its sides are not upright. At the sides, errors of 1e-7 in the face's corners are divided by this
 * number, which gives 1e-4 unit, a tenth of the bracket. */
#define NEARLY_UPRIGHT 1e-3

/* Adds a vertical plane whose normal is the horizontal part of `way`. It just bounds the swept
 * face. */
static void add_vertical_plane(CompareSum *sum, const BspCell *cell, const BspCellFace *face,
                               BspVec way, BspVec sweep)
{
    double length = horizontal_length(way), most = -HUGE_VAL;
    if (length <= SHORT)
        return;
    BspVec normal = bsp_vec(way.x / length, way.y / length, 0);
    for (guint k = 0; k < face->n; k++)
        most = MAX(most, bsp_vec_dot(normal, cell->vertices[cell->loop[face->first + k]]));
    add_plane(sum, normal, most + MAX(bsp_vec_dot(normal, sweep), 0));
}

/* Limits a prism to the outline of its swept face, seen from above. */
static void bound_from_above(CompareSum *sum, const BspCell *cell, const BspCellFace *face,
                             BspVec sweep)
{
    const guint *loop = cell->loop + face->first;
    for (guint k = 0; k <= face->n; k++) {
        BspVec along = k == face->n ? sweep
                                    : bsp_vec_sub(cell->vertices[loop[(k + 1) % face->n]],
                                                  cell->vertices[loop[k]]);
        add_vertical_plane(sum, cell, face, bsp_vec(along.y, -along.x, 0), sweep);
        add_vertical_plane(sum, cell, face, bsp_vec(-along.y, along.x, 0), sweep);
    }
}

/* Adds the cell and everything within sum->radius of it at the same height. At each height the cell
 * is a polygon. The sum adds rectangles along the polygon's sides, which lie in the cell's faces,
 * and discs at its corners, which lie on the cell's edges. */
static void add_disc_sum(CompareSum *sum, const BspCell *cell)
{
    add_cell(sum, cell, MIN(sum->radius, 0));
    if (sum->radius <= 0)
        return;
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        BspVec n = face->plane.normal;
        double level = horizontal_length(n);
        if (level <= 1e-9)
            continue;
        BspVec sweep = bsp_vec(n.x * sum->radius / level, n.y * sum->radius / level, 0);
        if (add_prism(sum, cell, face, sweep) && level < NEARLY_UPRIGHT)
            bound_from_above(sum, cell, face, sweep);
    }
    add_edges(sum, cell, PIECE_SKEW);
}

/* Returns the brush swept by a vertical segment, which makes a sum with a ball one with a capsule,
 * and a sum with a disc one with a cylinder. The result is the hull of the corners at both ends of
 * the sweep. It has no other planes beside nearly level caps, because rounding would place their
 * edges. If a cylinder shrinks by more than its height, its bottom is above its top. Then the
 * planes that face up or down move inward, and the result is the set of positions at which the
 * brush contains the whole reversed segment. */
static BspBrush *sweep_upright(const BspBrush *brush, double bottom, double top)
{
    BspBounds segment = { bsp_vec(0, 0, bottom), bsp_vec(0, 0, top) };
    const BspCell *cell = bsp_brush_cell(brush);
    if (bottom > top)
        return bsp_brush_expand(brush, &segment, NULL);
    g_autofree BspVec *points = g_new(BspVec, 2 * (gsize)cell->n_vertices);
    for (guint i = 0; i < cell->n_vertices; i++) {
        points[2 * i] = bsp_vec_sub(cell->vertices[i], segment.mins);
        points[2 * i + 1] = bsp_vec_sub(cell->vertices[i], segment.maxs);
    }
    BspBrush *swept = bsp_brush_new_points(points, 2 * cell->n_vertices, NULL);
    return swept ? swept : bsp_brush_expand(brush, &segment, NULL);
}

/* Returns the hull of all sums of a vertex of the brush and a vertex of the mirrored hull. */
static BspBrush *hull_sum(const BspBrush *brush, const BspHull *hull)
{
    const BspCell *cell = bsp_brush_cell(brush);
    guint n = 0;
    g_autofree BspVec *points = g_new(BspVec, (gsize)cell->n_vertices * hull->n_vertices);
    for (guint i = 0; i < cell->n_vertices; i++)
        for (guint k = 0; k < hull->n_vertices; k++)
            points[n++] = bsp_vec_sub(cell->vertices[i], hull->vertices[k]);
    return bsp_brush_new_points(points, n, NULL);
}

BspBrush *compare_sum_polytope(const BspBrush *brush, const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_BOX ? bsp_brush_expand(brush, &shape->bounds, NULL)
                                        : hull_sum(brush, shape->hull);
}

static void build_pieces(CompareSum *sum, const BspBrush *brush, const BspShape *shape, double grow)
{
    BspBrush *swept = NULL;
    sum->radius = shape->radius + grow;
    switch (shape->kind) {
    case BSP_SHAPE_POINT:
        add_cell(sum, bsp_brush_cell(brush), grow);
        break;
    case BSP_SHAPE_BOX:
    case BSP_SHAPE_HULL:
        swept = compare_sum_polytope(brush, shape);
        if (swept)
            add_cell(sum, bsp_brush_cell(swept), grow);
        break;
    case BSP_SHAPE_SPHERE:
        add_ball_sum(sum, bsp_brush_cell(brush));
        break;
    case BSP_SHAPE_CAPSULE:
        swept = sweep_upright(brush, shape->bottom + shape->radius, shape->top - shape->radius);
        if (swept)
            add_ball_sum(sum, bsp_brush_cell(swept));
        break;
    case BSP_SHAPE_CYLINDER:
        swept = sweep_upright(brush, shape->bottom - grow, shape->top + grow);
        if (swept)
            add_disc_sum(sum, bsp_brush_cell(swept));
        break;
    }
    bsp_brush_free(swept);
}

static CompareSum *empty_sum(void)
{
    CompareSum *sum = g_new0(CompareSum, 1);
    sum->pieces = g_array_new(FALSE, FALSE, sizeof(Piece));
    sum->planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    return sum;
}

CompareSum *compare_sum_new(const BspBrush *brush, const BspShape *shape, double grow)
{
    CompareSum *sum = empty_sum();
    build_pieces(sum, brush, shape, grow);
    return sum;
}

CompareSum *compare_sum_new_round(const BspBrush *brush, const BspShape *shape, double by)
{
    bool is_point = shape->kind == BSP_SHAPE_POINT;
    if (!is_point && shape->kind != BSP_SHAPE_BOX && shape->kind != BSP_SHAPE_HULL)
        return compare_sum_new(brush, shape, by);
    CompareSum *sum = empty_sum();
    sum->radius = by;
    BspBrush *swept = is_point ? NULL : compare_sum_polytope(brush, shape);
    if (swept || is_point)
        add_ball_sum(sum, swept ? bsp_brush_cell(swept) : bsp_brush_cell(brush));
    bsp_brush_free(swept);
    return sum;
}

void compare_sum_free(CompareSum *sum)
{
    if (!sum)
        return;
    g_array_unref(sum->pieces);
    g_array_unref(sum->planes);
    g_free(sum);
}

/* --- a segment against a piece --- */

typedef struct {
    double enter, leave; /* times; the interval is empty if enter > leave */
    BspVec normal;       /* the normal of the surface at `enter` */
} Interval;

/* Limits the interval to the times t at which outside + t * speed <= 0. */
static void clip_linear(Interval *in, double outside, double speed, BspVec normal)
{
    if (speed == 0) {
        if (outside > 0)
            in->leave = -1;
        return;
    }
    double t = -outside / speed;
    if (speed > 0) {
        in->leave = MIN(in->leave, t);
    } else if (t > in->enter) {
        in->enter = t;
        in->normal = normal;
    }
}

/* Limits the interval to the times t at which the vector w0 + t w1 is at most `radius` long. Stores
 * that vector, whose length is not 1, in in->normal. */
static void clip_round(Interval *in, BspVec w0, BspVec w1, double radius)
{
    double a = bsp_vec_dot(w1, w1), b = bsp_vec_dot(w0, w1);
    double c = bsp_vec_dot(w0, w0) - radius * radius;
    double root = b * b - a * c;
    if (a < 1e-300) {
        if (c > 0)
            in->leave = -1;
        return;
    }
    if (root < 0) {
        in->leave = -1;
        return;
    }
    /* This form of the roots avoids cancellation. */
    double q = -(b + copysign(sqrt(root), b));
    double t1 = q / a, t2 = q != 0 ? c / q : t1;
    in->leave = MIN(in->leave, MAX(t1, t2));
    if (MIN(t1, t2) > in->enter) {
        in->enter = MIN(t1, t2);
        in->normal = bsp_vec_mad(w0, in->enter, w1);
    }
}

static void clip_polytope(const CompareSum *sum, const Piece *piece, BspVec from, BspVec delta,
                          Interval *in)
{
    for (guint i = piece->first; i < piece->first + piece->n; i++) {
        const BspPlane *plane = &g_array_index(sum->planes, BspPlane, i);
        clip_linear(in, bsp_plane_distance(plane, from), bsp_vec_dot(plane->normal, delta),
                    plane->normal);
    }
}

static void clip_edge(const CompareSum *sum, const Piece *piece, BspVec from, BspVec delta,
                      Interval *in)
{
    BspVec axis = bsp_vec_sub(piece->b, piece->a), w = bsp_vec_sub(from, piece->a);
    double length = bsp_vec_length(axis);
    if (length < 1e-12) {
        in->leave = -1;
        return;
    }
    axis = bsp_vec_scale(axis, 1 / length);
    double w_along = bsp_vec_dot(w, axis), d_along = bsp_vec_dot(delta, axis);
    clip_round(in, bsp_vec_mad(w, -w_along, axis), bsp_vec_mad(delta, -d_along, axis), sum->radius);
    clip_linear(in, -w_along, -d_along, bsp_vec_neg(axis));
    clip_linear(in, w_along - length, d_along, axis);
}

/* Returns the horizontal vector to the segment's point at time t, from the point of the edge from
 * lo to hi at the same height. */
static BspVec from_skew_edge(BspVec lo, BspVec hi, BspVec from, BspVec delta, double t)
{
    BspVec p = bsp_vec_mad(from, t, delta);
    BspVec e = bsp_vec_lerp(lo, hi, CLAMP((p.z - lo.z) / (hi.z - lo.z), 0, 1));
    return bsp_vec(p.x - e.x, p.y - e.y, 0);
}

static void clip_skew(const CompareSum *sum, const Piece *piece, BspVec from, BspVec delta,
                      Interval *in)
{
    BspVec lo = piece->a.z <= piece->b.z ? piece->a : piece->b;
    BspVec hi = piece->a.z <= piece->b.z ? piece->b : piece->a;
    if (hi.z - lo.z < 1e-9) {
        in->leave = -1; /* a level edge adds only a disc without height */
        return;
    }
    clip_linear(in, lo.z - from.z, -delta.z, bsp_vec(0, 0, -1));
    clip_linear(in, from.z - hi.z, delta.z, bsp_vec(0, 0, 1));
    if (in->enter > in->leave)
        return;
    /* While the point is between the heights of the edge's ends, its distance from the edge's point
     * at its height is that of two points in uniform motion. The time is measured from the entry
     * into these heights, so that the numbers stay small even for a flat edge. */
    double span = in->leave - in->enter;
    BspVec w0 = from_skew_edge(lo, hi, from, delta, in->enter);
    BspVec w1 = bsp_vec_sub(from_skew_edge(lo, hi, from, delta, in->leave), w0);
    Interval part = { 0, 1, bsp_vec(0, 0, 0) };
    clip_round(&part, w0, w1, sum->radius);
    if (part.enter > 0) {
        BspVec n = part.normal;
        /* in->normal is perpendicular to the edge and the rim. */
        BspVec lean = bsp_vec_sub(hi, lo);
        in->normal = bsp_vec(n.x, n.y, -(n.x * lean.x + n.y * lean.y) / lean.z);
    }
    if (part.enter > part.leave)
        in->leave = -1;
    else
        in->leave = in->enter + part.leave * span;
    in->enter += part.enter * span;
}

static Interval clip_to_piece(const CompareSum *sum, const Piece *piece, BspVec from, BspVec delta)
{
    Interval in = { 0, 1, bsp_vec(0, 0, 0) };
    switch (piece->kind) {
    case PIECE_POLYTOPE:
        clip_polytope(sum, piece, from, delta, &in);
        break;
    case PIECE_EDGE:
        clip_edge(sum, piece, from, delta, &in);
        break;
    case PIECE_BALL:
        clip_round(&in, bsp_vec_sub(from, piece->a), delta, sum->radius);
        break;
    case PIECE_SKEW:
        clip_skew(sum, piece, from, delta, &in);
        break;
    }
    return in;
}

gboolean compare_sum_enter(const CompareSum *sum, BspVec from, BspVec delta, double *t,
                           BspVec *normal)
{
    Interval first = { 2, 1, bsp_vec(0, 0, 0) };
    for (guint i = 0; i < sum->pieces->len; i++) {
        Interval in = clip_to_piece(sum, &g_array_index(sum->pieces, Piece, i), from, delta);
        if (in.enter <= in.leave && in.enter < first.enter)
            first = in;
    }
    if (first.enter > 1)
        return FALSE;
    *t = first.enter;
    if (normal) {
        double length = bsp_vec_length(first.normal);
        *normal = length > 0 ? bsp_vec_scale(first.normal, 1 / length) : first.normal;
    }
    return TRUE;
}
