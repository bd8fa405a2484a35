/* glib: has the functions of glib.h, and jobs (lib/compile/job.h) with one thread. */
#include <glib.h>

#include "bsp-error.h"
#include "compile/job.h"

/* --- arrays --- */

/* Makes room for n elements of an array. *most is the number for which it has room. */
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

/* Sorts by insertion, because the page's lists are short. */
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

void g_ptr_array_extend_and_steal(GPtrArray *array, GPtrArray *other)
{
    for (guint i = 0; i < other->len; i++)
        g_ptr_array_add(array, other->pdata[i]);
    other->len = 0;
    g_ptr_array_unref(other);
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
    guint hash = 2166136261u; /* the hash FNV-1a */
    for (gsize i = 0; i < bytes->n; i++)
        hash = (hash ^ bytes->data[i]) * 16777619u;
    return hash;
}

gboolean g_bytes_equal(gconstpointer a, gconstpointer b)
{
    const GBytes *x = a, *y = b;
    return x->n == y->n && memcmp(x->data, y->data, x->n) == 0;
}

gint g_bytes_compare(gconstpointer a, gconstpointer b)
{
    const GBytes *x = a, *y = b;
    gint order = memcmp(x->data, y->data, MIN(x->n, y->n));
    return order ? order : (x->n > y->n) - (x->n < y->n);
}

/* --- strings --- */

GString *g_string_new(const char *text)
{
    GString *string = g_new0(GString, 1);
    g_string_append_len(string, text ? text : "", -1);
    return string;
}

void g_string_append_len(GString *string, const char *text, gssize n)
{
    gsize more = n < 0 ? strlen(text) : (gsize)n;
    if (string->len + more >= string->most) {
        string->most = 2 * (string->len + more + 1);
        string->str = g_realloc(string->str, string->most);
    }
    memcpy(string->str + string->len, text, more);
    string->len += more;
    string->str[string->len] = '\0';
}

char *g_string_free(GString *string, gboolean frees_text)
{
    char *text = string->str;
    free(string);
    if (!frees_text)
        return text;
    free(text);
    return NULL;
}

static void append_unsigned(GString *out, guint64 number)
{
    char digits[20];
    guint at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    g_string_append_len(out, digits + at, (gssize)(sizeof digits - at));
}

/* Appends a number of %g, with at most three decimals. */
static void append_double(GString *out, double x)
{
    if (x < 0)
        g_string_append_c(out, '-');
    x = x < 0 ? -x : x;
    if (!(x < 1e15)) {
        g_string_append(out, x == x ? "more than 1e15" : "not a number");
        return;
    }
    guint64 thousandths = (guint64)(x * 1000 + 0.5);
    guint rest = (guint)(thousandths % 1000);
    append_unsigned(out, thousandths / 1000);
    if (rest)
        g_string_append_c(out, '.');
    for (guint unit = 100; rest; rest %= unit, unit /= 10)
        g_string_append_c(out, (char)('0' + rest / unit));
}

char *g_strdup_vprintf(const char *format, va_list list)
{
    GString *out = g_string_new(NULL);
    for (const char *p = format; *p; p++) {
        gssize most = -1;
        guint n_long = 0;
        if (*p != '%' || *++p == '%') {
            g_string_append_len(out, p, 1);
            continue;
        }
        for (; strchr(".0123456789*l", *p); p++) {
            n_long += *p == 'l';
            most = *p == '*' ? va_arg(list, int) : g_ascii_isdigit(*p) ? *p - '0' : most;
        }
        if (*p == 's') {
            const char *s = va_arg(list, const char *);
            g_string_append_len(out, s, most < 0 ? -1 : (gssize)strnlen(s, (gsize)most));
        } else if (*p == 'c') {
            g_string_append_c(out, (char)va_arg(list, int));
        } else if (*p == 'g') {
            append_double(out, va_arg(list, double));
        } else {
            gint64 number = n_long > 1  ? va_arg(list, gint64)
                            : *p == 'u' ? (gint64)va_arg(list, guint)
                                        : va_arg(list, gint);
            if (*p != 'u' && number < 0)
                g_string_append_c(out, '-');
            append_unsigned(out, (guint64)(*p != 'u' && number < 0 ? -number : number));
        }
    }
    return g_string_free(out, FALSE);
}

char *g_strdup_printf(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = g_strdup_vprintf(format, list);
    va_end(list);
    return text;
}

void g_string_append_printf(GString *string, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    g_autofree char *text = g_strdup_vprintf(format, list);
    va_end(list);
    g_string_append(string, text);
}

char *g_strndup(const char *s, gsize n)
{
    GString *out = g_string_new(NULL);
    g_string_append_len(out, s, (gssize)strnlen(s, n));
    return g_string_free(out, FALSE);
}

char *g_strconcat(const char *first, ...)
{
    GString *out = g_string_new(NULL);
    va_list list;
    va_start(list, first);
    for (const char *s = first; s; s = va_arg(list, const char *))
        g_string_append(out, s);
    va_end(list);
    return g_string_free(out, FALSE);
}

char *g_ascii_strdown(const char *s, gssize n)
{
    char *text = g_strndup(s, n < 0 ? strlen(s) : (gsize)n);
    for (char *p = text; *p; p++)
        *p = (char)g_ascii_tolower(*p);
    return text;
}

/* Rounds correctly for at most 15 digits, of which at most 22 follow the point: both numbers of the
 * division are then exact. strtod() would make the page 12 KB larger. */
double g_ascii_strtod(const char *s, char **end)
{
    const char *p = s + strspn(s, " \t\r\n");
    gboolean is_negative = *p == '-', has_digit = FALSE;
    double digits = 0, scale = 1;
    gint power = 0;
    p += *p == '-' || *p == '+';
    for (gboolean is_after = FALSE; g_ascii_isdigit(*p) || (*p == '.' && !is_after); p++) {
        if (*p == '.') {
            is_after = TRUE;
            continue;
        }
        digits = digits * 10 + (*p - '0');
        power -= is_after;
        has_digit = TRUE;
    }
    if (has_digit && (*p == 'e' || *p == 'E')) {
        char *after;
        long long more = strtoll(p + 1, &after, 10);
        power += (gint)CLAMP(more, -400, 400);
        p = after > p + 1 ? after : p;
    }
    for (gint i = 0; i < abs(power) && scale < 1e300; i++)
        scale *= 10;
    if (end)
        *end = (char *)(has_digit ? p : s);
    digits = power < 0 ? digits / scale : digits * scale;
    return is_negative ? -digits : digits;
}

gboolean g_ascii_string_to_unsigned(const char *s, guint base, guint64 low, guint64 high,
                                    guint64 *out, GError **error)
{
    char *end;
    gint64 number = strtoll(s, &end, (gint)base);
    (void)error;
    *out = (guint64)number;
    return g_ascii_isdigit(*s) && !*end && (guint64)number >= low && (guint64)number <= high;
}

GStrv g_strsplit_set(const char *s, const char *ends, gint most)
{
    guint n = 0;
    GStrv list = g_new0(char *, strlen(s) + 2);
    (void)most;
    while (*s) {
        gsize length = strcspn(s, ends);
        list[n++] = g_strndup(s, length);
        s += length + (s[length] != '\0');
    }
    return list;
}

void g_strfreev(GStrv list)
{
    for (guint i = 0; list && list[i]; i++)
        free(list[i]);
    free(list);
}

char *g_strstrip(char *s)
{
    gsize n = strlen(s), first = strspn(s, " \t\r\n");
    while (n > first && strchr(" \t\r\n", s[n - 1]))
        n--;
    memmove(s, s + first, n - first);
    s[n - first] = '\0';
    return s;
}

char *g_string_chunk_insert_len(GStringChunk *chunk, const char *s, gssize n)
{
    char *text = g_strndup(s, n < 0 ? strlen(s) : (gsize)n);
    g_ptr_array_add(chunk, text);
    return text;
}

/* --- errors --- */

GError *g_error_new_valist(GQuark domain, gint code, const char *format, va_list list)
{
    GError *error = g_new(GError, 1);
    *error = (GError){ domain, code, g_strdup_vprintf(format, list) };
    return error;
}

void g_set_error(GError **error, GQuark domain, gint code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    g_propagate_error(error, g_error_new_valist(domain, code, format, list));
    va_end(list);
}

void g_prefix_error(GError **error, const char *format, ...)
{
    if (!error || !*error)
        return;
    va_list list;
    va_start(list, format);
    g_autofree char *start = g_strdup_vprintf(format, list), *end = (*error)->message;
    va_end(list);
    (*error)->message = g_strconcat(start, end, NULL);
}

void g_error_free(GError *error)
{
    free(error->message);
    free(error);
}

void g_propagate_error(GError **to, GError *error)
{
    if (to)
        *to = error;
    else
        g_error_free(error);
}

/* --- trees of names --- */

/* A sorted array, which an entry without a key ends. */
struct GTree {
    GCompareDataFunc compare;
    gpointer data;
    GDestroyNotify free_key, free_value;
    guint n, most;
    GTreeNode *nodes;
};

GTree *g_tree_new_full(GCompareDataFunc compare, gpointer data, GDestroyNotify free_key,
                       GDestroyNotify free_value)
{
    GTree *tree = g_new(GTree, 1);
    *tree = (GTree){ compare, data, free_key, free_value, 0, 16, g_new0(GTreeNode, 16) };
    return tree;
}

/* Returns the number of keys before `key`. *is_there receives whether the key follows them. */
static guint find_name(const GTree *tree, gconstpointer key, gboolean *is_there)
{
    guint low = 0, high = tree->n;
    gint order = 1;
    *is_there = FALSE;
    while (low < high) {
        guint middle = (low + high) / 2;
        order = tree->compare(tree->nodes[middle].key, key, tree->data);
        *is_there |= order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void g_tree_insert(GTree *tree, gpointer key, gpointer value)
{
    gboolean is_there;
    guint at = find_name(tree, key, &is_there);
    if (!is_there) {
        reserve((gpointer *)&tree->nodes, &tree->most, tree->n + 2, sizeof *tree->nodes);
        memmove(&tree->nodes[at + 1], &tree->nodes[at], (tree->n++ - at) * sizeof *tree->nodes);
        tree->nodes[at] = (GTreeNode){ key, value };
        tree->nodes[tree->n].key = NULL;
        return;
    }
    if (tree->free_value)
        tree->free_value(tree->nodes[at].value);
    if (tree->free_key)
        tree->free_key(key);
    tree->nodes[at].value = value;
}

gboolean g_tree_lookup_extended(const GTree *tree, gconstpointer key, gpointer *own,
                                gpointer *value)
{
    gboolean is_there;
    guint at = find_name(tree, key, &is_there);
    if (own && is_there)
        *own = tree->nodes[at].key;
    if (value && is_there)
        *value = tree->nodes[at].value;
    return is_there;
}

gpointer g_tree_lookup(const GTree *tree, gconstpointer key)
{
    gpointer value = NULL;
    g_tree_lookup_extended(tree, key, NULL, &value);
    return value;
}

gint g_tree_nnodes(const GTree *tree)
{
    return (gint)tree->n;
}

GTreeNode *g_tree_node_first(const GTree *tree)
{
    return tree->n ? tree->nodes : NULL;
}

GTreeNode *g_tree_node_next(GTreeNode *node)
{
    return node[1].key ? node + 1 : NULL;
}

void g_tree_unref(GTree *tree)
{
    for (guint i = 0; i < tree->n; i++) {
        if (tree->free_key)
            tree->free_key(tree->nodes[i].key);
        if (tree->free_value)
            tree->free_value(tree->nodes[i].value);
    }
    free(tree->nodes);
    free(tree);
}

/* --- hash tables --- */

/* Hash tables with open addressing. An entry without a key is free. At most half of the entries are
 * used. */
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
    (void)free_value; /* no caller has such a function */
    GHashTable *table = g_new(GHashTable, 1);
    *table = (GHashTable){ hash, equal, free_key, 0, 16, g_new0(Entry, 16) };
    return table;
}

/* Returns the entry of the key, or the free entry that the key would get. */
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
        table->free_key(key); /* the table keeps the old key */
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
