/* bvh: a bounding-volume hierarchy over boxes.
 *
 * Finds the boxes that may overlap a box. A hierarchy is immutable. Queries allocate no memory and
 * may run in any number of threads. */
#ifndef BSP_BVH_H
#define BSP_BVH_H

#include <glib.h>

#include "bsp-bounds.h"

/* An upper bound of the depth: each level halves the number of boxes. */
#define BSP_BVH_MAX_DEPTH 40

/* If n is 0, the children are nodes `child` and child + 1. Else the node is a leaf with items[child
 * .. child + n). */
typedef struct {
    BspBounds bounds;
    guint child, n;
} BspBvhNode;

typedef struct {
    BspBvhNode *nodes; /* the root is nodes[0] */
    guint *items;      /* indices of the boxes, grouped by leaf */
    guint n_nodes, n_items;
} BspBvh;

BspBvh *bsp_bvh_new(const BspBounds *boxes, guint n);
void bsp_bvh_free(BspBvh *bvh);
gsize bsp_bvh_bytes(const BspBvh *bvh);

/* Receives the index of a box. Returns FALSE to stop the search. */
typedef gboolean (*BspBvhFunc)(guint item, gpointer user_data);

/* Calls func for all items of each leaf whose bounds overlap the box. These include every box that
 * overlaps it, and possibly others. Returns FALSE if func stopped the search. */
gboolean bsp_bvh_overlapping(const BspBvh *bvh, const BspBounds *box, BspBvhFunc func,
                             gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBvh, bsp_bvh_free)

#endif
