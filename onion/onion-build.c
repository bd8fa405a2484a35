/* onion-build: from a solid and boxes to an onion tree (Golodetz 2013, "The compilation process").
 *
 * Expand the brushes for each box, unite the faces of each expanded world, and compile the faces of
 * all worlds into one tree. */
#include "bsp-tree.h"
#include "onion-private.h"

OnionOptions onion_options_default(void)
{
    return (OnionOptions){ .builder = ONION_BUILDER_FAST, .layers = bsp_tree_options_default() };
}

/* What compiling needs of each space. */
typedef struct {
    guint n;
    BspSolid **solids; /* the world expanded for each space */
    BspLayer *layers;  /* and its faces */
    GArray **faces;    /* of the layers, borrowed */
    OnionDescriptors *descriptors;
} Spaces;

static void spaces_clear(Spaces *s)
{
    for (guint i = 0; i < s->n; i++) {
        bsp_layer_clear(&s->layers[i]);
        bsp_solid_free(s->solids[i]);
    }
    g_free(s->solids);
    g_free(s->layers);
    g_free(s->faces);
    onion_descriptors_free(s->descriptors);
}

static gboolean check_space(const OnionSpace *space, GError **error)
{
    for (int i = 0; i < 3; i++) {
        double lo = space->box.mins.v[i], hi = space->box.maxs.v[i];
        if (!isfinite(lo) || !isfinite(hi) || lo > hi) {
            g_set_error(
                error, BSP_ERROR, BSP_ERROR_VALUE,
                "space \"%s\": mins exceed maxs on the %c axis (%g > %g), or are not finite",
                space->name, "xyz"[i], lo, hi);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean expand(Spaces *s, const BspSolid *solid, const OnionSpace *spaces,
                       const BspLayerOptions *options, GError **error)
{
    for (guint i = 0; i < s->n; i++) {
        if (!check_space(&spaces[i], error))
            return FALSE;
        s->solids[i] = bsp_solid_expand(solid, &spaces[i].box, error);
        if (!s->solids[i] || !bsp_layer_init(&s->layers[i], s->solids[i], options, error)) {
            g_prefix_error(error, "space \"%s\": ", spaces[i].name);
            return FALSE;
        }
        s->faces[i] = s->layers[i].faces;
    }
    return TRUE;
}

static BspBounds region_of_all(const Spaces *s)
{
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < s->n; i++)
        if (s->solids[i]->brushes->len)
            bsp_bounds_add(&all, &s->solids[i]->bounds);
    return bsp_tree_region(&all);
}

static gboolean point_is_solid(guint layer, BspVec point, gpointer user_data)
{
    const Spaces *s = user_data;
    return bsp_layer_point_is_solid(&s->layers[layer], point);
}

static guint leaf_value(const guint64 *solid, gpointer user_data)
{
    const Spaces *s = user_data;
    return onion_descriptors_intern(solid, s->descriptors);
}

static BspBuildNode *compile(Spaces *s, const OnionOptions *options, GError **error)
{
    BspBounds bounds = region_of_all(s);
    if (options->builder == ONION_BUILDER_LISTING2)
        return onion_listing2_compile(s->layers, s->n, &bounds, s->descriptors, options, error);
    BspCompileOptions compile_options = { .n_layers = s->n,
                                          .bounds = bounds,
                                          .weights = options->layers.weights,
                                          .solid = point_is_solid,
                                          .leaf = leaf_value,
                                          .user_data = s,
                                          .progress = options->layers.progress,
                                          .progress_data = options->layers.progress_data };
    return bsp_compile(s->faces, &compile_options, error);
}

static OnionTree *finish(BspBuildNode *root, Spaces *s, const OnionSpace *spaces,
                         const OnionOptions *options)
{
    OnionTree *tree = g_new0(OnionTree, 1);
    tree->n_spaces = s->n;
    tree->words = bsp_bit_words(s->n);
    tree->descriptors = onion_descriptors_steal(s->descriptors, &tree->n_descriptors);
    if (options->layers.plain)
        onion_mark_nothing(tree);
    else
        onion_mark_known(tree, root);
    bsp_nodes_init(&tree->nodes, root, options->layers.plain ? 0 : BSP_NODES_SHARE);
    tree->spaces = g_new(OnionSpace, s->n);
    for (guint i = 0; i < s->n; i++)
        tree->spaces[i] = (OnionSpace){ g_strdup(spaces[i].name), spaces[i].box };
    for (guint i = 0; i < s->n; i++)
        tree->n_filled += s->layers[i].fill ? 1 : 0;
    return tree;
}

OnionTree *onion_tree_build(const BspSolid *solid, const OnionSpace *spaces, guint n_spaces,
                            const OnionOptions *options, GError **error)
{
    g_return_val_if_fail(n_spaces >= 1, NULL);
    OnionOptions standard = onion_options_default();
    if (!options)
        options = &standard;
    Spaces s = { .n = n_spaces,
                 .solids = g_new0(BspSolid *, n_spaces),
                 .layers = g_new0(BspLayer, n_spaces),
                 .faces = g_new0(GArray *, n_spaces),
                 .descriptors = onion_descriptors_new(bsp_bit_words(n_spaces)) };
    OnionTree *tree = NULL;
    if (expand(&s, solid, spaces, &options->layers, error)) {
        g_autoptr(BspBuildNode) root = compile(&s, options, error);
        if (root)
            tree = finish(root, &s, spaces, options);
    }
    spaces_clear(&s);
    return tree;
}

void onion_tree_free(OnionTree *tree)
{
    if (!tree)
        return;
    for (guint i = 0; i < tree->n_spaces; i++)
        g_free((char *)tree->spaces[i].name);
    g_free(tree->spaces);
    g_free(tree->descriptors);
    g_free(tree->known);
    bsp_nodes_clear(&tree->nodes);
    g_free(tree);
}

guint onion_tree_n_spaces(const OnionTree *tree)
{
    return tree->n_spaces;
}

const OnionSpace *onion_tree_space(const OnionTree *tree, guint space)
{
    g_return_val_if_fail(space < tree->n_spaces, NULL);
    return &tree->spaces[space];
}

void onion_tree_stats(const OnionTree *tree, OnionStats *stats)
{
    gsize descriptor_bytes = tree->n_descriptors * tree->words * sizeof *tree->descriptors;
    gsize known_bytes = (gsize)tree->n_spaces * tree->n_tags;
    guint64 hash = bsp_hash(bsp_nodes_hash(&tree->nodes), tree->descriptors, descriptor_bytes);
    *stats = (OnionStats){ .nodes = tree->nodes.n_nodes,
                           .leaves = tree->nodes.n_leaves,
                           .depth = tree->nodes.depth,
                           .descriptors = tree->n_descriptors,
                           .filled = tree->n_filled,
                           .bytes = sizeof *tree + bsp_nodes_bytes(&tree->nodes) +
                                    descriptor_bytes + known_bytes,
                           .built = tree->nodes.n_built,
                           .hash = bsp_hash(hash, tree->known, known_bytes) };
}
