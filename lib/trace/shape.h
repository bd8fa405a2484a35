/* shape: internal functions of shapes. */
#ifndef BSP_SHAPE_INSIDE_H
#define BSP_SHAPE_INSIDE_H

#include <stdint.h>

#include "bsp-shape.h"

/* The shape, made at least `thickness` thick: it grows by half of the missing thickness on both
 * sides. A box, cylinder or capsule grows only along the axes, or the radius, in which it is thin.
 * A hull grows on all sides. */
BspShape bsp_shape_thickened(const BspShape *shape, double thickness);

/* --- a convex hull, climbed along its edges ---
 *
 * Melax 2000, section 3: the vertex of an object farthest along a direction is found "in
 * O(sqrt(num_hull_vertices)) using gradient descent" over the edges of its hull. */

/* The vertex farthest along direction, climbing from vertex `start`. *visited (may be NULL) is
 * increased by the number of vertices visited. */
unsigned bsp_hull_support(const BspHull *hull, BspVec direction, unsigned start, uint64_t *visited);

#endif
