/* saved: loads onion trees from files. */
#include "onion/saved.h"

#include <stdlib.h>

#include "onion/tree.h"

/* The allocation of a loaded tree: the tree, then its spaces. */
typedef struct {
    OnionTree tree;
    void *file; /* its bytes, if the tree owns them */
    OnionSpace spaces[];
} Loaded;

/* --- spaces --- */

static bool is_box(const OnionSavedSpace *space)
{
    bool is = bsp_saved_are_finite(space->mins, 3) && bsp_saved_are_finite(space->maxs, 3);
    for (int i = 0; i < 3; i++)
        is = is && space->mins[i] <= space->maxs[i];
    return is;
}

static void name_spaces(BspSaved *s, const OnionSavedSpace *saved, OnionTree *tree)
{
    unsigned n_names;
    const char *names = bsp_saved_array(s, "names", 1, &n_names);
    if (!names || !bsp_saved_demand(s, n_names == 0 || names[n_names - 1] == '\0',
                                    "names: the last does not end"))
        return;
    for (unsigned i = 0; i < tree->n_spaces; i++) {
        const OnionSavedSpace *from = &saved[i];
        bool has_name = from->name != ONION_SAVED_NO_NAME;
        if (!bsp_saved_demand(s, is_box(from), "spaces: the box of one is none") ||
            !bsp_saved_demand(s, !has_name || from->name < n_names, "spaces: a name is not there"))
            return;
        memcpy(tree->spaces[i].box.mins.v, from->mins, sizeof from->mins);
        memcpy(tree->spaces[i].box.maxs.v, from->maxs, sizeof from->maxs);
        tree->spaces[i].mask = from->mask;
        tree->spaces[i].name = has_name ? names + from->name : NULL;
    }
}

/* --- descriptors --- */

/* The bits of the word that belong to spaces. */
static uint64_t used_bits(const OnionTree *tree, unsigned word)
{
    unsigned n = tree->n_spaces - 64 * word;
    return n < 64 ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);
}

static bool are_descriptors(const OnionTree *tree)
{
    const uint64_t *word = tree->descriptors;
    bool are = tree->n_descriptors >= 2;
    for (unsigned i = 0; are && i < tree->n_descriptors; i++)
        for (unsigned k = 0; k < tree->words; k++, word++) {
            uint64_t used = used_bits(tree, k);
            are &= i == ONION_ALL_EMPTY   ? *word == 0
                   : i == ONION_ALL_SOLID ? *word == used
                                          : (*word & ~used) == 0;
        }
    return are;
}

static void take_descriptors(BspSaved *s, OnionTree *tree)
{
    unsigned n;
    tree->words = bsp_bit_words(tree->n_spaces);
    tree->descriptors = bsp_saved_array(s, "descriptors", sizeof *tree->descriptors, &n);
    tree->n_descriptors = n / tree->words;
    if (!s->why)
        bsp_saved_demand(s, n % tree->words == 0 && are_descriptors(tree),
                         "descriptors: their number does not match the spaces");
}

/* --- the tree --- */

static void take(BspSaved *s, const OnionSavedSpace *spaces, OnionTree *tree)
{
    const OnionSavedTree *saved = bsp_saved_array_of(s, "onion", sizeof *saved, 1);
    tree->n_filled = saved ? saved->n_filled : 0;
    name_spaces(s, spaces, tree);
    take_descriptors(s, tree);
    bsp_nodes_load(s, &tree->nodes, tree->n_spaces, tree->n_descriptors, tree->n_descriptors);
}

/* Allocates the tree and n_spaces spaces. */
static Loaded *handle_new(BspSaved *s, unsigned n_spaces)
{
    if (!bsp_saved_demand(s, n_spaces > 0, "spaces: there are none"))
        return NULL;
    Loaded *loaded = calloc(1, sizeof *loaded + n_spaces * sizeof *loaded->spaces);
    bsp_saved_demand(s, loaded != NULL, "there is no memory");
    return loaded;
}

OnionTree *onion_tree_load(const void *bytes, size_t length, const char **why)
{
    BspSaved s;
    Loaded *loaded = NULL;
    const OnionSavedSpace *spaces = NULL;
    unsigned n_spaces = 0;
    if (bsp_saved_open(&s, bytes, length) &&
        bsp_saved_demand(&s, s.header->kind == BSP_SAVED_ONION, "it holds no onion tree"))
        spaces = bsp_saved_array(&s, "spaces", sizeof *spaces, &n_spaces);
    if (spaces)
        loaded = handle_new(&s, n_spaces);
    if (loaded) {
        loaded->tree.n_spaces = n_spaces;
        loaded->tree.spaces = loaded->spaces;
        loaded->tree.is_loaded = true;
        take(&s, spaces, &loaded->tree);
    }
    return bsp_saved_finish(&s, loaded, why);
}

void onion_tree_free_file(OnionTree *tree)
{
    free(((Loaded *)(void *)tree)->file);
}

OnionTree *onion_tree_load_file(const char *path, BspBrushTable **table, const char **why)
{
    size_t length;
    if (table)
        *table = NULL;
    void *bytes = bsp_saved_read_file(path, &length, why);
    OnionTree *tree = bytes ? onion_tree_load(bytes, length, why) : NULL;
    if (tree && bsp_saved_load_table(bytes, length, table, why)) {
        tree->owns_file = true;
        ((Loaded *)(void *)tree)->file = bytes;
        return tree;
    }
    onion_tree_free(tree);
    free(bytes);
    return NULL;
}
