/* shape: internal functions of shapes. */
#ifndef BSP_SHAPE_INSIDE_H
#define BSP_SHAPE_INSIDE_H

#include "bsp-shape.h"

/* The shape, made at least `thickness` thick: it grows by half of the missing thickness on both
 * sides. A box, cylinder or capsule grows only along the axes, or the radius, in which it is thin.
 * A hull grows on all sides. */
BspShape bsp_shape_thickened(const BspShape *shape, double thickness);

#endif
