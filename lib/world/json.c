/* json: strict reading of JSON, with the position in errors. */
#include "tools/bsp-json.h"

#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsp-brush-table.h"
#include "bsp-constants.h"
#include "bsp-world.h"
#include "tools/bsp-file.h"
#include "world/json-text.h"

/* --- documents --- */

/* Reads the document into json->root; in pieces if json->arrays is set. */
static gboolean read_root(BspJson *json, BspJsonText *text, GError **error)
{
    gboolean ok = json->arrays ? bsp_json_pieces_frame(text, &json->root, json->arrays, error)
                               : bsp_json_text_value(text, BSP_JSON_MAX_BYTES, &json->root, error);
    if (!ok)
        return FALSE;
    return text->p == text->end || bsp_json_text_fail(text, text->p, error, BSP_ERROR_SYNTAX,
                                                      "more after the end of the document");
}

/* Limits the number of objects. For simplicity it counts every opening brace, also those in
 * strings, which are few. */
static gboolean check_objects(const char *file, const char *chars, gsize length, GError **error)
{
    guint n = 0;
    for (const char *p = chars; (p = memchr(p, '{', (gsize)(chars + length - p))); p++) {
        if (++n > BSP_JSON_MAX_OBJECTS) {
            BspJsonText text = { .file = file, .start = chars };
            return bsp_json_text_fail(&text, p, error, BSP_ERROR_LIMIT,
                                      "more objects than the limit of %d", BSP_JSON_MAX_OBJECTS);
        }
    }
    return TRUE;
}

/* Sets the error for a document that could not be read. If it exceeds a limit and has another
 * format than expected, the error reports the format instead. */
static gboolean fail_of_format(const BspJson *json, const char *format, GError *problem,
                               GError **error)
{
    const BspJsonRef root = bsp_json_root(json);
    BspJsonRef member;
    GError *other = NULL;
    const char *found;
    if (format && g_error_matches(problem, BSP_ERROR, BSP_ERROR_LIMIT) &&
        bsp_json_member(&root, "format", &member) && bsp_json_string(&member, &found, NULL) &&
        strcmp(found, format) != 0 && !bsp_json_check_format(&root, format, 0, &other)) {
        g_clear_error(&problem);
        problem = other;
    }
    g_propagate_error(error, problem);
    return FALSE;
}

/* format: the expected format; NULL: any format. */
static BspJson *parse(const char *file, const char *chars, gsize length, GHashTable *arrays,
                      const char *format, GError **error)
{
    g_autoptr(BspJson) json = g_new(BspJson, 1);
    *json = (BspJson){ .file = g_strdup(file), .text = chars, .length = length, .arrays = arrays };
    gsize limit = arrays ? BSP_JSON_MAX_BYTES_IN_PIECES : BSP_JSON_MAX_BYTES;
    if (!bsp_json_text_check(file, chars, length, limit, error) ||
        !(arrays || check_objects(file, chars, length, error)))
        return NULL;
    BspJsonText text;
    bsp_json_text_open(&text, file, chars, length);
    GError *problem = NULL;
    gboolean ok = read_root(json, &text, &problem);
    return ok || fail_of_format(json, format, problem, error) ? g_steal_pointer(&json) : NULL;
}

BspJson *bsp_json_parse(const char *file, const char *text, gsize length, GError **error)
{
    return parse(file, text, length, NULL, NULL, error);
}

BspJson *bsp_json_parse_in_pieces(const char *file, const char *text, gsize length,
                                  const char *format, GError **error)
{
    GHashTable *arrays = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return parse(file, text, length, arrays, format, error);
}

BspJson *bsp_json_load(const char *path, GError **error)
{
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, error);
    return text ? bsp_json_parse(path, text, length, error) : NULL;
}

void bsp_json_free(BspJson *json)
{
    if (!json)
        return;
    json_object_put(json->root);
    g_clear_pointer(&json->arrays, g_hash_table_unref);
    g_free(json->file);
    g_free(json);
}

/* --- errors --- */

/* The greatest number of bytes, in a message, of a string from the document. */
#define MAX_QUOTED 64

/* Appends the string, shortened, with control characters replaced by '?'. */
static void append_quoted(GString *out, const char *string)
{
    gsize n = strlen(string);
    const char *end = string + MIN(n, MAX_QUOTED);
    while (end < string + n && ((guchar)*end & 0xc0) == 0x80)
        end--; /* do not cut a UTF-8 character */
    for (const char *p = string; p < end; p++)
        g_string_append_c(out, (guchar)*p < 0x20 || *p == 0x7f ? '?' : *p);
    if (end < string + n)
        g_string_append(out, "...");
}

static char *quoted(const char *string)
{
    GString *out = g_string_new(NULL);
    append_quoted(out, string);
    return g_string_free(out, FALSE);
}

/* Appends the JSON pointer of the value (RFC 6901). */
static void append_pointer(GString *out, const BspJsonRef *ref)
{
    if (!ref->parent)
        return;
    append_pointer(out, ref->parent);
    if (!ref->key) {
        g_string_append_printf(out, "/%u", ref->index);
        return;
    }
    g_autofree char *key = quoted(ref->key);
    g_string_append_c(out, '/');
    for (const char *p = key; *p; p++) {
        if (*p == '~')
            g_string_append(out, "~0");
        else if (*p == '/')
            g_string_append(out, "~1");
        else
            g_string_append_c(out, *p);
    }
}

char *bsp_json_pointer(const BspJsonRef *ref)
{
    GString *out = g_string_new(NULL);
    append_pointer(out, ref);
    return g_string_free(out, FALSE);
}

/* Returns the prefix of error messages: "FILE: /json/pointer: ". */
static char *error_prefix(const BspJsonRef *ref)
{
    GString *out = g_string_new(ref->json->file);
    g_string_append(out, ": ");
    if (ref->parent) {
        append_pointer(out, ref);
        g_string_append(out, ": ");
    }
    return g_string_free(out, FALSE);
}

gboolean bsp_json_fail(const BspJsonRef *ref, GError **error, BspErrorCode code, const char *format,
                       ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *where = error_prefix(ref);
    g_set_error(error, BSP_ERROR, (gint)code, "%s%s", where, message);
    return FALSE;
}

void bsp_json_prefix_error(const BspJsonRef *ref, GError **error)
{
    g_autofree char *where = error_prefix(ref);
    g_prefix_error(error, "%s", where);
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

BspJsonRef bsp_json_root(const BspJson *json)
{
    return (BspJsonRef){ .json = json, .value = json->root };
}

gboolean bsp_json_member(const BspJsonRef *object, const char *key, BspJsonRef *member)
{
    *member = (BspJsonRef){ .json = object->json, .parent = object, .key = key };
    if (!object->parent && object->json->arrays)
        member->left_as_text = g_hash_table_lookup(object->json->arrays, key);
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
    *item = (BspJsonRef){ .json = array->json,
                          .parent = array,
                          .index = i,
                          .value = json_object_array_get_idx(array->value, i) };
}

/* The arguments of bsp_json_each(). */
typedef struct {
    const BspJsonRef *array;
    BspJsonItemFunc func;
    gpointer data;
} Each;

static gboolean call_for_item(json_object *value, guint i, gpointer data, GError **error)
{
    const Each *each = data;
    BspJsonRef item = {
        .json = each->array->json, .parent = each->array, .index = i, .value = value
    };
    return each->func(&item, each->data, error);
}

static gboolean read_each_piece(const BspJsonRef *array, Each *each, GError **error)
{
    const BspJson *json = array->json;
    BspJsonText text;
    bsp_json_text_open(&text, json->file, json->text, json->length);
    text.p = array->left_as_text;
    return bsp_json_pieces_items(&text, call_for_item, each, error);
}

gboolean bsp_json_each(const BspJsonRef *array, BspJsonItemFunc func, gpointer data, GError **error)
{
    Each each = { array, func, data };
    if (array->left_as_text)
        return read_each_piece(array, &each, error);
    guint n;
    if (!bsp_json_array(array, 0, G_MAXUINT, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!call_for_item(json_object_array_get_idx(array->value, i), i, &each, error))
            return FALSE;
    return TRUE;
}

/* --- types of values --- */

gboolean bsp_json_is_object(const BspJsonRef *ref)
{
    return json_object_is_type(ref->value, json_type_object);
}

/* Whether the value is a string. FALSE is not an error. */
static gboolean is_string(const BspJsonRef *ref)
{
    return json_object_is_type(ref->value, json_type_string);
}

gboolean bsp_json_check_object(const BspJsonRef *ref, const char *const *keys, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_object))
        return fail_expected(ref, "an object", error);
    json_object_object_foreach(ref->value, key, value)
    {
        (void)value;
        if (!g_strv_contains(keys, key)) {
            g_autofree char *name = quoted(key);
            return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "unknown key \"%s\"", name);
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
                             " of %s is not supported: only version %u is",
                             found_version, format, version);
    return TRUE;
}

gboolean bsp_json_array(const BspJsonRef *ref, guint min, guint max, guint *n, GError **error)
{
    g_assert(!ref->left_as_text);
    if (!json_object_is_type(ref->value, json_type_array))
        return fail_expected(ref, "an array", error);
    gsize length = json_object_array_length(ref->value);
    if (length < min || length > max) {
        const char *than = length < min ? "at least" : "at most";
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                             "%" G_GSIZE_FORMAT " items, expected %s %u", length, than,
                             length < min ? min : max);
    }
    *n = (guint)length;
    return TRUE;
}

gboolean bsp_json_string(const BspJsonRef *ref, const char **string, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_string))
        return fail_expected(ref, "a string", error);
    *string = json_object_get_string(ref->value);
    gsize length = (gsize)json_object_get_string_len(ref->value);
    if (!length)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the string is empty");
    if (strlen(*string) != length)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the string has a NUL in it");
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
    return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "\"%s\" is none of \"%s\"", found, list);
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

gboolean bsp_json_numbers(const BspJsonRef *ref, guint n, double limit, double *numbers,
                          GError **error)
{
    guint length;
    if (!bsp_json_array(ref, 0, G_MAXUINT, &length, error))
        return FALSE;
    if (length != n)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "expected %u numbers, found %u items", n,
                             length);
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        bsp_json_item(ref, i, &item);
        if (!bsp_json_number(&item, -limit, limit, &numbers[i], error))
            return FALSE;
    }
    return TRUE;
}

gboolean bsp_json_vec(const BspJsonRef *ref, BspVec *vec, GError **error)
{
    return bsp_json_numbers(ref, 3, BSP_WORLD_HALF, vec->v, error);
}

/* --- contents --- */

/* No name consists of hexadecimal digits only, so names and numbers cannot be confused. */
static const struct {
    const char *name;
    guint32 bit;
} content_names[] = { { "solid", BSP_CONTENTS_SOLID },
                      { "lava", BSP_CONTENTS_LAVA },
                      { "slime", BSP_CONTENTS_SLIME },
                      { "water", BSP_CONTENTS_WATER },
                      { "fog", BSP_CONTENTS_FOG },
                      { "areaportal", BSP_CONTENTS_AREAPORTAL },
                      { "playerclip", BSP_CONTENTS_PLAYERCLIP },
                      { "monsterclip", BSP_CONTENTS_MONSTERCLIP },
                      { "teleporter", BSP_CONTENTS_TELEPORTER },
                      { "jumppad", BSP_CONTENTS_JUMPPAD },
                      { "botclip", BSP_CONTENTS_BOTCLIP },
                      { "body", BSP_CONTENTS_BODY },
                      { "corpse", BSP_CONTENTS_CORPSE },
                      { "trigger", BSP_CONTENTS_TRIGGER },
                      { "nodrop", BSP_CONTENTS_NODROP } };

gboolean bsp_contents_add(const char *text, guint32 *contents)
{
    gsize n = strlen(text);
    for (guint i = 0; i < G_N_ELEMENTS(content_names); i++) {
        if (strcmp(text, content_names[i].name) == 0) {
            *contents |= content_names[i].bit;
            return TRUE;
        }
    }
    if (n == 0 || n > 8 || strspn(text, "0123456789abcdefABCDEF") != n)
        return FALSE;
    *contents |= (guint32)strtoul(text, NULL, 16);
    return TRUE;
}

char *bsp_contents_text(guint32 contents)
{
    GString *out = g_string_new(NULL);
    guint32 rest = contents;
    for (guint i = 0; i < G_N_ELEMENTS(content_names); i++) {
        if (contents & content_names[i].bit)
            g_string_append_printf(out, "%s%s", out->len ? "," : "", content_names[i].name);
        rest &= ~content_names[i].bit;
    }
    if (rest || !contents)
        g_string_append_printf(out, "%s%x", out->len ? "," : "", rest);
    return g_string_free(out, FALSE);
}

static gboolean add_string(const BspJsonRef *ref, guint32 *contents, GError **error)
{
    const char *text;
    if (!bsp_json_string(ref, &text, error))
        return FALSE;
    if (bsp_contents_add(text, contents))
        return TRUE;
    return bsp_json_fail(
        ref, error, BSP_ERROR_VALUE,
        "\"%s\" is no kind of contents, such as \"solid\" or \"water\", and not one "
        "to eight hexadecimal digits",
        text);
}

gboolean bsp_json_contents(const BspJsonRef *ref, guint32 *contents, GError **error)
{
    guint64 number = 0;
    guint n;
    *contents = 0;
    if (is_string(ref))
        return add_string(ref, contents, error);
    if (!bsp_json_array(ref, 0, G_MAXUINT, &n, NULL)) {
        gboolean ok = bsp_json_uint(ref, 0, G_MAXUINT32, &number, error);
        *contents = (guint32)number;
        return ok;
    }
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        bsp_json_item(ref, i, &item);
        if (!add_string(&item, contents, error))
            return FALSE;
    }
    return TRUE;
}
