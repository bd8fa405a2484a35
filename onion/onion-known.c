/* onion-known: what each node says of spaces that are all solid or all empty below it.
 *
 * Most planes of an onion belong to one space; the others' queries would walk on below nodes where
 * nothing is left to learn for them. So a branch is marked with a fact: for which spaces the whole
 * subtree is solid, and for which it is empty. There are few different facts: a node has the number
 * of its own, its tag, and a table says what each tag means to each space. */
#include <string.h>

#include "bsp-cover.h"
#include "onion-private.h"

/* Tags fit in a byte. With many spaces there may be more facts than that: the commonest are kept,
 * and branches with others count as those of which nothing is known, tag 0. */
#define MAX_TAGS 256

typedef struct {
    const OnionTree *tree;
    OnionDescriptors *facts; /* the spaces solid, then those empty: tree->words each */
    GArray *count;           /* guint: the branches that each fact is true of */
} Marking;

/* The fact that is true of the subtree; each branch's tag is the number of its fact for now. */
static void find_facts(Marking *m, BspBuildNode *node, guint64 *fact)
{
    guint words = m->tree->words;
    if (bsp_build_node_is_leaf(node)) {
        const guint64 *solid = m->tree->descriptors + (gsize)node->value * words;
        for (guint i = 0; i < words; i++) {
            fact[i] = solid[i];
            fact[words + i] = ~solid[i];
        }
        return;
    }
    g_autofree guint64 *back = g_new(guint64, 2 * words);
    find_facts(m, node->child[0], fact);
    find_facts(m, node->child[1], back);
    for (guint i = 0; i < 2 * words; i++)
        fact[i] &= back[i];
    node->tag = onion_descriptors_intern(fact, m->facts);
    if (node->tag == m->count->len)
        g_array_set_size(m->count, node->tag + 1);
    g_array_index(m->count, guint, node->tag)++;
}

static BspKnown known_of(const guint64 *fact, guint words, guint space)
{
    if (bsp_bit(fact, space))
        return BSP_KNOWN_SOLID;
    return bsp_bit(fact + words, space) ? BSP_KNOWN_EMPTY : BSP_KNOWN_NOT;
}

static gboolean tells_nothing(const guint64 *fact, const OnionTree *tree)
{
    for (guint space = 0; space < tree->n_spaces; space++)
        if (known_of(fact, tree->words, space) != BSP_KNOWN_NOT)
            return FALSE;
    return TRUE;
}

/* Numbers of facts, the commonest first. */
static gint by_count(gconstpointer a, gconstpointer b, gpointer user_data)
{
    const GArray *count = user_data;
    guint x = *(const guint *)a, y = *(const guint *)b;
    guint nx = g_array_index(count, guint, x), ny = g_array_index(count, guint, y);
    return nx != ny ? (nx > ny ? -1 : 1) : (x < y ? -1 : x > y);
}

/* The tags of the facts, 0 for those that get none. */
static guint *choose_tags(const Marking *m, const guint64 *facts, guint n_facts, guint *n_tags)
{
    g_autofree guint *order = g_new(guint, n_facts + 1);
    for (guint i = 0; i < n_facts; i++)
        order[i] = i;
    g_qsort_with_data(order, (gint)n_facts, sizeof *order, by_count, m->count);
    guint *tags = g_new0(guint, n_facts + 1);
    *n_tags = 1;
    for (guint i = 0; i < n_facts && *n_tags < MAX_TAGS; i++)
        if (!tells_nothing(facts + (gsize)order[i] * 2 * m->tree->words, m->tree))
            tags[order[i]] = (*n_tags)++;
    return tags;
}

/* What each tag means: a BspKnown for each space and tag. */
static guint8 *table_of(const OnionTree *tree, guint n_tags, const guint64 *facts,
                        const guint *tags, guint n_facts)
{
    gsize size = (gsize)tree->n_spaces * n_tags;
    guint8 *known = g_new(guint8, size);
    memset(known, BSP_KNOWN_NOT, size);
    for (guint i = 0; i < n_facts; i++)
        for (guint space = 0; tags[i] && space < tree->n_spaces; space++)
            known[space * n_tags + tags[i]] =
                (guint8)known_of(facts + (gsize)i * 2 * tree->words, tree->words, space);
    return known;
}

static void set_tags(BspBuildNode *node, const guint *tags)
{
    if (bsp_build_node_is_leaf(node))
        return;
    node->tag = tags[node->tag];
    set_tags(node->child[0], tags);
    set_tags(node->child[1], tags);
}

void onion_mark_known(OnionTree *tree, BspBuildNode *root)
{
    guint n_facts;
    g_autoptr(GArray) count = g_array_new(FALSE, TRUE, sizeof(guint));
    g_autoptr(OnionDescriptors) set = onion_descriptors_new(2 * tree->words);
    Marking m = { tree, set, count };
    g_autofree guint64 *fact = g_new(guint64, 2 * tree->words);
    find_facts(&m, root, fact);
    const guint64 *facts = onion_descriptors_table(set, &n_facts);
    g_autofree guint *tags = choose_tags(&m, facts, n_facts, &tree->n_tags);
    tree->known = table_of(tree, tree->n_tags, facts, tags, n_facts);
    set_tags(root, tags);
}

void onion_mark_nothing(OnionTree *tree)
{
    tree->n_tags = 1;
    tree->known = g_new(guint8, tree->n_spaces);
    memset(tree->known, BSP_KNOWN_NOT, tree->n_spaces);
}
