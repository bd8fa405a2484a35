/* json-text: the text of a JSON document becomes objects of json-c. */
#include "world/json-text.h"

#include <errno.h>
#include <json-c/json.h>
#include <json-c/json_visit.h>
#include <json-c/printbuf.h>
#include <string.h>

#include "geometry/fail.h"
#include "geometry/out-of-memory.h"
#include "tools/bsp-json.h"

/* The greatest depth of nested values. No format of this project is nested more than 8 deep. */
#define MAX_DEPTH 32

#define DIGITS "0123456789"
#define SPACE " \t\r\n"

/* A text that is read, and the file's name for messages. *end is NUL. */
typedef struct {
    const char *file, *start, *end;
} Text;

/* Sets the error "FILE:LINE:COLUMN: message" for position `at`, and returns FALSE. */
static gboolean fail(const Text *text, const char *at, BspErrorCode code, const char *message,
                     GError **error)
{
    guint line = 1;
    const char *start = text->start; /* of the line */
    for (const char *p = text->start; p < at; p++) {
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    }
    return bsp_fail(error, code, "%s:%u:%ld: %s", text->file, line,
                    g_utf8_strlen(start, at - start) + 1, message);
}

/* --- what json-c does not check --- */

/* An object in a text, and the number of its members. */
typedef struct {
    const char *at;
    guint n;
} Object;

/* Whether the text from p to end is a number (RFC 8259). *whole receives whether it has neither a
 * point nor an exponent. */
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

static gboolean check_literal(const Text *text, const char *p, gsize n, GError **error)
{
    gboolean whole;
    if ((n == 4 && (memcmp(p, "null", n) == 0 || memcmp(p, "true", n) == 0)) ||
        (n == 5 && memcmp(p, "false", n) == 0))
        return TRUE;
    if (!is_number(p, p + n, &whole))
        return fail(text, p, BSP_ERROR_SYNTAX, "neither a value nor a finite number", error);
    errno = 0;
    if (whole && *p == '-')
        g_ascii_strtoll(p, NULL, 10);
    else if (whole)
        g_ascii_strtoull(p, NULL, 10);
    return errno != ERANGE ||
           fail(text, p, BSP_ERROR_SYNTAX, "the number is too large to hold", error);
}

/* The number of the escape at p, such as \u00e9; G_MAXUINT if there is no such escape. */
static guint escaped_number(const char *p)
{
    guint number = 0;
    if (p[0] != '\\' || p[1] != 'u')
        return G_MAXUINT;
    for (guint i = 2; i < 6; i++) {
        if (!g_ascii_isxdigit(p[i]))
            return G_MAXUINT;
        number = 16 * number + (guint)g_ascii_xdigit_value(p[i]);
    }
    return number;
}

static gboolean is_surrogate_pair(const char *p)
{
    return escaped_number(p) >> 10 == 0xd800 >> 10 && escaped_number(p + 6) >> 10 == 0xdc00 >> 10;
}

/* The fault of the character or escape at p. NULL: there is none, or json-c finds it. */
static const char *problem_of_character(const char *p)
{
    if ((guchar)*p < 0x20)
        return "a control character in a string must be written as an escape";
    guint number = escaped_number(p);
    if (!number) /* json-c would end a key there */
        return "a NUL character in a string";
    if (number >> 11 == 0xd800 >> 11 && !is_surrogate_pair(p)) /* json-c would replace it */
        return "half of a surrogate pair in a string";
    return NULL;
}

/* Returns the end of the string at p, which is a quote. */
static const char *string_end(const Text *text, const char *p, GError **error)
{
    for (p++; p < text->end && *p != '"'; p++) {
        const char *problem = problem_of_character(p);
        if (problem) {
            fail(text, p, BSP_ERROR_SYNTAX, problem, error);
            return NULL;
        }
        p += is_surrogate_pair(p) ? 11 : *p == '\\' && (guchar)p[1] >= 0x20;
    }
    return MIN(p + 1, text->end);
}

typedef struct {
    const Text *text;
    GArray *objects; /* Object, in the order of their opening braces */
    guint n_values;  /* other than null */
    gsize longest;   /* bytes of the longest literal or string */
    guint depth;
    guint within[MAX_DEPTH + 1]; /* at each depth: 0 in an array, else 1 + the object's index */
} Scan;

/* Counts an opening or closing bracket, or a colon. */
static gboolean count_mark(Scan *scan, const char *p, GError **error)
{
    if (*p == ':' && scan->within[scan->depth])
        g_array_index(scan->objects, Object, scan->within[scan->depth] - 1).n++;
    if (*p == '}' || *p == ']')
        scan->depth -= scan->depth > 0;
    if (*p != '{' && *p != '[')
        return TRUE;
    if (scan->depth == MAX_DEPTH)
        return fail(scan->text, p, BSP_ERROR_SYNTAX, "nesting too deep", error);
    if (*p == '{')
        g_array_append_vals(scan->objects, &(Object){ p, 0 }, 1);
    if (scan->objects->len > BSP_JSON_MAX_OBJECTS) {
        g_autofree char *message =
            g_strdup_printf("more objects than the limit of %d", BSP_JSON_MAX_OBJECTS);
        return fail(scan->text, p, BSP_ERROR_LIMIT, message, error);
    }
    scan->within[++scan->depth] = *p == '{' ? scan->objects->len : 0;
    scan->n_values++;
    return TRUE;
}

/* Checks the whole text, lists its objects, and counts its values that are not null. */
static gboolean check_text(Scan *scan, GError **error)
{
    const Text *text = scan->text;
    const char *p = text->start + strspn(text->start, SPACE);
    while (p < text->end) {
        gsize literal = strcspn(p, SPACE ",:[]{}\"");
        gboolean is_string = *p == '"';
        if (literal ? !check_literal(text, p, literal, error) : !count_mark(scan, p, error))
            return FALSE;
        scan->n_values += literal && *p != 'n';
        const char *start = p;
        p = is_string ? string_end(text, p, error) : p + MAX(literal, 1);
        if (!p)
            return FALSE;
        scan->longest = MAX(scan->longest, (gsize)(p - start));
        p += strspn(p, SPACE);
        scan->n_values += is_string && *p != ':';
    }
    return TRUE;
}

/* The objects of the text that a walk through the values has still to meet. */
typedef struct {
    const Object *next, *doubled;
    guint n_values; /* met, other than null */
} Walk;

/* Compares an object with the next one of the text, and stops if members are missing. A
 * json_c_visit_userfunc. */
static int compare_members(json_object *value, int flags, json_object *parent, const char *key,
                           size_t *index, void *user_data)
{
    (void)parent, (void)key, (void)index;
    Walk *walk = user_data;
    if (flags & JSON_C_VISIT_SECOND)
        return JSON_C_VISIT_RETURN_CONTINUE;
    walk->n_values += value != NULL;
    if (!json_object_is_type(value, json_type_object))
        return JSON_C_VISIT_RETURN_CONTINUE;
    if ((guint)json_object_object_length(value) == (walk->next++)->n)
        return JSON_C_VISIT_RETURN_CONTINUE;
    walk->doubled = walk->next - 1;
    return JSON_C_VISIT_RETURN_STOP;
}

/* --- the document --- */

static gboolean read_text(const Text *text, gsize longest, json_object **root, GError **error)
{
    json_tokener *reader = bsp_need(json_tokener_new_ex(MAX_DEPTH + 2));
    /* Without memory, json-c cuts texts short that its buffer cannot hold; so it gets the memory
     * now. */
    if (printbuf_memset(reader->pb, 0, 0, (int)longest + 1) != 0)
        bsp_out_of_memory();
    printbuf_reset(reader->pb);
    json_tokener_set_flags(reader, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    *root = json_tokener_parse_ex(reader, text->start, (int)(text->end - text->start) + 1);
    const char *at = MIN(text->start + json_tokener_get_parse_end(reader), text->end);
    enum json_tokener_error problem = json_tokener_get_error(reader);
    json_tokener_free(reader);
    return problem == json_tokener_success ||
           fail(text, at, BSP_ERROR_SYNTAX, json_tokener_error_desc(problem), error);
}

gboolean bsp_json_read_text(const char *file, const char *chars, gsize length,
                            struct json_object **root, GError **error)
{
    const Text text = { file, chars, chars + length };
    g_autoptr(GArray) objects = g_array_new(FALSE, FALSE, sizeof(Object));
    const char *end;
    Scan scan = { .text = &text, .objects = objects };
    *root = NULL;
    /* GLib, unlike json-c, refuses overlong forms and surrogates. */
    if (!g_utf8_validate_len(chars, length, &end))
        return fail(&text, end, BSP_ERROR_SYNTAX, *end ? "invalid UTF-8" : "a NUL byte", error);
    if (g_str_has_prefix(chars, "\xef\xbb\xbf"))
        return fail(&text, chars, BSP_ERROR_SYNTAX, "a byte order mark, which JSON does not have",
                    error);
    if (!check_text(&scan, error) || !read_text(&text, scan.longest, root, error))
        return FALSE;
    Walk walk = { (const Object *)(gpointer)objects->data, NULL, 0 };
    json_c_visit(*root, 0, compare_members, &walk);
    if (!walk.doubled && walk.n_values != scan.n_values) /* which json-c left out without a word */
        bsp_out_of_memory();
    if (!walk.doubled)
        return TRUE;
    json_object_put(g_steal_pointer(root));
    return fail(&text, walk.doubled->at, BSP_ERROR_SYNTAX, "a key is given twice in this object",
                error);
}
