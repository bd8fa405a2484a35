/* touch: how a shape that has hit something meets one brush. */
#ifndef BSP_TOUCH_INSIDE_H
#define BSP_TOUCH_INSIDE_H

#include "trace/cast.h"
#include "trace/compiler.h"
#include "trace/plane.h"
#include "trace/shape.h"
#include "trace/sides.h"

/* What is known of a hit. */
typedef struct {
    const BspSides *sides;
    const BspShape *shape;
    const BspTransition *answer;
    BspVec delta;        /* of the whole move */
    BspVec middle, half; /* of the shape's box, at the contact */
    bool goes_on;        /* farther than touching */
} BspContact;

/* How a brush is met in the plane of the answer. */
typedef enum {
    BSP_OFF_PLANE,     /* not in it */
    BSP_EDGE_IN_PLANE, /* by an edge or a corner */
    BSP_SIDE_ON_PLANE  /* by a side that lies on it */
} BspInPlane;

/* A brush at the contact. */
typedef struct {
    uint32_t brush;
    bool near;    /* touched within BSP_TOUCHED, not just within the bracket */
    bool faced;   /* at a plane that the move goes against */
    bool entered; /* the move goes into it */
    BspInPlane in_plane;
    uint32_t plane;    /* by which it is met, one of sides->planes; or, where that is NO_PLANE: */
    BspPlane supports; /* the shape meets an edge or a corner */
} BspTouched;

/* Whether the table can answer for the shape. */
static inline bool bsp_sides_hold_shape(const BspSides *sides, const BspShape *shape)
{
    return bsp_shape_is_box(shape) ||
           ((unsigned)shape->kind <= BSP_SHAPE_HULL && (sides->vertices || sides->n_brushes == 0));
}

/* What one axis adds to it. */
static inline double bsp_touch_offset_along(double n, double least, double most)
{
    return BSP_MAX(-n * least, -n * most);
}

/* How far a plane moves out for the shape. Few are asked as often as boxes. */
static inline double bsp_touch_offset(const BspShape *shape, BspVec n)
{
    if (shape->kind == BSP_SHAPE_POINT)
        return 0;
    if (shape->kind != BSP_SHAPE_BOX)
        return bsp_shape_offset(shape, n);
    BspVec lo = shape->bounds.mins, hi = shape->bounds.maxs;
    return bsp_touch_offset_along(n.x, lo.x, hi.x) + bsp_touch_offset_along(n.y, lo.y, hi.y) +
           bsp_touch_offset_along(n.z, lo.z, hi.z);
}

/* The plane of the normal that the brush, moved out for the shape, lies behind. */
BspPlane bsp_touch_supporting(const BspCastBody *body, const BspShape *shape, BspVec normal);

static inline void bsp_contact(BspContact *c, const BspSides *sides, const BspShape *shape,
                               BspVec from, BspVec to, const BspTransition *answer)
{
    double rest = 1 - answer->t;
    c->sides = sides;
    c->shape = shape;
    c->answer = answer;
    c->delta = bsp_vec_sub(to, from);
    c->middle = bsp_vec_add(answer->point, bsp_bounds_centre(&shape->bounds));
    c->half = bsp_bounds_half(&shape->bounds);
    c->goes_on = rest * rest * bsp_vec_dot(c->delta, c->delta) > BSP_TOUCH * BSP_TOUCH;
}

/* false where the shape is not at the brush. */
bool bsp_touch_brush(const BspContact *contact, uint32_t brush, BspTouched *touched);

#endif
