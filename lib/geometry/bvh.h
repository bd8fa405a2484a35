/* bvh: a bounding-volume hierarchy over boxes.
 *
 * Finds which of many boxes overlap a box. Immutable once built; queries touch nothing but their
 * arguments, allocate nothing and may run in any number of threads. */
#ifndef BSP_BVH_H
#define BSP_BVH_H

#include <glib.h>

#include "bsp-bounds.h"

/* No hierarchy is deeper: boxes are halved by number. */
#define BSP_BVH_MAX_DEPTH 40

/* Two children follow at `child` and child + 1 when n is 0; else items[child .. child + n). */
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

/* Called with the index of each box found; returns FALSE to stop the search. */
typedef gboolean (*BspBvhFunc)(guint item, gpointer user_data);

/* Calls func for the items of every leaf whose bounds overlap the box: a superset of the boxes
 * that do. Returns FALSE when func stopped it. */
gboolean bsp_bvh_overlapping(const BspBvh *bvh, const BspBounds *box, BspBvhFunc func,
                             gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBvh, bsp_bvh_free)

#endif
