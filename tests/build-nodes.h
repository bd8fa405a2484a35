/* build-nodes: makes trees before layout by hand, and looks up points in them. */
#ifndef BUILD_NODES_H
#define BUILD_NODES_H

#include "compile/compile.h"

/* Make a node or a leaf. A node takes ownership of its children. The caller frees the root with
 * bsp_build_node_free(). */
BspBuildNode *build_branch(BspVec normal, double dist, BspBuildNode *front, BspBuildNode *back);
BspBuildNode *build_leaf(guint value);

/* Returns the leaf that contains p. */
const BspBuildNode *build_leaf_at(const BspBuildNode *node, BspVec p);

#endif
