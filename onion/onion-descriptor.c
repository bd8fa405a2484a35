/* onion-descriptor: the different solidity descriptors of a tree, each held once. */
#include <string.h>

#include "onion-private.h"

struct OnionDescriptors {
    guint words;
    GArray *table;     /* guint64, words each */
    GHashTable *index; /* GBytes of the words -> number */
};

OnionDescriptors *onion_descriptors_new(guint words)
{
    OnionDescriptors *set = g_new(OnionDescriptors, 1);
    set->words = words;
    set->table = g_array_new(FALSE, FALSE, sizeof(guint64));
    set->index =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    return set;
}

void onion_descriptors_free(OnionDescriptors *set)
{
    if (!set)
        return;
    if (set->table)
        g_array_unref(set->table);
    g_hash_table_unref(set->index);
    g_free(set);
}

guint onion_descriptors_intern(const guint64 *solid, gpointer user_data)
{
    OnionDescriptors *set = user_data;
    gpointer number;
    GBytes *key = g_bytes_new(solid, set->words * sizeof *solid);
    if (g_hash_table_lookup_extended(set->index, key, NULL, &number)) {
        g_bytes_unref(key);
        return GPOINTER_TO_UINT(number);
    }
    guint n = set->table->len / set->words;
    g_array_append_vals(set->table, solid, set->words);
    g_hash_table_insert(set->index, key, GUINT_TO_POINTER(n));
    return n;
}

guint64 *onion_descriptors_steal(OnionDescriptors *set, guint *n)
{
    *n = set->table->len / set->words;
    guint64 *table = (guint64 *)(gpointer)g_array_free(set->table, FALSE);
    set->table = NULL;
    return table;
}
