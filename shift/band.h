/* band: computes the distances by which a plane shifts for a shape (Melax 2000, section 3).
 *
 * For the subtree in front of the plane, the plane shifts back, by the shape's support along the
 * normal. For the subtree behind it, the plane shifts forward, by the support against the normal.
 * The band lies between the two shifted planes; there the shape straddles the plane. Each side of
 * the band lies BSP_TOUCH inside the shifted plane, so that touching is not straddling.
 *
 * Header only. */
#ifndef SHIFT_BAND_H
#define SHIFT_BAND_H

#include "bsp-shape.h"
#include "shape/shape.h"
#include "trace/compiler.h"
#include "trace/node.h"

/* Units. A shape at most this thick along a normal could slip between two solid cells, because each
 * side of a band is moved in by BSP_TOUCH. Such a shape counts as flat. */
#define SHIFT_FLAT (2 * BSP_TOUCH)

/* The sides of a plane on which a shape is depend on the distance of its reference point from the
 * plane, in units. Above `over`, part of the shape is in front. Below `under`, part of the shape is
 * behind. Between `over` and `under` the shape is on both sides, so over <= under.
 *
 * If the shape is flat, then over == under, which is the distance at which the shape's middle is in
 * the plane. */
typedef struct {
    double over, under;
} ShiftBand;

static inline bool shift_band_is_flat(const ShiftBand *band)
{
    return band->over == band->under;
}

/* Returns the distance, in units, by which the sides of the band lie inside the shifted planes. */
static inline double shift_band_touch(const ShiftBand *band)
{
    return shift_band_is_flat(band) ? 0 : BSP_TOUCH;
}

/* Returns the band of a shape. From its reference point, the shape extends `up` units against the
 * normal and `down` units along it. */
static inline ShiftBand shift_band(double up, double down)
{
    double middle = 0.5 * (up - down);
    if (up + down > SHIFT_FLAT)
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

/* Returns the band of an upright shape. The shape has all points whose distance along the normal
 * from the segment from z = bottom to z = top is at most `across`. `z` is the normal's z
 * component. */
static inline ShiftBand shift_band_upright(double across, double z, double bottom, double top)
{
    double at_bottom = z * bottom, at_top = z * top;
    return shift_band(across - BSP_MIN(at_bottom, at_top), across + BSP_MAX(at_bottom, at_top));
}

/* Returns the band of the shape at a plane whose normal has this number in the tree. Common shapes
 * have inline code, if possible without square roots and divisions. For the normals 0 to 2, which
 * are the axes, the shape's bounds suffice. */
static inline ShiftBand shift_band_of(const BspShape *shape, const BspNodes *nodes, uint32_t normal)
{
    if (normal < 3)
        return shift_band(-shape->bounds.mins.v[normal], shape->bounds.maxs.v[normal]);
    const BspVec *n = bsp_nodes_normal(nodes, normal);
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
