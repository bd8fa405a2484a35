/* hierarchy: makes hierarchies of bounding boxes (bsp-inspect.h; table/near.h searches them). */
#ifndef BSP_HIERARCHY_H
#define BSP_HIERARCHY_H

#include "table/near.h"
#include "tools/bsp-inspect.h"

/* A node of a binary tree of boxes. An inner node has the children `child` and child + 1, which
 * stand behind it in the array of nodes. A leaf has child 0 and one item. */
typedef struct {
    BspBounds bounds;
    guint child, item;
} BspBinary;

/* Makes a binary tree of n boxes, at most BSP_NEAR_MAX_DEPTH nodes deep. It has 2 n - 1 nodes; the
 * first is the root. The caller frees it with g_free(). Returns NULL if n is 0. */
BspBinary *bsp_binary_new(const BspBounds *boxes, guint n);

/* Does the same as bsp_hierarchy_new(). If `places` is not NULL, places[i] receives the position of
 * box i in a sequence of all boxes. Boxes that are near each other in space are near each other in
 * this sequence. */
BspHierarchy *bsp_hierarchy_new_with_places(const BspBounds *boxes, guint n, guint *places);

/* Does the same as bsp_hierarchy_new(), with a grid that may be larger than the boxes. n must not
 * be 0. */
BspHierarchy *bsp_hierarchy_new_on(const BspNearGrid *grid, const BspBounds *boxes, guint n);

BspNearGrid bsp_near_grid_over(const BspBounds *bounds);

/* Makes *to a copy of *from, with nodes of its own. */
void bsp_hierarchy_copy(BspHierarchy *to, const BspHierarchy *from);

#endif
