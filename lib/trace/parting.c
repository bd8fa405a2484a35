/* parting: planes that part a shape from a brush. */
#include "trace/parting.h"

#include "trace/hull.h"
#include "trace/shape.h"

/* Pure number. The way to a cylinder's axis is taken for level where so much of it is. */
#define LEVEL 1e-3

#define LOOKS_FROM_OUTSIDE (BSP_PARTING_SEEN - 3)

bool bsp_parting_is_asked(const BspSides *sides, const BspShape *shape, BspVec at)
{
    const BspBounds *b = &shape->bounds;
    double sum = at.x + at.y + at.z + b->mins.x + b->mins.y + b->mins.z;
    sum += b->maxs.x + b->maxs.y + b->maxs.z;
    return sum * 0 == 0 && bsp_touch_is_held(sides, shape);
}

void bsp_parting_init(BspParting *p, const BspSides *sides, const BspShape *shape, uint32_t brush)
{
    p->sides = sides;
    p->shape = shape;
    p->brush = brush;
    p->n_table = sides->brushes[brush].n;
    p->n_hull = shape->kind == BSP_SHAPE_HULL ? shape->hull->n_planes : 0;
    p->n_seen = 0;
    if (!bsp_shape_is_box(shape))
        p->body = bsp_cast_body(sides->vertices, sides->first, brush);
}

/* --- what is seen from a place --- */

static void add_seen(BspParting *p, BspVec normal)
{
    double length = bsp_vec_length(normal);
    if (length > 0)
        p->seen[p->n_seen++] =
            bsp_touch_supporting(&p->body, p->shape, bsp_vec_scale(normal, 1 / length));
}

/* Square to the shortest way between the two; where they meet, but only touch, to that from the
 * brush's eroded like. */
static void look_between(BspParting *p, BspVec at)
{
    BspVec way = bsp_cast_between(&p->body, p->shape, at);
    bool meet = way.x == 0 && way.y == 0 && way.z == 0;
    add_seen(p, meet ? bsp_cast_away(&p->body, p->shape, at) : way);
}

/* Square to the way to the middle of a hull. */
static void look_at_centre(BspParting *p, BspVec at)
{
    BspShape point = bsp_shape_point();
    BspVec centre = bsp_vec_add(at, bsp_bounds_centre(&p->shape->bounds));
    add_seen(p, bsp_cast_between(&p->body, &point, centre));
}

/* Square to the way to a cylinder's axis, and upright. */
static void look_at_axis(BspParting *p, BspVec at)
{
    BspShape axis = bsp_shape_capsule(0, p->shape->bottom, p->shape->top);
    BspVec way = bsp_cast_between(&p->body, &axis, at);
    add_seen(p, way);
    if (hypot(way.x, way.y) > LEVEL)
        add_seen(p, bsp_vec(way.x, way.y, 0));
}

/* As seen from where the shape would be in front of the best plane so far: what is beside the piece
 * of the sum that lies on that plane is apart there, and seen by one that is nearer. */
static void look_from_outside(BspParting *p, BspVec at)
{
    unsigned i = 0;
    double outside = bsp_parting_outside(p, at, &i);
    if (outside < 0)
        add_seen(p, bsp_cast_between(&p->body, p->shape,
                                     bsp_vec_mad(at, -outside, bsp_parting_plane(p, i).normal)));
}

void bsp_parting_look(BspParting *p, BspVec at)
{
    const BspShape *shape = p->shape;
    if (bsp_shape_is_box(shape))
        return;
    look_between(p, at);
    if (shape->kind == BSP_SHAPE_CYLINDER)
        look_at_axis(p, at);
    else if (shape->kind == BSP_SHAPE_HULL)
        look_at_centre(p, at);
    else
        return;
    for (unsigned k = 0; k < LOOKS_FROM_OUTSIDE; k++)
        look_from_outside(p, at);
}

/* --- all of them --- */

BspPlane bsp_parting_other_plane(const BspParting *p, unsigned i)
{
    if (i >= p->n_hull)
        return p->seen[i - p->n_hull];
    BspVec normal = bsp_vec_neg(p->shape->hull->planes[i].normal);
    return bsp_touch_supporting(&p->body, p->shape, normal);
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

double bsp_parting_outside_but_touching(const BspParting *p, BspVec at, unsigned *plane)
{
    double outside = bsp_parting_outside(p, at, plane);
    if (outside >= -BSP_TOUCH || bsp_shape_is_box(p->shape))
        return outside;
    BspCastBody eroded = { .vertices = p->body.eroded, .n = p->body.n_eroded };
    return bsp_cast_distance(&eroded, p->shape, at) < 0 ? outside : -BSP_TOUCH;
}

void bsp_parting_name(const BspParting *p, unsigned plane, BspHit *hit)
{
    const BspSidesBrush *b = &p->sides->brushes[p->brush];
    bool is_told = plane < p->n_table;
    hit->brush = p->brush;
    hit->contents = b->contents;
    hit->side = is_told ? p->sides->names[b->first + plane].side : -1;
    hit->tag = is_told ? p->sides->names[b->first + plane].tag : 0;
    hit->plane = bsp_parting_plane(p, plane);
}
