/* add-space: adds one more space to an existing tree.
 *
 * The faces of the new space are pushed down the old tree. A subtree that no face reaches is solid
 * or empty in the new space as a whole. It stays as it is, except that its descriptors gain a bit.
 * At a leaf that faces reach, the faces are compiled into a subtree. */
#include "onion/private.h"

typedef struct {
    const OnionTree *tree;  /* the old tree */
    OnionExpanded expanded; /* of the new space */
    OnionDescriptors *descriptors;
} Extension;

static void turn_round(BspBuildNode *node)
{
    BspBuildNode *front = node->child[0];
    node->plane = bsp_plane_flipped(&node->plane);
    node->child[0] = node->child[1];
    node->child[1] = front;
}

/* Copies the tree so that no subtree is shared, as it was before equal subtrees were merged. */
static BspBuildNode *unshare(const BspNodes *nodes, gint32 at)
{
    BspBuildNode *node = g_new0(BspBuildNode, 1);
    if (bsp_nodes_is_space_node(nodes, at)) {
        node->value = nodes->n_spaces;
        node->by_space = g_new(BspBuildNode *, node->value);
        for (guint i = 0; i < node->value; i++)
            node->by_space[i] = unshare(nodes, bsp_nodes_in_space(nodes, at, i));
        return node;
    }
    if (at < 0) {
        node->value = (guint)~at;
        return node;
    }
    node->plane = bsp_nodes_plane(nodes, at);
    node->tag = bsp_node_tag(nodes, &nodes->nodes[at]);
    for (guint k = 0; k < 2; k++)
        node->child[k] = unshare(nodes, nodes->nodes[at].child[k]);
    if (node->tag == BSP_TAG_TIP && nodes->nodes[at].child[0] != ~ONION_ALL_SOLID)
        turn_round(node); /* the node table stores only one of a plane's two directions */
    return node;
}

/* The region that onion_tree_build() would use for all spaces, including the new one. */
static BspBounds region_of_all(const Extension *x, const BspSolid *solid)
{
    BspBounds all = x->expanded.space.bounds;
    for (guint i = 0; i < x->tree->n_spaces && solid->brushes->len; i++) {
        const BspBounds *box = &x->tree->spaces[i].box;
        BspBounds expanded = { bsp_vec_sub(solid->bounds.mins, box->maxs),
                               bsp_vec_sub(solid->bounds.maxs, box->mins) };
        bsp_bounds_add(&all, &expanded);
    }
    return bsp_tree_region(&all);
}

static guint leaf_value(const guint64 *solid, gpointer user_data)
{
    const Extension *x = user_data;
    return onion_descriptors_intern(solid, x->descriptors);
}

static void describe(guint value, guint64 *solid, gpointer user_data)
{
    const Extension *x = user_data;
    for (guint i = 0; i < x->tree->words; i++)
        solid[i] |= x->tree->descriptors[(gsize)value * x->tree->words + i];
}

static BspBuildNode *compile(Extension *x, const BspSolid *solid, const OnionOptions *options,
                             BspJobPart part, GError **error)
{
    guint n = x->tree->n_spaces;
    BspCompileOptions compile_options = { .n_spaces = n + 1,
                                          .bounds = region_of_all(x, solid),
                                          .weights = options->build.weights,
                                          .leaf = leaf_value,
                                          .user_data = x,
                                          .part = part,
                                          .existing = unshare(&x->tree->nodes, x->tree->nodes.root),
                                          .n_existing = n,
                                          .describe = describe };
    g_autofree BspSpace **spaces = g_new0(BspSpace *, n + 1);
    spaces[n] = &x->expanded.space;
    return bsp_spaces_compile(spaces, &compile_options, error);
}

static OnionTree *finish(const Extension *x, BspBuildNode *root, const OnionSpace *space,
                         OnionParts parts, BspJob *job, GError **error)
{
    guint n = x->tree->n_spaces;
    g_autofree OnionSpace *spaces = g_new(OnionSpace, n + 1);
    for (guint i = 0; i < n; i++)
        spaces[i] = x->tree->spaces[i];
    spaces[n] = *space;
    parts.spaces = spaces;
    parts.n_spaces = n + 1;
    return onion_tree_lay_out(root, &parts, job, error);
}

OnionTree *onion_tree_add_space(const OnionTree *tree, const BspSolid *solid,
                                const OnionSpace *space, const OnionOptions *options,
                                GError **error)
{
    OnionOptions standard = onion_options_default();
    if (!options)
        options = &standard;
    g_autoptr(BspJob) job = bsp_build_job(&options->build);
    g_autoptr(BspBuildNode) root = NULL;
    double share = bsp_space_fraction(&options->build);
    Extension x = { .tree = tree };
    x.descriptors = onion_descriptors_new(tree->n_spaces + 1);
    if (onion_expanded_init(&x.expanded, solid, space, &options->build, (BspJobPart){ job, share },
                            error)) {
        onion_expanded_reduce(&x.expanded);
        root = compile(&x, solid, options, (BspJobPart){ job, 1 - share }, error);
    }
    OnionParts parts = { .descriptors = x.descriptors,
                         .n_filled = tree->n_filled + (x.expanded.space.fill ? 1 : 0),
                         .plain = options->build.plain };
    onion_expanded_clear(&x.expanded);
    OnionTree *extended = root ? finish(&x, root, space, parts, job, error) : NULL;
    onion_descriptors_free(x.descriptors);
    return extended;
}
