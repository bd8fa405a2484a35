/* json-text: reads the text of a JSON document value by value. */
#include "world/json-text.h"

#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "geometry/out-of-memory.h"

/* The greatest depth of nested values. No format of this project is nested more than 8 deep. */
#define MAX_DEPTH 32

/* The greatest number of bytes of a key in a message. */
#define MAX_QUOTED 80

gboolean bsp_json_text_fail(const BspJsonText *text, const char *at, GError **error,
                            BspErrorCode code, const char *format, ...)
{
    guint line = 1, column = 1;
    for (const char *p = text->start; p < at; p++) {
        if (*p == '\n') {
            line++;
            column = 1;
        } else if (((guchar)*p & 0xc0) != 0x80) { /* not a continuation byte of a UTF-8 character */
            column++;
        }
    }
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, BSP_ERROR, (gint)code, "%s:%u:%u: %s", text->file, line, column, message);
    return FALSE;
}

/* --- tokens --- */

static void skip_space(BspJsonText *text)
{
    while (*text->p && strchr(" \t\r\n", *text->p))
        text->p++;
}

/* If the next character is c, reads it and the white space after it. */
static gboolean accept_char(BspJsonText *text, char c)
{
    if (*text->p != c)
        return FALSE;
    text->p++;
    skip_space(text);
    return TRUE;
}

/* Sets BSP_ERROR_SYNTAX with the message, and returns FALSE. If the text, or the limit of the
 * value, ends at `at`, the error reports this instead. */
static gboolean fail_unexpected(const BspJsonText *text, const char *at, const char *message,
                                GError **error)
{
    if (text->stop && at >= text->stop)
        return bsp_json_text_fail(text, text->from, error, BSP_ERROR_LIMIT,
                                  "the value is longer than the limit of %" G_GSIZE_FORMAT " bytes",
                                  (gsize)(text->stop - text->from));
    return bsp_json_text_fail(text, at, error, BSP_ERROR_SYNTAX, "%s",
                              at == text->end ? "unexpected end of data" : message);
}

/* --- numbers and words --- */

static gboolean skip_digits(const char **p)
{
    const char *start = *p;
    while (g_ascii_isdigit(**p))
        (*p)++;
    return *p > start;
}

/* Returns the end of the number at p (RFC 8259), or NULL if there is no number. *whole receives
 * whether it has neither a point nor an exponent. */
static const char *number_end(const char *p, gboolean *whole)
{
    *whole = TRUE;
    if (*p == '-')
        p++;
    if (*p == '0')
        p++;
    else if (!skip_digits(&p))
        return NULL;
    if (*p == '.') {
        p++;
        *whole = FALSE;
        if (!skip_digits(&p))
            return NULL;
    }
    if (*p == 'e' || *p == 'E') {
        p++;
        *whole = FALSE;
        if (*p == '+' || *p == '-')
            p++;
        if (!skip_digits(&p))
            return NULL;
    }
    return p;
}

/* Sets *value to the number between start and end, or to NULL if no type of json-c can represent
 * it. */
static void make_number(const char *start, const char *end, gboolean whole, json_object **value)
{
    g_autofree char *number = g_strndup(start, (gsize)(end - start));
    gint64 signed_number = 0;
    guint64 unsigned_number = 0;
    double x;
    *value = NULL;
    if (!whole && isfinite(x = g_ascii_strtod(number, NULL)))
        *value = bsp_need(json_object_new_double_s(x, number));
    else if (whole &&
             g_ascii_string_to_signed(number, 10, G_MININT64, G_MAXINT64, &signed_number, NULL))
        *value = bsp_need(json_object_new_int64(signed_number));
    else if (whole &&
             g_ascii_string_to_unsigned(number, 10, 0, G_MAXUINT64, &unsigned_number, NULL))
        *value = bsp_need(json_object_new_uint64(unsigned_number));
}

static gboolean read_literal(BspJsonText *text, json_object **value, GError **error)
{
    const char *start = text->p, *end = start + strcspn(start, " \t\r\n,:[]{}\"");
    gsize n = (gsize)(end - start);
    gboolean whole;
    text->p = end;
    *value = NULL;
    if (n == 4 && memcmp(start, "null", n) == 0)
        return TRUE;
    if ((n == 4 && memcmp(start, "true", n) == 0) || (n == 5 && memcmp(start, "false", n) == 0)) {
        *value = bsp_need(json_object_new_boolean(*start == 't'));
        return TRUE;
    }
    if (number_end(start, &whole) != end)
        return fail_unexpected(text, start, "neither a value nor a finite number", error);
    make_number(start, end, whole, value);
    return *value || fail_unexpected(text, start, "the number is too large to hold", error);
}

/* --- strings --- */

/* Reads four hexadecimal digits at *p. If there are fewer, returns -1, and *p is at the first other
 * character. */
static gint32 read_hexadecimal(const char **p)
{
    gint32 c = 0;
    for (guint i = 0; i < 4; i++, (*p)++) {
        if (!g_ascii_isxdigit(**p))
            return -1;
        c = c << 4 | g_ascii_xdigit_value(**p);
    }
    return c;
}

/* Reads the digits after "\u" at *p. Returns -1 if there are fewer than four. A single half of a
 * surrogate pair becomes U+FFFD. */
static gint32 read_unicode_escape(const char **p)
{
    gint32 c = read_hexadecimal(p);
    if (c < 0xd800 || c > 0xdfff)
        return c;
    if (c > 0xdbff || (*p)[0] != '\\' || (*p)[1] != 'u')
        return 0xfffd;
    const char *next = *p + 2;
    gint32 low = read_hexadecimal(&next);
    if (low < 0xdc00 || low > 0xdfff)
        return 0xfffd;
    *p = next;
    return 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
}

static gboolean read_escape(BspJsonText *text, GString *out, GError **error)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *letter = text->p[1] ? strchr(letters, text->p[1]) : NULL;
    gint32 c = -1;
    text->p++;
    if (letter) {
        c = meant[letter - letters];
        text->p++;
    } else if (*text->p == 'u') {
        text->p++;
        c = read_unicode_escape(&text->p);
    }
    if (c < 0)
        return fail_unexpected(text, text->p, "invalid string sequence", error);
    g_string_append_unichar(out, (gunichar)c);
    return TRUE;
}

/* Reads the string at the current position, which is a quote, into `out`, and decodes its escapes.
 */
static gboolean read_string_text(BspJsonText *text, GString *out, GError **error)
{
    g_string_truncate(out, 0);
    for (text->p++; *text->p != '"';) {
        const char *start = text->p;
        while ((guchar)*text->p >= 0x20 && *text->p != '"' && *text->p != '\\')
            text->p++;
        g_string_append_len(out, start, text->p - start);
        if (*text->p == '\\' && !read_escape(text, out, error))
            return FALSE;
        if ((guchar)*text->p < 0x20)
            return fail_unexpected(text, text->p,
                                   "a control character in a string must be written as an escape",
                                   error);
    }
    text->p++;
    return TRUE;
}

static gboolean read_string(BspJsonText *text, json_object **value, GError **error)
{
    g_autoptr(GString) string = g_string_new(NULL);
    if (!read_string_text(text, string, error))
        return FALSE;
    *value = bsp_need(json_object_new_string_len(string->str, (int)string->len));
    return TRUE;
}

/* --- values --- */

static gboolean read_value(BspJsonText *text, json_object **value, guint depth, GError **error);

/* Reads the items of an array into `array`, which the caller releases even if this fails. */
static gboolean read_items(BspJsonText *text, json_object *array, guint depth, GError **error)
{
    accept_char(text, '[');
    if (accept_char(text, ']'))
        return TRUE;
    do {
        json_object *item = NULL;
        if (!read_value(text, &item, depth + 1, error))
            return FALSE;
        if (json_object_array_add(array, item) != 0)
            bsp_out_of_memory();
    } while (accept_char(text, ','));
    json_object_array_shrink(array, 0);
    return accept_char(text, ']') ||
           fail_unexpected(text, text->p, "array value separator ',' expected", error);
}

/* Reads a key, the ':' after it, and white space. Fails if the object already has the key. */
static gboolean read_key(BspJsonText *text, const json_object *object, GString *key, GError **error)
{
    const char *quote = text->p;
    if (*quote != '"')
        return fail_unexpected(text, quote, "quoted object property name expected", error);
    if (!read_string_text(text, key, error))
        return FALSE;
    if (json_object_object_get_ex(object, key->str, NULL)) {
        g_autofree char *message =
            g_strdup_printf("duplicate key %.*s", (int)MIN(text->p - quote, MAX_QUOTED), quote);
        return fail_unexpected(text, quote, message, error);
    }
    skip_space(text);
    return accept_char(text, ':') ||
           fail_unexpected(text, text->p, "object property name separator ':' expected", error);
}

static gboolean read_members(BspJsonText *text, json_object *object, guint depth, GError **error)
{
    g_autoptr(GString) key = g_string_new(NULL);
    accept_char(text, '{');
    if (accept_char(text, '}'))
        return TRUE;
    do {
        json_object *member = NULL;
        if (!read_key(text, object, key, error) || !read_value(text, &member, depth + 1, error))
            return FALSE;
        if (json_object_object_add(object, key->str, member) != 0)
            bsp_out_of_memory();
    } while (accept_char(text, ','));
    return accept_char(text, '}') ||
           fail_unexpected(text, text->p, "object value separator ',' expected", error);
}

static gboolean read_any(BspJsonText *text, json_object **value, guint depth, GError **error)
{
    if (depth == MAX_DEPTH)
        return fail_unexpected(text, text->p, "nesting too deep", error);
    if (*text->p == '{') {
        *value = bsp_need(json_object_new_object());
        return read_members(text, *value, depth, error);
    }
    if (*text->p == '[') {
        *value = bsp_need(json_object_new_array_ext(4));
        return read_items(text, *value, depth, error);
    }
    if (*text->p == '"')
        return read_string(text, value, error);
    if (g_ascii_isalnum(*text->p) || *text->p == '-')
        return read_literal(text, value, error);
    return fail_unexpected(text, text->p, "unexpected character", error);
}

/* Reads a value and the white space after it. If it returns FALSE, *value is NULL, and the caller
 * has nothing to free. */
static gboolean read_value(BspJsonText *text, json_object **value, guint depth, GError **error)
{
    *value = NULL;
    gboolean ok = read_any(text, value, depth, error);
    if (ok && text->stop && text->p > text->stop)
        ok = fail_unexpected(text, text->p, NULL, error);
    skip_space(text);
    if (!ok)
        json_object_put(g_steal_pointer(value));
    return ok;
}

gboolean bsp_json_text_value(BspJsonText *text, gsize limit, json_object **value, GError **error)
{
    text->from = text->p;
    text->stop = limit <= (gsize)(text->end - text->p) ? text->p + limit : NULL;
    gboolean ok = read_value(text, value, 0, error);
    text->stop = NULL;
    return ok;
}

/* --- whole documents --- */

gboolean bsp_json_text_check(const char *file, const char *chars, gsize length, gsize limit,
                             GError **error)
{
    if (length > limit) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: %" G_GSIZE_FORMAT
                    " bytes of JSON are more than the limit of %" G_GSIZE_FORMAT,
                    file, length, limit);
        return FALSE;
    }
    BspJsonText text = { .file = file, .start = chars };
    const char *nul = memchr(chars, '\0', length), *end;
    if (nul)
        return bsp_json_text_fail(&text, nul, error, BSP_ERROR_SYNTAX, "a NUL byte");
    if (g_str_has_prefix(chars, "\xef\xbb\xbf"))
        return bsp_json_text_fail(&text, chars, error, BSP_ERROR_SYNTAX,
                                  "a byte order mark, which JSON does not have");
    if (!g_utf8_validate_len(chars, length, &end))
        return bsp_json_text_fail(&text, end, error, BSP_ERROR_SYNTAX, "invalid UTF-8");
    return TRUE;
}

void bsp_json_text_open(BspJsonText *text, const char *file, const char *chars, gsize length)
{
    *text = (BspJsonText){ .file = file, .start = chars, .end = chars + length, .p = chars };
    skip_space(text);
}

/* --- an object piece by piece --- */

gboolean bsp_json_pieces_items(BspJsonText *text, BspJsonPieceFunc func, gpointer data,
                               GError **error)
{
    guint i = 0;
    accept_char(text, '[');
    if (accept_char(text, ']'))
        return TRUE;
    do {
        json_object *item;
        if (!bsp_json_text_value(text, BSP_JSON_MAX_PIECE_BYTES, &item, error))
            return FALSE;
        gboolean ok = func(item, i++, data, error);
        json_object_put(item);
        if (!ok)
            return FALSE;
    } while (accept_char(text, ','));
    return accept_char(text, ']') ||
           fail_unexpected(text, text->p, "array value separator ',' expected", error);
}

/* --- the frame --- */

typedef struct {
    BspJsonText *text;
    json_object *object;
    GHashTable *arrays;
    gsize n_bytes; /* bytes of text read so far, items of arrays not counted */
    guint n_items; /* items of all arrays so far */
} Frame;

static gboolean count_item(json_object *item, guint i, gpointer data, GError **error)
{
    (void)item;
    (void)i;
    Frame *frame = data;
    if (++frame->n_items <= BSP_JSON_MAX_PIECES)
        return TRUE;
    return bsp_json_text_fail(frame->text, frame->text->p, error, BSP_ERROR_LIMIT,
                              "the arrays have more items than the limit of %d",
                              BSP_JSON_MAX_PIECES);
}

/* Adds a member to the frame. Takes ownership of the value. */
static void add_to_frame(const Frame *frame, const char *key, json_object *value)
{
    if (json_object_object_add(frame->object, key, value) != 0)
        bsp_out_of_memory();
}

static gboolean read_frame_array(Frame *frame, const char *key, GError **error)
{
    g_hash_table_insert(frame->arrays, g_strdup(key), (gpointer)frame->text->p);
    add_to_frame(frame, key, bsp_need(json_object_new_array()));
    return bsp_json_pieces_items(frame->text, count_item, frame, error);
}

static gboolean read_frame_value(Frame *frame, const char *key, GError **error)
{
    const char *start = frame->text->p;
    json_object *value;
    if (!bsp_json_text_value(frame->text, BSP_JSON_MAX_PIECE_BYTES, &value, error))
        return FALSE;
    add_to_frame(frame, key, value);
    frame->n_bytes += (gsize)(frame->text->p - start);
    return TRUE;
}

static gboolean read_frame_member(Frame *frame, GError **error)
{
    BspJsonText *text = frame->text;
    const char *quote = text->p;
    g_autoptr(GString) key = g_string_new(NULL);
    if (!read_key(text, frame->object, key, error))
        return FALSE;
    frame->n_bytes += (gsize)(text->p - quote);
    if (!(*text->p == '[' ? read_frame_array : read_frame_value)(frame, key->str, error))
        return FALSE;
    return frame->n_bytes <= BSP_JSON_MAX_PIECE_BYTES ||
           bsp_json_text_fail(text, quote, error, BSP_ERROR_LIMIT,
                              "the document without its arrays' items is longer than the limit of "
                              "%d bytes",
                              BSP_JSON_MAX_PIECE_BYTES);
}

static gboolean read_frame_object(Frame *frame, GError **error)
{
    BspJsonText *text = frame->text;
    accept_char(text, '{');
    if (accept_char(text, '}'))
        return TRUE;
    do {
        if (!read_frame_member(frame, error))
            return FALSE;
    } while (accept_char(text, ','));
    return accept_char(text, '}') ||
           fail_unexpected(text, text->p, "object value separator ',' expected", error);
}

gboolean bsp_json_pieces_frame(BspJsonText *text, json_object **frame, GHashTable *arrays,
                               GError **error)
{
    *frame = NULL;
    if (*text->p != '{')
        return bsp_json_text_value(text, BSP_JSON_MAX_PIECE_BYTES, frame, error);
    Frame object = { .text = text, .object = bsp_need(json_object_new_object()), .arrays = arrays };
    *frame = object.object;
    return read_frame_object(&object, error);
}
