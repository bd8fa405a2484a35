/* json: reads the values of a JSON document, with their positions in errors. */
#include "tools/bsp-json.h"

#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "bsp-constants.h"
#include "geometry/fail.h"

/* --- errors --- */

/* Bytes. A longer string from the document is shortened in messages, so that the message fits on a
 * line. */
#define MAX_QUOTED 64

/* Returns the string for a message: shortened, and with control characters replaced by '?'. The
 * caller frees it with g_free(). */
static char *quoted(const char *string)
{
    const char *end = string + strnlen(string, MAX_QUOTED);
    while (((guchar)*end & 0xc0) == 0x80)
        end--; /* so that no UTF-8 character is cut */
    char *out = g_strdup_printf("%.*s%s", (int)(end - string), string, *end ? "..." : "");
    bsp_keep_on_line(out);
    return out;
}

/* Returns the pointer in the syntax of RFC 6901. */
char *bsp_json_pointer(const BspJsonRef *ref)
{
    if (!ref->parent)
        return g_strdup("");
    g_autofree char *parent = bsp_json_pointer(ref->parent);
    if (!ref->key)
        return g_strdup_printf("%s/%u", parent, ref->index);
    g_autofree char *name = quoted(ref->key);
    g_autoptr(GString) key = g_string_new(name);
    g_string_replace(key, "~", "~0", 0);
    g_string_replace(key, "/", "~1", 0);
    return g_strdup_printf("%s/%s", parent, key->str);
}

void bsp_json_prefix_error(const BspJsonRef *ref, GError **error)
{
    g_autofree char *pointer = bsp_json_pointer(ref);
    g_prefix_error(error, "%s: %s%s", ref->file, pointer, *pointer ? ": " : "");
}

gboolean bsp_json_fail(const BspJsonRef *ref, GError **error, BspErrorCode code, const char *format,
                       ...)
{
    va_list arguments;
    va_start(arguments, format);
    bsp_fail_valist(error, code, NULL, format, arguments);
    va_end(arguments);
    bsp_json_prefix_error(ref, error);
    return FALSE;
}

static gboolean fail_expected(const BspJsonRef *ref, const char *what, GError **error)
{
    static const char *const names[] = {
        [json_type_null] = "null",        [json_type_boolean] = "a boolean",
        [json_type_double] = "a number",  [json_type_int] = "a number",
        [json_type_object] = "an object", [json_type_array] = "an array",
        [json_type_string] = "a string"
    };
    return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "expected %s, found %s", what,
                         names[json_object_get_type(ref->value)]);
}

/* --- walking --- */

gboolean bsp_json_member(const BspJsonRef *object, const char *key, BspJsonRef *member)
{
    *member = (BspJsonRef){ .file = object->file, .parent = object, .key = key };
    return json_object_is_type(object->value, json_type_object) &&
           json_object_object_get_ex(object->value, key, &member->value);
}

gboolean bsp_json_require(const BspJsonRef *object, const char *key, BspJsonRef *member,
                          GError **error)
{
    if (bsp_json_member(object, key, member))
        return TRUE;
    if (!json_object_is_type(object->value, json_type_object))
        return fail_expected(object, "an object", error);
    return bsp_json_fail(object, error, BSP_ERROR_VALUE, "\"%s\" is missing", key);
}

void bsp_json_item(const BspJsonRef *array, guint i, BspJsonRef *item)
{
    *item = (BspJsonRef){ .file = array->file,
                          .parent = array,
                          .index = i,
                          .value = json_object_array_get_idx(array->value, i) };
}

gboolean bsp_json_each(const BspJsonRef *array, guint min, guint max, BspJsonItemFunc func,
                       gpointer data, GError **error)
{
    guint n;
    if (!bsp_json_array(array, min, max, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        bsp_json_item(array, i, &item);
        if (!func(data, &item, error))
            return FALSE;
    }
    return TRUE;
}

/* --- finding the name that a misspelt word stands for --- */

/* Letters. Longer words are not compared. */
#define LONGEST 40

/* Returns the number of changes that turn a into b. It is the optimal string alignment distance
 * (Damerau-Levenshtein with no letter changed twice). */
static guint count_changes(const char *a, const char *b)
{
    guint rows[3][LONGEST + 1];
    guint length = (guint)strlen(b);
    for (guint k = 0; k <= length; k++)
        rows[0][k] = k;
    for (guint i = 1; a[i - 1]; i++) {
        guint *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (guint k = 1; k <= length; k++) {
            guint other = above[k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
            row[k] = MIN(other, MIN(above[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = MIN(row[k], before[k - 2] + 1);
        }
    }
    return rows[strlen(a) % 3][length];
}

const char *bsp_nearest_name(const char *word, const char *const *names)
{
    const char *nearest = NULL;
    gsize length = strlen(word);
    guint most = (guint)length / 3 + 1; /* the number of changes must be less than this */
    for (guint i = 0; length >= 2 && length <= LONGEST && names[i]; i++) {
        guint changes = strlen(names[i]) <= LONGEST ? count_changes(word, names[i]) : most;
        if (changes < most) {
            nearest = names[i];
            most = changes;
        }
    }
    return nearest;
}

/* --- types of values --- */

gboolean bsp_json_check_object(const BspJsonRef *ref, const char *const *keys, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_object))
        return fail_expected(ref, "an object", error);
    json_object_object_foreach(ref->value, key, value)
    {
        (void)value;
        if (!g_strv_contains(keys, key)) {
            g_autofree char *name = quoted(key);
            const char *nearest = bsp_nearest_name(key, keys);
            g_autofree char *all = g_strjoinv(", ", (char **)keys);
            return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "unknown key \"%s\"; %s%s%s", name,
                                 nearest ? "did you mean \"" : "the keys are ",
                                 nearest ? nearest : all, nearest ? "\"?" : "");
        }
    }
    return TRUE;
}

gboolean bsp_json_check_format(const BspJsonRef *ref, const char *format, guint version,
                               GError **error)
{
    BspJsonRef member;
    const char *found;
    guint64 found_version;
    if (!bsp_json_require(ref, "format", &member, error) ||
        !bsp_json_string(&member, &found, error))
        return FALSE;
    if (strcmp(found, format) != 0) {
        g_autofree char *name = quoted(found);
        return bsp_json_fail(&member, error, BSP_ERROR_VALUE, "the format is \"%s\", not \"%s\"",
                             name, format);
    }
    if (!bsp_json_require(ref, "version", &member, error) ||
        !bsp_json_uint(&member, 0, G_MAXUINT64, &found_version, error))
        return FALSE;
    if (found_version != version)
        return bsp_json_fail(&member, error, BSP_ERROR_VALUE,
                             "version %" G_GUINT64_FORMAT
                             " of %s is not supported; only version %u is supported",
                             found_version, format, version);
    return TRUE;
}

gboolean bsp_json_array(const BspJsonRef *ref, guint min, guint max, guint *n, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_array))
        return fail_expected(ref, "an array", error);
    *n = (guint)json_object_array_length(ref->value);
    const char *limit = *n < min ? "at least " : "at most ";
    return (min <= *n && *n <= max) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the array has %u items, but must have %s%u",
                         *n, min == max ? "" : limit, *n < min ? min : max);
}

gboolean bsp_json_string(const BspJsonRef *ref, const char **string, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_string))
        return fail_expected(ref, "a string", error);
    *string = json_object_get_string(ref->value);
    if (!**string)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the string is empty");
    return TRUE;
}

gboolean bsp_json_choice(const BspJsonRef *ref, const char *const *names, guint *choice,
                         GError **error)
{
    const char *string;
    if (!bsp_json_string(ref, &string, error))
        return FALSE;
    for (guint i = 0; names[i]; i++) {
        if (strcmp(string, names[i]) == 0) {
            *choice = i;
            return TRUE;
        }
    }
    g_autofree char *found = quoted(string), *list = g_strjoinv("\", \"", (char **)names);
    return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "\"%s\" is not one of \"%s\"", found, list);
}

gboolean bsp_json_number(const BspJsonRef *ref, double min, double max, double *number,
                         GError **error)
{
    if (!json_object_is_type(ref->value, json_type_double) &&
        !json_object_is_type(ref->value, json_type_int))
        return fail_expected(ref, "a number", error);
    double found = json_object_get_double(ref->value);
    if (!isfinite(found))
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the number is not finite");
    if (found < min || found > max)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "%.17g is out of range, %.17g to %.17g",
                             found, min, max);
    *number = found;
    return TRUE;
}

gboolean bsp_json_boolean(const BspJsonRef *ref, gboolean *value, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_boolean))
        return fail_expected(ref, "true or false", error);
    *value = json_object_get_boolean(ref->value);
    return TRUE;
}

gboolean bsp_json_uint(const BspJsonRef *ref, guint64 min, guint64 max, guint64 *number,
                       GError **error)
{
    if (!json_object_is_type(ref->value, json_type_int))
        return fail_expected(ref, "a whole number", error);
    /* json-c's unsigned getter returns 0 for a negative number, so the signed getter is also
     * needed. */
    guint64 found = json_object_get_uint64(ref->value);
    if (json_object_get_int64(ref->value) < 0 || found < min || found > max)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                             "%s is out of range, %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                             json_object_to_json_string(ref->value), min, max);
    *number = found;
    return TRUE;
}

gboolean bsp_json_numbers(const BspJsonRef *ref, guint n, double min, double max, double *numbers,
                          GError **error)
{
    if (!bsp_json_array(ref, n, n, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        bsp_json_item(ref, i, &item);
        if (!bsp_json_number(&item, min, max, &numbers[i], error))
            return FALSE;
    }
    return TRUE;
}

gboolean bsp_json_vec(const BspJsonRef *ref, BspVec *vec, GError **error)
{
    return bsp_json_numbers(ref, 3, -BSP_WORLD_HALF, BSP_WORLD_HALF, vec->v, error);
}
