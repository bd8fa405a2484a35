/* bsp-tree: the plain solid-leaf BSP of one solid. */
#include "bsp-tree.h"

#include "bsp-cover.h"

BspTreeOptions bsp_tree_options_default(void)
{
    return (BspTreeOptions){ .weights = bsp_split_weights_default() };
}

BspBounds bsp_tree_region(const BspBounds *solid)
{
    if (solid->mins.x > solid->maxs.x) /* nothing in it */
        return (BspBounds){ bsp_vec(-1, -1, -1), bsp_vec(1, 1, 1) };
    BspVec size = bsp_vec_sub(solid->maxs, solid->mins);
    return bsp_bounds_grown(solid, 1 + 0.01 * fmax(size.x, fmax(size.y, size.z)));
}

static gboolean point_in_solid(guint layer, BspVec point, gpointer user_data)
{
    (void)layer;
    return bsp_solid_contains(user_data, point);
}

static guint first_bit(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return solid[0] & 1;
}

static BspBuildNode *compile(const BspSolid *solid, const BspTreeOptions *options,
                             gboolean keep_cells, GError **error)
{
    BspCompileOptions compile_options = { .n_layers = 1,
                                          .bounds = bsp_tree_region(&solid->bounds),
                                          .weights = options->weights,
                                          .keep_cells = keep_cells,
                                          .solid = point_in_solid,
                                          .leaf = first_bit,
                                          .user_data = (gpointer)solid,
                                          .progress = options->progress,
                                          .progress_data = options->progress_data };
    g_autoptr(GArray) faces = bsp_solid_union_faces(solid);
    return bsp_compile(&faces, &compile_options, error);
}

BspBuildNode *bsp_tree_build(const BspSolid *solid, const BspTreeOptions *options, GError **error)
{
    return compile(solid, options, TRUE, error);
}

BspTree *bsp_tree_new(const BspSolid *solid, const BspTreeOptions *options, GError **error)
{
    g_autoptr(BspBuildNode) root = compile(solid, options, FALSE, error);
    if (!root)
        return NULL;
    BspTree *tree = g_new0(BspTree, 1);
    tree->bounds = solid->bounds;
    bsp_nodes_init(&tree->nodes, root);
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
    return bsp_nodes_find_leaf(&tree->nodes, p) != 0;
}

static BspKnown of_node(const BspNode *node, gconstpointer user_data)
{
    (void)node, (void)user_data;
    return BSP_KNOWN_NOT;
}

static BspKnown of_leaf(guint value, gconstpointer user_data)
{
    (void)user_data;
    return value ? BSP_KNOWN_SOLID : BSP_KNOWN_EMPTY;
}

BspTransition bsp_tree_first_transition(const BspTree *tree, BspVec from, BspVec to,
                                        BspCounters *counters)
{
    return bsp_cover_walk(&tree->nodes, from, to, of_node, of_leaf, NULL, counters);
}
