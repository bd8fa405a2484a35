/* saved: loads onion trees from files. */
#include "onion/saved.h"

#include <stdlib.h>

#include "onion/tree.h"

/* A loaded tree and its spaces, in one allocation. After the spaces, it has a bool for each space.
 */
typedef struct {
    OnionTree tree;
    OnionSpace spaces[];
} Loaded;

/* --- spaces --- */

static bool has_valid_box(const OnionSavedSpace *space)
{
    bool is = bsp_saved_are_finite(space->mins, 3) && bsp_saved_are_finite(space->maxs, 3);
    for (int i = 0; i < 3; i++)
        is = is && space->mins[i] <= space->maxs[i];
    return is;
}

static void load_spaces(BspSaved *s, const OnionSavedSpace *saved, OnionTree *tree)
{
    unsigned n_names;
    const char *names = bsp_saved_array(s, "names", 1, &n_names);
    if (!names || !bsp_saved_demand(s, n_names == 0 || names[n_names - 1] == '\0',
                                    "section names: the last name has no NUL at its end"))
        return;
    for (unsigned i = 0; i < tree->n_spaces; i++) {
        const OnionSavedSpace *from = &saved[i];
        bool has_name = from->name != ONION_SAVED_NO_NAME;
        if (!bsp_saved_demand(s, has_valid_box(from), "section spaces: a box is invalid") ||
            !bsp_saved_demand(s, !has_name || from->name < n_names,
                              "section spaces: the offset of a name is too large") ||
            !bsp_saved_demand(s, from->is_filled <= 1,
                              "section spaces: the flag for a filled outside is neither 0 nor 1"))
            return;
        memcpy(tree->spaces[i].box.mins.v, from->mins, sizeof from->mins);
        memcpy(tree->spaces[i].box.maxs.v, from->maxs, sizeof from->maxs);
        tree->spaces[i].mask = from->mask;
        tree->spaces[i].name = has_name ? names + from->name : NULL;
        tree->is_filled[i] = from->is_filled == 1;
    }
}

/* --- descriptors --- */

/* Returns the bits of the word that belong to spaces. Bits after the last space are unused. */
static uint64_t used_bits(const OnionTree *tree, unsigned word)
{
    BSP_ASSERT(64 * word < tree->n_spaces);
    unsigned n = tree->n_spaces - 64 * word;
    return n < 64 ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);
}

static bool descriptors_are_valid(const OnionTree *tree)
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

static void load_descriptors(BspSaved *s, OnionTree *tree)
{
    unsigned n;
    tree->words = bsp_bit_words(tree->n_spaces);
    tree->descriptors = bsp_saved_array(s, "descriptors", sizeof *tree->descriptors, &n);
    tree->n_descriptors = n / tree->words;
    if (!s->why)
        bsp_saved_demand(s, n % tree->words == 0 && descriptors_are_valid(tree),
                         "section descriptors: the descriptors do not match the number of spaces");
}

/* --- the tree --- */

static void load_tree(BspSaved *s, const OnionSavedSpace *spaces, OnionTree *tree)
{
    load_spaces(s, spaces, tree);
    load_descriptors(s, tree);
    bsp_nodes_load(s, &tree->nodes, tree->n_spaces, tree->n_descriptors, false);
}

/* Allocates a tree with n_spaces spaces. */
static Loaded *loaded_new(BspSaved *s, unsigned n_spaces)
{
    if (!bsp_saved_demand(s, n_spaces > 0, "section spaces: there are no spaces"))
        return NULL;
    Loaded *loaded = calloc(1, sizeof *loaded + n_spaces * (sizeof *loaded->spaces + sizeof(bool)));
    bsp_saved_demand(s, loaded != NULL, "out of memory");
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
        loaded = loaded_new(&s, n_spaces);
    if (loaded) {
        loaded->tree.n_spaces = n_spaces;
        loaded->tree.spaces = loaded->spaces;
        loaded->tree.is_filled = (bool *)(loaded->spaces + n_spaces);
        loaded->tree.is_loaded = true;
        load_tree(&s, spaces, &loaded->tree);
    }
    return bsp_saved_finish(&s, loaded, why);
}
