/* bvh: a bounding-volume hierarchy over boxes.
 *
 * Finds the boxes that may overlap a box. A hierarchy is immutable. Queries allocate no memory and
 * may run in any number of threads. */
#ifndef BSP_BVH_INSIDE_H
#define BSP_BVH_INSIDE_H

#include "bsp-inspect.h"

/* An upper bound of the depth: each level halves the number of boxes. */
#define BSP_BVH_MAX_DEPTH 40

/* If n is 0, the children are nodes `child` and child + 1. Else the node is a leaf with items[child
 * .. child + n). */
typedef struct {
    BspBounds bounds;
    guint child, n;
} BspBvhNode;

struct BspBvh {
    BspBvhNode *nodes; /* the root is nodes[0] */
    guint *items;      /* indices of the boxes, grouped by leaf */
    guint n_nodes, n_items;
};

gsize bsp_bvh_bytes(const BspBvh *bvh);

#endif
