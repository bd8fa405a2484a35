/* empty-box: a large box that nothing solid of a finished tree reaches into. */
#ifndef BSP_EMPTY_BOX_H
#define BSP_EMPTY_BOX_H

#include <glib.h>

#include "bsp-bounds.h"
#include "trace/first-transition.h"

#define BSP_BOX_NO_PLANE G_MAXUINT32

/* Bounds, and the number of the tree's plane in which each face lies, 3 * side + axis, or
 * BSP_BOX_NO_PLANE. */
typedef struct {
    BspBounds bounds;
    guint32 plane[6];
} BspGrownBox;

/* The oblique planes over a node or a leaf, which is behind them, from the last one up. */
typedef struct BspAbove {
    const struct BspAbove *up;
    BspPlane plane;
} BspAbove;

BspGrownBox bsp_grown_box(const BspBounds *bounds);

/* The node, or the space's own node where each space goes on by itself. */
gint32 bsp_view_own(const BspTraceView *view, gint32 node);

gboolean bsp_view_leaf_is_solid(const BspTraceView *view, gint32 leaf);

/* The plane of a node, with the child on that side behind it. */
BspPlane bsp_view_plane_before(const BspTraceView *view, gint32 node, guint side);

/* Cuts the box about a node's region to that of the node's child on that side: what is left is at
 * least as much as the child has of it. FALSE: it has nothing. */
gboolean bsp_view_cut_to_child(const BspTraceView *view, gint32 node, guint side, BspGrownBox *box);

/* Begins with `most` and cuts it until no solid leaf reaches into it. The seed, which may be a
 * point, lies in empty space and is kept. FALSE: hardly anything is left. */
gboolean bsp_empty_box_grow(const BspTraceView *view, const BspBounds *seed, const BspBounds *most,
                            BspGrownBox *box);

#endif
