/* classes: lists of classes of entities, and how many entities have each class. */
#include "world/classes.h"

#include <string.h>

static gboolean name_has(const char *name, const char *classname)
{
    gsize n = strlen(name);
    if (n && name[n - 1] == '*')
        return g_ascii_strncasecmp(name, classname, n - 1) == 0;
    return g_ascii_strcasecmp(name, classname) == 0;
}

gboolean bsp_classes_have(const char *list, const char *classname)
{
    g_auto(GStrv) names = g_strsplit(list ? list : "", ",", -1);
    for (char **name = names; *name; name++)
        if (name_has(*name, classname))
            return TRUE;
    return FALSE;
}

/* --- numbers --- */

GHashTable *bsp_class_counts_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static guint count_of(GHashTable *counts, const char *classname)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(counts, classname));
}

void bsp_class_counts_add(GHashTable *counts, const char *classname)
{
    guint n = count_of(counts, classname) + 1;
    g_hash_table_insert(counts, g_strdup(classname), GUINT_TO_POINTER(n));
}

/* Compares two names of classes. The one with the larger number is the first. */
static gint compare_classes(gconstpointer a, gconstpointer b, gpointer counts)
{
    guint m = count_of(counts, a), n = count_of(counts, b);
    return m != n ? (m > n ? -1 : 1) : strcmp(a, b);
}

/* The greatest numbers, in a message, of classes, and of bytes of a class name. */
#define CLASSES 8
#define CLASS_BYTES 64

char *bsp_class_counts_text(GHashTable *counts)
{
    guint n = g_hash_table_size(counts), i = 0;
    GList *names = g_list_sort_with_data(g_hash_table_get_keys(counts), compare_classes, counts);
    GString *out = g_string_new(NULL);
    for (const GList *l = names; l && i < CLASSES; l = l->next)
        g_string_append_printf(out, "%s%.*s %u", i++ ? ", " : "", CLASS_BYTES,
                               (const char *)l->data, count_of(counts, l->data));
    if (n > CLASSES)
        g_string_append_printf(out, " and %u more", n - CLASSES);
    g_list_free(names);
    return g_string_free(out, FALSE);
}

static gboolean any_has(GHashTable *counts, const char *name)
{
    GHashTableIter iter;
    gpointer classname;
    g_hash_table_iter_init(&iter, counts);
    while (g_hash_table_iter_next(&iter, &classname, NULL))
        if (name_has(name, classname))
            return TRUE;
    return FALSE;
}

char *bsp_class_counts_missing(GHashTable *counts, const char *list, gboolean *all)
{
    g_auto(GStrv) names = g_strsplit(list ? list : "", ",", -1);
    g_autoptr(GString) missing = g_string_new(NULL);
    *all = TRUE;
    for (char **name = names; *name; name++) {
        if (any_has(counts, *name))
            *all = FALSE;
        else
            g_string_append_printf(missing, "%s%s", missing->len ? ", " : "", *name);
    }
    return missing->len ? g_strdup(missing->str) : NULL;
}
