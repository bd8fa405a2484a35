/* tree-walk: the leaves of a .bsp tree, with the convex cells into which its nodes divide space.
 *
 * Compilers share equal subtrees, so several paths may lead to a node. The tree in the file may
 * also be damaged or malicious. The walk fails if a path has more than BSP_MAX_DEPTH nodes, as it
 * has if a node is below itself, or if the cells have far more faces than in real levels. So time
 * and memory are at most proportional to the size of the file, whatever number of roots is walked.
 */
#ifndef BSP_WORLD_TREE_WALK_H
#define BSP_WORLD_TREE_WALK_H

#include "world/level.h"

/* A tree in a file. The first child of a node is in front of its plane. A child that is not
 * negative is the number of a node. The caller sets all fields but n_faces, which begins at 0. */
typedef struct {
    const BspLumps *lumps;
    guint nodes, planes; /* numbers of the lumps of nodes and planes; a node's record begins with
                            the number of its plane */
    gboolean narrow;     /* children are unsigned shorts; a child that is not the number of a node
                            counts as negative */
    const char *what;    /* what messages call a node: "node" */
    guint64 n_faces;     /* faces of all cells so far */
} BspTreeWalk;

/* Receives each leaf, which is a negative number, and its cell, which the callback must free.
 * Returns FALSE, with the error of the lumps set, to stop the traversal. */
typedef gboolean (*BspLeafFunc)(gint32 leaf, BspCell *cell, gpointer user_data);

/* Visits all leaves below the root. Consumes region, from which the cells are cut. Leaves outside
 * the region are skipped. A leaf below a shared node is reported once for each path to it, because
 * each path has its own cell. */
gboolean bsp_tree_walk(BspTreeWalk *walk, gint32 root, BspCell *region, BspLeafFunc func,
                       gpointer user_data);

/* Child 0 or 1 of a node that exists. */
gint32 bsp_tree_walk_child(const BspTreeWalk *walk, guint node, guint i);

#endif
