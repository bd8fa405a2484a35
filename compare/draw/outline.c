/* outline: the cut of an axial plane through the sum of a brush and a mirrored shape. */
#include "draw/outline.h"

#include "bsp-shape.h"
#include "oracle/sum.h"

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

/* Adds points between a and b, without a and b. */
static void refine(Outline *o, double angle_a, BspVec a, double angle_b, BspVec b, guint halvings)
{
    double angle = 0.5 * (angle_a + angle_b);
    BspVec p = point_at(o, angle);
    if (halvings == 0 || distance_from_chord(a, b, p) < 0.5 * COMPARE_OUTLINE_SAG)
        return;
    refine(o, angle_a, a, angle, p, halvings - 1);
    g_array_append_val(o->points, p);
    refine(o, angle, p, angle_b, b, halvings - 1);
}

static BspPolygon *trace(Outline *o)
{
    double step = 2 * G_PI / RAYS;
    BspVec first = point_at(o, 0), a = first;
    for (guint i = 0; i < RAYS; i++) {
        BspVec b = i + 1 < RAYS ? point_at(o, (i + 1) * step) : first;
        g_array_append_val(o->points, a);
        refine(o, i * step, a, (i + 1) * step, b, MAX_HALVINGS);
        a = b;
    }
    BspPolygon *p = bsp_polygon_new((const BspVec *)(gconstpointer)o->points->data, o->points->len);
    if (bsp_polygon_area(p) > COMPARE_OUTLINE_SAG * COMPARE_OUTLINE_SAG)
        return p;
    g_free(p);
    return NULL;
}

BspPolygon *compare_outline_of_sum(guint axis, double at, const BspBrush *brush,
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
    return trace(&outline);
}
