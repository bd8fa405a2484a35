/* tree-walk: visits the leaves of a .bsp tree, with the convex cells into which its nodes divide
 * space.
 *
 * The tree in the file is not trusted. Every node is visited at most once, and none is deeper than
 * BSP_MAX_DEPTH. The cells have a limited number of faces, far above that of real levels. So
 * neither time nor memory grows faster than the file. */
#ifndef BSP_WORLD_TREE_WALK_H
#define BSP_WORLD_TREE_WALK_H

#include "geometry/cell.h"
#include "world/lumps.h"

/* The first child is in front of the node's plane. A child that is not negative is a node. */
typedef struct {
    const BspLumps *lumps;
    guint nodes, planes; /* numbers of lumps; a node begins with the number of its plane */
    gboolean narrow; /* children are unsigned shorts; those that are not a node count as negative */
    const char *what; /* name of a node in messages: "node" */
} BspTreeWalk;

/* Receives each leaf, a negative number, and its cell, which it must free. Returns FALSE, with the
 * error of the lumps set, to stop the traversal. */
typedef gboolean (*BspLeafFunc)(gint32 leaf, BspCell *cell, gpointer user_data);

/* Visits all leaves below the root. Consumes region, from which the cells are cut; leaves outside
 * it are skipped. If region is NULL, visits all leaves, without cells. */
gboolean bsp_tree_walk(const BspTreeWalk *walk, gint32 root, BspCell *region, BspLeafFunc func,
                       gpointer user_data);

#endif
