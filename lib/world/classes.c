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

typedef struct {
    const char *name;
    guint n;
} Class;

GHashTable *bsp_class_counts_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

void bsp_class_counts_add(GHashTable *counts, const char *classname, guint n)
{
    n += GPOINTER_TO_UINT(g_hash_table_lookup(counts, classname));
    g_hash_table_insert(counts, g_strdup(classname), GUINT_TO_POINTER(n));
}

static gint compare_classes(gconstpointer a, gconstpointer b)
{
    const Class *p = a, *q = b;
    return p->n != q->n ? (p->n > q->n ? -1 : 1) : strcmp(p->name, q->name);
}

static GArray *sort_classes(GHashTable *counts)
{
    GArray *classes = g_array_new(FALSE, FALSE, sizeof(Class));
    GHashTableIter iter;
    gpointer name, n;
    g_hash_table_iter_init(&iter, counts);
    while (g_hash_table_iter_next(&iter, &name, &n)) {
        Class class = { name, GPOINTER_TO_UINT(n) };
        g_array_append_val(classes, class);
    }
    g_array_sort(classes, compare_classes);
    return classes;
}

/* The greatest numbers, in a message, of classes, and of bytes of a class name. */
#define CLASSES 8
#define CLASS_BYTES 64

char *bsp_class_counts_text(GHashTable *counts)
{
    g_autoptr(GArray) classes = sort_classes(counts);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < MIN(classes->len, CLASSES); i++) {
        const Class *class = &g_array_index(classes, Class, i);
        g_string_append_printf(out, "%s%.*s %u", i ? ", " : "", CLASS_BYTES, class->name, class->n);
    }
    if (classes->len > CLASSES)
        g_string_append_printf(out, " and %u more", classes->len - CLASSES);
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
