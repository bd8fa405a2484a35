/* tree: frees and describes shift trees. */
#include "shift/tree.h"

#include <stdlib.h>

#include "bsp-nodes.h"

void shift_tree_free(ShiftTree *tree)
{
    if (!tree)
        return;
    if (!tree->is_loaded) {
        bsp_nodes_clear(&tree->nodes);
        free(tree->brushes);
        free(tree->first);
    }
    free(tree);
}

size_t shift_tree_bytes(const ShiftTree *tree)
{
    size_t lists = tree->first ? tree->n_lists + 1 + (size_t)tree->n_brushes : 0;
    return sizeof *tree + bsp_nodes_bytes(&tree->nodes) + lists * sizeof *tree->brushes;
}

void shift_tree_stats(const ShiftTree *tree, ShiftStats *stats)
{
    *stats = tree->stats;
    stats->nodes = tree->nodes.n_nodes;
    stats->leaves = tree->nodes.n_leaves;
    stats->depth = tree->nodes.depth;
    stats->bytes = shift_tree_bytes(tree);
    stats->hash = bsp_nodes_hash(&tree->nodes);
}

uint32_t shift_tree_mask(const ShiftTree *tree)
{
    return tree->mask;
}

bool shift_tree_is_exact(const ShiftTree *tree, const BspShape *shape)
{
    const BspVec *least = &shape->bounds.mins, *most = &shape->bounds.maxs;
    bool is_point = least->x == most->x && least->y == most->y && least->z == most->z;
    return bsp_shape_is_box(shape) && (is_point || tree->bounds_boxes);
}

bool shift_tree_names_brushes(const ShiftTree *tree)
{
    return tree->first != NULL;
}

/* --- for tools --- */

unsigned shift_tree_n_lists(const ShiftTree *tree)
{
    return tree->n_lists;
}

unsigned shift_tree_bevels(const ShiftTree *tree, double *angle)
{
    *angle = tree->bevel_angle;
    return tree->bevels;
}

const BspNodes *shift_tree_nodes(const ShiftTree *tree)
{
    return &tree->nodes;
}

unsigned shift_tree_under_bevel(const ShiftTree *tree, int32_t bevel)
{
    return bsp_node_child(&tree->nodes.nodes[bevel], 0) == ~0 ? 1 : 0;
}

ShiftOffsets shift_tree_offsets(const ShiftTree *tree, int32_t node, const BspShape *shape)
{
    const BspNodes *nodes = &tree->nodes;
    ShiftBand band = shift_band_of(shape, nodes, bsp_node_normal(nodes, &nodes->nodes[node]));
    return (ShiftOffsets){ band.over, band.under, shift_band_touch(&band) };
}
