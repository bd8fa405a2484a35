/* json: strict reading of JSON, with errors that say where.
 *
 * Syntax errors (see json-text) read "FILE:LINE:COLUMN: message" (column in characters, from
 * 1), errors of meaning "FILE: /json/pointer: message" ("FILE: message" for the document as a
 * whole).
 *
 * A BspJsonRef is one value together with how it was reached, so that an error can name it. It is a
 * plain struct on the caller's stack; it borrows from the document, and from the ref of the array
 * or object it was got from, and must not outlive them.
 *
 *     g_autoptr(BspJson) json = bsp_json_load(path, error);
 *     if (!json)
 *         return NULL;
 *     static const char *const keys[] = { "format", "version", "spaces", NULL };
 *     BspJsonRef root = bsp_json_root(json), spaces, space;
 *     guint n;
 *     if (!bsp_json_check_format(&root, "bsp-scenario", 1, error) ||
 *         !bsp_json_check_object(&root, keys, error) ||
 *         !bsp_json_require(&root, "spaces", &spaces, error) ||
 *         !bsp_json_array(&spaces, 1, 64, &n, error))
 *         return NULL;
 *     for (guint i = 0; i < n; i++) {
 *         bsp_json_item(&spaces, i, &space);
 *         ...
 *
 * Every function that takes a GError ** returns FALSE and sets it when the value is not what is
 * asked for: BSP_ERROR_VALUE, unless stated otherwise. */
#ifndef BSP_JSON_H
#define BSP_JSON_H

#include "bsp-error.h"
#include "bsp-vec.h"

/* Bytes. A longer document is refused with BSP_ERROR_LIMIT: parsed, `[1,1,1,...` needs 36 times its
 * own size. Some 600,000 recorded moves fit. */
#define BSP_JSON_MAX_BYTES (64 << 20)

/* A document with more objects is refused, too: json-c takes 800 bytes for `{}`. */
#define BSP_JSON_MAX_OBJECTS (1 << 20)

/* The limit of bytes for one that is read in pieces. A million hulls of twelve points fit. */
#define BSP_JSON_MAX_BYTES_IN_PIECES (256 << 20)

struct json_object;

/* A document. Immutable; any thread may read it. */
typedef struct {
    char *file; /* as errors name it */
    struct json_object *root;
    const char *text; /* borrowed; what was parsed, which is gone if not read in pieces */
    gsize length;
    GHashTable *arrays; /* those left as text: from their keys in the outermost object to where they
                           begin; NULL if the document is not read in pieces */
} BspJson;

typedef struct BspJsonRef {
    const BspJson *json;
    const struct BspJsonRef *parent; /* NULL: the document */
    const char *key;                 /* within an object, borrowed; NULL: */
    guint index;                     /* within an array */
    struct json_object *value;       /* borrowed; NULL is JSON's null */
    const char *left_as_text;        /* where in the text the array begins, of which value has no
                                        items; NULL: value has all */
} BspJsonRef;

/* Parses text[0 .. length), of which text[length] must be NUL. `file` is what errors call it. NULL
 * with BSP_ERROR_SYNTAX or BSP_ERROR_LIMIT. */
BspJson *bsp_json_parse(const char *file, const char *text, gsize length, GError **error);

/* The same in less memory (see json-pieces), for documents of one large object: the arrays that
 * are members of it are checked, but left as text, and nothing but bsp_json_each() may be asked of
 * them. The text must outlive the document. format: its "format"; one that has another, and
 * breaks a limit, fails of the format. */
BspJson *bsp_json_parse_in_pieces(const char *file, const char *text, gsize length,
                                  const char *format, GError **error);

/* Reads the file with bsp_read_file() and parses it. */
BspJson *bsp_json_load(const char *path, GError **error);
void bsp_json_free(BspJson *json);

/* --- walking --- */

BspJsonRef bsp_json_root(const BspJson *json);

/* The member of that name: FALSE, with no error, when there is none or `object` is no object. */
gboolean bsp_json_member(const BspJsonRef *object, const char *key, BspJsonRef *member);

/* The same for a member that must be there. `object` must be an object, too. */
gboolean bsp_json_require(const BspJsonRef *object, const char *key, BspJsonRef *member,
                          GError **error);

/* Item i of an array that bsp_json_array() has counted. */
void bsp_json_item(const BspJsonRef *array, guint i, BspJsonRef *item);

/* Is handed an item, which lives no longer than the call. FALSE, with an error, ends the walk. */
typedef gboolean (*BspJsonItemFunc)(const BspJsonRef *item, gpointer data, GError **error);

/* It is an array, and func is TRUE for each of its items in turn. */
gboolean bsp_json_each(const BspJsonRef *array, BspJsonItemFunc func, gpointer data,
                       GError **error);

/* --- what a value is --- */

/* Whether it is an object, where it may be something else, too. */
gboolean bsp_json_is_object(const BspJsonRef *ref);

/* Whether it is a string, likewise. */
gboolean bsp_json_is_string(const BspJsonRef *ref);

/* It is an object whose keys are all in the list, which ends in NULL. */
gboolean bsp_json_check_object(const BspJsonRef *ref, const char *const *keys, GError **error);

/* It is an object with this "format", and this "version" (BSP_ERROR_VALUE names both versions). To
 * be asked before bsp_json_check_object(): a later version may have more keys. */
gboolean bsp_json_check_format(const BspJsonRef *ref, const char *format, guint version,
                               GError **error);

/* It is an array of min to max items. */
gboolean bsp_json_array(const BspJsonRef *ref, guint min, guint max, guint *n, GError **error);

/* It is a string, not empty and without a NUL in it; borrowed from the document. */
gboolean bsp_json_string(const BspJsonRef *ref, const char **string, GError **error);

/* It is a string of the list, which ends in NULL; *choice becomes its index there. */
gboolean bsp_json_choice(const BspJsonRef *ref, const char *const *names, guint *choice,
                         GError **error);

/* It is a finite number with min <= number <= max. */
gboolean bsp_json_number(const BspJsonRef *ref, double min, double max, double *number,
                         GError **error);

/* It is true or false. */
gboolean bsp_json_boolean(const BspJsonRef *ref, gboolean *value, GError **error);

/* It is a whole number, written without point or exponent, with min <= number <= max. */
gboolean bsp_json_uint(const BspJsonRef *ref, guint64 min, guint64 max, guint64 *number,
                       GError **error);

/* It is an array of n numbers, each at least -limit and at most limit. */
gboolean bsp_json_numbers(const BspJsonRef *ref, guint n, double limit, double *numbers,
                          GError **error);

/* It is a point: three numbers, none farther than BSP_WORLD_HALF from 0. */
gboolean bsp_json_vec(const BspJsonRef *ref, BspVec *vec, GError **error);

/* How the value was reached: "/world/brushes"; "" for the document. Free with g_free(). */
char *bsp_json_pointer(const BspJsonRef *ref);

/* --- errors --- */

/* Sets "FILE: /json/pointer: message" and returns FALSE. */
gboolean bsp_json_fail(const BspJsonRef *ref, GError **error, BspErrorCode code, const char *format,
                       ...) G_GNUC_PRINTF(4, 5);

/* Puts "FILE: /json/pointer: " before the message of an error that is set. */
void bsp_json_prefix_error(const BspJsonRef *ref, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspJson, bsp_json_free)

#endif
