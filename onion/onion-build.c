/* onion-build: builds an onion tree from a solid and boxes (Golodetz 2013, "The compilation
 * process"), and saves trees.
 *
 * The build expands the brushes for each box, unites the faces of each expanded world, and compiles
 * the faces of all worlds into one tree. */
#include <pthread.h>
#include <string.h>

#include "compile/tree.h"
#include "geometry/fail.h"
#include "onion/onion-private.h"
#include "onion/saved.h"
#include "saved/save.h"

/* --- the set of solidity descriptors --- */

/* The set of descriptors. Any thread may add to it. */
typedef struct {
    guint words;
    /* Guards the members below. It is not GLib's mutex, because sanitizers do not support that. */
    pthread_mutex_t mutex;
    GArray *table;     /* `words` numbers (guint64) for each descriptor */
    GHashTable *index; /* maps the words of a descriptor, as GBytes, to its number */
} OnionDescriptors;

/* Returns the descriptor's number. Adds the descriptor if it is new. The caller holds the mutex. */
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

/* Returns the descriptor's number. Adds the descriptor if it is new. This is a BspLeafFunc; its
 * user data is the set. */
static guint intern_descriptor(const guint64 *solid, gpointer user_data)
{
    OnionDescriptors *set = user_data;
    pthread_mutex_lock(&set->mutex);
    guint number = find_or_add(set, solid);
    pthread_mutex_unlock(&set->mutex);
    return number;
}

static OnionDescriptors *descriptors_new(guint n_spaces)
{
    OnionDescriptors *set = g_new(OnionDescriptors, 1);
    set->words = bsp_bit_words(n_spaces);
    pthread_mutex_init(&set->mutex, NULL);
    set->table = g_array_new(FALSE, FALSE, sizeof(guint64));
    set->index =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_autofree guint64 *solid = g_new0(guint64, set->words);
    intern_descriptor(solid, set); /* gets the number ONION_ALL_EMPTY */
    for (guint i = 0; i < n_spaces; i++)
        bsp_set_bit(solid, i);
    intern_descriptor(solid, set); /* gets the number ONION_ALL_SOLID */
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
    /* For each descriptor, its new number plus 1, or 0 if it has no new number yet. */
    guint *number;
    GArray *order; /* the old numbers (guint), in the order of the new numbers */
} Numbering;

/* Returns the descriptor's new number. A descriptor that has none receives the next free number. */
static guint renumber(Numbering *n, guint value)
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
    node->value = renumber(n, node->value);
}

/* Renumbers the descriptors. The two descriptors that every tree has come first. Then come the
 * others, in the order in which the tree's leaves use them in preorder. Returns a table of *n
 * descriptors, each of set->words words. The old numbers depend on the order in which threads added
 * descriptors, and differ from run to run. */
static guint64 *finish_descriptors(const OnionDescriptors *set, BspBuildNode *root, guint *n)
{
    g_autofree guint *number = g_new0(guint, set->table->len / set->words);
    g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(guint));
    Numbering numbering = { number, order };
    renumber(&numbering, ONION_ALL_EMPTY);
    renumber(&numbering, ONION_ALL_SOLID);
    number_leaves(&numbering, root);
    *n = order->len;
    BSP_ASSERT(*n > ONION_ALL_SOLID && *n <= set->table->len / set->words);
    guint64 *table = g_new(guint64, (gsize)*n * set->words);
    for (guint i = 0; i < *n; i++) {
        gsize from = (gsize)g_array_index(order, guint, i) * set->words;
        memcpy(table + (gsize)i * set->words, &g_array_index(set->table, guint64, from),
               set->words * sizeof *table);
    }
    return table;
}

/* --- expanding --- */

/* The state of a build. */
typedef struct {
    const BspSolid *solid;
    const OnionSpace *spaces;
    guint n; /* the number of spaces */
    const OnionOptions *options;
    BspJob *job;
    BspSpace *made; /* the n expanded spaces */
    guint *same; /* for each of the n spaces, the first equal space, which may be itself. The first
                    owns all data that the others refer to, except their faces */
    /* The spaces that differ from all previous spaces, and their number. */
    guint *different, n_different;
    GError **errors; /* the n errors; an error is set if its space could not be made */
    OnionDescriptors *descriptors;
} Building;

static const char *name_of(const OnionSpace *space)
{
    return space->name ? space->name : "";
}

static gboolean check_space(const OnionSpace *space, GError **error)
{
    for (int i = 0; i < 3; i++) {
        double lo = space->box.mins.v[i], hi = space->box.maxs.v[i];
        if (!isfinite(lo) || !isfinite(hi) || lo > hi)
            return bsp_fail(
                error, BSP_ERROR_VALUE,
                "space \"%s\": mins exceed maxs on the %c axis (%g > %g), or are not finite",
                name_of(space), "xyz"[i], lo, hi);
    }
    return TRUE;
}

/* Returns whether the spaces have equal boxes, to the last bit, and masks that select the same
 * brushes. */
static gboolean are_equal_spaces(const BspSolid *solid, const OnionSpace *a, const OnionSpace *b)
{
    if (memcmp(&a->box, &b->box, sizeof a->box) != 0)
        return FALSE;
    for (guint i = 0; a->mask != b->mask && i < solid->brushes->len; i++) {
        guint32 contents = bsp_solid_brush(solid, i)->contents;
        if (bsp_mask_selects(a->mask, contents) != bsp_mask_selects(b->mask, contents))
            return FALSE;
    }
    return TRUE;
}

/* Finds the first equal space of each space (b->same), and lists the spaces that equal no earlier
 * space (b->different). */
static void find_equal_spaces(Building *b)
{
    for (guint i = 0; i < b->n; i++) {
        guint k = 0;
        while (k < b->n_different &&
               !are_equal_spaces(b->solid, &b->spaces[b->different[k]], &b->spaces[i]))
            k++;
        if (k == b->n_different)
            b->different[b->n_different++] = i;
        b->same[i] = b->different[k];
        BSP_ASSERT(b->same[i] <= i && b->same[b->same[i]] == b->same[i]);
    }
}

/* Sets `names` to the names of space k and of all spaces equal to it. Returns their number. */
static guint names_of_equal(const Building *b, guint k, const char **names)
{
    guint n = 0;
    for (guint i = k; i < b->n; i++)
        if (b->same[i] == k)
            names[n++] = b->spaces[i].name;
    return n;
}

/* Makes space k. Does the same as bsp_space_init(), but also returns FALSE, with
 * BSP_ERROR_VALUE, if the space's box is not valid. */
static gboolean init_expanded(const Building *b, guint k, BspJobPart part, GError **error)
{
    const OnionSpace *space = &b->spaces[k];
    if (!check_space(space, error))
        return FALSE;
    BSP_ASSERT(b->same[k] == k); /* of equal spaces only the first is made */
    g_autoptr(BspSolid) selected = space->mask ? bsp_solid_select(b->solid, space->mask) : NULL;
    g_autofree BspBounds *boxes = g_new(BspBounds, b->n);
    g_autofree const char **names = g_new(const char *, b->n);
    for (guint i = 0; i < b->n; i++)
        boxes[i] = b->spaces[i].box;
    BspSpaceSource source = { .solid = selected ? selected : b->solid,
                              .is_expanded = TRUE,
                              .box = space->box,
                              .boxes = boxes,
                              .n_boxes = b->n,
                              .names = names,
                              .n_names = names_of_equal(b, k, names) };
    if (bsp_space_init(&b->made[k], &source, &b->options->build, part, error))
        return TRUE;
    bsp_prefix_error(error, "space \"%s\": ", name_of(space));
    return FALSE;
}

static void expand_space(guint i, gpointer data)
{
    Building *b = data;
    BspJobPart part = { b->job, bsp_space_fraction(&b->options->build) / b->n_different };
    guint k = b->different[i];
    if (init_expanded(b, k, part, &b->errors[k]))
        bsp_space_reduce(&b->made[k]);
}

/* Copies each space that was made to the spaces equal to it. The faces are copied, too, because
 * compiling consumes the faces of each space. */
static void share_equal_spaces(const Building *b)
{
    for (guint i = 0; i < b->n; i++) {
        if (b->same[i] == i)
            continue;
        b->made[i] = b->made[b->same[i]];
        BSP_ASSERT(b->made[i].faces != NULL);
        b->made[i].faces = bsp_union_faces_copy(b->made[i].faces);
    }
}

/* If a solid has more brushes than this, its spaces are made one after the other, because making a
 * space takes far more memory than keeping it. One space of that size has enough brushes to occupy
 * all threads. */
#define MANY_BRUSHES 32768

/* Makes all spaces even if one fails, so that the reported error always belongs to the first space
 * that fails. If spaces are equal, only the first is made. */
static gboolean expand_all(Building *b, GError **error)
{
    find_equal_spaces(b);
    guint n = b->n_different;
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
    share_equal_spaces(b);
    return TRUE;
}

static void clear_spaces(Building *b)
{
    for (guint i = 0; i < b->n; i++) {
        if (b->same[i] != i)
            b->made[i] = (BspSpace){ .faces = b->made[i].faces };
        bsp_space_clear(&b->made[i]);
        g_clear_error(&b->errors[i]);
    }
}

/* --- compiling --- */

/* Returns a region that contains the solids of all spaces. */
static BspBounds region_of_all(const Building *b)
{
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < b->n; i++)
        bsp_bounds_add(&all, &b->made[i].bounds);
    return bsp_tree_region(&all);
}

static BspBuildNode *compile_spaces(Building *b, GError **error)
{
    const OnionOptions *options = b->options;
    gboolean article = options->builder == ONION_BUILDER_ARTICLE;
    gboolean superposed = article || options->build.plain || options->no_space_nodes;
    guint faces = options->space_node_faces ? options->space_node_faces : ONION_SPACE_NODE_FACES;
    BspCompileOptions compile_options = {
        .n_spaces = b->n,
        .bounds = region_of_all(b),
        .weights = bsp_split_weights(options->build.split),
        .space_node_faces = superposed ? 0 : faces,
        .keep_equal_leaves = article,
        .leaf = intern_descriptor,
        .user_data = b->descriptors,
        .part = { b->job, 1 - bsp_space_fraction(&options->build) },
    };
    if (options->builder == ONION_BUILDER_LISTING2)
        return onion_listing2_compile(b->made, &compile_options, &options->build, error);
    g_autofree BspSpace **spaces = g_new0(BspSpace *, b->n);
    for (guint i = 0; i < b->n; i++)
        spaces[i] = &b->made[i];
    return bsp_spaces_compile(spaces, &compile_options, error);
}

/* Returns an array of whether the outside is filled in each space. The caller frees the array. */
static bool *filled_spaces(const Building *b)
{
    bool *is_filled = g_new(bool, b->n);
    for (guint i = 0; i < b->n; i++)
        is_filled[i] = b->made[i].fill != NULL;
    return is_filled;
}

/* Lays out the compiled tree. This is the last part of the job. Takes ownership of is_filled.
 * Returns NULL with an error if the job is cancelled. */
static OnionTree *lay_out(const Building *b, BspBuildNode *root, bool *is_filled, GError **error)
{
    gboolean plain = b->options->build.plain || b->options->builder == ONION_BUILDER_ARTICLE;
    OnionTree *tree = g_new0(OnionTree, 1);
    tree->n_spaces = b->n;
    tree->is_filled = is_filled;
    tree->words = bsp_bit_words(b->n);
    tree->descriptors = finish_descriptors(b->descriptors, root, &tree->n_descriptors);
    tree->spaces = g_new(OnionSpace, b->n);
    for (guint i = 0; i < b->n; i++)
        tree->spaces[i] =
            (OnionSpace){ g_strdup(b->spaces[i].name), b->spaces[i].box, b->spaces[i].mask };
    if (bsp_nodes_init(&tree->nodes, root, !plain, b->job))
        return tree;
    onion_tree_free(tree);
    bsp_job_set_cancelled(b->job, error);
    return NULL;
}

/* Builds the tree. The expanded spaces are freed before the layout, to limit the memory in use. */
static OnionTree *build_tree(Building *b, GError **error)
{
    g_autofree BspSpace *made = g_new0(BspSpace, b->n);
    g_autofree GError **errors = g_new0(GError *, b->n);
    g_autofree guint *same = g_new(guint, b->n), *different = g_new(guint, b->n);
    static const OnionOptions defaults;
    b->options = b->options ? b->options : &defaults;
    g_autoptr(BspJob) job = bsp_build_job(&b->options->build);
    b->job = job;
    b->made = made;
    b->errors = errors;
    b->same = same;
    b->different = different;
    b->descriptors = descriptors_new(b->n);
    g_autoptr(BspBuildNode) root = expand_all(b, error) ? compile_spaces(b, error) : NULL;
    g_autofree bool *is_filled = filled_spaces(b);
    clear_spaces(b);
    OnionTree *tree = root ? lay_out(b, root, g_steal_pointer(&is_filled), error) : NULL;
    descriptors_free(b->descriptors);
    return tree;
}

OnionTree *onion_tree_build(const BspSolid *solid, const OnionSpace *spaces, guint n_spaces,
                            const OnionOptions *options, GError **error)
{
    g_return_val_if_fail(solid && spaces && n_spaces >= 1, NULL);
    Building b = { .solid = solid, .spaces = spaces, .n = n_spaces, .options = options };
    return build_tree(&b, error);
}

/* --- saving --- */

static void add_spaces(BspSaving *s, const OnionTree *tree)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < tree->n_spaces; i++) {
        const OnionSpace *space = &tree->spaces[i];
        OnionSavedSpace saved = { .mask = space->mask,
                                  .name = space->name ? (guint32)names->len : ONION_SAVED_NO_NAME,
                                  .is_filled = tree->is_filled[i] };
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
