/* build-nodes: trees before they are laid out, put together by hand, and walked down. */
#ifndef BUILD_NODES_H
#define BUILD_NODES_H

#include "build/compile.h"

/* Which take what they are given; free with bsp_build_node_free(). */
BspBuildNode *build_branch(BspVec normal, double dist, BspBuildNode *front, BspBuildNode *back);
BspBuildNode *build_leaf(guint value);

/* The leaf that p is in. */
const BspBuildNode *build_leaf_at(const BspBuildNode *node, BspVec p);

#endif
