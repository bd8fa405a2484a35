/* separators: planes that separate a shape from a brush. */
#include "body/separators.h"

#include "shape/shape.h"
#include "trace/reach.h"

bool bsp_separators_is_valid(const BspBrushTable *table, const BspShape *shape, BspVec at)
{
    BspVec still = bsp_vec(0, 0, 0);
    return bsp_segment_is_in_reach(&at, &still) && bsp_bounds_are_in_reach(&shape->bounds) &&
           bsp_brush_table_hold_shape(table, shape);
}

void bsp_separators_init(BspSeparators *p, const BspBrushTable *table, const BspShape *shape,
                         uint32_t brush)
{
    p->table = table;
    BSP_ASSERT(brush < table->n_brushes);
    p->shape = shape;
    p->frame = NULL;
    p->brush = brush;
    p->n_table = bsp_brush_table_n_planes(bsp_brush_table_row(table, brush));
    p->n_faces = shape->kind == BSP_SHAPE_HULL ? shape->hull->n_planes : 0;
    p->n_seen = 0;
    p->body = bsp_shape_is_box(shape) ? (BspCastBody){ 0 } : bsp_brush_table_body(table, brush);
}

static bool is_rotated(const BspFrame *frame)
{
    return !(frame->axis[0].x == 1 && frame->axis[1].y == 1 && frame->axis[2].z == 1);
}

void bsp_separators_init_rotated(BspSeparators *p, const BspBrushTable *table,
                                 const BspShape *shape, const BspFrame *frame, uint32_t brush)
{
    bsp_separators_init(p, table, shape, brush);
    if (!is_rotated(frame))
        return;
    BSP_ASSERT(table->vertices);
    p->frame = frame;
    p->n_table = bsp_brush_table_n_own(bsp_brush_table_row(table, brush));
    p->n_faces = bsp_shape_n_faces(shape);
    p->body = bsp_brush_table_body(table, brush);
}

static double highest_vertex(const BspCastBody *body, BspVec normal)
{
    BSP_ASSERT(body->n > 0);
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < body->n; i++)
        most = BSP_MAX(most, bsp_vec_dot(normal, body->vertices[i]));
    return most;
}

BspPlane bsp_separators_support(const BspCastBody *body, const BspShape *shape, BspVec normal)
{
    return (BspPlane){ normal,
                       highest_vertex(body, normal) + bsp_shape_plane_offset(shape, normal) };
}

/* --- planes that depend on the shape's position --- */

static BspPlane supporting_plane(const BspSeparators *p, BspVec normal)
{
    return (BspPlane){ normal,
                       highest_vertex(&p->body, normal) + bsp_separators_offset(p, normal) };
}

void bsp_separators_look(BspSeparators *p, BspVec at)
{
    if (p->body.n == 0)
        return; /* for a box, the table has all planes */
    BspVec normal = bsp_cast_separate(&p->body, p->shape, p->frame, at).normal;
    bool meet = normal.x == 0 && normal.y == 0 && normal.z == 0;
    if (meet && bsp_shape_is_round(p->shape) && !p->frame)
        return; /* if the core is in the brush, the planes of the table suffice */
    if (meet)
        normal = bsp_cast_way_out(&p->body, p->shape, p->frame, at);
    double length = bsp_vec_length(normal);
    if (length > 0)
        p->seen[p->n_seen++] = supporting_plane(p, bsp_vec_scale(normal, 1 / length));
}

/* --- all planes --- */

BspPlane bsp_separators_other_plane(const BspSeparators *p, unsigned i)
{
    BSP_ASSERT(i < p->n_faces + p->n_seen);
    if (i >= p->n_faces)
        return p->seen[i - p->n_faces];
    BspVec normal = bsp_vec_neg(bsp_shape_face(p->shape, i));
    return supporting_plane(p, p->frame ? bsp_frame_direction_out(p->frame, normal) : normal);
}

double bsp_separators_outside(const BspSeparators *p, BspVec at, unsigned *plane)
{
    double most = -HUGE_VAL;
    for (unsigned i = 0, n = bsp_separators_n(p); i < n; i++) {
        BspPlane next = bsp_separators_plane(p, i);
        double d = bsp_plane_distance(&next, at);
        if (d > most) {
            most = d;
            *plane = i;
        }
    }
    return most;
}

double bsp_separators_side(const BspSeparators *p, BspVec at, unsigned *side)
{
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < p->n_table; i++) {
        BspPlane plane = bsp_separators_plane(p, i);
        double d = bsp_plane_distance(&plane, at);
        if (d > most && bsp_brush_table_plane_name(p->table, p->brush, i)->side >= 0) {
            most = d;
            *side = i;
        }
    }
    return most;
}

double bsp_separators_look_outside(BspSeparators *p, BspVec at, double most)
{
    unsigned plane = 0, i = p->n_seen;
    double outside = bsp_separators_outside(p, at, &plane);
    if (outside > most)
        return outside;
    bsp_separators_look(p, at);
    for (; i < p->n_seen; i++)
        outside = BSP_MAX(outside, bsp_plane_distance(&p->seen[i], at));
    return outside;
}

bool bsp_separators_only_touches(const BspSeparators *p, BspVec at, unsigned plane)
{
    BspCastBody eroded = bsp_cast_eroded(&p->body);
    BspVec out = bsp_separators_plane(p, plane).normal;
    BspVec aside = bsp_vec_mad(at, BSP_IN_SOLID - BSP_TOUCH, out);
    return bsp_cast_distance(&eroded, p->shape, aside) >= 0;
}

void bsp_separators_name(const BspSeparators *p, unsigned plane, BspHit *hit)
{
    BSP_ASSERT(plane < bsp_separators_n(p));
    bsp_brush_table_name(p->table, p->brush, plane < p->n_table ? plane : BSP_NO_PLANE, hit);
    hit->plane = bsp_separators_plane(p, plane);
}
