/* bsp-node: the compact array of nodes that finished trees are queried in. */
#include "bsp-node.h"

#include <string.h>

typedef struct {
    BspNodes *nodes;
    GHashTable *index; /* BspVec -> its place in the table of normals + 1 */
    guint size, size_normals;
} Layout;

static guint hash_vec(gconstpointer key)
{
    return (guint)bsp_hash(BSP_HASH_START, key, sizeof(BspVec));
}

static gboolean equal_vec(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(BspVec)) == 0;
}

static guint32 intern_normal(Layout *l, BspVec normal)
{
    BspVec key = bsp_vec(normal.x + 0.0, normal.y + 0.0, normal.z + 0.0); /* -0 is 0 */
    guint found = GPOINTER_TO_UINT(g_hash_table_lookup(l->index, &key));
    if (found)
        return found - 1;
    BspNodes *n = l->nodes;
    if (n->n_normals == l->size_normals) {
        l->size_normals = 2 * l->size_normals + 16;
        n->normals = g_renew(BspVec, n->normals, l->size_normals);
    }
    n->normals[n->n_normals++] = key;
    g_hash_table_insert(l->index, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(n->n_normals));
    return n->n_normals - 1;
}

/* Whether the first component of the normal that is not zero is negative. Planes are stored
 * looking the other way then, so that parallel faces share one normal and axes are positive. */
static gboolean is_negative(BspVec normal)
{
    for (int i = 0; i < 3; i++)
        if (normal.v[i] != 0)
            return normal.v[i] < 0;
    return FALSE;
}

static gint32 lay_out(Layout *l, const BspBuildNode *node, guint depth)
{
    BspNodes *n = l->nodes;
    if (bsp_build_node_is_leaf(node)) {
        n->n_leaves++;
        n->depth = MAX(n->depth, depth);
        return ~(gint32)node->value;
    }
    if (n->n_nodes == l->size) {
        l->size = 2 * l->size + 64;
        n->nodes = g_renew(BspNode, n->nodes, l->size);
    }
    guint i = n->n_nodes++;
    guint flip = is_negative(node->plane.normal) ? 1 : 0;
    BspPlane plane = flip ? bsp_plane_flipped(&node->plane) : node->plane;
    guint32 normal = intern_normal(l, plane.normal);
    gint32 child[2];
    for (guint k = 0; k < 2; k++)
        child[k] = lay_out(l, node->child[k ^ flip], depth + 1);
    n->nodes[i] = (BspNode){ plane.dist, { child[0], child[1] }, normal, node->extra };
    return (gint32)i;
}

void bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root)
{
    memset(nodes, 0, sizeof *nodes);
    Layout l = { nodes, g_hash_table_new_full(hash_vec, equal_vec, g_free, NULL), 0, 0 };
    for (int axis = 0; axis < 3; axis++) {
        BspVec unit = bsp_vec(0, 0, 0);
        unit.v[axis] = 1;
        intern_normal(&l, unit);
    }
    nodes->root = lay_out(&l, root, 0);
    nodes->nodes = g_renew(BspNode, nodes->nodes, MAX(nodes->n_nodes, 1));
    nodes->normals = g_renew(BspVec, nodes->normals, nodes->n_normals);
    g_hash_table_unref(l.index);
}

void bsp_nodes_clear(BspNodes *nodes)
{
    g_clear_pointer(&nodes->nodes, g_free);
    g_clear_pointer(&nodes->normals, g_free);
    nodes->n_nodes = nodes->n_normals = 0;
}

gsize bsp_nodes_bytes(const BspNodes *nodes)
{
    return nodes->n_nodes * sizeof *nodes->nodes + nodes->n_normals * sizeof *nodes->normals;
}

guint64 bsp_hash(guint64 hash, gconstpointer data, gsize n)
{
    const guchar *bytes = data;
    for (gsize i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * G_GUINT64_CONSTANT(1099511628211);
    return hash;
}

guint64 bsp_nodes_hash(const BspNodes *nodes)
{
    guint64 hash = bsp_hash(BSP_HASH_START, &nodes->root, sizeof nodes->root);
    hash = bsp_hash(hash, nodes->nodes, nodes->n_nodes * sizeof *nodes->nodes);
    return bsp_hash(hash, nodes->normals, nodes->n_normals * sizeof *nodes->normals);
}

guint bsp_nodes_find_leaf(const BspNodes *nodes, BspVec p)
{
    gint32 at = nodes->root;
    while (at >= 0) {
        const BspNode *node = &nodes->nodes[at];
        at = node->child[bsp_nodes_along(nodes, node->normal, p) <= node->dist];
    }
    return (guint)~at;
}
