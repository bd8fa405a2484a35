/* glib: the functions of GLib that the builders of trees and of brush tables and the readers of
 * levels use, for the page to try, where GLib does not exist. GLib's manual describes them, but
 * there are no threads, and formats know few letters. Without memory the page ends. */
#ifndef PAGE_GLIB_H
#define PAGE_GLIB_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>

typedef int gint, gboolean;
typedef unsigned guint;
typedef char gchar;
typedef unsigned char guchar;
typedef double gdouble;
typedef int8_t gint8;
typedef uint8_t guint8;
typedef int16_t gint16;
typedef uint16_t guint16;
typedef int32_t gint32;
typedef uint32_t guint32, GQuark;
typedef int64_t gint64;
typedef uint64_t guint64;
typedef size_t gsize;
typedef ssize_t gssize;
typedef void *gpointer;
typedef const void *gconstpointer;
typedef uintptr_t guintptr;
typedef void (*GDestroyNotify)(gpointer);
typedef guint (*GHashFunc)(gconstpointer);
typedef gboolean (*GEqualFunc)(gconstpointer, gconstpointer);
typedef gint (*GCompareFunc)(gconstpointer, gconstpointer);
typedef gint (*GCompareDataFunc)(gconstpointer, gconstpointer, gpointer);

#define TRUE 1
#define FALSE 0
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(x, low, high) MIN(MAX(x, low), high)
#define G_MAXINT INT_MAX
#define G_MAXUINT UINT_MAX
#define G_MAXUINT16 UINT16_MAX
#define G_MAXINT32 INT32_MAX
#define G_MAXUINT32 UINT32_MAX
#define G_MAXUINT64 UINT64_MAX
#define G_MAXSIZE SIZE_MAX
#define G_GUINT64_CONSTANT(x) UINT64_C(x)
#define G_GUINT64_FORMAT "llu"
#define G_PI 3.14159265358979323846
#define G_USEC_PER_SEC 1000000
#define G_N_ELEMENTS(array) (sizeof(array) / sizeof *(array))
#define G_BEGIN_DECLS
#define G_END_DECLS
#define G_GNUC_PRINTF(format, first)
#define G_UNLIKELY(x) (x)
#define GINT_TO_POINTER(i) ((gpointer)(intptr_t)(i))
#define GPOINTER_TO_INT(p) ((gint)(intptr_t)(p))
#define GUINT_TO_POINTER(i) ((gpointer)(uintptr_t)(i))
#define GPOINTER_TO_UINT(p) ((guint)(uintptr_t)(p))
#define g_atomic_int_get(p) (*(p))
#define g_atomic_int_set(p, value) (*(p) = (value))
#define g_assert(x) ((x) ? (void)0 : abort())
#define g_error(...) abort()
/* The page keeps to the contracts, so they are not checked, as in GLib with G_DISABLE_CHECKS. */
#define g_return_val_if_fail(x, value) ((void)0)
#define g_return_if_fail(x) ((void)0)

/* --- cleanup --- */

#define G_DEFINE_AUTOPTR_CLEANUP_FUNC(type, func)                                                  \
    static inline __attribute__((unused)) void page_auto_##type(type **p)                          \
    {                                                                                              \
        if (*p)                                                                                    \
            func(*p);                                                                              \
    }
#define G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(type, func)
#define g_autoptr(type) __attribute__((cleanup(page_auto_##type))) type *
#define g_autofree __attribute__((cleanup(page_auto_free)))
#define g_steal_pointer(p)                                                                         \
    ({                                                                                             \
        __typeof__(*(p)) page_stolen = *(p);                                                       \
        *(p) = NULL;                                                                               \
        page_stolen;                                                                               \
    })
#define g_clear_pointer(p, func)                                                                   \
    do                                                                                             \
        if (*(p)) {                                                                                \
            func(*(p));                                                                            \
            *(p) = NULL;                                                                           \
        }                                                                                          \
    while (0)

static inline void page_auto_free(void *p)
{
    free(*(void **)p);
}

/* --- memory --- */

static inline gpointer g_realloc(gpointer p, gsize n)
{
    p = realloc(p, n ? n : 1);
    return p ? p : (abort(), NULL);
}

static inline gpointer g_malloc(gsize n)
{
    return g_realloc(NULL, n);
}

static inline gpointer g_malloc0(gsize n)
{
    return memset(g_malloc(n), 0, n);
}

static inline gpointer g_memdup2(gconstpointer p, gsize n)
{
    return p && n ? memcpy(g_malloc(n), p, n) : NULL;
}

#define g_free free
#define g_new(type, n) ((type *)g_malloc(sizeof(type) * (gsize)(n)))
#define g_new0(type, n) ((type *)g_malloc0(sizeof(type) * (gsize)(n)))
#define g_renew(type, p, n) ((type *)g_realloc(p, sizeof(type) * (gsize)(n)))
#define g_strdup(s) ((s) ? (char *)g_memdup2(s, strlen(s) + 1) : NULL)

/* --- errors --- */

typedef struct {
    GQuark domain;
    gint code;
    char *message;
} GError;

GError *g_error_new_valist(GQuark domain, gint code, const char *format, va_list list);
void g_set_error(GError **error, GQuark domain, gint code, const char *format, ...);
void g_prefix_error(GError **error, const char *format, ...);
void g_error_free(GError *error);
void g_propagate_error(GError **to, GError *error);

static inline void g_clear_error(GError **error)
{
    if (error)
        g_clear_pointer(error, g_error_free);
}

#define g_quark_from_static_string(s) ((void)(s), 1)

/* --- arrays --- */

typedef struct {
    char *data;
    guint len, size, most;
    GDestroyNotify clear;
} GArray;

typedef struct {
    gpointer *pdata;
    guint len, most;
    GDestroyNotify free_func;
} GPtrArray;

typedef struct GBytes GBytes;
typedef struct GHashTable GHashTable;

GArray *page_array_new(guint size, guint most);
void g_array_set_size(GArray *array, guint n);
GArray *g_array_append_vals(GArray *array, gconstpointer values, guint n);
GArray *g_array_prepend_vals(GArray *array, gconstpointer values, guint n);
GArray *g_array_copy(GArray *array);
void g_array_unref(GArray *array);
void g_qsort_with_data(gpointer items, gint n, gsize size, GCompareDataFunc func, gpointer data);
GPtrArray *g_ptr_array_new_with_free_func(GDestroyNotify free_func);
void g_ptr_array_set_size(GPtrArray *array, gint n);
void g_ptr_array_add(GPtrArray *array, gpointer item);
gpointer g_ptr_array_steal_index_fast(GPtrArray *array, guint i);
void g_ptr_array_unref(GPtrArray *array);
void g_ptr_array_extend_and_steal(GPtrArray *array, GPtrArray *other);
GBytes *g_bytes_new(gconstpointer data, gsize n);
void g_bytes_unref(GBytes *bytes);
GBytes *g_bytes_ref(GBytes *bytes);
guint g_bytes_hash(gconstpointer bytes);
gboolean g_bytes_equal(gconstpointer a, gconstpointer b);
gint g_bytes_compare(gconstpointer a, gconstpointer b);
GHashTable *g_hash_table_new_full(GHashFunc hash, GEqualFunc equal, GDestroyNotify free_key,
                                  GDestroyNotify free_value);
gboolean g_hash_table_insert(GHashTable *table, gpointer key, gpointer value);
gpointer g_hash_table_lookup(GHashTable *table, gconstpointer key);
gboolean g_hash_table_lookup_extended(GHashTable *table, gconstpointer key, gpointer *own,
                                      gpointer *value);
void g_hash_table_unref(GHashTable *table);

/* All elements are 0 at first, also if the argument `clear` is FALSE. */
#define g_array_new(ends, clear, size) page_array_new(size, 0)
#define g_array_sized_new(ends, clear, size, most) page_array_new(size, most)
#define g_array_index(array, type, i) (((type *)(void *)(array)->data)[i])
#define g_array_append_val(array, value) g_array_append_vals(array, &(value), 1)
#define g_array_prepend_val(array, value) g_array_prepend_vals(array, &(value), 1)
#define g_array_set_clear_func(array, func) ((array)->clear = (func))
#define g_array_free(array, frees_data) page_array_free(array, frees_data)
#define g_array_sort(array, func) qsort((array)->data, (array)->len, (array)->size, func)
#define g_ptr_array_new() g_ptr_array_new_with_free_func(NULL)

static inline gpointer page_array_free(GArray *array, gboolean frees_data)
{
    gpointer data = array->data;
    if (!frees_data) {
        free(array);
        return data;
    }
    g_array_unref(array);
    return NULL;
}

/* --- strings --- */

typedef struct {
    char *str;
    gsize len, most;
} GString;

typedef char **GStrv;
typedef GPtrArray GStringChunk;

/* Knows %s, %.*s, %.4s, %c, %d, %u, %g, also with a length before the letter. %g prints at most
 * three decimals. */
char *g_strdup_vprintf(const char *format, va_list list);
char *g_strdup_printf(const char *format, ...);
char *g_strndup(const char *s, gsize n);
char *g_strconcat(const char *first, ...);
char *g_ascii_strdown(const char *s, gssize n);
double g_ascii_strtod(const char *s, char **end);
gboolean g_ascii_string_to_unsigned(const char *s, guint base, guint64 low, guint64 high,
                                    guint64 *out, GError **error);
GStrv g_strsplit_set(const char *s, const char *ends, gint most);
void g_strfreev(GStrv list);
char *g_strstrip(char *s);
GString *g_string_new(const char *text);
void g_string_append_len(GString *string, const char *text, gssize n);
void g_string_append_printf(GString *string, const char *format, ...);
char *g_string_free(GString *string, gboolean frees_text);
char *g_string_chunk_insert_len(GStringChunk *chunk, const char *s, gssize n);

#define GINT32_FROM_LE(x) (x)
#define GUINT16_FROM_LE(x) (x)
#define G_GSIZE_FORMAT "u"
#define g_auto(type) __attribute__((cleanup(page_auto_strv))) type
#define g_strcmp0(a, b) strcmp((a) ? (a) : "", (b) ? (b) : "")
#define g_str_has_prefix(s, start) (strncmp(s, start, strlen(start)) == 0)
#define g_str_has_suffix(s, end)                                                                   \
    (strlen(s) >= strlen(end) && strcmp((s) + strlen(s) - strlen(end), end) == 0)
#define g_ascii_strcasecmp strcasecmp
#define g_ascii_strncasecmp strncasecmp
#define g_ascii_strtoll strtoll
#define g_ascii_isdigit(c) ((c) >= '0' && (c) <= '9')
#define g_ascii_isprint(c) ((c) >= ' ' && (c) <= '~')
#define g_ascii_tolower(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
#define g_utf8_make_valid(s, n) ((n) < 0 ? g_strdup(s) : g_strndup(s, (gsize)(n)))
#define g_strsplit g_strsplit_set /* callers split at one character */
#define g_string_append(string, text) g_string_append_len(string, text, -1)
#define g_string_append_c(string, c) g_string_append_len(string, (char[]){ c }, 1)
#define g_string_chunk_new(size) g_ptr_array_new_with_free_func(free)
#define g_string_chunk_insert(chunk, s) g_string_chunk_insert_len(chunk, s, -1)
#define g_string_chunk_free g_ptr_array_unref

static inline void page_auto_strv(GStrv *list)
{
    g_strfreev(*list);
}

static inline void page_string_drop(GString *string)
{
    g_string_free(string, TRUE);
}

/* --- trees of names --- */

typedef struct GTree GTree;
typedef struct {
    gpointer key, value;
} GTreeNode;

GTree *g_tree_new_full(GCompareDataFunc compare, gpointer data, GDestroyNotify free_key,
                       GDestroyNotify free_value);
void g_tree_insert(GTree *tree, gpointer key, gpointer value);
gpointer g_tree_lookup(const GTree *tree, gconstpointer key);
gboolean g_tree_lookup_extended(const GTree *tree, gconstpointer key, gpointer *own,
                                gpointer *value);
gint g_tree_nnodes(const GTree *tree);
GTreeNode *g_tree_node_first(const GTree *tree);
GTreeNode *g_tree_node_next(GTreeNode *node);
void g_tree_unref(GTree *tree);

#define g_tree_node_key(node) ((node)->key)
#define g_tree_node_value(node) ((node)->value)

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GTree, g_tree_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GString, page_string_drop)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GArray, g_array_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GPtrArray, g_ptr_array_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GBytes, g_bytes_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GError, g_error_free)

#endif
