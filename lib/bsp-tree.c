/* bsp-tree: the plain solid-leaf BSP of one solid. */
#include "bsp-tree.h"

#include "bsp-cover.h"

BspTreeOptions bsp_tree_options_default(void)
{
    return (BspTreeOptions){ .weights = bsp_split_weights_default() };
}

static gboolean point_is_solid(guint index, BspVec point, gpointer user_data)
{
    (void)index;
    return bsp_layer_point_is_solid(user_data, point);
}

static guint leaf_value(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return solid[0] & 1;
}

static BspBuildNode *compile(const BspSolid *solid, const BspTreeOptions *options,
                             guint32 keep_cells, gboolean *filled, GError **error)
{
    g_autoptr(BspJob) job = bsp_layer_job(options);
    double share = bsp_layer_share(options);
    BspLayer layer;
    BspBuildNode *root = NULL;
    BspCompileOptions compile_options = { .n_layers = 1,
                                          .bounds = bsp_tree_region(&solid->bounds),
                                          .weights = options->weights,
                                          .keep_cells = keep_cells,
                                          .solid = point_is_solid,
                                          .leaf = leaf_value,
                                          .user_data = &layer,
                                          .part = { job, 1 - share } };
    if (bsp_layer_init(&layer, solid, options, (BspPart){ job, share }, error))
        root = bsp_compile(&layer.faces, &compile_options, error);
    *filled = layer.fill != NULL;
    bsp_layer_clear(&layer);
    return root;
}

BspBuildNode *bsp_tree_build(const BspSolid *solid, const BspTreeOptions *options, GError **error)
{
    gboolean filled;
    return compile(solid, options, 1 << 1, &filled, error);
}

BspTree *bsp_tree_new(const BspSolid *solid, const BspTreeOptions *options, GError **error)
{
    gboolean filled;
    g_autoptr(BspBuildNode) root = compile(solid, options, 0, &filled, error);
    if (!root)
        return NULL;
    BspTree *tree = g_new0(BspTree, 1);
    tree->bounds = solid->bounds;
    tree->filled = filled;
    bsp_nodes_init(&tree->nodes, root, options->plain ? 0 : BSP_NODES_SHARE);
    return tree;
}

void bsp_tree_free(BspTree *tree)
{
    if (!tree)
        return;
    bsp_nodes_clear(&tree->nodes);
    g_free(tree);
}

gsize bsp_tree_bytes(const BspTree *tree)
{
    return sizeof *tree + bsp_nodes_bytes(&tree->nodes);
}

gboolean bsp_tree_point_is_solid(const BspTree *tree, BspVec p)
{
    return bsp_nodes_find_leaf(&tree->nodes, 0, p) != 0;
}

static gboolean node_is_solid(guint tag, gconstpointer user_data)
{
    (void)tag, (void)user_data;
    return FALSE;
}

static gboolean leaf_is_solid(guint value, gconstpointer user_data)
{
    (void)user_data;
    return value != 0;
}

BspTransition bsp_tree_first_transition(const BspTree *tree, BspVec from, BspVec to,
                                        BspCounters *counters)
{
    return bsp_cover_walk(&tree->nodes, tree->nodes.root, 0, from, to, node_is_solid, leaf_is_solid,
                          NULL, counters);
}
