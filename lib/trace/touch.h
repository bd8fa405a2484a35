/* touch: how a shape that has hit something meets one brush. */
#ifndef BSP_TOUCH_INSIDE_H
#define BSP_TOUCH_INSIDE_H

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

/* A brush at the contact. */
typedef struct {
    uint32_t brush;
    bool near;         /* touched within BSP_TOUCHED, not just within the bracket */
    bool faced;        /* at a plane that the move goes against */
    bool entered;      /* the move goes into it */
    bool on_plane;     /* by a side on the plane of the answer */
    uint32_t plane;    /* by which it is met, one of sides->planes; or, where that is NO_PLANE: */
    BspPlane supports; /* the shape meets an edge or a corner */
} BspTouched;

#define BSP_NO_PLANE UINT32_MAX

/* How far a plane moves out for the shape. Few are asked as often as boxes. */
static inline double bsp_touch_offset(const BspShape *shape, BspVec n)
{
    if (shape->kind == BSP_SHAPE_POINT)
        return 0;
    if (shape->kind != BSP_SHAPE_BOX)
        return bsp_shape_offset(shape, n);
    const double *lo = shape->bounds.mins.v, *hi = shape->bounds.maxs.v;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum -= n.v[i] > 0 ? n.v[i] * lo[i] : n.v[i] * hi[i];
    return sum;
}

void bsp_contact(BspContact *contact, const BspSides *sides, const BspShape *shape, BspVec from,
                 BspVec to, const BspTransition *answer);

/* How a box or point is near to a brush, as far as is told soon. */
typedef enum {
    BSP_NEARNESS_APART,       /* it does not touch it, nor nearly */
    BSP_NEARNESS_WITHIN_SIDE, /* it touches it within a side on the plane of the answer, away from
                                 the side's edges: it could not be touched any better */
    BSP_NEARNESS_OTHER        /* to be looked at closely */
} BspNearness;

/* *plane receives the side's where it is WITHIN_SIDE. */
BspNearness bsp_touch_nearness(const BspContact *contact, uint32_t brush, uint32_t *plane);

/* false where the shape is not at the brush. */
bool bsp_touch_brush(const BspContact *contact, uint32_t brush, BspTouched *touched);

#endif
