/* band: how far a plane moves apart for a shape (Melax 2000, section 3).
 *
 * For the subtree under the plane, the plane moves to its front, by the shape's support against the
 * normal. For the subtree over it, it moves back, by the support along the normal. Between the two
 * positions lies the band, in which the shape straddles the plane. Each side of the band lies
 * BSP_TOUCH inside the shifted plane, so that touching is not straddling.
 *
 * Header only. */
#ifndef SHIFT_BAND_H
#define SHIFT_BAND_H

#include "bsp-shape.h"
#include "trace/compiler.h"
#include "trace/node.h"
#include "trace/shape.h"

/* Distances of the shape's reference point from the plane, in units; over <= under. If it is above
 * `over`, some of the shape is over the plane. If it is below `under`, some of the shape is under
 * the plane. The two are equal if the shape is at most 2 * BSP_TOUCH thick along the normal. Such a
 * shape could slip between two solid cells, so it counts as flat, with its middle in the plane. */
typedef struct {
    double over, under;
} ShiftBand;

static inline bool shift_band_is_flat(const ShiftBand *band)
{
    return band->over == band->under;
}

/* How far inside the shifted planes the sides of the band are. */
static inline double shift_band_touch(const ShiftBand *band)
{
    return shift_band_is_flat(band) ? 0 : BSP_TOUCH;
}

/* The band of a shape that reaches `up` against the normal and `down` along it. */
static inline ShiftBand shift_band(double up, double down)
{
    double middle = 0.5 * (up - down);
    if (up + down > 2 * BSP_TOUCH)
        return (ShiftBand){ BSP_TOUCH - down, up - BSP_TOUCH };
    return (ShiftBand){ middle, middle };
}

static inline ShiftBand shift_band_box(const BspBounds *b, const BspVec *n)
{
    double middle = 0, reach = 0;
    for (int i = 0; i < 3; i++) {
        middle += n->v[i] * (b->mins.v[i] + b->maxs.v[i]);
        reach += fabs(n->v[i]) * (b->maxs.v[i] - b->mins.v[i]);
    }
    return shift_band(0.5 * (reach - middle), 0.5 * (reach + middle));
}

/* The band of all points within `across`, along the normal, of a segment of the z axis. z: the
 * normal's z. */
static inline ShiftBand shift_band_upright(double across, double z, double bottom, double top)
{
    double at_bottom = z * bottom, at_top = z * top;
    return shift_band(across - BSP_MIN(at_bottom, at_top), across + BSP_MAX(at_bottom, at_top));
}

/* The band for a normal of the nodes' table. The common shapes are computed inline, without square
 * roots and divisions if possible. For an axis the shape's bounds suffice. */
static inline ShiftBand shift_band_of(const BspShape *shape, const BspNodes *nodes, uint32_t normal)
{
    if (normal < 3)
        return shift_band(-shape->bounds.mins.v[normal], shape->bounds.maxs.v[normal]);
    const BspVec *n = &nodes->normals[normal];
    switch (shape->kind) {
    case BSP_SHAPE_POINT:
        return shift_band(0, 0);
    case BSP_SHAPE_BOX:
        return shift_band_box(&shape->bounds, n);
    case BSP_SHAPE_SPHERE:
        return shift_band(shape->radius, shape->radius);
    case BSP_SHAPE_CYLINDER:
        return shift_band_upright(shape->radius * sqrt(n->x * n->x + n->y * n->y), n->z,
                                  shape->bottom, shape->top);
    case BSP_SHAPE_CAPSULE:
        return shift_band_upright(shape->radius, n->z, shape->bottom + shape->radius,
                                  shape->top - shape->radius);
    case BSP_SHAPE_HULL:
        break;
    }
    return shift_band(bsp_shape_offset(shape, *n), bsp_shape_support(shape, *n));
}

#endif
