/* parting: planes that separate a shape from a brush. */
#include "body/parting.h"

#include "trace/reach.h"
#include "trace/shape.h"

/* Numbers of calls of add_plane_from_outside() for each kind of shape. BSP_PARTING_SEEN must be at
 * least the number of planes that all calls add. */
#define CYLINDER_STEPS 3
#define HULL_STEPS 1

bool bsp_parting_is_valid(const BspBrushTable *table, const BspShape *shape, BspVec at)
{
    BspVec still = bsp_vec(0, 0, 0);
    return bsp_segment_is_in_reach(&at, &still) && bsp_bounds_are_in_reach(&shape->bounds) &&
           bsp_brush_table_hold_shape(table, shape);
}

void bsp_parting_init(BspParting *p, const BspBrushTable *table, const BspShape *shape,
                      uint32_t brush)
{
    p->table = table;
    p->shape = shape;
    p->brush = brush;
    p->n_table = bsp_brush_table_n_planes(&table->brushes[brush]);
    p->n_hull = shape->kind == BSP_SHAPE_HULL ? shape->hull->n_planes : 0;
    p->n_seen = 0;
    if (!bsp_shape_is_box(shape))
        p->body = bsp_cast_body(table->vertices, table->first, brush);
}

BspPlane bsp_parting_support(const BspCastBody *body, const BspShape *shape, BspVec normal)
{
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < body->n; i++)
        most = BSP_MAX(most, bsp_vec_dot(normal, body->vertices[i]));
    return (BspPlane){ normal, most + bsp_shape_plane_offset(shape, normal) };
}

/* --- planes that depend on the shape's position --- */

static void add_seen(BspParting *p, BspVec normal)
{
    double length = bsp_vec_length(normal);
    if (length > 0)
        p->seen[p->n_seen++] =
            bsp_parting_support(&p->body, p->shape, bsp_vec_scale(normal, 1 / length));
}

void bsp_parting_look_between(BspParting *p, BspVec at)
{
    BspVec way = bsp_cast_between(&p->body, p->shape, at);
    bool meet = way.x == 0 && way.y == 0 && way.z == 0;
    add_seen(p, meet ? bsp_cast_away(&p->body, p->shape, at) : way);
}

/* Adds the plane perpendicular to the shortest line between the brush and a cylinder's axis. */
static void add_plane_of_axis(BspParting *p, BspVec at)
{
    BspShape axis = bsp_shape_capsule(0, p->shape->bottom, p->shape->top);
    add_seen(p, bsp_cast_between(&p->body, &axis, at));
}

/* Adds the plane through which the shape leaves the brush if it moves straight away from the
 * brush's middle. The depth of the shape behind this plane is at most the length of that move. */
static void add_plane_from_middle(BspParting *p, BspVec at)
{
    const BspTableBrush *b = &p->table->brushes[p->brush];
    BspVec size = bsp_vec_sub(p->shape->bounds.maxs, p->shape->bounds.mins);
    BspVec way = bsp_vec_add(at, bsp_bounds_centre(&p->shape->bounds));
    for (int k = 0; k < 3; k++) {
        size.v[k] += b->most[k] - b->least[k];
        way.v[k] -= (b->least[k] + b->most[k]) / 2;
    }
    double length = bsp_vec_length(way);
    if (length == 0)
        return;
    BspVec out = bsp_vec_mad(at, bsp_vec_length(size) / length, way);
    BspCastHit hit;
    if (bsp_cast(&p->body, p->shape, &(BspCastPath){ out, bsp_vec_sub(at, out), 0, 1 }, &hit, NULL))
        add_seen(p, hit.normal);
}

/* Moves the shape straight onto the best plane so far, and adds the plane perpendicular to the
 * shortest line between the brush and the moved shape. The part of the plane that bounds the
 * Minkowski sum may be elsewhere. Then the moved shape does not touch the brush, and the new plane
 * gives a smaller depth. */
static void add_plane_from_outside(BspParting *p, BspVec at)
{
    unsigned i = 0;
    double outside = bsp_parting_outside(p, at, &i);
    if (outside < 0)
        add_seen(p, bsp_cast_between(&p->body, p->shape,
                                     bsp_vec_mad(at, -outside, bsp_parting_plane(p, i).normal)));
}

static unsigned n_steps(const BspShape *shape)
{
    return bsp_shape_is_box(shape)             ? 0
           : shape->kind == BSP_SHAPE_CYLINDER ? 2 + CYLINDER_STEPS
           : shape->kind == BSP_SHAPE_HULL     ? 2 + HULL_STEPS
                                               : 1;
}

static void add_planes_of_step(BspParting *p, BspVec at, unsigned k)
{
    if (k == 0)
        bsp_parting_look_between(p, at);
    else if (k > 1)
        add_plane_from_outside(p, at);
    else if (p->shape->kind == BSP_SHAPE_CYLINDER)
        add_plane_of_axis(p, at);
    else
        add_plane_from_middle(p, at);
}

void bsp_parting_look(BspParting *p, BspVec at)
{
    for (unsigned k = 0, n = n_steps(p->shape); k < n; k++)
        add_planes_of_step(p, at, k);
}

/* --- all planes --- */

BspPlane bsp_parting_other_plane(const BspParting *p, unsigned i)
{
    if (i >= p->n_hull)
        return p->seen[i - p->n_hull];
    BspVec normal = bsp_vec_neg(p->shape->hull->planes[i].normal);
    return bsp_parting_support(&p->body, p->shape, normal);
}

double bsp_parting_outside(const BspParting *p, BspVec at, unsigned *plane)
{
    double most = -HUGE_VAL;
    for (unsigned i = 0, n = bsp_parting_n(p); i < n; i++) {
        BspPlane next = bsp_parting_plane(p, i);
        double d = bsp_plane_distance(&next, at);
        if (d > most) {
            most = d;
            *plane = i;
        }
    }
    return most;
}

double bsp_parting_look_outside(BspParting *p, BspVec at, double most)
{
    unsigned plane = 0;
    double outside = bsp_parting_outside(p, at, &plane);
    for (unsigned k = 0, n = n_steps(p->shape); k < n && outside <= most; k++) {
        unsigned i = p->n_seen;
        add_planes_of_step(p, at, k);
        for (; i < p->n_seen; i++)
            outside = BSP_MAX(outside, bsp_plane_distance(&p->seen[i], at));
    }
    return outside;
}

bool bsp_parting_only_touches(const BspParting *p, BspVec at, unsigned plane)
{
    BspCastBody eroded = { .vertices = p->body.eroded, .n = p->body.n_eroded };
    BspVec out = bsp_parting_plane(p, plane).normal;
    BspVec aside = bsp_vec_mad(at, BSP_IN_SOLID - BSP_TOUCH, out);
    return bsp_cast_distance(&eroded, p->shape, aside) >= 0;
}

void bsp_parting_name(const BspParting *p, unsigned plane, BspHit *hit)
{
    bsp_brush_table_name(p->table, p->brush, plane < p->n_table ? plane : BSP_NO_PLANE, hit);
    hit->plane = bsp_parting_plane(p, plane);
}
