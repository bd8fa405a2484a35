/* node: the compact array of nodes in which finished trees are stored and queried. */
#include "trace/node.h"

#include <stdlib.h>
#include <string.h>

#include "bsp-move.h"

/* GLib allocates the arrays when trees are built. free() is correct for them: since 2.46 GLib uses
 * the C library's allocator. */
void bsp_nodes_clear(BspNodes *nodes)
{
    free(nodes->nodes);
    free(nodes->exact);
    free(nodes->normals);
    free(nodes->rows);
    memset(nodes, 0, sizeof *nodes);
}

size_t bsp_nodes_bytes(const BspNodes *n)
{
    return n->n_nodes * sizeof *n->nodes + n->n_exact * sizeof *n->exact +
           n->n_normals * sizeof *n->normals +
           (size_t)n->n_space_nodes * n->n_spaces * sizeof *n->rows;
}

uint64_t bsp_nodes_hash(const BspNodes *n)
{
    uint64_t hash = bsp_hash(BSP_HASH_START, &n->root, sizeof n->root);
    hash = bsp_hash(hash, n->nodes, n->n_nodes * sizeof *n->nodes);
    hash = bsp_hash(hash, n->exact, n->n_exact * sizeof *n->exact);
    hash = bsp_hash(hash, n->rows, (size_t)n->n_space_nodes * n->n_spaces * sizeof *n->rows);
    return bsp_hash(hash, n->normals, n->n_normals * sizeof *n->normals);
}

unsigned bsp_nodes_find_leaf(const BspNodes *nodes, unsigned space, BspVec p)
{
    int32_t at = nodes->root;
    while (at >= 0 || bsp_nodes_is_space_node(nodes, at)) {
        if (at < 0) {
            at = bsp_nodes_in_space(nodes, at, space);
            continue;
        }
        const BspNode *node = &nodes->nodes[at];
        /* A branch is faster than an index here, because the processor can speculate into the
         * likely child. */
        if (bsp_node_along(nodes, node, &p) > bsp_node_dist(nodes, node))
            at = bsp_node_child(node, 0);
        else
            at = bsp_node_child(node, 1);
    }
    return (unsigned)~at;
}

/* --- for tools --- */

const char *bsp_transition_class_name(BspTransitionClass type)
{
    static const char *const names[] = { "E", "S", "E2S", "S2E" };
    return names[type];
}

int32_t bsp_nodes_root(const BspNodes *nodes)
{
    return nodes->root;
}

int32_t bsp_nodes_in(const BspNodes *nodes, int32_t at, unsigned space)
{
    return bsp_nodes_is_space_node(nodes, at) ? bsp_nodes_in_space(nodes, at, space) : at;
}

BspNodeView bsp_nodes_view(const BspNodes *nodes, int32_t node)
{
    const BspNode *n = &nodes->nodes[node];
    return (BspNodeView){ bsp_nodes_plane(nodes, node),
                          { bsp_node_child(n, 0), bsp_node_child(n, 1) },
                          bsp_node_tag(n) == BSP_TAG_BEVEL ? BSP_NODE_BEVEL : BSP_NODE_SPLIT };
}

BspNodesSize bsp_nodes_size(const BspNodes *nodes)
{
    return (BspNodesSize){ nodes->n_nodes, nodes->n_leaves, nodes->n_planes, nodes->depth,
                           nodes->n_built };
}

uint64_t bsp_hash(uint64_t hash, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}
