/* json-verify: whether what json-c has made of a text is what the text says. */
#include "world/json-verify.h"

#include <json-c/json.h>
#include <string.h>

static gboolean verify(const char **p, json_object *value);

static void skip_space(const char **p)
{
    *p += strspn(*p, " \t\r\n");
}

/* Takes c, if it is next, and the white space round it. */
static gboolean accept(const char **p, char c)
{
    skip_space(p);
    if (**p != c)
        return FALSE;
    (*p)++;
    skip_space(p);
    return TRUE;
}

/* --- strings --- */

static gunichar hexadecimal(const char **p)
{
    gunichar c = 0;
    for (guint i = 0; i < 4; i++)
        c = c << 4 | (gunichar)g_ascii_xdigit_value(*(*p)++);
    return c;
}

/* What is behind "\u"; half of a pair alone becomes U+FFFD, as it does in json-c. */
static gunichar unicode_escape(const char **p)
{
    gunichar c = hexadecimal(p);
    if (c < 0xd800 || c > 0xdfff)
        return c;
    const char *next = *p + 2;
    if (c > 0xdbff || (*p)[0] != '\\' || (*p)[1] != 'u')
        return 0xfffd;
    gunichar low = hexadecimal(&next);
    if (low < 0xdc00 || low > 0xdfff)
        return 0xfffd;
    *p = next;
    return 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
}

/* The string at *p, a quote; without escapes. */
static GString *decode(const char **p)
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    GString *out = g_string_new(NULL);
    for ((*p)++; **p != '"';) {
        gsize plain = strcspn(*p, "\"\\");
        g_string_append_len(out, *p, (gssize)plain);
        *p += plain;
        if (**p != '\\')
            continue;
        (*p)++;
        char c = *(*p)++;
        const char *letter = strchr(letters, c);
        if (c == 'u')
            g_string_append_unichar(out, unicode_escape(p));
        else
            g_string_append_c(out, letter ? meant[letter - letters] : c);
    }
    (*p)++;
    return out;
}

static gboolean verify_string(const char **p, json_object *value)
{
    GString *said = decode(p);
    gboolean same = json_object_is_type(value, json_type_string) &&
                    (gsize)json_object_get_string_len(value) == said->len &&
                    memcmp(json_object_get_string(value), said->str, said->len) == 0;
    g_string_free(said, TRUE);
    return same;
}

/* --- numbers and words --- */

/* Whole numbers are held against each other as doubles, too: what was cut short is far off. */
static gboolean verify_number(const char **p, json_object *value)
{
    char *end;
    double said = g_ascii_strtod(*p, &end);
    *p = end;
    return (json_object_is_type(value, json_type_int) ||
            json_object_is_type(value, json_type_double)) &&
           json_object_get_double(value) == said;
}

static gboolean verify_word(const char **p, json_object *value)
{
    char first = **p;
    *p += strspn(*p, "truefalsn");
    if (first == 'n')
        return !value;
    return json_object_is_type(value, json_type_boolean) &&
           json_object_get_boolean(value) == (first == 't');
}

/* --- arrays and objects --- */

static gboolean verify_array(const char **p, json_object *value)
{
    gsize n = 0;
    if (!json_object_is_type(value, json_type_array))
        return FALSE;
    accept(p, '[');
    if (!accept(p, ']')) {
        do
            if (n >= json_object_array_length(value) ||
                !verify(p, json_object_array_get_idx(value, n++)))
                return FALSE;
        while (accept(p, ','));
        accept(p, ']');
    }
    return n == json_object_array_length(value);
}

static gboolean verify_member(const char **p, json_object *value)
{
    GString *key = decode(p);
    json_object *member;
    gboolean found = json_object_object_get_ex(value, key->str, &member);
    g_string_free(key, TRUE);
    accept(p, ':');
    return found && verify(p, member);
}

static gboolean verify_object(const char **p, json_object *value)
{
    int n = 0;
    if (!json_object_is_type(value, json_type_object))
        return FALSE;
    accept(p, '{');
    if (!accept(p, '}')) {
        do {
            if (!verify_member(p, value))
                return FALSE;
            n++;
        } while (accept(p, ','));
        accept(p, '}');
    }
    return n == json_object_object_length(value);
}

/* json-c has seen to it that nothing is nested too deep for this. */
static gboolean verify(const char **p, json_object *value)
{
    skip_space(p);
    switch (**p) {
    case '{':
        return verify_object(p, value);
    case '[':
        return verify_array(p, value);
    case '"':
        return verify_string(p, value);
    case 't':
    case 'f':
    case 'n':
        return verify_word(p, value);
    default:
        return verify_number(p, value);
    }
}

gboolean bsp_json_verify(const char *start, const json_object *value)
{
    return verify(&start, (json_object *)value);
}
