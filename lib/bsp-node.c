/* bsp-node: the compact array of nodes that finished trees are queried in. */
#include "bsp-node.h"

#include <string.h>

typedef struct {
    BspNodes *nodes;
    GHashTable *normals; /* BspVec -> its place in the table of normals + 1 */
    GHashTable *shared;  /* BspNode -> its place in `pool` */
    GArray *pool;        /* BspNode, each different, children before their parents */
    guint size_normals;
} Layout;

static guint hash_vec(gconstpointer key)
{
    return (guint)bsp_hash(BSP_HASH_START, key, sizeof(BspVec));
}

static gboolean equal_vec(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(BspVec)) == 0;
}

static guint hash_node(gconstpointer key)
{
    return (guint)bsp_hash(BSP_HASH_START, key, sizeof(BspNode));
}

static gboolean equal_node(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(BspNode)) == 0;
}

static guint32 intern_normal(Layout *l, BspVec normal)
{
    BspVec key = bsp_vec(normal.x + 0.0, normal.y + 0.0, normal.z + 0.0); /* -0 is 0 */
    guint found = GPOINTER_TO_UINT(g_hash_table_lookup(l->normals, &key));
    if (found)
        return found - 1;
    BspNodes *n = l->nodes;
    if (n->n_normals == l->size_normals) {
        l->size_normals = 2 * l->size_normals + 16;
        n->normals = g_renew(BspVec, n->normals, l->size_normals);
    }
    n->normals[n->n_normals++] = key;
    g_hash_table_insert(l->normals, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(n->n_normals));
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

/* The place in the pool of the subtree, or of one equal to it: the tree becomes a graph. A face
 * that splitting has cut in two comes back below both sides of the cut, often with the same below
 * it; and a plane with the same on both sides decides nothing and is left out. */
static gint32 share(Layout *l, const BspBuildNode *node)
{
    if (bsp_build_node_is_leaf(node))
        return ~(gint32)node->value;
    guint flip = is_negative(node->plane.normal) ? 1 : 0;
    BspPlane plane = flip ? bsp_plane_flipped(&node->plane) : node->plane;
    BspNode packed = { .dist = plane.dist + 0.0, .normal = intern_normal(l, plane.normal) };
    packed.extra = node->extra;
    for (guint k = 0; k < 2; k++)
        packed.child[k] = share(l, node->child[k ^ flip]);
    if (packed.child[0] == packed.child[1])
        return packed.child[0];
    gpointer place;
    if (g_hash_table_lookup_extended(l->shared, &packed, NULL, &place))
        return GPOINTER_TO_INT(place);
    gint32 i = (gint32)l->pool->len;
    g_array_append_val(l->pool, packed);
    g_hash_table_insert(l->shared, g_memdup2(&packed, sizeof packed), GINT_TO_POINTER(i));
    return i;
}

/* Numbers the pool's nodes in preorder, where a query finds them in the order it walks them. */
static gint32 number(Layout *l, gint32 i, gint32 *place)
{
    if (i < 0 || place[i] >= 0)
        return i < 0 ? i : place[i];
    BspNodes *n = l->nodes;
    gint32 at = place[i] = (gint32)n->n_nodes++;
    n->nodes[at] = g_array_index(l->pool, BspNode, i);
    for (guint k = 0; k < 2; k++) {
        gint32 child = number(l, n->nodes[at].child[k], place);
        n->nodes[at].child[k] = child;
        n->n_leaves += child < 0 ? 1 : 0;
    }
    return at;
}

static guint depth_of(const BspNodes *nodes, gint32 i, guint *known)
{
    if (i < 0)
        return 0;
    if (known[i] == 0) {
        guint front = depth_of(nodes, nodes->nodes[i].child[0], known);
        guint back = depth_of(nodes, nodes->nodes[i].child[1], known);
        known[i] = 1 + MAX(front, back);
    }
    return known[i];
}

void bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root)
{
    memset(nodes, 0, sizeof *nodes);
    Layout l = { .nodes = nodes,
                 .normals = g_hash_table_new_full(hash_vec, equal_vec, g_free, NULL),
                 .shared = g_hash_table_new_full(hash_node, equal_node, g_free, NULL),
                 .pool = g_array_new(FALSE, FALSE, sizeof(BspNode)) };
    for (int axis = 0; axis < 3; axis++) {
        BspVec unit = bsp_vec(0, 0, 0);
        unit.v[axis] = 1;
        intern_normal(&l, unit);
    }
    gint32 top = share(&l, root);
    guint n = MAX(l.pool->len, 1);
    g_autofree gint32 *place = g_new(gint32, n);
    memset(place, 0xff, n * sizeof *place);
    nodes->nodes = g_new(BspNode, n);
    nodes->root = number(&l, top, place);
    nodes->normals = g_renew(BspVec, nodes->normals, nodes->n_normals);
    nodes->n_leaves = MAX(nodes->n_leaves, 1);
    g_autofree guint *known = g_new0(guint, n);
    nodes->depth = depth_of(nodes, nodes->root, known);
    g_hash_table_unref(l.normals);
    g_hash_table_unref(l.shared);
    g_array_unref(l.pool);
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
