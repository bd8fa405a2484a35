/* glib: the functions of glib.h, and jobs (lib/compile/job.h) of one thread. */
#include <glib.h>

#include "bsp-error.h"
#include "compile/job.h"

/* --- arrays --- */

/* Makes room for n elements. */
static void reserve(gpointer *data, guint *most, guint n, guint size)
{
    if (n <= *most)
        return;
    *most = MAX(n, 2 * *most);
    *data = g_realloc(*data, (gsize)*most * size);
}

GArray *page_array_new(guint size, guint most)
{
    GArray *array = g_new0(GArray, 1);
    array->size = size;
    reserve((gpointer *)&array->data, &array->most, most, size);
    return array;
}

void g_array_set_size(GArray *array, guint n)
{
    for (guint i = n; array->clear && i < array->len; i++)
        array->clear(array->data + (gsize)i * array->size);
    reserve((gpointer *)&array->data, &array->most, n, array->size);
    if (n > array->len)
        memset(array->data + (gsize)array->len * array->size, 0,
               (gsize)(n - array->len) * array->size);
    array->len = n;
}

GArray *g_array_append_vals(GArray *array, gconstpointer values, guint n)
{
    guint first = array->len;
    g_array_set_size(array, first + n);
    if (n > 0)
        memcpy(array->data + (gsize)first * array->size, values, (gsize)n * array->size);
    return array;
}

GArray *g_array_prepend_vals(GArray *array, gconstpointer values, guint n)
{
    gsize before = (gsize)array->len * array->size, bytes = (gsize)n * array->size;
    g_array_set_size(array, array->len + n);
    memmove(array->data + bytes, array->data, before);
    memcpy(array->data, values, bytes);
    return array;
}

void g_array_unref(GArray *array)
{
    g_array_set_size(array, 0);
    free(array->data);
    free(array);
}

GPtrArray *g_ptr_array_new_with_free_func(GDestroyNotify free_func)
{
    GPtrArray *array = g_new0(GPtrArray, 1);
    array->free_func = free_func;
    return array;
}

void g_ptr_array_set_size(GPtrArray *array, gint n)
{
    for (guint i = (guint)n; array->free_func && i < array->len; i++)
        if (array->pdata[i])
            array->free_func(array->pdata[i]);
    reserve((gpointer *)&array->pdata, &array->most, (guint)n, sizeof(gpointer));
    for (guint i = array->len; i < (guint)n; i++)
        array->pdata[i] = NULL;
    array->len = (guint)n;
}

void g_ptr_array_add(GPtrArray *array, gpointer item)
{
    g_ptr_array_set_size(array, (gint)array->len + 1);
    array->pdata[array->len - 1] = item;
}

gpointer g_ptr_array_steal_index_fast(GPtrArray *array, guint i)
{
    gpointer item = array->pdata[i];
    array->pdata[i] = array->pdata[--array->len];
    return item;
}

void g_ptr_array_unref(GPtrArray *array)
{
    g_ptr_array_set_size(array, 0);
    free(array->pdata);
    free(array);
}

GArray *g_array_copy(GArray *array)
{
    return g_array_append_vals(page_array_new(array->size, 0), array->data, array->len);
}

/* By insertion, because the page's lists are short. */
void g_qsort_with_data(gpointer items, gint n, gsize size, GCompareDataFunc func, gpointer data)
{
    char *all = items, *item = g_malloc(size);
    for (gsize i = 1; i < (gsize)n; i++) {
        gsize k = i;
        memcpy(item, all + i * size, size);
        for (; k > 0 && func(all + (k - 1) * size, item, data) > 0; k--)
            memcpy(all + k * size, all + (k - 1) * size, size);
        memcpy(all + k * size, item, size);
    }
    free(item);
}

/* --- bytes --- */

struct GBytes {
    gsize n;
    guint refs;
    guint8 data[];
};

GBytes *g_bytes_new(gconstpointer data, gsize n)
{
    GBytes *bytes = g_malloc(sizeof *bytes + n);
    *bytes = (GBytes){ n, 1 };
    memcpy(bytes->data, data, n);
    return bytes;
}

GBytes *g_bytes_ref(GBytes *bytes)
{
    bytes->refs++;
    return bytes;
}

void g_bytes_unref(GBytes *bytes)
{
    if (--bytes->refs == 0)
        free(bytes);
}

guint g_bytes_hash(gconstpointer key)
{
    const GBytes *bytes = key;
    guint hash = 2166136261u; /* FNV-1a */
    for (gsize i = 0; i < bytes->n; i++)
        hash = (hash ^ bytes->data[i]) * 16777619u;
    return hash;
}

gboolean g_bytes_equal(gconstpointer a, gconstpointer b)
{
    const GBytes *x = a, *y = b;
    return x->n == y->n && memcmp(x->data, y->data, x->n) == 0;
}

/* --- hash tables --- */

/* Open addressing. A key is NULL where there is no entry. At most half of the entries are used. */
typedef struct {
    gpointer key, value;
} Entry;

struct GHashTable {
    GHashFunc hash;
    GEqualFunc equal;
    GDestroyNotify free_key;
    guint n, size;
    Entry *entries;
};

GHashTable *g_hash_table_new_full(GHashFunc hash, GEqualFunc equal, GDestroyNotify free_key,
                                  GDestroyNotify free_value)
{
    (void)free_value; /* no caller has one */
    GHashTable *table = g_new(GHashTable, 1);
    *table = (GHashTable){ hash, equal, free_key, 0, 16, g_new0(Entry, 16) };
    return table;
}

/* The entry of the key, or the free one that it would get. */
static Entry *find(const GHashTable *table, gconstpointer key)
{
    for (guint i = table->hash(key);; i++) {
        Entry *entry = &table->entries[i % table->size];
        if (!entry->key || table->equal(entry->key, key))
            return entry;
    }
}

gboolean g_hash_table_insert(GHashTable *table, gpointer key, gpointer value)
{
    if (2 * (table->n + 1) > table->size) {
        GHashTable old = *table;
        table->size *= 2;
        table->entries = g_new0(Entry, table->size);
        for (guint i = 0; i < old.size; i++)
            if (old.entries[i].key)
                *find(table, old.entries[i].key) = old.entries[i];
        free(old.entries);
    }
    Entry *entry = find(table, key);
    gboolean is_new = !entry->key;
    table->n += is_new ? 1 : 0;
    if (!is_new && table->free_key)
        table->free_key(key); /* the old key stays */
    else
        entry->key = key;
    entry->value = value;
    return is_new;
}

gboolean g_hash_table_lookup_extended(GHashTable *table, gconstpointer key, gpointer *own,
                                      gpointer *value)
{
    const Entry *entry = find(table, key);
    if (own)
        *own = entry->key;
    if (value)
        *value = entry->value;
    return entry->key != NULL;
}

gpointer g_hash_table_lookup(GHashTable *table, gconstpointer key)
{
    return find(table, key)->value;
}

void g_hash_table_unref(GHashTable *table)
{
    for (guint i = 0; i < table->size; i++)
        if (table->entries[i].key && table->free_key)
            table->free_key(table->entries[i].key);
    free(table->entries);
    free(table);
}

/* --- jobs --- */

BspJob *bsp_job_new(guint n_threads, BspProgressFunc progress, gpointer progress_data)
{
    (void)n_threads, (void)progress, (void)progress_data;
    return NULL;
}

void bsp_job_free(BspJob *job)
{
    (void)job;
}

void bsp_job_limit(BspJob *job, double max_seconds)
{
    (void)job, (void)max_seconds;
}

gboolean bsp_job_goes_on(BspJob *job)
{
    return job == NULL;
}

void bsp_job_set_cancelled(BspJob *job, GError **error)
{
    (void)job, (void)error;
}

void bsp_job_part_done(BspJobPart part)
{
    (void)part;
}

void bsp_job_both(BspJob *job, BspJobFunc func, gpointer one, gpointer other)
{
    (void)job;
    func(one);
    func(other);
}

void bsp_job_each(BspJob *job, guint n, BspJobItemFunc func, gpointer data)
{
    (void)job;
    for (guint i = 0; i < n; i++)
        func(i, data);
}
