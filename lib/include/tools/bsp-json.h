/* bsp-json: strict reading of JSON, with the position in errors.
 *
 * Syntax errors have the form "FILE:LINE:COLUMN: message" (column in characters, from 1). Errors in
 * values have the form "FILE: /json/pointer: message" ("FILE: message" for the whole document).
 *
 * A BspJsonRef is one value with its path, so that an error can name it. The BspJsonRef of a whole
 * document is allocated, and the caller frees it with bsp_json_free(). All others are plain structs
 * on the caller's stack. Each points to the BspJsonRef of the array or object that contains it, and
 * must not outlive that.
 *
 *     g_autoptr(BspJsonRef) root = bsp_json_load(path, error);
 *     if (!root)
 *         return NULL;
 *     static const char *const keys[] = { "format", "version", "spaces", NULL };
 *     BspJsonRef spaces, space;
 *     guint n;
 *     if (!bsp_json_check_format(root, "bsp-scenario", 1, error) ||
 *         !bsp_json_check_object(root, keys, error) ||
 *         !bsp_json_require(root, "spaces", &spaces, error) ||
 *         !bsp_json_array(&spaces, 1, 64, &n, error))
 *         return NULL;
 *     for (guint i = 0; i < n; i++) {
 *         bsp_json_item(&spaces, i, &space);
 *         ...
 *
 * Every function with a GError ** returns FALSE and sets the error if the value is not as
 * described: BSP_ERROR_VALUE, unless stated otherwise. */
#ifndef BSP_JSON_H
#define BSP_JSON_H

#include "bsp-world.h"

G_BEGIN_DECLS

/* Bytes. A longer document is rejected with BSP_ERROR_LIMIT, because a parsed document may need 36
 * times its size in memory (`[1,1,1,...`). About 600,000 recorded moves fit, or a million boxes. */
#define BSP_JSON_MAX_BYTES (64 << 20)

/* A document with more objects is rejected, too, because json-c needs 800 bytes for `{}`. */
#define BSP_JSON_MAX_OBJECTS 1048576

struct json_object;

/* Immutable; any thread may read it. */
typedef struct BspJsonRef {
    char *file;                      /* name of the file in errors; owned by the document */
    const struct BspJsonRef *parent; /* the value that contains this one; NULL for the document */
    const char
        *key;    /* key of the value in its object, not owned; NULL if the value is in an array */
    guint index; /* index of the value in its array, if key is NULL */
    struct json_object *value; /* owned by the document; NULL is JSON's null */
} BspJsonRef;

/* Parses text[0 .. length); text[length] must be NUL. `file` is the name in errors. Returns the
 * document, or NULL with BSP_ERROR_SYNTAX or BSP_ERROR_LIMIT. */
BspJsonRef *bsp_json_parse(const char *file, const char *text, gsize length, GError **error);

/* Reads the file with bsp_read_file() (bsp-file.h) and parses it. */
BspJsonRef *bsp_json_load(const char *path, GError **error);
void bsp_json_free(BspJsonRef *root);

/* --- walking --- */

/* Finds the member of that name. Returns FALSE, without an error, if the object has no such member,
 * or if `object` is not an object. */
gboolean bsp_json_member(const BspJsonRef *object, const char *key, BspJsonRef *member);

/* Does the same as bsp_json_member(), but a missing member is an error, and so is an `object` that
 * is not an object. */
gboolean bsp_json_require(const BspJsonRef *object, const char *key, BspJsonRef *member,
                          GError **error);

/* Sets *item to item i of an array. i must be less than the number that bsp_json_array() has
 * returned. */
void bsp_json_item(const BspJsonRef *array, guint i, BspJsonRef *item);

/* Receives an item, which is valid only during the call. Returns FALSE with an error to end the
 * iteration. */
typedef gboolean (*BspJsonItemFunc)(gpointer data, const BspJsonRef *item, GError **error);

/* Checks that the value is an array of min to max items, and calls func for each item in order.
 * Returns FALSE if func returns FALSE. */
gboolean bsp_json_each(const BspJsonRef *array, guint min, guint max, BspJsonItemFunc func,
                       gpointer data, GError **error);

/* --- types of values --- */

/* Checks that the value is an object whose keys are all in the list, which ends in NULL. */
gboolean bsp_json_check_object(const BspJsonRef *ref, const char *const *keys, GError **error);

/* Checks that the value is an object with this "format" and this "version" (the error message names
 * the expected and the actual version). Call it before bsp_json_check_object(), because a later
 * version may have more keys. */
gboolean bsp_json_check_format(const BspJsonRef *ref, const char *format, guint version,
                               GError **error);

/* Checks that the value is an array of min to max items. *n receives the number of items. */
gboolean bsp_json_array(const BspJsonRef *ref, guint min, guint max, guint *n, GError **error);

/* Reads a string, which must not be empty. The document owns the string. */
gboolean bsp_json_string(const BspJsonRef *ref, const char **string, GError **error);

/* Reads a string that must be in the list, which ends in NULL. *choice receives its index in the
 * list. */
gboolean bsp_json_choice(const BspJsonRef *ref, const char *const *names, guint *choice,
                         GError **error);

/* Reads a finite number with min <= number <= max. */
gboolean bsp_json_number(const BspJsonRef *ref, double min, double max, double *number,
                         GError **error);

/* Reads true or false. */
gboolean bsp_json_boolean(const BspJsonRef *ref, gboolean *value, GError **error);

/* Reads a whole number, written without point or exponent, with min <= number <= max. */
gboolean bsp_json_uint(const BspJsonRef *ref, guint64 min, guint64 max, guint64 *number,
                       GError **error);

/* Reads an array of n numbers, each as bsp_json_number() reads one. */
gboolean bsp_json_numbers(const BspJsonRef *ref, guint n, double min, double max, double *numbers,
                          GError **error);

/* Reads a point: three numbers, each at least -BSP_WORLD_HALF and at most BSP_WORLD_HALF. */
gboolean bsp_json_vec(const BspJsonRef *ref, BspVec *vec, GError **error);

/* Returns the JSON pointer of the value, such as "/world/brushes"; "" for the document. The caller
 * frees it with g_free().
 */
char *bsp_json_pointer(const BspJsonRef *ref);

/* --- errors --- */

/* Sets "FILE: /json/pointer: message" and returns FALSE. */
gboolean bsp_json_fail(const BspJsonRef *ref, GError **error, BspErrorCode code, const char *format,
                       ...) G_GNUC_PRINTF(4, 5);

/* Puts "FILE: /json/pointer: " before the message of an error that is set. */
void bsp_json_prefix_error(const BspJsonRef *ref, GError **error);

/* --- contents of brushes, and masks --- */

/* Reads a set of contents. It is a number below 2^32, a string, or an array of strings, which are
 * combined. A string is the name of a content of id Tech 3, or one to eight hexadecimal digits. */
gboolean bsp_json_contents(const BspJsonRef *ref, guint32 *contents, GError **error);

/* Adds the contents that the text names, which has the form of a string of bsp_json_contents().
 * Returns FALSE if the text is not the name of a content or a number. */
gboolean bsp_contents_add(const char *text, guint32 *contents);

/* Returns the names of the contents, separated by commas. Contents without a name are written in
 * hexadecimal digits: "solid,water,200". The caller frees it with g_free(). */
char *bsp_contents_text(guint32 contents);

/* --- worlds as JSON documents of format "bsp-world", or as parts of other documents --- */

/* Reads a brush as it stands in a world. Returns NULL with BSP_ERROR_VALUE, BSP_ERROR_GEOMETRY or
 * BSP_ERROR_LIMIT. */
BspBrush *bsp_json_brush(const BspJsonRef *ref, GError **error);

/* Reads a world from a value anywhere in a document. Errors name the position, as in "FILE:
 * /world/brushes/3: ...". A world without a name gets the file's name. Returns NULL with
 * BSP_ERROR_VALUE or BSP_ERROR_GEOMETRY. */
BspWorld *bsp_world_read_json_value(const BspJsonRef *ref, GError **error);

/* Returns the text of a document, with a line for each brush and start. Numbers are exact: the text
 * reads back as the same brushes, bit for bit. The caller frees it with g_free(). */
char *bsp_world_to_json(const BspWorld *world);

/* Checks that the world's text, of `length` bytes, does not exceed the limits of reading. Returns
 * FALSE with BSP_ERROR_LIMIT if it exceeds them. */
gboolean bsp_world_json_fits(const BspWorld *world, gsize length, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspJsonRef, bsp_json_free)

/* Returns the name with the fewest changes from the word, at most a third of its letters. A change
 * inserts, deletes or replaces a letter, or swaps two neighbours. The first of equally near names
 * is returned, or NULL if none is near. names ends with NULL. */
const char *bsp_nearest_name(const char *word, const char *const *names);

G_END_DECLS

#endif
