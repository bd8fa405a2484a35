/* json-text: parses the text of a JSON document to objects of json-c.
 *
 * json-c parses the text. Before that, the text is checked for forms that json-c accepts although
 * JSON does not have them. These are NaN, Infinity, 01, 1., 'quotes', control characters in
 * strings, and whole numbers that do not fit 64 bits. Afterwards members and items are counted in
 * the text and in the objects. If an object has a key several times, json-c keeps only the last
 * member. */
#include <errno.h>
#include <json-c/json.h>
#include <json-c/json_visit.h>
#include <json-c/printbuf.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/fail.h"
#include "geometry/out-of-memory.h"
#include "saved/saved.h"
#include "tools/bsp-file.h"
#include "tools/bsp-json.h"
#include "world/names.h"

/* The maximum depth of nested values, which bounds recursion. No format of this project is nested
 * more than 8 deep. */
#define MAX_DEPTH 32

#define DIGITS "0123456789"

/* A text that is read, and the file's name for messages. *end is NUL. */
typedef struct {
    const char *file, *start, *end;
} Text;

/* Sets the error "FILE:LINE:COLUMN: message" for position `at`, and returns FALSE. */
static gboolean fail(const Text *text, const char *at, BspErrorCode code, const char *message,
                     GError **error)
{
    guint line = 1;
    const char *start = text->start; /* the start of the line */
    for (const char *p = text->start; p < at; p++) {
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    }
    return bsp_fail(error, code, "%s:%u:%ld: %s", text->file, line,
                    g_utf8_strlen(start, at - start) + 1, message);
}

/* --- checks that json-c does not make --- */

/* Returns whether the text from p to end is a number (RFC 8259). *whole receives whether it has
 * neither a point nor an exponent. */
static gboolean is_number(const char *p, const char *end, gboolean *whole)
{
    gsize n = strspn(p += *p == '-', DIGITS);
    gboolean ok = n && (n == 1 || *p != '0');
    p += n;
    *whole = p == end;
    if (*p == '.') {
        n = strspn(++p, DIGITS);
        ok = ok && n;
        p += n;
    }
    if (*p == 'e' || *p == 'E') {
        p += p[1] == '+' || p[1] == '-' ? 2 : 1;
        n = strspn(p, DIGITS);
        ok = ok && n;
        p += n;
    }
    return ok && p == end;
}

/* Returns whether the text from p to end is null, true or false. */
static gboolean is_word(const char *p, const char *end)
{
    gsize n = (gsize)(end - p);
    return (n == 4 && (memcmp(p, "null", n) == 0 || memcmp(p, "true", n) == 0)) ||
           (n == 5 && memcmp(p, "false", n) == 0);
}

static gboolean check_literal(const Text *text, const char *p, const char *end, GError **error)
{
    gboolean whole;
    if (is_word(p, end))
        return TRUE;
    if (!is_number(p, end, &whole))
        return fail(text, p, BSP_ERROR_SYNTAX, "this is neither a JSON value nor a finite number",
                    error);
    errno = 0;
    if (whole && *p == '-')
        g_ascii_strtoll(p, NULL, 10);
    else if (whole)
        g_ascii_strtoull(p, NULL, 10);
    return errno != ERANGE ||
           fail(text, p, BSP_ERROR_SYNTAX, "the number has more than 64 bits", error);
}

/* Returns the end of the string or character at p. */
static const char *next(const char *p)
{
    gboolean is_string = *p++ == '"';
    while (is_string && *p && *p != '"')
        p += *p == '\\' && p[1] ? 2 : 1;
    return is_string && *p ? p + 1 : p;
}

/* Returns the number of the escape at p, such as \u00e9; G_MAXUINT if there is none. */
static guint escaped_number(const char *p)
{
    if (strncmp(p, "\\u", 2) != 0 || strspn(p + 2, DIGITS "abcdefABCDEF") < 4)
        return G_MAXUINT;
    const char digits[] = { p[2], p[3], p[4], p[5], '\0' };
    return (guint)strtoul(digits, NULL, 16);
}

static gboolean check_string(const Text *text, const char *p, GError **error)
{
    for (const char *end = next(p); p < end; p++) {
        guint number = escaped_number(p);
        gboolean is_pair =
            number >> 10 == 0xd800 >> 10 && escaped_number(p + 6) >> 10 == 0xdc00 >> 10;
        if ((guchar)*p < 0x20)
            return fail(text, p, BSP_ERROR_SYNTAX,
                        "a control character in a string must be written as an escape", error);
        if (!number) /* json-c would end a key there */
            return fail(text, p, BSP_ERROR_SYNTAX, "a string has a NUL character", error);
        if (number >> 11 == 0xd800 >> 11 && !is_pair) /* json-c would replace it */
            return fail(text, p, BSP_ERROR_SYNTAX, "a string has half of a surrogate pair", error);
        p += is_pair ? 11 : *p == '\\';
    }
    return TRUE;
}

static gboolean check_text(const Text *text, GError **error)
{
    guint n_objects = 0;
    for (const char *p = text->start; p < text->end;) {
        gsize literal = strcspn(p, " \t\r\n,:[]{}\"");
        if (*p == '{' && ++n_objects > BSP_JSON_MAX_OBJECTS)
            return fail(
                text, p, BSP_ERROR_LIMIT,
                "there are more objects than the limit of " G_STRINGIFY(BSP_JSON_MAX_OBJECTS),
                error);
        if ((literal && !check_literal(text, p, p + literal, error)) ||
            (*p == '"' && !check_string(text, p, error)))
            return FALSE;
        p = literal ? p + literal : next(p);
    }
    return TRUE;
}

/* Returns the number of members of the object, or of items of the array, at p. */
static guint count_children(const char *p)
{
    guint depth = 1, commas = 0;
    p += 1 + strspn(p + 1, " \t\r\n");
    if (*p == '}' || *p == ']')
        return 0;
    for (; depth; p = next(p)) {
        depth += *p == '{' || *p == '[';
        depth -= *p == '}' || *p == ']';
        commas += *p == ',' && depth == 1;
    }
    return commas + 1;
}

/* Compares an object or array with the next object or array of the text. It is an error if the text
 * has more children. This is a json_c_visit_userfunc, whose user_data is the position in the text
 * (const char **). */
static int compare_children(json_object *value, int flags, json_object *parent, const char *key,
                            size_t *index, void *user_data)
{
    (void)parent, (void)key, (void)index;
    const char **at = user_data;
    gboolean is_object = json_object_is_type(value, json_type_object);
    if ((flags & JSON_C_VISIT_SECOND) ||
        (!is_object && !json_object_is_type(value, json_type_array)))
        return JSON_C_VISIT_RETURN_CONTINUE;
    while (**at != '{' && **at != '[')
        *at = next(*at);
    size_t n =
        is_object ? (size_t)json_object_object_length(value) : json_object_array_length(value);
    if (n != count_children(*at))
        return JSON_C_VISIT_RETURN_ERROR;
    ++*at;
    return JSON_C_VISIT_RETURN_CONTINUE;
}

/* Returns the later of two equal keys of the object at p. Returns NULL if they are equal only after
 * their escapes are read. */
static const char *find_second_key(const char *p)
{
    g_autoptr(GTree) keys = bsp_names_new(NULL);
    guint depth = 1;
    for (p++; depth; p = next(p)) {
        const char *end = next(p);
        depth += *p == '{' || *p == '[';
        depth -= *p == '}' || *p == ']';
        gboolean is_key = depth == 1 && *p == '"' && end[strspn(end, " \t\r\n")] == ':';
        g_autofree char *key = is_key ? g_strndup(p, (gsize)(end - p)) : NULL;
        if (key && g_tree_lookup_extended(keys, key, NULL, NULL))
            return p;
        if (key)
            g_tree_insert(keys, g_steal_pointer(&key), NULL);
    }
    return NULL;
}

/* Sets the error for the object at p, which has a key several times, and returns FALSE. */
static gboolean fail_for_keys(const Text *text, const char *p, GError **error)
{
    const char *key = find_second_key(p);
    g_autofree char *name = key ? g_strndup(key, (gsize)(next(key) - key)) : g_strdup("a key");
    g_autofree char *message =
        g_strdup_printf("%s%s is given twice in this object", key ? "the key " : "", name);
    return fail(text, key ? key : p, BSP_ERROR_SYNTAX, message, error);
}

/* --- the document --- */

static gboolean parse(const Text *text, json_object **root, GError **error)
{
    gsize length = (gsize)(text->end - text->start);
    json_tokener *reader = bsp_need(json_tokener_new_ex(MAX_DEPTH));
    /* If memory runs out, json-c cuts off a text that its buffer cannot hold. So the buffer is
     * enlarged for the whole text before json-c parses it. */
    if (printbuf_memset(reader->pb, 0, 0, (int)length + 1) != 0)
        bsp_out_of_memory();
    printbuf_reset(reader->pb);
    json_tokener_set_flags(reader, JSON_TOKENER_STRICT);
    *root = json_tokener_parse_ex(reader, text->start, (int)length + 1);
    const char *at = text->start + json_tokener_get_parse_end(reader);
    enum json_tokener_error problem = json_tokener_get_error(reader);
    json_tokener_free(reader);
    return problem == json_tokener_success ||
           fail(text, at, BSP_ERROR_SYNTAX, json_tokener_error_desc(problem), error);
}

static gboolean read_text(const Text *text, json_object **root, GError **error)
{
    const char *end, *at = text->start;
    if (bsp_is_saved(at, (gsize)(text->end - at)))
        return bsp_fail(error, BSP_ERROR_VALUE,
                        "%s: this is a saved tree, not JSON; name the level from which it was "
                        "built, which bsplevel info prints",
                        text->file);
    /* GLib, unlike json-c, refuses overlong forms and surrogates. */
    if (!g_utf8_validate_len(at, (gsize)(text->end - at), &end))
        return fail(text, end, BSP_ERROR_SYNTAX, *end ? "invalid UTF-8" : "the file has a NUL byte",
                    error);
    if (g_str_has_prefix(at, "\xef\xbb\xbf"))
        return fail(text, at, BSP_ERROR_SYNTAX,
                    "the file begins with a byte order mark, which JSON does not have", error);
    if (!check_text(text, error) || !parse(text, root, error))
        return FALSE;
    if (json_c_visit(*root, 0, compare_children, &at) != JSON_C_VISIT_RETURN_ERROR)
        return TRUE;
    if (*at == '[') /* an array has fewer items only if json-c ran out of memory */
        bsp_out_of_memory();
    return fail_for_keys(text, at, error);
}

BspJsonRef *bsp_json_parse(const char *file, const char *text, gsize length, GError **error)
{
    if (length > BSP_JSON_MAX_BYTES) {
        bsp_fail(error, BSP_ERROR_LIMIT,
                 "%s: %" G_GSIZE_FORMAT " bytes of JSON are more than the limit of %d", file,
                 length, BSP_JSON_MAX_BYTES);
        return NULL;
    }
    g_autoptr(BspJsonRef) root = g_new0(BspJsonRef, 1);
    root->file = g_strdup(file);
    return read_text(&(Text){ file, text, text + length }, &root->value, error)
               ? g_steal_pointer(&root)
               : NULL;
}

BspJsonRef *bsp_json_load(const char *path, GError **error)
{
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, error);
    return text ? bsp_json_parse(path, text, length, error) : NULL;
}

void bsp_json_free(BspJsonRef *root)
{
    if (!root)
        return;
    json_object_put(root->value);
    g_free(root->file);
    g_free(root);
}
