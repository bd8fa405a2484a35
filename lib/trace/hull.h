/* hull: the inside of a convex hull, with the edges to climb along.
 *
 * Melax 2000, section 3: the vertex of an object farthest along a direction is found "in
 * O(sqrt(num_hull_vertices)) using gradient descent" over the edges of its hull. */
#ifndef BSP_TRACE_HULL_H
#define BSP_TRACE_HULL_H

#include <stdint.h>

#include "bsp-shape.h"

struct BspHull {
    unsigned n_vertices, n_planes;
    BspVec *vertices; /* those on the hull, in the order given */
    BspPlane *planes; /* outward; several may coincide where facets are coplanar */
    /* Neighbours of vertex i: neighbour[first_edge[i] .. first_edge[i + 1]). */
    unsigned *first_edge, *neighbour;
    BspBounds bounds;
    double thickness; /* units: it is at least this thick in every direction, but for BSP_TIP at
                         its corners */
};

/* The vertex farthest along direction, climbing from vertex `start`. *visited (may be NULL) is
 * increased by the number of vertices looked at. */
unsigned bsp_hull_support(const BspHull *hull, BspVec direction, unsigned start, uint64_t *visited);

#endif
