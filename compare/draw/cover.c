/* cover: the area and outline that convex polygons of one section cover together. */
#include "draw/cover.h"

/* The plane through edge i of the polygon, perpendicular to the section. Its front is outside. */
static BspPlane edge_plane(const CompareSection *section, const BspPolygon *p, guint i)
{
    BspVec axis = bsp_vec_axis((int)section->axis);
    BspVec along = bsp_vec_sub(p->v[(i + 1) % p->n], p->v[i]);
    BspVec out = bsp_vec_cross(along, axis);
    double length = bsp_vec_length(out);
    out = length > 0 ? bsp_vec_scale(out, 1 / length) : out;
    return (BspPlane){ out, bsp_vec_dot(out, p->v[i]) };
}

/* Polygons with their edge planes. */
typedef struct {
    const GPtrArray *polygons;
    BspBvh *bvh;
    BspPlane *edges; /* of all polygons, one after the other */
    guint *first;    /* of each polygon: its first edge */
} Ready;

static Ready make_ready(const CompareSection *section, const GPtrArray *polygons)
{
    guint n = 0;
    Ready ready = { polygons, NULL, NULL, g_new(guint, polygons->len + 1) };
    g_autofree BspBounds *bounds = g_new(BspBounds, MAX(polygons->len, 1));
    for (guint i = 0; i < polygons->len; i++) {
        bounds[i] = bsp_polygon_bounds(polygons->pdata[i]);
        ready.first[i] = n;
        n += ((const BspPolygon *)polygons->pdata[i])->n;
    }
    ready.bvh = bsp_bvh_new(bounds, polygons->len);
    ready.edges = g_new(BspPlane, MAX(n, 1));
    for (guint i = 0; i < polygons->len; i++) {
        const BspPolygon *p = polygons->pdata[i];
        for (guint k = 0; k < p->n; k++)
            ready.edges[ready.first[i] + k] = edge_plane(section, p, k);
    }
    return ready;
}

static void clear_ready(Ready *ready)
{
    bsp_bvh_free(ready->bvh);
    g_free(ready->edges);
    g_free(ready->first);
}

/* One of the polygons. */
typedef struct {
    const BspPolygon *polygon;
    const BspPlane *edges;
} Convex;

static Convex convex_of(const Ready *ready, guint i)
{
    return (Convex){ ready->polygons->pdata[i], ready->edges + ready->first[i] };
}

static gboolean note(guint item, gpointer items)
{
    g_array_append_val((GArray *)items, item);
    return TRUE;
}

static int compare_numbers(const void *a, const void *b)
{
    guint x = *(const guint *)a, y = *(const guint *)b;
    return x < y ? -1 : x > y;
}

/* The indices, in ascending order, of polygons that may overlap the box. */
static void find_near(const BspBvh *bvh, const BspBounds *box, GArray *near)
{
    g_array_set_size(near, 0);
    bsp_bvh_overlapping(bvh, box, note, near);
    g_array_sort(near, compare_numbers);
}

double compare_cover_sum(const GPtrArray *polygons)
{
    double area = 0;
    for (guint i = 0; i < polygons->len; i++)
        area += bsp_polygon_area(polygons->pdata[i]);
    return area;
}

/* --- difference --- */

/* TRUE if the piece is entirely outside some edge of the other polygon, grown by `grow`. */
static gboolean are_apart(const BspPolygon *piece, Convex other, double grow)
{
    for (guint i = 0; i < other.polygon->n; i++) {
        guint k = 0;
        while (k < piece->n &&
               bsp_plane_distance(&other.edges[i], piece->v[k]) >= grow - BSP_CELL_EPSILON)
            k++;
        if (k == piece->n)
            return TRUE;
    }
    return FALSE;
}

/* Subtracts the other polygon, grown, from the piece and adds the remainder to `out`. Consumes the
 * piece. */
static void carve_piece(BspPolygon *piece, Convex other, double grow, GPtrArray *out)
{
    guint before = out->len;
    BspPolygon *inside = bsp_polygon_new(piece->v, piece->n);
    for (guint i = 0; i < other.polygon->n && inside; i++) {
        BspPlane plane = other.edges[i];
        plane.dist += grow;
        BspPolygon *front, *back;
        bsp_polygon_split(inside, &plane, BSP_CELL_EPSILON, &front, &back);
        if (front)
            g_ptr_array_add(out, front);
        g_free(inside);
        inside = back;
    }
    if (inside) {
        g_free(inside);
        g_free(piece);
        return;
    }
    /* The other covers no part of the piece, which stays whole. */
    g_ptr_array_set_size(out, (gint)before);
    g_ptr_array_add(out, piece);
}

/* Subtracts the other polygon from the pieces, which are consumed. */
static GPtrArray *carve(GPtrArray *pieces, Convex other, double grow)
{
    BspBounds box = bsp_polygon_bounds(other.polygon);
    box = bsp_bounds_grown(&box, grow);
    GPtrArray *out = compare_polygons_new();
    for (guint i = 0; i < pieces->len; i++) {
        BspPolygon *piece = pieces->pdata[i];
        BspBounds own = bsp_polygon_bounds(piece);
        if (bsp_bounds_overlap(&own, &box) && !are_apart(piece, other, grow))
            carve_piece(piece, other, grow, out);
        else
            g_ptr_array_add(out, piece);
    }
    g_ptr_array_set_free_func(pieces, NULL);
    g_ptr_array_unref(pieces);
    return out;
}

/* Subtracts the polygons before index `end` that overlap the box from the pieces, which are
 * consumed. */
static GPtrArray *carve_by_all(GPtrArray *pieces, const Ready *others, const BspBounds *box,
                               guint end, double grow)
{
    g_autoptr(GArray) near = g_array_new(FALSE, FALSE, sizeof(guint));
    find_near(others->bvh, box, near);
    for (guint k = 0; k < near->len && pieces->len; k++) {
        guint item = g_array_index(near, guint, k);
        if (item < end)
            pieces = carve(pieces, convex_of(others, item), grow);
    }
    return pieces;
}

GPtrArray *compare_cover_minus(const CompareSection *section, const GPtrArray *polygons,
                               const GPtrArray *others, double beyond)
{
    GPtrArray *all = compare_polygons_new();
    g_autoptr(GPtrArray) none = compare_polygons_new();
    Ready own = make_ready(section, polygons), other = make_ready(section, others ? others : none);
    for (guint i = 0; i < polygons->len; i++) {
        const BspPolygon *polygon = polygons->pdata[i];
        BspBounds box = bsp_polygon_bounds(polygon), reach = bsp_bounds_grown(&box, beyond);
        GPtrArray *pieces = compare_polygons_new();
        g_ptr_array_add(pieces, bsp_polygon_new(polygon->v, polygon->n));
        pieces = carve_by_all(pieces, &other, &reach, other.polygons->len, beyond);
        pieces = carve_by_all(pieces, &own, &box, i, 0);
        for (guint k = 0; k < pieces->len; k++)
            g_ptr_array_add(all, pieces->pdata[k]);
        g_ptr_array_set_free_func(pieces, NULL);
        g_ptr_array_unref(pieces);
    }
    clear_ready(&own);
    clear_ready(&other);
    return all;
}

/* --- outline --- */

/* Units. Edges this near to each other are on one line. */
#define ON_LINE 1e-6

/* The part of the segment that the polygon covers; FALSE if it covers none. `out` is the outward
 * normal of the segment's own polygon. A shared edge is covered if the polygons are on opposite
 * sides of it. If they are on the same side, only the first keeps it. */
static gboolean covered_part(const CompareSegment *segment, BspVec out, Convex other,
                             gboolean is_before, double *from, double *to)
{
    *from = 0, *to = 1;
    for (guint i = 0; i < other.polygon->n; i++) {
        double a = bsp_plane_distance(&other.edges[i], segment->a),
               b = bsp_plane_distance(&other.edges[i], segment->b);
        if (fabs(a) <= ON_LINE && fabs(b) <= ON_LINE) {
            if (bsp_vec_dot(other.edges[i].normal, out) > 0 && !is_before)
                return FALSE;
            continue;
        }
        if (a >= -ON_LINE && b >= -ON_LINE)
            return FALSE;
        if (a > 0)
            *from = fmax(*from, a / (a - b));
        else if (b > 0)
            *to = fmin(*to, a / (a - b));
    }
    return *from < *to;
}

typedef struct {
    double from, to;
} Interval;

/* Removes the covered interval from the remaining ones. */
static void cover(GArray *left, Interval covered)
{
    for (guint k = left->len; k-- > 0;) {
        Interval in = g_array_index(left, Interval, k);
        if (covered.to <= in.from || covered.from >= in.to)
            continue;
        g_array_remove_index_fast(left, k);
        Interval before = { in.from, covered.from }, after = { covered.to, in.to };
        if (before.from < before.to)
            g_array_append_val(left, before);
        if (after.from < after.to)
            g_array_append_val(left, after);
    }
}

static void outline_edge(const Ready *ready, const GArray *near, guint own, guint edge,
                         GArray *outline)
{
    Convex p = convex_of(ready, own);
    CompareSegment whole = { p.polygon->v[edge], p.polygon->v[(edge + 1) % p.polygon->n] };
    g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(Interval));
    Interval all = { 0, 1 }, covered;
    g_array_append_val(left, all);
    for (guint k = 0; k < near->len && left->len; k++) {
        guint other = g_array_index(near, guint, k);
        if (other != own && covered_part(&whole, p.edges[edge].normal, convex_of(ready, other),
                                         other < own, &covered.from, &covered.to))
            cover(left, covered);
    }
    for (guint k = 0; k < left->len; k++) {
        Interval in = g_array_index(left, Interval, k);
        CompareSegment part = { bsp_vec_lerp(whole.a, whole.b, in.from),
                                bsp_vec_lerp(whole.a, whole.b, in.to) };
        g_array_append_val(outline, part);
    }
}

GArray *compare_cover_outline(const CompareSection *section, const GPtrArray *polygons)
{
    GArray *outline = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    g_autoptr(GArray) near = g_array_new(FALSE, FALSE, sizeof(guint));
    Ready ready = make_ready(section, polygons);
    for (guint i = 0; i < polygons->len; i++) {
        const BspPolygon *p = polygons->pdata[i];
        BspBounds box = bsp_polygon_bounds(p);
        box = bsp_bounds_grown(&box, ON_LINE);
        find_near(ready.bvh, &box, near);
        for (guint edge = 0; edge < p->n; edge++)
            outline_edge(&ready, near, i, edge, outline);
    }
    clear_ready(&ready);
    return outline;
}
