/* tree-walk: the leaves of a tree of a .bsp, and the convex cells that its nodes cut for them.
 *
 * What the nodes say is not trusted: every node is visited once at most, none is deeper than
 * BSP_MAX_DEPTH, and cells have no more faces in all than trees of levels have, by far. So neither
 * time nor memory grows faster than the file. */
#ifndef BSP_WORLD_TREE_WALK_H
#define BSP_WORLD_TREE_WALK_H

#include "geometry/cell.h"
#include "world/lumps.h"

/* Children: the first is in front of the node's plane. Those that are not negative are nodes. */
typedef struct {
    const BspLumps *lumps;
    guint nodes, planes; /* lumps; a node begins with the number of its plane */
    gboolean narrow;     /* children are shorts, and negative where no node has that number */
    const char *what;    /* "node", as messages call them */
} BspTreeWalk;

/* Called with each leaf, a negative number, and its cell, which is the callee's; FALSE, with the
 * error of the lumps set, stops the walk. */
typedef gboolean (*BspLeafFunc)(gint32 leaf, BspCell *cell, gpointer user_data);

/* Visits what is below the root. region, which is taken: what is cut; leaves of which nothing is in
 * it are left out. NULL: all leaves, without cells. */
gboolean bsp_tree_walk(const BspTreeWalk *walk, gint32 root, BspCell *region, BspLeafFunc func,
                       gpointer user_data);

#endif
