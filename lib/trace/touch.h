/* touch: how a shape that has hit something touches one brush. */
#ifndef BSP_TOUCH_INSIDE_H
#define BSP_TOUCH_INSIDE_H

#include "trace/brush-table.h"
#include "trace/cast.h"
#include "trace/compiler.h"
#include "trace/plane.h"
#include "trace/shape.h"

/* A hit, as reported by a tree or a sweep. */
typedef struct {
    const BspBrushTable *sides;
    const BspShape *shape;
    const BspTransition *answer;
    BspVec delta;        /* the whole move */
    BspVec middle, half; /* centre and half size of the shape's box, at the contact */
    bool goes_on;        /* the rest of the move is longer than BSP_TOUCH */
} BspContact;

/* How the shape touches a brush in the plane of the answer. */
typedef enum {
    BSP_OFF_PLANE,     /* not in that plane */
    BSP_EDGE_IN_PLANE, /* by an edge or a corner */
    BSP_SIDE_ON_PLANE  /* by a side that lies on it */
} BspInPlane;

/* A brush that the shape touches at the contact. */
typedef struct {
    uint32_t brush;
    bool near;    /* closer than BSP_TOUCHED, not just within the bracket */
    bool faced;   /* touched at a plane that the move goes against */
    bool entered; /* the move goes into it */
    BspInPlane in_plane;
    uint32_t plane;    /* the plane at which it is touched, in sides->planes; or BSP_NO_PLANE, then
                          `supports` is the plane */
    BspPlane supports; /* only if plane is BSP_NO_PLANE: the shape touches an edge or a corner */
} BspTouched;

/* Whether the table can answer for the shape. */
static inline bool bsp_brush_table_hold_shape(const BspBrushTable *sides, const BspShape *shape)
{
    return bsp_shape_is_box(shape) ||
           ((unsigned)shape->kind <= BSP_SHAPE_HULL && (sides->vertices || sides->n_brushes == 0));
}

/* The part of bsp_touch_offset() from one axis. */
static inline double bsp_touch_offset_along(double n, double least, double most)
{
    return BSP_MAX(-n * least, -n * most);
}

/* How far a plane moves out for the shape. Inlined for boxes, the most frequent shape. */
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

/* The supporting plane with that normal: the brush, moved out for the shape, lies behind it and
 * touches it. */
BspPlane bsp_touch_supporting(const BspCastBody *body, const BspShape *shape, BspVec normal);

static inline void bsp_contact(BspContact *c, const BspBrushTable *sides, const BspShape *shape,
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

/* Returns false if the shape does not touch the brush. */
bool bsp_touch_brush(const BspContact *contact, uint32_t brush, BspTouched *touched);

#endif
