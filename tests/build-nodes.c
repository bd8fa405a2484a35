/* build-nodes: makes trees before layout by hand, and looks up points in them. */
#include "build-nodes.h"

BspBuildNode *build_branch(BspVec normal, double dist, BspBuildNode *front, BspBuildNode *back)
{
    BspBuildNode *node = g_new0(BspBuildNode, 1);
    *node = (BspBuildNode){ .plane = { normal, dist }, .child = { front, back } };
    return node;
}

BspBuildNode *build_leaf(guint value)
{
    BspBuildNode *leaf = g_new0(BspBuildNode, 1);
    leaf->value = value;
    return leaf;
}

const BspBuildNode *build_leaf_at(const BspBuildNode *node, BspVec p)
{
    while (!bsp_build_node_is_leaf(node))
        node = node->child[bsp_plane_distance(&node->plane, p) <= 0];
    return node;
}
