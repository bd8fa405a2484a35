/* bsp-json: strict reading of JSON, with errors that say where. */
#include "bsp-json.h"

#include <json-c/json.h>
#include <string.h>

#include "bsp-constants.h"
#include "bsp-world.h"

/* No format here nests deeper than 8. */
#define MAX_DEPTH 32

/* --- syntax --- */

typedef struct {
    const char *file;
    const char *text, *end; /* *end is NUL */
} Source;

/* Sets "FILE:LINE:COLUMN: message" for a place in the text and returns FALSE. */
G_GNUC_PRINTF(4, 5)
static gboolean syntax_error(const Source *source, const char *at, GError **error,
                             const char *format, ...)
{
    guint line = 1, column = 1;
    for (const char *p = source->text; p < at; p++) {
        if (*p == '\n') {
            line++;
            column = 1;
        } else if (((guchar)*p & 0xc0) != 0x80) { /* not inside a UTF-8 character */
            column++;
        }
    }
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s:%u:%u: %s", source->file, line, column,
                message);
    return FALSE;
}

/* --- what json-c lets pass ---
 *
 * A second walk over a text that json-c took for valid, so it may trust the nesting. */

typedef struct {
    Source source;
    const char *p;
    GPtrArray *open; /* for each open bracket the keys so far (GHashTable), NULL in an array */
} Scan;

static void free_keys(gpointer keys)
{
    if (keys)
        g_hash_table_unref(keys);
}

static gboolean digits(const char **p)
{
    const char *start = *p;
    while (g_ascii_isdigit(**p))
        (*p)++;
    return *p > start;
}

/* The number at p as RFC 8259 writes it: where it ends; NULL if it is none. */
static const char *number_end(const char *p, gboolean *whole)
{
    *whole = TRUE;
    if (*p == '-')
        p++;
    if (*p == '0')
        p++;
    else if (!digits(&p))
        return NULL;
    if (*p == '.') {
        p++;
        *whole = FALSE;
        if (!digits(&p))
            return NULL;
    }
    if (*p == 'e' || *p == 'E') {
        p++;
        *whole = FALSE;
        if (*p == '+' || *p == '-')
            p++;
        if (!digits(&p))
            return NULL;
    }
    return p;
}

/* json-c would make infinity of 1e999, and the largest integer it has of a larger one. */
static gboolean number_fits(const char *text, gsize length, gboolean whole)
{
    if (!whole)
        return isfinite(g_ascii_strtod(text, NULL));
    g_autofree char *number = g_strndup(text, length);
    if (number[0] == '-')
        return g_ascii_string_to_signed(number, 10, G_MININT64, G_MAXINT64, NULL, NULL);
    return g_ascii_string_to_unsigned(number, 10, 0, G_MAXUINT64, NULL, NULL);
}

static gboolean scan_literal(Scan *scan, GError **error)
{
    static const char *const words[] = { "true", "false", "null" };
    const char *start = scan->p, *end = start;
    while (end < scan->source.end && !strchr(" \t\r\n,:[]{}\"", *end))
        end++;
    scan->p = end;
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if ((gsize)(end - start) == strlen(words[i]) && g_str_has_prefix(start, words[i]))
            return TRUE;
    gboolean whole;
    if (number_end(start, &whole) != end)
        return syntax_error(&scan->source, start, error, "neither a value nor a finite number");
    if (!number_fits(start, (gsize)(end - start), whole))
        return syntax_error(&scan->source, start, error, "the number is too large to hold");
    return TRUE;
}

/* The string at p, between its quotes; `unescaped` is set when what it stands for is not simply
 * what it is written as. */
static gboolean scan_string(Scan *scan, const char **content, gboolean *escaped, GError **error)
{
    *escaped = FALSE;
    *content = ++scan->p;
    for (; *scan->p != '"'; scan->p++) {
        if ((guchar)*scan->p < 0x20)
            return syntax_error(&scan->source, scan->p, error,
                                "a control character in a string must be written as an escape");
        if (*scan->p == '\\') {
            *escaped = TRUE;
            scan->p++;
        }
    }
    scan->p++;
    return TRUE;
}

/* What a key in the text, quotes excluded, stands for. */
static char *decode_key(const char *start, const char *end, gboolean escaped)
{
    if (!escaped)
        return g_strndup(start, (gsize)(end - start));
    g_autofree char *quoted = g_strdup_printf("\"%.*s\"", (int)(end - start), start);
    json_object *string = json_tokener_parse(quoted);
    char *key = g_strdup(string ? json_object_get_string(string) : quoted);
    json_object_put(string);
    return key;
}

static gboolean scan_string_or_key(Scan *scan, GError **error)
{
    const char *quote = scan->p, *content;
    gboolean escaped;
    if (!scan_string(scan, &content, &escaped, error))
        return FALSE;
    const char *next = scan->p;
    while (g_ascii_isspace(*next))
        next++;
    GHashTable *keys = scan->open->len ? scan->open->pdata[scan->open->len - 1] : NULL;
    if (*next != ':' || !keys)
        return TRUE;
    if (!g_hash_table_add(keys, decode_key(content, scan->p - 1, escaped)))
        return syntax_error(&scan->source, quote, error, "duplicate key %.*s",
                            (int)MIN(scan->p - quote, 80), quote);
    return TRUE;
}

static gboolean scan_token(Scan *scan, GError **error)
{
    switch (*scan->p) {
    case '{':
        g_ptr_array_add(scan->open, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL));
        break;
    case '[':
        g_ptr_array_add(scan->open, NULL);
        break;
    case '}':
    case ']':
        if (scan->open->len)
            g_ptr_array_set_size(scan->open, (gint)scan->open->len - 1);
        break;
    case '"':
        return scan_string_or_key(scan, error);
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case ',':
    case ':':
        break;
    default:
        return scan_literal(scan, error);
    }
    scan->p++;
    return TRUE;
}

static gboolean check_text(const Source *source, GError **error)
{
    g_autoptr(GPtrArray) open = g_ptr_array_new_with_free_func(free_keys);
    Scan scan = { *source, source->text, open };
    while (scan.p < source->end)
        if (!scan_token(&scan, error))
            return FALSE;
    return TRUE;
}

static json_object *parse(const Source *source, GError **error)
{
    json_tokener *tokener = json_tokener_new_ex(MAX_DEPTH);
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    /* With the final NUL, so that a number at the very end is seen to be complete. */
    gsize length = (gsize)(source->end - source->text);
    json_object *root = json_tokener_parse_ex(tokener, source->text, (int)length + 1);
    enum json_tokener_error code = json_tokener_get_error(tokener);
    gsize offset = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    if (code == json_tokener_success && offset >= length)
        return root;
    json_object_put(root);
    syntax_error(source, source->text + MIN(offset, length), error, "%s",
                 code == json_tokener_success ? "more after the end of the document"
                                              : json_tokener_error_desc(code));
    return NULL;
}

BspJson *bsp_json_parse(const char *file, const char *text, gsize length, GError **error)
{
    if (length > BSP_JSON_MAX_BYTES) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: %" G_GSIZE_FORMAT " bytes of JSON are more than the limit of %d", file,
                    length, BSP_JSON_MAX_BYTES);
        return NULL;
    }
    Source source = { file, text, text + length };
    const char *nul = memchr(text, '\0', length);
    if (nul) {
        syntax_error(&source, nul, error, "a NUL byte");
        return NULL;
    }
    if (g_str_has_prefix(text, "\xef\xbb\xbf")) {
        syntax_error(&source, text, error, "a byte order mark, which JSON does not have");
        return NULL;
    }
    /* The document null is no pointer in json-c: an error tells it apart. */
    GError *parse_error = NULL;
    json_object *root = parse(&source, &parse_error);
    if (parse_error) {
        g_propagate_error(error, parse_error);
        return NULL;
    }
    if (!check_text(&source, error)) {
        json_object_put(root);
        return NULL;
    }
    BspJson *json = g_new(BspJson, 1);
    *json = (BspJson){ g_strdup(file), root };
    return json;
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
    g_free(json->file);
    g_free(json);
}

/* --- errors --- */

/* At most so many bytes of a string that somebody else chose go into a message. */
#define MAX_QUOTED 64

/* Appends what may be put on one line of a terminal. */
static void append_quoted(GString *out, const char *string)
{
    gsize n = strlen(string);
    const char *end = string + MIN(n, MAX_QUOTED);
    while (end < string + n && ((guchar)*end & 0xc0) == 0x80)
        end--; /* not amid a character */
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

/* RFC 6901. */
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

/* "FILE: /json/pointer: " */
static char *place(const BspJsonRef *ref)
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
    g_autofree char *where = place(ref);
    g_set_error(error, BSP_ERROR, (gint)code, "%s%s", where, message);
    return FALSE;
}

void bsp_json_prefix_error(const BspJsonRef *ref, GError **error)
{
    g_autofree char *where = place(ref);
    g_prefix_error(error, "%s", where);
}

static gboolean expected(const BspJsonRef *ref, const char *what, GError **error)
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
    return json_object_is_type(object->value, json_type_object) &&
           json_object_object_get_ex(object->value, key, &member->value);
}

gboolean bsp_json_require(const BspJsonRef *object, const char *key, BspJsonRef *member,
                          GError **error)
{
    if (bsp_json_member(object, key, member))
        return TRUE;
    if (!json_object_is_type(object->value, json_type_object))
        return expected(object, "an object", error);
    return bsp_json_fail(object, error, BSP_ERROR_VALUE, "\"%s\" is missing", key);
}

void bsp_json_item(const BspJsonRef *array, guint i, BspJsonRef *item)
{
    *item = (BspJsonRef){ .json = array->json,
                          .parent = array,
                          .index = i,
                          .value = json_object_array_get_idx(array->value, i) };
}

/* --- what a value is --- */

gboolean bsp_json_is_object(const BspJsonRef *ref)
{
    return json_object_is_type(ref->value, json_type_object);
}

gboolean bsp_json_check_object(const BspJsonRef *ref, const char *const *keys, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_object))
        return expected(ref, "an object", error);
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
                             "version %" G_GUINT64_FORMAT " of %s is unknown: this reads %u",
                             found_version, format, version);
    return TRUE;
}

gboolean bsp_json_array(const BspJsonRef *ref, guint min, guint max, guint *n, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_array))
        return expected(ref, "an array", error);
    gsize length = json_object_array_length(ref->value);
    if (length < min || length > max) {
        const char *than = length < min ? "at least" : "at most";
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                             "%" G_GSIZE_FORMAT " items, where %s %u are wanted", length, than,
                             length < min ? min : max);
    }
    *n = (guint)length;
    return TRUE;
}

gboolean bsp_json_string(const BspJsonRef *ref, const char **string, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_string))
        return expected(ref, "a string", error);
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
        return expected(ref, "a number", error);
    double found = json_object_get_double(ref->value);
    if (!isfinite(found))
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the number is not finite");
    if (found < min || found > max)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "%.17g is out of range, %.17g to %.17g",
                             found, min, max);
    *number = found;
    return TRUE;
}

gboolean bsp_json_uint(const BspJsonRef *ref, guint64 min, guint64 max, guint64 *number,
                       GError **error)
{
    if (!json_object_is_type(ref->value, json_type_int))
        return expected(ref, "a whole number", error);
    /* A negative number is told by the signed view: the unsigned one makes 0 of it. */
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
