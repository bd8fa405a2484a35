/* view: a finished tree as one space sees it, and boxes about the regions of its nodes: what making
 * boxes of empty space asks of a tree. */
#ifndef BSP_VIEW_H
#define BSP_VIEW_H

#include <glib.h>

#include "bsp-bounds.h"
#include "trace/first-transition.h"

/* Units. What reaches less deep into a box only touches it. */
#define BSP_VIEW_TOUCHES 1e-9

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

gboolean bsp_view_leaf_is_solid(const BspTraceView *view, gint32 leaf);

/* The plane of a node, with the child on that side behind it. */
BspPlane bsp_view_plane_before(const BspTraceView *view, gint32 node, guint side);

/* Cuts the box about a node's region to that of the node's child on that side: what is left is at
 * least as much as the child has of it. FALSE: it has nothing. */
gboolean bsp_view_cut_to_child(const BspTraceView *view, gint32 node, guint side, BspGrownBox *box);

#endif
