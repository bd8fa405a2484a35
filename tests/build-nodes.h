/* build-nodes: trees before layout, put together by hand, and a point lookup in them. */
#ifndef BUILD_NODES_H
#define BUILD_NODES_H

#include "compile/compile.h"

/* A node takes ownership of its children. Free the root with bsp_build_node_free(). */
BspBuildNode *build_branch(BspVec normal, double dist, BspBuildNode *front, BspBuildNode *back);
BspBuildNode *build_leaf(guint value);

/* The leaf that p is in. */
const BspBuildNode *build_leaf_at(const BspBuildNode *node, BspVec p);

#endif
