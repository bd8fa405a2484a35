/* onion-build: builds an onion tree from a solid and boxes (Golodetz 2013, "The compilation
 * process"), adds a space to a tree, and saves trees.
 *
 * Expand the brushes for each box, unite the faces of each expanded world, and compile the faces of
 * all worlds into one tree.
 *
 * To add a space, the faces of the new space are pushed down the old tree. A subtree that no face
 * reaches is solid or empty in the new space as a whole. It stays as it is, except that its
 * descriptors gain a bit. At a leaf that faces reach, the faces are compiled into a subtree. */
#include <pthread.h>
#include <string.h>

#include "build/save.h"
#include "build/tree.h"
#include "onion/onion-private.h"
#include "onion/saved.h"

OnionOptions onion_options_default(void)
{
    return (OnionOptions){ .builder = ONION_BUILDER_FAST,
                           .part_at_faces = ONION_PART_AT_FACES,
                           .build = bsp_build_options_default() };
}

/* --- the set of solidity descriptors --- */

/* Any thread may add to the set. */
typedef struct {
    guint words;
    const OnionTree *old;  /* the tree to extend, or NULL */
    pthread_mutex_t mutex; /* of the fields below; sanitizers do not support GLib's */
    GArray *table;         /* guint64, `words` for each descriptor */
    GHashTable *index;     /* GBytes of the words -> number */
} OnionDescriptors;

/* Returns the number of the descriptor, which is added if it is new. The caller holds the mutex. */
static guint find_or_add(OnionDescriptors *set, const guint64 *solid)
{
    gpointer number;
    g_autoptr(GBytes) key = g_bytes_new(solid, set->words * sizeof *solid);
    if (g_hash_table_lookup_extended(set->index, key, NULL, &number))
        return GPOINTER_TO_UINT(number);
    guint n = set->table->len / set->words;
    g_array_append_vals(set->table, solid, set->words);
    g_hash_table_insert(set->index, g_steal_pointer(&key), GUINT_TO_POINTER(n));
    return n;
}

/* Returns the number of the descriptor, which is added if it is new. A BspLeafFunc, with the set as
 * its data. */
static guint intern_descriptor(const guint64 *solid, gpointer user_data)
{
    OnionDescriptors *set = user_data;
    pthread_mutex_lock(&set->mutex);
    guint number = find_or_add(set, solid);
    pthread_mutex_unlock(&set->mutex);
    return number;
}

static OnionDescriptors *descriptors_new(guint n_spaces, const OnionTree *old)
{
    OnionDescriptors *set = g_new(OnionDescriptors, 1);
    set->words = bsp_bit_words(n_spaces);
    set->old = old;
    pthread_mutex_init(&set->mutex, NULL);
    set->table = g_array_new(FALSE, FALSE, sizeof(guint64));
    set->index =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_autofree guint64 *solid = g_new0(guint64, set->words);
    intern_descriptor(solid, set); /* ONION_ALL_EMPTY */
    for (guint i = 0; i < n_spaces; i++)
        bsp_set_bit(solid, i);
    intern_descriptor(solid, set); /* ONION_ALL_SOLID */
    return set;
}

static void descriptors_free(OnionDescriptors *set)
{
    g_array_unref(set->table);
    g_hash_table_unref(set->index);
    pthread_mutex_destroy(&set->mutex);
    g_free(set);
}

typedef struct {
    guint *number; /* the new number of each descriptor + 1; 0: not met yet */
    GArray *order; /* guint: descriptors in the order in which they are met */
} Numbering;

/* Returns the new number of the descriptor. */
static guint meet(Numbering *n, guint value)
{
    if (!n->number[value]) {
        g_array_append_val(n->order, value);
        n->number[value] = n->order->len;
    }
    return n->number[value] - 1;
}

static void number_leaves(Numbering *n, BspBuildNode *node)
{
    if (!bsp_build_node_is_leaf(node)) {
        for (guint i = 0; node->by_space && i < node->value; i++)
            number_leaves(n, node->by_space[i]);
        for (guint k = 0; !node->by_space && k < 2; k++)
            number_leaves(n, node->child[k]);
        return;
    }
    node->value = meet(n, node->value);
}

/* Numbers the descriptors: first the two that every tree has, then in the order in which the tree's
 * leaves use them in preorder. Returns a table of *n descriptors, of `words` each. Earlier numbers
 * depend on the order in which threads added them, and differ from run to run. */
static guint64 *finish_descriptors(const OnionDescriptors *set, BspBuildNode *root, guint *n)
{
    g_autofree guint *number = g_new0(guint, set->table->len / set->words);
    g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(guint));
    Numbering numbering = { number, order };
    meet(&numbering, ONION_ALL_EMPTY);
    meet(&numbering, ONION_ALL_SOLID);
    number_leaves(&numbering, root);
    *n = order->len;
    guint64 *table = g_new(guint64, (gsize)*n * set->words);
    for (guint i = 0; i < *n; i++) {
        gsize from = (gsize)g_array_index(order, guint, i) * set->words;
        memcpy(table + (gsize)i * set->words, &g_array_index(set->table, guint64, from),
               set->words * sizeof *table);
    }
    return table;
}

/* Sets the bits of the old tree's spaces: a BspDescribeFunc, with the set as its data. */
static void describe(guint value, guint64 *solid, gpointer user_data)
{
    const OnionTree *old = ((OnionDescriptors *)user_data)->old;
    for (guint i = 0; i < old->words; i++)
        solid[i] |= old->descriptors[(gsize)value * old->words + i];
}

/* --- expanding --- */

/* A build. The spaces of the old tree come first; they are neither expanded nor compiled again. */
typedef struct {
    const BspSolid *solid;
    const OnionTree *old; /* the tree to extend, or NULL */
    const OnionSpace *spaces;
    guint n_old, n; /* spaces: of the old tree, and all */
    const OnionOptions *options;
    BspJob *job;
    BspSpace *made;  /* n of them; the old spaces' stay empty */
    GError **errors; /* n of them: set for each space that could not be made */
    OnionDescriptors *descriptors;
} Building;

/* The builder counts only for a new tree. */
static gboolean builder_is(const Building *b, OnionBuilder builder)
{
    return !b->old && b->options->builder == builder;
}

static const char *name_of(const OnionSpace *space)
{
    return space->name ? space->name : "";
}

static gboolean check_space(const OnionSpace *space, GError **error)
{
    for (int i = 0; i < 3; i++) {
        double lo = space->box.mins.v[i], hi = space->box.maxs.v[i];
        if (!isfinite(lo) || !isfinite(hi) || lo > hi) {
            g_set_error(
                error, BSP_ERROR, BSP_ERROR_VALUE,
                "space \"%s\": mins exceed maxs on the %c axis (%g > %g), or are not finite",
                name_of(space), "xyz"[i], lo, hi);
            return FALSE;
        }
    }
    return TRUE;
}

/* As bsp_space_init_expanded(). Returns FALSE with BSP_ERROR_VALUE also if the space's box is not
 * valid. */
static gboolean init_expanded(BspSpace *made, const BspSolid *solid, const OnionSpace *space,
                              const BspBuildOptions *options, BspJobPart part, GError **error)
{
    if (!check_space(space, error))
        return FALSE;
    g_autoptr(BspSolid) selected = space->mask ? bsp_solid_select(solid, space->mask) : NULL;
    if (bsp_space_init_expanded(made, selected ? selected : solid, &space->box, options, part,
                                error))
        return TRUE;
    g_prefix_error(error, "space \"%s\": ", name_of(space));
    return FALSE;
}

static void expand_space(guint i, gpointer data)
{
    Building *b = data;
    const BspBuildOptions *options = &b->options->build;
    BspJobPart part = { b->job, bsp_space_fraction(options) / (b->n - b->n_old) };
    guint k = b->n_old + i;
    if (init_expanded(&b->made[k], b->solid, &b->spaces[k], options, part, &b->errors[k]) &&
        !builder_is(b, ONION_BUILDER_LISTING2))
        bsp_space_reduce(&b->made[k]);
}

/* Brushes. With more, spaces are made one after the other. A space uses far more memory while it is
 * made than afterwards. And one space then has enough brushes to occupy all threads. */
#define MANY_BRUSHES 32768

/* All spaces are made even if one fails, so that the reported error is always that of the first
 * space that fails. */
static gboolean expand_all(Building *b, GError **error)
{
    guint n = b->n - b->n_old;
    if (b->solid->brushes->len <= MANY_BRUSHES)
        bsp_job_each(b->job, n, expand_space, b);
    else
        for (guint i = 0; i < n; i++)
            expand_space(i, b);
    for (guint i = 0; i < b->n; i++) {
        if (b->errors[i]) {
            g_propagate_error(error, g_steal_pointer(&b->errors[i]));
            return FALSE;
        }
    }
    return TRUE;
}

static void clear_spaces(Building *b)
{
    for (guint i = 0; i < b->n; i++) {
        bsp_space_clear(&b->made[i]);
        g_clear_error(&b->errors[i]);
    }
}

/* --- the tree to extend --- */

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

/* --- compiling --- */

/* The region of all spaces. It is the same whether they are built at once or added. */
static BspBounds region_of_all(const Building *b)
{
    BspBounds all = bsp_bounds_empty();
    for (guint i = b->n_old; i < b->n; i++)
        bsp_bounds_add(&all, &b->made[i].bounds);
    for (guint i = 0; i < b->n_old && b->solid->brushes->len; i++) {
        const BspBounds *box = &b->spaces[i].box;
        BspBounds expanded = { bsp_vec_sub(b->solid->bounds.mins, box->maxs),
                               bsp_vec_sub(b->solid->bounds.maxs, box->mins) };
        bsp_bounds_add(&all, &expanded);
    }
    return bsp_tree_region(&all);
}

static BspBuildNode *compile_spaces(Building *b, GError **error)
{
    gboolean article = builder_is(b, ONION_BUILDER_ARTICLE);
    gboolean superposed = article || b->old || b->options->build.plain;
    BspCompileOptions compile_options = {
        .n_spaces = b->n,
        .bounds = region_of_all(b),
        .weights = b->options->build.weights,
        .part_at_faces = superposed ? 0 : b->options->part_at_faces,
        .keep_equal_leaves = article,
        .leaf = intern_descriptor,
        .user_data = b->descriptors,
        .part = { b->job, 1 - bsp_space_fraction(&b->options->build) },
        .n_existing = b->n_old,
        .describe = describe
    };
    if (builder_is(b, ONION_BUILDER_LISTING2))
        return onion_listing2_compile(b->made, &compile_options, &b->options->build, error);
    if (b->old)
        compile_options.existing = unshare(&b->old->nodes, b->old->nodes.root);
    g_autofree BspSpace **spaces = g_new0(BspSpace *, b->n);
    for (guint i = b->n_old; i < b->n; i++)
        spaces[i] = &b->made[i];
    return bsp_spaces_compile(spaces, &compile_options, error);
}

/* Lays out the compiled tree, as the last part of the job. Returns NULL with an error if the job is
 * cancelled. */
static OnionTree *lay_out(const Building *b, BspBuildNode *root, guint n_filled, GError **error)
{
    gboolean plain = b->options->build.plain || builder_is(b, ONION_BUILDER_ARTICLE);
    OnionTree *tree = g_new0(OnionTree, 1);
    tree->n_spaces = b->n;
    tree->n_filled = n_filled;
    tree->words = bsp_bit_words(b->n);
    tree->descriptors = finish_descriptors(b->descriptors, root, &tree->n_descriptors);
    tree->spaces = g_new(OnionSpace, b->n);
    for (guint i = 0; i < b->n; i++)
        tree->spaces[i] =
            (OnionSpace){ g_strdup(b->spaces[i].name), b->spaces[i].box, b->spaces[i].mask };
    if (bsp_nodes_init_part(&tree->nodes, root, plain ? 0 : BSP_NODES_SHARE, b->job))
        return tree;
    onion_tree_free(tree);
    bsp_job_set_cancelled(b->job, error);
    return NULL;
}

/* Frees the expanded spaces before the layout to limit the memory in use. */
static OnionTree *build_tree(Building *b, GError **error)
{
    g_autofree BspSpace *made = g_new0(BspSpace, b->n);
    g_autofree GError **errors = g_new0(GError *, b->n);
    OnionOptions standard = onion_options_default();
    b->options = b->options ? b->options : &standard;
    g_autoptr(BspJob) job = bsp_build_job(&b->options->build);
    b->job = job;
    b->made = made;
    b->errors = errors;
    b->descriptors = descriptors_new(b->n, b->old);
    g_autoptr(BspBuildNode) root = expand_all(b, error) ? compile_spaces(b, error) : NULL;
    guint n_filled = b->old ? b->old->n_filled : 0;
    for (guint i = 0; i < b->n; i++)
        n_filled += b->made[i].fill ? 1 : 0;
    clear_spaces(b);
    OnionTree *tree = root ? lay_out(b, root, n_filled, error) : NULL;
    descriptors_free(b->descriptors);
    return tree;
}

OnionTree *onion_tree_build(const BspSolid *solid, const OnionSpace *spaces, guint n_spaces,
                            const OnionOptions *options, GError **error)
{
    g_return_val_if_fail(n_spaces >= 1, NULL);
    Building b = { .solid = solid, .spaces = spaces, .n = n_spaces, .options = options };
    return build_tree(&b, error);
}

OnionTree *onion_tree_add_space(const OnionTree *tree, const BspSolid *solid,
                                const OnionSpace *space, const OnionOptions *options,
                                GError **error)
{
    guint n = tree->n_spaces;
    g_autofree OnionSpace *spaces = g_new(OnionSpace, n + 1);
    memcpy(spaces, tree->spaces, n * sizeof *spaces);
    spaces[n] = *space;
    Building b = {
        .solid = solid, .old = tree, .spaces = spaces, .n_old = n, .n = n + 1, .options = options
    };
    return build_tree(&b, error);
}

/* --- saving --- */

static void add_spaces(BspSaving *s, const OnionTree *tree)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < tree->n_spaces; i++) {
        const OnionSpace *space = &tree->spaces[i];
        OnionSavedSpace saved = { .mask = space->mask,
                                  .name = space->name ? (guint32)names->len : ONION_SAVED_NO_NAME };
        memcpy(saved.mins, space->box.mins.v, sizeof saved.mins);
        memcpy(saved.maxs, space->box.maxs.v, sizeof saved.maxs);
        bsp_saving_append(s, "spaces", &saved, sizeof saved, 1);
        if (space->name)
            g_string_append_len(names, space->name, (gssize)strlen(space->name) + 1);
    }
    bsp_saving_append(s, "names", names->str, 1, names->len);
}

GBytes *onion_tree_to_bytes(const OnionTree *tree, const BspSaveOptions *options, GError **error)
{
    g_autoptr(BspSaving) s = bsp_saving_new(BSP_SAVED_ONION, options);
    OnionSavedTree saved = { tree->n_filled, 0 };
    bsp_saving_append(s, "onion", &saved, sizeof saved, 1);
    add_spaces(s, tree);
    bsp_saving_add(s, "descriptors", tree->descriptors, sizeof *tree->descriptors,
                   (gsize)tree->n_descriptors * tree->words);
    bsp_saving_add_nodes(s, &tree->nodes);
    return bsp_saving_finish(s, error);
}

gboolean onion_tree_save(const OnionTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error)
{
    return bsp_saving_write(onion_tree_to_bytes(tree, options, error), path, error);
}
