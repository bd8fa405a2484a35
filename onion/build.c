/* build: builds an onion tree from a solid and boxes (Golodetz 2013, "The compilation process").
 *
 * Expand the brushes for each box, unite the faces of each expanded world, and compile the faces of
 * all worlds into one tree. */
#include "build/tree.h"
#include "onion/private.h"

OnionOptions onion_options_default(void)
{
    return (OnionOptions){ .builder = ONION_BUILDER_FAST,
                           .part_at_faces = ONION_PART_AT_FACES,
                           .build = bsp_build_options_default() };
}

typedef struct {
    const BspSolid *solid;
    const OnionSpace *spaces;
    guint n; /* spaces */
    const OnionOptions *options;
    BspJob *job;
    OnionExpanded *expanded; /* n of them */
    GError **errors;         /* n of them: set for each space that could not be made */
    OnionDescriptors *descriptors;
} Building;

static void expand(guint i, gpointer data)
{
    Building *b = data;
    BspJobPart part = { b->job, bsp_space_fraction(&b->options->build) / b->n };
    if (onion_expanded_init(&b->expanded[i], b->solid, &b->spaces[i], &b->options->build, part,
                            &b->errors[i]) &&
        b->options->builder != ONION_BUILDER_LISTING2)
        onion_expanded_reduce(&b->expanded[i]);
}

/* Brushes. With more, spaces are made one after the other. A space uses far more memory while it is
 * made than afterwards. And one space then has enough brushes to occupy all threads. */
#define MANY_BRUSHES 32768

/* All spaces are made even if one fails, so that the reported error is always that of the first
 * space that fails. */
static gboolean expand_all(Building *b, GError **error)
{
    if (b->solid->brushes->len <= MANY_BRUSHES)
        bsp_job_each(b->job, b->n, expand, b);
    else
        for (guint i = 0; i < b->n; i++)
            expand(i, b);
    for (guint i = 0; i < b->n; i++) {
        if (b->errors[i]) {
            g_propagate_error(error, g_steal_pointer(&b->errors[i]));
            return FALSE;
        }
    }
    return TRUE;
}

static void clear_expanded(Building *b)
{
    for (guint i = 0; i < b->n; i++) {
        onion_expanded_clear(&b->expanded[i]);
        g_clear_error(&b->errors[i]);
    }
}

static BspBounds region_of_all(const Building *b)
{
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < b->n; i++)
        bsp_bounds_add(&all, &b->expanded[i].space.bounds);
    return bsp_tree_region(&all);
}

static guint leaf_value(const guint64 *solid, gpointer user_data)
{
    const Building *b = user_data;
    return onion_descriptors_intern(solid, b->descriptors);
}

static BspBuildNode *compile(Building *b, GError **error)
{
    BspJobPart part = { b->job, 1 - bsp_space_fraction(&b->options->build) };
    gboolean article = b->options->builder == ONION_BUILDER_ARTICLE;
    gboolean superposed = article || b->options->build.plain;
    BspCompileOptions compile_options = { .n_spaces = b->n,
                                          .bounds = region_of_all(b),
                                          .weights = b->options->build.weights,
                                          .part_at_faces =
                                              superposed ? 0 : b->options->part_at_faces,
                                          .keep_equal_leaves = article,
                                          .leaf = leaf_value,
                                          .user_data = b,
                                          .part = part };
    if (b->options->builder == ONION_BUILDER_LISTING2)
        return onion_listing2_compile(b->expanded, &compile_options, b->descriptors,
                                      &b->options->build, error);
    g_autofree BspSpace **spaces = g_new(BspSpace *, b->n);
    for (guint i = 0; i < b->n; i++)
        spaces[i] = &b->expanded[i].space;
    return bsp_spaces_compile(spaces, &compile_options, error);
}

OnionTree *onion_tree_lay_out(BspBuildNode *root, const OnionParts *parts, BspJob *job,
                              GError **error)
{
    OnionTree *tree = g_new0(OnionTree, 1);
    tree->n_spaces = parts->n_spaces;
    tree->n_filled = parts->n_filled;
    tree->words = bsp_bit_words(parts->n_spaces);
    tree->descriptors = onion_descriptors_finish(parts->descriptors, root, &tree->n_descriptors);
    tree->spaces = g_new(OnionSpace, parts->n_spaces);
    for (guint i = 0; i < parts->n_spaces; i++) {
        const OnionSpace *space = &parts->spaces[i];
        tree->spaces[i] = (OnionSpace){ g_strdup(space->name), space->box, space->mask };
    }
    if (bsp_nodes_init_part(&tree->nodes, root, parts->plain ? 0 : BSP_NODES_SHARE, job))
        return tree;
    onion_tree_free(tree);
    bsp_job_set_cancelled(job, error);
    return NULL;
}

/* Frees the spaces before the layout to limit the memory in use. */
static OnionTree *build(Building *b, GError **error)
{
    g_autoptr(BspBuildNode) root = expand_all(b, error) ? compile(b, error) : NULL;
    OnionParts parts = { b->descriptors, b->spaces, b->n, 0, b->options->build.plain };
    for (guint i = 0; i < b->n; i++)
        parts.n_filled += b->expanded[i].space.fill ? 1 : 0;
    clear_expanded(b);
    parts.plain |= b->options->builder == ONION_BUILDER_ARTICLE;
    return root ? onion_tree_lay_out(root, &parts, b->job, error) : NULL;
}

OnionTree *onion_tree_build(const BspSolid *solid, const OnionSpace *spaces, guint n_spaces,
                            const OnionOptions *options, GError **error)
{
    g_return_val_if_fail(n_spaces >= 1, NULL);
    OnionOptions standard = onion_options_default();
    if (!options)
        options = &standard;
    g_autoptr(BspJob) job = bsp_build_job(&options->build);
    g_autofree OnionExpanded *expanded = g_new0(OnionExpanded, n_spaces);
    g_autofree GError **errors = g_new0(GError *, n_spaces);
    g_autoptr(OnionDescriptors) descriptors = onion_descriptors_new(n_spaces);
    Building building = { .solid = solid,
                          .spaces = spaces,
                          .n = n_spaces,
                          .options = options,
                          .job = job,
                          .expanded = expanded,
                          .errors = errors,
                          .descriptors = descriptors };
    return build(&building, error);
}
