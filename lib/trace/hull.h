/* hull: a convex hull, climbed along its edges.
 *
 * Melax 2000, section 3: the vertex of an object farthest along a direction is found "in
 * O(sqrt(num_hull_vertices)) using gradient descent" over the edges of its hull. */
#ifndef BSP_TRACE_HULL_H
#define BSP_TRACE_HULL_H

#include <stdint.h>

#include "bsp-shape.h"

/* The vertex farthest along direction, climbing from vertex `start`. *visited (may be NULL) is
 * increased by the number of vertices visited. */
unsigned bsp_hull_support(const BspHull *hull, BspVec direction, unsigned start, uint64_t *visited);

#endif
