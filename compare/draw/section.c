/* section: cuts an axial plane through solids. */
#include "draw/section.h"

#include "bsp-shape.h"
#include "oracle/sum.h"

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
    BspPolygon **side = plane->normal.v[section->axis] > 0 ? front : back;
    bsp_polygon_split(polygon, plane, BSP_CELL_EPSILON, front, back);
    if (!*front && !*back)
        *side = bsp_polygon_new(polygon->v, polygon->n);
}

BspPolygon *compare_section_brush(const CompareSection *section, const BspBrush *brush)
{
    if (!bsp_bounds_overlap(bsp_brush_bounds(brush), &section->view))
        return NULL;
    BspPolygon *inside = compare_section_view(section);
    for (guint f = 0; f < bsp_brush_cell(brush)->n_faces && inside; f++) {
        g_autofree BspPolygon *whole = inside;
        BspPolygon *outside;
        compare_section_cut(section, whole, &bsp_brush_cell(brush)->faces[f].plane, &outside,
                            &inside);
        g_free(outside);
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

/* --- areas that polygons of one section cover --- */

/* Returns the plane through edge i of the polygon, perpendicular to the section. Its front is
 * outside of the polygon. */
static BspPlane edge_plane(const CompareSection *section, const BspPolygon *p, guint i)
{
    BspVec along = bsp_vec_sub(p->v[(i + 1) % p->n], p->v[i]);
    BspVec out = bsp_vec_cross(along, bsp_vec_axis((int)section->axis));
    double length = bsp_vec_length(out);
    out = length > 0 ? bsp_vec_scale(out, 1 / length) : out;
    return (BspPlane){ out, bsp_vec_dot(out, p->v[i]) };
}

/* Cuts off the parts of the polygon outside the other polygon, grown by `grow` units, and adds them
 * to `out` unless it is NULL. Returns the part inside, or NULL if there is none. */
static BspPolygon *cut_off(const CompareSection *section, const BspPolygon *polygon,
                           const BspPolygon *other, double grow, GPtrArray *out)
{
    BspPolygon *inside = bsp_polygon_new(polygon->v, polygon->n);
    for (guint i = 0; i < other->n && inside; i++) {
        BspPlane plane = edge_plane(section, other, i);
        BspPolygon *whole = inside, *outside;
        plane.dist += grow;
        bsp_polygon_split(whole, &plane, BSP_CELL_EPSILON, &outside, &inside);
        g_free(whole);
        if (outside && out)
            g_ptr_array_add(out, outside);
        else
            g_free(outside);
    }
    return inside;
}

BspPolygon *compare_section_common(const CompareSection *section, const BspPolygon *a,
                                   const BspPolygon *b)
{
    return cut_off(section, a, b, 0, NULL);
}

static BspHierarchy *hierarchy_of(const GPtrArray *polygons)
{
    g_autofree BspBounds *bounds = g_new(BspBounds, MAX(polygons->len, 1));
    for (guint i = 0; i < polygons->len; i++)
        bounds[i] = bsp_polygon_bounds(polygons->pdata[i]);
    return bsp_hierarchy_new(bounds, polygons->len);
}

double compare_cover_sum(const GPtrArray *polygons)
{
    double area = 0;
    for (guint i = 0; i < polygons->len; i++)
        area += bsp_polygon_area(polygons->pdata[i]);
    return area;
}

/* A subtraction of many polygons from one. */
typedef struct {
    const CompareSection *section;
    const GPtrArray *others;
    guint end;         /* only the first `end` of the others are subtracted */
    double grow;       /* the units by which the others are grown */
    GPtrArray *pieces; /* an array of BspPolygon, the remainder of the polygon */
} Difference;

static gboolean subtract_item(guint item, gpointer data)
{
    Difference *difference = data;
    if (item >= difference->end)
        return TRUE;
    GPtrArray *left = compare_polygons_new();
    for (guint i = 0; i < difference->pieces->len; i++) {
        BspPolygon *piece = difference->pieces->pdata[i];
        guint before = left->len;
        BspPolygon *inside = cut_off(difference->section, piece, difference->others->pdata[item],
                                     difference->grow, left);
        if (!inside) { /* the other polygon covers no part of the piece, so the piece stays whole */
            g_ptr_array_set_size(left, (gint)before);
            g_ptr_array_add(left, bsp_polygon_new(piece->v, piece->n));
        }
        g_free(inside);
    }
    g_ptr_array_unref(difference->pieces);
    difference->pieces = left;
    return TRUE;
}

GPtrArray *compare_cover_minus(const CompareSection *section, const GPtrArray *polygons,
                               const GPtrArray *others, double beyond)
{
    GPtrArray *all = compare_polygons_new();
    g_autoptr(BspHierarchy) own = hierarchy_of(polygons);
    g_autoptr(BspHierarchy) other = hierarchy_of(others);
    for (guint i = 0; i < polygons->len; i++) {
        const BspPolygon *polygon = polygons->pdata[i];
        BspBounds box = bsp_polygon_bounds(polygon), reach = bsp_bounds_grown(&box, beyond);
        Difference difference = { section, others, others->len, beyond, compare_polygons_new() };
        g_ptr_array_add(difference.pieces, bsp_polygon_new(polygon->v, polygon->n));
        bsp_hierarchy_overlapping(other, &reach, subtract_item, &difference);
        difference.others = polygons;
        difference.end = i;
        difference.grow = 0;
        bsp_hierarchy_overlapping(own, &box, subtract_item, &difference);
        g_ptr_array_extend_and_steal(all, difference.pieces);
    }
    return all;
}

/* --- the cut of an axial plane through the Minkowski sum of a brush and a mirrored shape --- */

/* The sum is never built. Rays from a point inside the cut find its convex outline. Where the
 * outline bends, there are more rays. */

/* The number of rays at the start, and the maximum number of times that the angle between two of
 * them is halved. Halving ends earlier where the outline is straight within half of
 * COMPARE_OUTLINE_SAG. */
#define RAYS 24
#define MAX_HALVINGS 8

typedef struct {
    guint axis;
    const CompareSum *sum;
    BspVec centre; /* a point in the sum and in the plane */
    double reach;  /* units; larger than the distance of any point of the sum from the centre */
    GArray *points;
} Outline;

/* Returns a point well inside the shape, which is convex. */
static BspVec middle_of_shape(const BspShape *shape)
{
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint i = 0; i < 6; i++) {
        BspVec direction = bsp_vec_scale(bsp_vec_axis((int)i / 2), i % 2 ? 1 : -1);
        sum = bsp_vec_add(sum, bsp_shape_support_point(shape, direction));
    }
    return bsp_vec_scale(sum, 1.0 / 6);
}

/* Finds a point that is in the plane and inside the sum. It is on the line between a point deep in
 * the sum and the sum's farthest point along the axis or against it. Returns FALSE if the plane
 * misses the sum. */
static gboolean point_inside(guint axis, double at, const BspBrush *brush, const BspShape *shape,
                             BspVec *inside)
{
    const BspCell *cell = bsp_brush_cell(brush);
    BspVec deep = bsp_vec_sub(bsp_cell_interior_point(cell), middle_of_shape(shape));
    double sign = at >= deep.v[axis] ? 1 : -1;
    BspVec direction = bsp_vec(0, 0, 0), end = cell->vertices[0];
    direction.v[axis] = -sign;
    for (guint i = 1; i < cell->n_vertices; i++)
        if (sign * cell->vertices[i].v[axis] > sign * end.v[axis])
            end = cell->vertices[i];
    end = bsp_vec_sub(end, bsp_shape_support_point(shape, direction));
    double t = (at - deep.v[axis]) / (end.v[axis] - deep.v[axis]);
    *inside = bsp_vec_lerp(deep, end, t);
    inside->v[axis] = at;
    return t >= 0 && t < 1;
}

/* Returns the point at which the ray at that angle leaves the sum. */
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

/* Adds points of the outline strictly between a and b. */
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

/* Returns a polygon whose vertices are on the outline of the cut, anticlockwise seen from the axis'
 * positive end. Returns NULL if the plane misses the sum. */
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
    g_autofree BspPolygon *view = compare_section_view(section);
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        BspBounds reach = { bsp_vec_sub(bsp_brush_bounds(brush)->mins, shape->bounds.maxs),
                            bsp_vec_sub(bsp_brush_bounds(brush)->maxs, shape->bounds.mins) };
        if (!bsp_bounds_overlap(&reach, &section->view))
            continue;
        g_autofree BspPolygon *outline = outline_of_sum(section->axis, section->at, brush, shape);
        BspPolygon *seen = outline ? compare_section_common(section, outline, view) : NULL;
        if (seen)
            g_ptr_array_add(polygons, seen);
    }
    return polygons;
}
