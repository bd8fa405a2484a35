/* node: the compact array of nodes that finished trees are queried in. */
#include "trace/node.h"

#include <string.h>

void bsp_nodes_clear(BspNodes *nodes)
{
    g_free(nodes->nodes);
    g_free(nodes->dists);
    g_free(nodes->oblique);
    g_free(nodes->normals);
    g_free(nodes->rows);
    memset(nodes, 0, sizeof *nodes);
}

gsize bsp_nodes_bytes(const BspNodes *n)
{
    return n->n_nodes * sizeof *n->nodes + n->n_planes * sizeof *n->dists +
           n->n_oblique * sizeof *n->oblique + n->n_normals * sizeof *n->normals +
           (gsize)n->n_space_nodes * n->n_spaces * sizeof *n->rows;
}

guint64 bsp_hash(guint64 hash, gconstpointer data, gsize n)
{
    const guchar *bytes = data;
    for (gsize i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * G_GUINT64_CONSTANT(1099511628211);
    return hash;
}

guint64 bsp_nodes_hash(const BspNodes *n)
{
    guint64 hash = bsp_hash(BSP_HASH_START, &n->root, sizeof n->root);
    hash = bsp_hash(hash, &n->tag_bits, sizeof n->tag_bits);
    hash = bsp_hash(hash, n->nodes, n->n_nodes * sizeof *n->nodes);
    hash = bsp_hash(hash, n->dists, n->n_planes * sizeof *n->dists);
    hash = bsp_hash(hash, n->oblique, n->n_oblique * sizeof *n->oblique);
    hash = bsp_hash(hash, n->rows, (gsize)n->n_space_nodes * n->n_spaces * sizeof *n->rows);
    return bsp_hash(hash, n->normals, n->n_normals * sizeof *n->normals);
}

guint bsp_nodes_find_leaf(const BspNodes *nodes, guint space, BspVec p)
{
    gint32 at = nodes->root;
    while (at >= 0 || bsp_nodes_is_space_node(nodes, at)) {
        if (at < 0) {
            at = bsp_nodes_in_space(nodes, at, space);
            continue;
        }
        const BspNode *node = &nodes->nodes[at];
        /* A branch, not an index: the processor goes on in the likely child meanwhile. */
        if (bsp_node_along(nodes, node, &p) > bsp_node_dist(nodes, node))
            at = node->child[0];
        else
            at = node->child[1];
    }
    return (guint)~at;
}
