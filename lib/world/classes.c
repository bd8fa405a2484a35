/* classes: searches lists of classes of entities, and counts the entities of each class. */
#include "world/classes.h"

#include <string.h>

#include "world/names.h"

static gboolean name_matches(const char *name, const char *classname)
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
        if (name_matches(*name, classname))
            return TRUE;
    return FALSE;
}

/* --- numbers --- */

GTree *bsp_class_counts_new(void)
{
    return bsp_names_new(NULL);
}

void bsp_class_counts_add(GTree *counts, const char *classname)
{
    guint n = GPOINTER_TO_UINT(g_tree_lookup(counts, classname)) + 1;
    g_tree_insert(counts, g_strdup(classname), GUINT_TO_POINTER(n));
}

typedef struct {
    const char *name;
    guint n;
} Count;

/* Sorts larger numbers first. */
static gint compare_counts(gconstpointer a, gconstpointer b)
{
    guint m = ((const Count *)a)->n, n = ((const Count *)b)->n;
    return m > n ? -1 : m < n;
}

/* The maximum numbers, in a message, of classes, and of bytes of a class name. A line with more is
 * hard to read. */
#define CLASSES 8
#define CLASS_BYTES 64

char *bsp_class_counts_text(GTree *counts)
{
    g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(Count));
    for (GTreeNode *node = g_tree_node_first(counts); node; node = g_tree_node_next(node)) {
        Count count = { g_tree_node_key(node), GPOINTER_TO_UINT(g_tree_node_value(node)) };
        g_array_append_val(sorted, count);
    }
    /* Classes with equal numbers stay in the order of their names. */
    g_array_sort(sorted, compare_counts);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < MIN(sorted->len, CLASSES); i++) {
        const Count *count = &g_array_index(sorted, Count, i);
        g_string_append_printf(out, "%s%.*s %u", i ? ", " : "", CLASS_BYTES, count->name, count->n);
    }
    if (sorted->len > CLASSES)
        g_string_append_printf(out, " and %u more", sorted->len - CLASSES);
    return g_string_free(out, FALSE);
}

static gboolean is_any_in(GTree *counts, const char *name)
{
    GTreeNode *node = g_tree_node_first(counts);
    while (node && !name_matches(name, g_tree_node_key(node)))
        node = g_tree_node_next(node);
    return node != NULL;
}

char *bsp_class_counts_missing(GTree *counts, const char *list, gboolean *all)
{
    g_auto(GStrv) names = g_strsplit(list ? list : "", ",", -1);
    g_autoptr(GString) missing = g_string_new(NULL);
    *all = TRUE;
    for (char **name = names; *name; name++) {
        if (is_any_in(counts, *name))
            *all = FALSE;
        else
            g_string_append_printf(missing, "%s%s", missing->len ? ", " : "", *name);
    }
    return missing->len ? g_strdup(missing->str) : NULL;
}
