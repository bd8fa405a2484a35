/* tree: the plain solid-leaf BSP of one solid.
 *
 * Each leaf is empty or solid (Golodetz 2013, "Binary space partitioning"). The tree of a solid
 * expanded for one box is that box's map tree. A tree is immutable. Any number of threads may query
 * it, because a query allocates nothing and works on the stack. */
#ifndef BSP_TREE_H
#define BSP_TREE_H

#include "compile/solid.h"
#include "compile/space.h"
#include "tools/bsp-inspect.h"
#include "trace/node.h"

struct BspTree {
    BspNodes nodes; /* the nodes; the value of a leaf is 0 for empty, 1 for solid */
    BspBounds bounds;
    /* The box for which the brushes were expanded; all zero if they were not expanded. */
    BspBounds box;
    gboolean filled; /* space that no start reaches is solid */
};

/* Does the same as bsp_tree_new(), but as part of a job, whose limits apply. The tree is not laid
 * out. Solid leaves (value 1) keep their cells, for bevels. *filled, unless filled is NULL,
 * receives whether the tree is filled. */
BspBuildNode *bsp_tree_compile(const BspSolid *solid, const BspBuildOptions *options,
                               BspJobPart part, gboolean *filled, GError **error);

/* Compiles the tree of the space, which is not changed. Returns NULL with BSP_ERROR_CANCELLED or
 * BSP_ERROR_LIMIT. The caller frees the tree with bsp_tree_free(). */
BspTree *bsp_tree_new_of_space(const BspSpace *space, const BspBuildOptions *options,
                               BspJobPart part, GError **error);

/* Returns whether the leaf that contains p is solid, however near p is to other leaves. Use this
 * function if the point stands for a region. */
gboolean bsp_tree_leaf_is_solid(const BspTree *tree, BspVec p);

/* --- the layout of a tree under construction as nodes that queries traverse --- */

/* Lays the tree out, as the last part of a job. Leaves keep their values. With `share`, equal
 * subtrees are stored once, and nodes whose children are equal are dropped. If the job stops,
 * clears *nodes and returns FALSE. */
gboolean bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root, gboolean share, BspJob *job);

#endif
