/* cover: what convex polygons of one section cover together. */
#include "draw/cover.h"

/* The plane through edge i of the polygon and square to the section, its front outside. */
static BspPlane edge_plane(const CompareSection *section, const BspPolygon *p, guint i)
{
    BspVec axis = bsp_vec(0, 0, 0);
    axis.v[section->axis] = 1;
    BspVec along = bsp_vec_sub(p->v[(i + 1) % p->n], p->v[i]);
    BspVec out = bsp_vec_cross(along, axis);
    double length = bsp_vec_length(out);
    out = length > 0 ? bsp_vec_scale(out, 1 / length) : out;
    return (BspPlane){ out, bsp_vec_dot(out, p->v[i]) };
}

static BspBvh *hierarchy_of(const GPtrArray *polygons)
{
    g_autofree BspBounds *bounds = g_new(BspBounds, MAX(polygons->len, 1));
    for (guint i = 0; i < polygons->len; i++)
        bounds[i] = bsp_polygon_bounds(polygons->pdata[i]);
    return bsp_bvh_new(bounds, polygons->len);
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

/* The numbers, in order, of those that may overlap the box. */
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

/* Whether some edge of the other, grown, has all of the piece outside. */
static gboolean are_apart(const CompareSection *section, const BspPolygon *piece,
                          const BspPolygon *other, double grow)
{
    for (guint i = 0; i < other->n; i++) {
        BspPlane plane = edge_plane(section, other, i);
        plane.dist += grow;
        guint k = 0;
        while (k < piece->n && bsp_plane_distance(&plane, piece->v[k]) >= -BSP_CELL_EPSILON)
            k++;
        if (k == piece->n)
            return TRUE;
    }
    return FALSE;
}

/* Adds to `out` what the other, grown, leaves of the piece, which is consumed. */
static void carve_piece(const CompareSection *section, BspPolygon *piece, const BspPolygon *other,
                        double grow, GPtrArray *out)
{
    guint before = out->len;
    BspPolygon *inside = bsp_polygon_new(piece->v, piece->n);
    for (guint i = 0; i < other->n && inside; i++) {
        BspPlane plane = edge_plane(section, other, i);
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
    /* Nothing of it is covered: it stays in one piece. */
    g_ptr_array_set_size(out, (gint)before);
    g_ptr_array_add(out, piece);
}

static GPtrArray *carve(const CompareSection *section, GPtrArray *pieces, const BspPolygon *other,
                        double grow)
{
    BspBounds box = bsp_polygon_bounds(other);
    box = bsp_bounds_grown(&box, grow);
    GPtrArray *out = compare_polygons_new();
    for (guint i = 0; i < pieces->len; i++) {
        BspBounds own = bsp_polygon_bounds(pieces->pdata[i]);
        if (bsp_bounds_overlap(&own, &box) && !are_apart(section, pieces->pdata[i], other, grow))
            carve_piece(section, pieces->pdata[i], other, grow, out);
        else
            g_ptr_array_add(out, pieces->pdata[i]);
    }
    g_ptr_array_set_free_func(pieces, NULL);
    g_ptr_array_unref(pieces);
    return out;
}

/* What those near leave of the pieces, which are consumed, but for number `end` and after. */
static GPtrArray *carve_by_all(const CompareSection *section, GPtrArray *pieces,
                               const GPtrArray *others, const GArray *near, guint end, double grow)
{
    for (guint k = 0; k < near->len && pieces->len; k++) {
        guint item = g_array_index(near, guint, k);
        if (item < end)
            pieces = carve(section, pieces, others->pdata[item], grow);
    }
    return pieces;
}

GPtrArray *compare_cover_minus(const CompareSection *section, const GPtrArray *polygons,
                               const GPtrArray *others, double beyond)
{
    GPtrArray *all = compare_polygons_new();
    g_autoptr(GArray) near = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(BspBvh) own_bvh = hierarchy_of(polygons);
    g_autoptr(BspBvh) other_bvh = others ? hierarchy_of(others) : NULL;
    for (guint i = 0; i < polygons->len; i++) {
        const BspPolygon *polygon = polygons->pdata[i];
        BspBounds box = bsp_polygon_bounds(polygon);
        GPtrArray *pieces = compare_polygons_new();
        g_ptr_array_add(pieces, bsp_polygon_new(polygon->v, polygon->n));
        if (others) {
            BspBounds reach = bsp_bounds_grown(&box, beyond);
            find_near(other_bvh, &reach, near);
            pieces = carve_by_all(section, pieces, others, near, others->len, beyond);
        }
        find_near(own_bvh, &box, near);
        pieces = carve_by_all(section, pieces, polygons, near, i, 0);
        for (guint k = 0; k < pieces->len; k++)
            g_ptr_array_add(all, pieces->pdata[k]);
        g_ptr_array_set_free_func(pieces, NULL);
        g_ptr_array_unref(pieces);
    }
    return all;
}

/* --- outline --- */

/* Units. Edges this near to each other are on one line. */
#define ON_LINE 1e-6

/* The part of the segment that the polygon covers. An edge along its own outline is
 * covered where the polygons lie on two sides of it, and of two on the same side but for the first.
 * FALSE when it covers nothing. */
static gboolean covered_part(const CompareSection *section, const CompareSegment *segment,
                             BspVec out, const BspPolygon *other, gboolean is_before, double *from,
                             double *to)
{
    *from = 0, *to = 1;
    for (guint i = 0; i < other->n; i++) {
        BspPlane plane = edge_plane(section, other, i);
        double a = bsp_plane_distance(&plane, segment->a),
               b = bsp_plane_distance(&plane, segment->b);
        if (fabs(a) <= ON_LINE && fabs(b) <= ON_LINE) {
            if (bsp_vec_dot(plane.normal, out) > 0 && !is_before)
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

/* Takes what is covered from the intervals that are left. */
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

static void outline_edge(const CompareSection *section, const GPtrArray *polygons,
                         const GArray *near, guint own, guint edge, GArray *outline)
{
    const BspPolygon *p = polygons->pdata[own];
    CompareSegment whole = { p->v[edge], p->v[(edge + 1) % p->n] };
    BspVec out = edge_plane(section, p, edge).normal;
    g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(Interval));
    Interval all = { 0, 1 }, covered;
    g_array_append_val(left, all);
    for (guint k = 0; k < near->len && left->len; k++) {
        guint other = g_array_index(near, guint, k);
        if (other != own && covered_part(section, &whole, out, polygons->pdata[other], other < own,
                                         &covered.from, &covered.to))
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
    g_autoptr(BspBvh) bvh = hierarchy_of(polygons);
    for (guint i = 0; i < polygons->len; i++) {
        const BspPolygon *p = polygons->pdata[i];
        BspBounds box = bsp_polygon_bounds(p);
        box = bsp_bounds_grown(&box, ON_LINE);
        find_near(bvh, &box, near);
        for (guint edge = 0; edge < p->n; edge++)
            outline_edge(section, polygons, near, i, edge, outline);
    }
    return outline;
}
