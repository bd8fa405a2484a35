/* descriptor: the set of a tree's solidity descriptors. */
#include <pthread.h>
#include <string.h>

#include "onion/private.h"

struct OnionDescriptors {
    guint words;
    pthread_mutex_t mutex; /* of the fields below; sanitizers do not support GLib's */
    GArray *table;         /* guint64, `words` for each descriptor */
    GHashTable *index;     /* GBytes of the words -> number */
};

OnionDescriptors *onion_descriptors_new(guint n_spaces)
{
    OnionDescriptors *set = g_new(OnionDescriptors, 1);
    set->words = bsp_bit_words(n_spaces);
    pthread_mutex_init(&set->mutex, NULL);
    set->table = g_array_new(FALSE, FALSE, sizeof(guint64));
    set->index =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_autofree guint64 *solid = g_new0(guint64, set->words);
    onion_descriptors_intern(solid, set); /* ONION_ALL_EMPTY */
    for (guint i = 0; i < n_spaces; i++)
        bsp_set_bit(solid, i);
    onion_descriptors_intern(solid, set); /* ONION_ALL_SOLID */
    return set;
}

void onion_descriptors_free(OnionDescriptors *set)
{
    if (!set)
        return;
    g_array_unref(set->table);
    g_hash_table_unref(set->index);
    pthread_mutex_destroy(&set->mutex);
    g_free(set);
}

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

guint onion_descriptors_intern(const guint64 *solid, gpointer user_data)
{
    OnionDescriptors *set = user_data;
    pthread_mutex_lock(&set->mutex);
    guint number = find_or_add(set, solid);
    pthread_mutex_unlock(&set->mutex);
    return number;
}

/* --- numbering --- */

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

guint64 *onion_descriptors_finish(const OnionDescriptors *set, BspBuildNode *root, guint *n)
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
