/* json-text: the text of a JSON document, read value by value. */
#include "world/json-text.h"

#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "geometry/out-of-memory.h"
#include "world/json-verify.h"

/* No format here nests deeper than 8. */
#define MAX_DEPTH 32

/* At most so many bytes of a key go into a message. */
#define MAX_QUOTED 80

gboolean bsp_json_text_fail(const BspJsonText *text, const char *at, GError **error,
                            BspErrorCode code, const char *format, ...)
{
    guint line = 1, column = 1;
    for (const char *p = text->start; p < at; p++) {
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
    g_set_error(error, BSP_ERROR, (gint)code, "%s:%u:%u: %s", text->file, line, column, message);
    return FALSE;
}

gboolean bsp_json_text_fail_duplicate(const BspJsonText *text, const char *quote, GError **error)
{
    const char *end = quote + 1;
    while (*end != '"')
        end += *end == '\\' ? 2 : 1;
    return bsp_json_text_fail(text, quote, error, BSP_ERROR_SYNTAX, "duplicate key %.*s",
                              (int)MIN(end + 1 - quote, MAX_QUOTED), quote);
}

/* --- what json-c lets pass ---
 *
 * A second walk over a value that json-c took for valid, so it may trust the nesting. */

typedef struct {
    const BspJsonText *text;
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
    while (end < scan->text->end && !strchr(" \t\r\n,:[]{}\"", *end))
        end++;
    scan->p = end;
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if ((gsize)(end - start) == strlen(words[i]) && g_str_has_prefix(start, words[i]))
            return TRUE;
    gboolean whole;
    if (number_end(start, &whole) != end)
        return bsp_json_text_fail(scan->text, start, error, BSP_ERROR_SYNTAX,
                                  "neither a value nor a finite number");
    if (!number_fits(start, (gsize)(end - start), whole))
        return bsp_json_text_fail(scan->text, start, error, BSP_ERROR_SYNTAX,
                                  "the number is too large to hold");
    return TRUE;
}

/* The string at p, between its quotes; *escaped is set when it is not simply what it stands for. */
static gboolean scan_string(Scan *scan, const char **content, gboolean *escaped, GError **error)
{
    *escaped = FALSE;
    *content = ++scan->p;
    for (; *scan->p != '"'; scan->p++) {
        if ((guchar)*scan->p < 0x20)
            return bsp_json_text_fail(
                scan->text, scan->p, error, BSP_ERROR_SYNTAX,
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
    json_object *string = bsp_need(json_tokener_parse(quoted));
    char *key = g_strdup(json_object_get_string(string));
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
        return bsp_json_text_fail_duplicate(scan->text, quote, error);
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

static gboolean check_value(const BspJsonText *text, const char *start, const char *end,
                            GError **error)
{
    g_autoptr(GPtrArray) open = g_ptr_array_new_with_free_func(free_keys);
    Scan scan = { text, start, open };
    while (scan.p < end)
        if (!scan_token(&scan, error))
            return FALSE;
    return TRUE;
}

/* --- values --- */

static void skip_space(BspJsonText *text)
{
    while (*text->p && strchr(" \t\r\n", *text->p))
        text->p++;
}

gboolean bsp_json_text_accept(BspJsonText *text, char c)
{
    if (*text->p != c)
        return FALSE;
    text->p++;
    skip_space(text);
    return TRUE;
}

gboolean bsp_json_text_value(BspJsonText *text, gsize limit, json_object **value, GError **error)
{
    const char *start = text->p;
    gsize left = (gsize)(text->end - start);
    /* With the final NUL, so that a number at the very end is seen to be complete. */
    *value = json_tokener_parse_ex(text->tokener, start, (int)MIN(left + 1, limit));
    enum json_tokener_error code = json_tokener_get_error(text->tokener);
    if (code == json_tokener_continue)
        return bsp_json_text_fail(text, start, error, BSP_ERROR_LIMIT,
                                  "the value is longer than the limit of %" G_GSIZE_FORMAT " bytes",
                                  limit);
    text->p += MIN(json_tokener_get_parse_end(text->tokener), left);
    if (code != json_tokener_success)
        return bsp_json_text_fail(text, text->p, error, BSP_ERROR_SYNTAX, "%s",
                                  json_tokener_error_desc(code));
    gboolean ok = check_value(text, start, text->p, error);
    if (ok && !bsp_json_verify(start, *value))
        ok = bsp_json_text_fail(text, start, error, BSP_ERROR_LIMIT,
                                "not enough memory to read the value");
    if (!ok) {
        json_object_put(*value);
        *value = NULL;
        return FALSE;
    }
    skip_space(text);
    return TRUE;
}

/* --- the whole --- */

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
    *text = (BspJsonText){ file, chars, chars + length, chars,
                           bsp_need(json_tokener_new_ex(MAX_DEPTH)) };
    /* What stands behind a value is for whoever reads the values. */
    json_tokener_set_flags(text->tokener, JSON_TOKENER_STRICT | JSON_TOKENER_ALLOW_TRAILING_CHARS);
    skip_space(text);
}

void bsp_json_text_close(BspJsonText *text)
{
    json_tokener_free(text->tokener);
}
