/* touch: how a shape that has hit a solid touches one brush. */
#ifndef BSP_TOUCH_INSIDE_H
#define BSP_TOUCH_INSIDE_H

#include "body/brush-table.h"
#include "trace/cast.h"
#include "trace/compiler.h"
#include "trace/plane.h"
#include "trace/shape.h"

/* A hit, as reported by a tree or a sweep. */
typedef struct {
    const BspBrushTable *table;
    const BspShape *shape;
    const BspTransition *answer;
    BspVec delta;        /* the whole move */
    BspVec middle, half; /* centre and half size of the shape's box, at the contact */
    bool goes_on;        /* the rest of the move, after the contact, is longer than BSP_TOUCH */
} BspContact;

/* How the shape touches a brush in the plane of the answer. */
typedef enum {
    BSP_OFF_PLANE,     /* it does not touch the brush in that plane */
    BSP_EDGE_IN_PLANE, /* it touches an edge or a corner */
    BSP_SIDE_ON_PLANE  /* it touches a side that lies on that plane */
} BspInPlane;

/* A brush that the shape touches at the contact. */
typedef struct {
    uint32_t brush;
    bool near;    /* closer than BSP_TOUCHED; otherwise only within BSP_BRACKET */
    bool faced;   /* the shape touches a plane of the brush that the move goes against */
    bool entered; /* the move goes into the brush */
    BspInPlane in_plane;
    uint32_t plane;    /* number, in the brush, of the plane that the shape touches; BSP_NO_PLANE:
                          `supports` is the plane */
    BspPlane supports; /* only if plane is BSP_NO_PLANE: the shape touches an edge or a corner */
} BspTouched;

/* Whether the table supports the shape. */
static inline bool bsp_brush_table_hold_shape(const BspBrushTable *table, const BspShape *shape)
{
    return bsp_shape_is_box(shape) ||
           ((unsigned)shape->kind <= BSP_SHAPE_HULL && (table->vertices || table->n_brushes == 0));
}

/* The contribution of one axis to bsp_touch_offset(). */
static inline double bsp_touch_offset_along(double n, double least, double most)
{
    return BSP_MAX(-n * least, -n * most);
}

/* The distance by which a plane with normal n moves out for the shape. Inlined for boxes, the most
 * frequent shape. */
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

/* The supporting plane with that normal: the brush lies behind it and touches it. The plane is
 * moved out for the shape. */
BspPlane bsp_touch_supporting(const BspCastBody *body, const BspShape *shape, BspVec normal);

static inline void bsp_contact(BspContact *c, const BspBrushTable *table, const BspShape *shape,
                               BspVec from, BspVec to, const BspTransition *answer)
{
    double rest = 1 - answer->t;
    c->table = table;
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
