/* section: cuts an axial plane through solids. */
#include "draw/section.h"

#include "bsp-shape.h"
#include "oracle/sum.h"

/* --- the cut of an axial plane through the Minkowski sum of a brush and a mirrored shape --- */

/* The sum is never built. Rays from a point inside the cut find its convex outline, with more rays
 * at bends. */

/* Rays at the start, and the most halvings of the angle between two of them. */
#define RAYS 24
#define MAX_HALVINGS 8

typedef struct {
    guint axis;
    const CompareSum *sum;
    BspVec centre; /* in the sum and in the plane */
    double reach;  /* greater than the distance of any point of the sum from the centre */
    GArray *points;
} Outline;

/* The farthest point of the brush along the axis (sign 1) or against it; the middle of several. */
static BspVec extreme_of_brush(const BspBrush *brush, guint axis, int sign)
{
    const BspCell *cell = bsp_brush_cell(brush);
    double most =
        sign > 0 ? bsp_brush_bounds(brush)->maxs.v[axis] : bsp_brush_bounds(brush)->mins.v[axis];
    BspVec sum = bsp_vec(0, 0, 0);
    guint n = 0;
    for (guint i = 0; i < cell->n_vertices; i++) {
        if (fabs(cell->vertices[i].v[axis] - most) > BSP_CELL_EPSILON)
            continue;
        sum = bsp_vec_add(sum, cell->vertices[i]);
        n++;
    }
    return n ? bsp_vec_scale(sum, 1.0 / n) : bsp_cell_interior_point(cell);
}

/* A point well inside the shape, which is convex. */
static BspVec middle_of_shape(const BspShape *shape)
{
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint i = 0; i < 6; i++) {
        BspVec direction = bsp_vec(0, 0, 0);
        direction.v[i / 2] = i % 2 ? 1 : -1;
        sum = bsp_vec_add(sum, bsp_shape_support_point(shape, direction));
    }
    return bsp_vec_scale(sum, 1.0 / 6);
}

/* Finds a point of the plane inside the sum: on the line between a point deep in the sum and an
 * extreme point beyond the plane. FALSE if the plane misses the sum. */
static gboolean point_inside(guint axis, double at, const BspBrush *brush, const BspShape *shape,
                             BspVec *inside)
{
    BspVec deep =
        bsp_vec_sub(bsp_cell_interior_point(bsp_brush_cell(brush)), middle_of_shape(shape));
    int sign = at >= deep.v[axis] ? 1 : -1;
    BspVec direction = bsp_vec(0, 0, 0);
    direction.v[axis] = -sign;
    BspVec end =
        bsp_vec_sub(extreme_of_brush(brush, axis, sign), bsp_shape_support_point(shape, direction));
    double length = end.v[axis] - deep.v[axis];
    double t = length != 0 ? (at - deep.v[axis]) / length : 2;
    if (!(t >= 0 && t < 1))
        return FALSE;
    *inside = bsp_vec_lerp(deep, end, t);
    inside->v[axis] = at;
    return TRUE;
}

/* The point at which the ray at that angle leaves the sum. */
static BspVec point_at(const Outline *o, double angle)
{
    BspVec direction = bsp_vec(0, 0, 0);
    direction.v[(o->axis + 1) % 3] = cos(angle);
    direction.v[(o->axis + 2) % 3] = sin(angle);
    BspVec from = bsp_vec_mad(o->centre, o->reach, direction);
    double t;
    if (!compare_sum_enter(o->sum, from, bsp_vec_sub(o->centre, from), &t, NULL))
        t = 1;
    return bsp_vec_lerp(from, o->centre, t);
}

static double distance_from_chord(BspVec a, BspVec b, BspVec p)
{
    BspVec along = bsp_vec_sub(b, a), to = bsp_vec_sub(p, a);
    double length = bsp_vec_length(along);
    return length > 0 ? bsp_vec_length(bsp_vec_cross(along, to)) / length : bsp_vec_length(to);
}

/* Adds points of the outline between a and b, but not a and b. */
static void add_points_between(Outline *o, double angle_a, BspVec a, double angle_b, BspVec b,
                               guint halvings)
{
    double angle = 0.5 * (angle_a + angle_b);
    BspVec p = point_at(o, angle);
    if (halvings == 0 || distance_from_chord(a, b, p) < 0.5 * COMPARE_OUTLINE_SAG)
        return;
    add_points_between(o, angle_a, a, angle, p, halvings - 1);
    g_array_append_val(o->points, p);
    add_points_between(o, angle, p, angle_b, b, halvings - 1);
}

static BspPolygon *trace_outline(Outline *o)
{
    double step = 2 * G_PI / RAYS;
    BspVec first = point_at(o, 0), a = first;
    for (guint i = 0; i < RAYS; i++) {
        BspVec b = i + 1 < RAYS ? point_at(o, (i + 1) * step) : first;
        g_array_append_val(o->points, a);
        add_points_between(o, i * step, a, (i + 1) * step, b, MAX_HALVINGS);
        a = b;
    }
    BspPolygon *p = bsp_polygon_new((const BspVec *)(gconstpointer)o->points->data, o->points->len);
    if (bsp_polygon_area(p) > COMPARE_OUTLINE_SAG * COMPARE_OUTLINE_SAG)
        return p;
    g_free(p);
    return NULL;
}

/* A polygon inside the cut with its vertices on the outline, anticlockwise seen from the axis'
 * positive end. NULL if the plane misses the sum. */
static BspPolygon *outline_of_sum(guint axis, double at, const BspBrush *brush,
                                  const BspShape *shape)
{
    BspVec centre;
    if (!point_inside(axis, at, brush, shape, &centre))
        return NULL;
    g_autoptr(CompareSum) sum = compare_sum_new(brush, shape, 0);
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    BspVec size =
        bsp_vec_add(bsp_vec_sub(bsp_brush_bounds(brush)->maxs, bsp_brush_bounds(brush)->mins),
                    bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins));
    Outline outline = { axis, sum, centre, bsp_vec_length(size) + 1, points };
    return trace_outline(&outline);
}

GPtrArray *compare_polygons_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

BspPolygon *compare_section_view(const CompareSection *section)
{
    guint a = section->axis, b = (a + 1) % 3, c = (a + 2) % 3;
    const BspVec *corner[2] = { &section->view.mins, &section->view.maxs };
    static const guint order[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    BspVec v[4];
    for (guint i = 0; i < 4; i++) {
        v[i].v[a] = section->at;
        v[i].v[b] = corner[order[i][0]]->v[b];
        v[i].v[c] = corner[order[i][1]]->v[c];
    }
    return bsp_polygon_new(v, 4);
}

void compare_section_cut(const CompareSection *section, const BspPolygon *polygon,
                         const BspPlane *plane, BspPolygon **front, BspPolygon **back)
{
    BspPolygon *parts[2];
    bsp_polygon_split(polygon, plane, BSP_CELL_EPSILON, &parts[0], &parts[1]);
    if (!parts[0] && !parts[1])
        parts[plane->normal.v[section->axis] > 0 ? 0 : 1] = bsp_polygon_new(polygon->v, polygon->n);
    BspPolygon **wanted[2] = { front, back };
    for (guint k = 0; k < 2; k++) {
        if (wanted[k])
            *wanted[k] = parts[k];
        else
            g_free(parts[k]);
    }
}

BspPolygon *compare_section_brush(const CompareSection *section, const BspBrush *brush)
{
    if (!bsp_bounds_overlap(bsp_brush_bounds(brush), &section->view))
        return NULL;
    BspPolygon *inside = compare_section_view(section);
    for (guint f = 0; f < bsp_brush_cell(brush)->n_faces && inside; f++) {
        BspPolygon *whole = inside;
        compare_section_cut(section, whole, &bsp_brush_cell(brush)->faces[f].plane, NULL, &inside);
        g_free(whole);
    }
    return inside;
}

GPtrArray *compare_section_solid(const CompareSection *section, const BspSolid *solid)
{
    GPtrArray *polygons = compare_polygons_new();
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        BspPolygon *polygon = compare_section_brush(section, bsp_solid_brush(solid, i));
        if (polygon)
            g_ptr_array_add(polygons, polygon);
    }
    return polygons;
}

BspPolygon *compare_section_clip(const CompareSection *section, BspPolygon *polygon)
{
    for (guint i = 0; i < 6 && polygon; i++) {
        if (i / 2 == section->axis)
            continue;
        BspPlane plane = { bsp_vec(0, 0, 0), 0 };
        plane.normal.v[i / 2] = i % 2 ? 1 : -1;
        plane.dist = i % 2 ? section->view.maxs.v[i / 2] : -section->view.mins.v[i / 2];
        BspPolygon *whole = polygon;
        compare_section_cut(section, whole, &plane, NULL, &polygon);
        g_free(whole);
    }
    return polygon;
}

GPtrArray *compare_section_sum(const CompareSection *section, const BspSolid *whole, guint32 mask,
                               const BspShape *shape, GError **error)
{
    g_autoptr(BspSolid) solid = bsp_solid_select(whole, mask);
    if (shape->kind == BSP_SHAPE_POINT)
        return compare_section_solid(section, solid);
    if (shape->kind == BSP_SHAPE_BOX) {
        g_autoptr(BspSolid) expanded = bsp_solid_expand(solid, &shape->bounds, error);
        return expanded ? compare_section_solid(section, expanded) : NULL;
    }
    GPtrArray *polygons = compare_polygons_new();
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        BspBounds reach = { bsp_vec_sub(bsp_brush_bounds(brush)->mins, shape->bounds.maxs),
                            bsp_vec_sub(bsp_brush_bounds(brush)->maxs, shape->bounds.mins) };
        if (!bsp_bounds_overlap(&reach, &section->view))
            continue;
        BspPolygon *outline = outline_of_sum(section->axis, section->at, brush, shape);
        outline = outline ? compare_section_clip(section, outline) : NULL;
        if (outline)
            g_ptr_array_add(polygons, outline);
    }
    return polygons;
}

/* --- the area and outline that convex polygons of one section remove_covered together --- */

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

BspPolygon *compare_section_common(const CompareSection *section, const BspPolygon *a,
                                   const BspPolygon *b)
{
    BspPolygon *common = bsp_polygon_new(a->v, a->n);
    for (guint i = 0; i < b->n && common; i++) {
        BspPlane plane = edge_plane(section, b, i);
        BspPolygon *whole = common, *outside;
        bsp_polygon_split(whole, &plane, BSP_CELL_EPSILON, &outside, &common);
        g_free(outside);
        g_free(whole);
    }
    return common;
}

/* All polygons with their edge planes. */
typedef struct {
    const GPtrArray *polygons;
    BspHierarchy *hierarchy;
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
    ready.hierarchy = bsp_hierarchy_new(bounds, polygons->len);
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
    bsp_hierarchy_free(ready->hierarchy);
    g_free(ready->edges);
    g_free(ready->first);
}

/* One of the polygons, with its edge planes. */
typedef struct {
    const BspPolygon *polygon;
    const BspPlane *edges;
} Convex;

static Convex convex_of(const Ready *ready, guint i)
{
    return (Convex){ ready->polygons->pdata[i], ready->edges + ready->first[i] };
}

static gboolean append_item(guint item, gpointer items)
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
static void find_near(const BspHierarchy *hierarchy, const BspBounds *box, GArray *near)
{
    g_array_set_size(near, 0);
    bsp_hierarchy_overlapping(hierarchy, box, append_item, near);
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
static void subtract_from_piece(BspPolygon *piece, Convex other, double grow, GPtrArray *out)
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
static GPtrArray *subtract_polygon(GPtrArray *pieces, Convex other, double grow)
{
    BspBounds box = bsp_polygon_bounds(other.polygon);
    box = bsp_bounds_grown(&box, grow);
    GPtrArray *out = compare_polygons_new();
    for (guint i = 0; i < pieces->len; i++) {
        BspPolygon *piece = pieces->pdata[i];
        BspBounds own = bsp_polygon_bounds(piece);
        if (bsp_bounds_overlap(&own, &box) && !are_apart(piece, other, grow))
            subtract_from_piece(piece, other, grow, out);
        else
            g_ptr_array_add(out, piece);
    }
    g_ptr_array_set_free_func(pieces, NULL);
    g_ptr_array_unref(pieces);
    return out;
}

/* Subtracts the polygons before index `end` that overlap the box from the pieces, which are
 * consumed. */
static GPtrArray *subtract_all(GPtrArray *pieces, const Ready *others, const BspBounds *box,
                               guint end, double grow)
{
    g_autoptr(GArray) near = g_array_new(FALSE, FALSE, sizeof(guint));
    find_near(others->hierarchy, box, near);
    for (guint k = 0; k < near->len && pieces->len; k++) {
        guint item = g_array_index(near, guint, k);
        if (item < end)
            pieces = subtract_polygon(pieces, convex_of(others, item), grow);
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
        pieces = subtract_all(pieces, &other, &reach, other.polygons->len, beyond);
        pieces = subtract_all(pieces, &own, &box, i, 0);
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
static void remove_covered(GArray *left, Interval covered)
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
            remove_covered(left, covered);
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
        find_near(ready.hierarchy, &box, near);
        for (guint edge = 0; edge < p->n; edge++)
            outline_edge(&ready, near, i, edge, outline);
    }
    clear_ready(&ready);
    return outline;
}
