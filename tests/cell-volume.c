/* cell-volume: computes the volume of a solid, for tests. */
#include "cell-volume.h"

#include "compile/tree.h"

static double volume_of_leaves(const BspBuildNode *node)
{
    if (!bsp_build_node_is_leaf(node))
        return volume_of_leaves(node->child[0]) + volume_of_leaves(node->child[1]);
    return node->value && node->cell ? bsp_cell_volume(node->cell) : 0;
}

double solid_volume(const BspSolid *solid)
{
    BspBuildOptions options = { 0 };
    g_autoptr(BspBuildNode) root =
        bsp_tree_compile(solid, &options, bsp_job_part_none(), NULL, NULL);
    return root ? volume_of_leaves(root) : 0;
}
