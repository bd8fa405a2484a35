/* tree: the plain solid-leaf BSP of one solid.
 *
 * Each leaf is empty or solid (Golodetz 2013, "Binary space partitioning"). The tree of a solid
 * expanded for one box is that box's map tree. A tree is immutable. Any number of threads may query
 * it: a query allocates nothing and works on the stack. */
#ifndef BSP_TREE_H
#define BSP_TREE_H

#include "bsp-inspect.h"
#include "build/solid.h"
#include "build/space.h"
#include "trace/node.h"

struct BspTree {
    BspNodes nodes; /* leaf values: 0 empty, 1 solid */
    BspBounds bounds;
    gboolean filled; /* space that no start reaches is solid */
};

/* As bsp_tree_new(), but as part of a job, which has the limits, and without laying the tree out.
 * Solid leaves (value 1) keep their cells, for bevels. *filled (may be NULL) receives whether the
 * tree is filled. */
BspBuildNode *bsp_tree_compile(const BspSolid *solid, const BspBuildOptions *options,
                               BspJobPart part, gboolean *filled, GError **error);

/* Whether p is inside a solid, and not only touches it. The result agrees with the transition from
 * p to p. */
gboolean bsp_tree_point_is_solid(const BspTree *tree, BspVec p);

/* Whether the leaf that contains p is solid, however near p is to other leaves. For a point that
 * represents a region. */
gboolean bsp_tree_leaf_is_solid(const BspTree *tree, BspVec p);

/* --- layout: from a tree under construction to the nodes that queries traverse --- */

typedef enum {
    BSP_NODES_SHARE = 1 << 0 /* store equal subtrees once, drop planes that decide nothing */
} BspNodesFlags;

/* Lays the tree out. Leaves keep their values. */
void bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root, unsigned flags);

/* The same as the last part of a job. If the job stops, clears *nodes and returns FALSE. */
gboolean bsp_nodes_init_part(BspNodes *nodes, const BspBuildNode *root, unsigned flags,
                             BspJob *job);

#endif
