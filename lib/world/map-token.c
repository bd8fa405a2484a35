/* map-token: reads the tokens of .map files, which are brackets, words, and strings in quotes. */
#include "world/map-token.h"
#include "geometry/fail.h"

#include <string.h>

void bsp_map_open_text(BspMapText *text, const char *file, const char *chars, gsize length,
                       GError **error)
{
    /* Skip the byte order mark that editors on Windows write before UTF-8. */
    const char *begin = chars + (g_str_has_prefix(chars, "\xef\xbb\xbf") ? 3 : 0);
    *text = (BspMapText){ .file = file,
                          .begin = begin,
                          .end = chars + length,
                          .p = begin,
                          .counted = begin,
                          .line = 1,
                          .error = error };
}

/* --- lines and errors --- */

/* Returns whether a line ends at p. Lines end in LF, CR LF or, in old files, CR. */
static gboolean ends_line(const char *p)
{
    return *p == '\n' || (*p == '\r' && p[1] != '\n');
}

static guint count_lines(const char *p, const char *end)
{
    guint n = 0;
    for (; p < end; p++)
        n += ends_line(p) ? 1 : 0;
    return n;
}

guint bsp_map_line(BspMapText *text)
{
    text->line += count_lines(text->counted, text->p);
    text->counted = MAX(text->counted, text->p);
    return text->line;
}

void bsp_map_fail_at(const BspMapText *text, const char *at, const char *format, ...)
{
    va_list arguments;
    const char *line_start = at;
    if (*text->error)
        return;
    while (line_start > text->begin && !ends_line(line_start - 1))
        line_start--;
    g_autofree char *place = g_strdup_printf(
        "%s:%u:%u", text->file, count_lines(text->begin, at) + 1, (guint)(at - line_start) + 1);
    va_start(arguments, format);
    bsp_fail_valist(text->error, BSP_ERROR_SYNTAX, place, format, arguments);
    va_end(arguments);
}

char *bsp_map_quote(const char *start, gsize length)
{
    GString *out = g_string_new("'");
    for (gsize i = 0; i < MIN(length, 40); i++)
        g_string_append_c(out, g_ascii_isprint(start[i]) ? start[i] : '?');
    g_string_append(out, length > 40 ? "...'" : "'");
    return g_string_free(out, FALSE);
}

gboolean bsp_map_at_end(const BspMapText *text)
{
    return !text->token.length && !text->token.is_string;
}

void bsp_map_fail_expected(const BspMapText *text, const char *what)
{
    const BspMapToken *token = &text->token;
    g_autofree char *found = bsp_map_at_end(text) ? g_strdup("the end of the file")
                                                  : bsp_map_quote(token->start, token->length);
    bsp_map_fail_at(text, token->start - (token->is_string ? 1 : 0), "expected %s, found %s", what,
                    found);
}

/* --- white space and comments --- */

static gboolean is_space(char c)
{
    return (guchar)c <= ' ';
}

static gboolean begins_line_comment(const char *p)
{
    return *p == ';' || *p == '#' || (p[0] == '/' && p[1] == '/');
}

/* Returns the end of a comment from slash-star to star-slash. */
static const char *block_comment_end(const BspMapText *text)
{
    const char *end = strstr(text->p + 2, "*/");
    if (end)
        return end + 2;
    bsp_map_fail_at(text, text->p, "the comment that begins here does not end");
    return text->end;
}

static void skip_space(BspMapText *text)
{
    while (text->p < text->end) {
        if (is_space(*text->p))
            text->p++;
        else if (begins_line_comment(text->p))
            text->p += strcspn(text->p, "\r\n");
        else if (text->p[0] == '/' && text->p[1] == '*')
            text->p = block_comment_end(text);
        else
            break;
    }
}

/* --- tokens --- */

/* Returns whether the quote at p ends the string. A backslash before the quote escapes it, but may
 * also be the last character of a path. If it is the end of a path, the line ends after the
 * quote. */
static gboolean ends_string(const char *p)
{
    if (p[-1] != '\\')
        return TRUE;
    const char *next = p + 1;
    while (*next == ' ' || *next == '\t' || *next == '\r')
        next++;
    return *next == '\n' || *next == '\0';
}

/* Reads a string in quotes. It may contain line breaks, as in the compilers (GetToken() in id's
 * qbsp, map.c, and in SDHLT, common/scriplib.cpp). */
static void read_string(BspMapText *text)
{
    const char *start = text->p + 1, *p = start;
    while (*p && (*p != '"' || !ends_string(p)))
        p++;
    if (*p != '"')
        bsp_map_fail_at(text, text->p, "the string that begins here does not end");
    text->token = (BspMapToken){ start, (gsize)(p - start), TRUE };
    text->p = *p ? p + 1 : p;
}

/* Reads the token at the current position. A word ends at white space, at a quote or at a character
 * of `punctuation`. Such a character is a token by itself. Without punctuation only white space
 * ends a word, because a name of a texture may have a quote. */
static void read_token(BspMapText *text, const char *punctuation)
{
    if (*text->error)
        text->p = text->end;
    const char *start = text->p;
    if (*start == '"') {
        read_string(text);
        return;
    }
    if (start < text->end)
        text->p++;
    if (!strchr(punctuation, *start))
        while (text->p < text->end && !is_space(*text->p) && !(*punctuation && *text->p == '"') &&
               !strchr(punctuation, *text->p))
            text->p++;
    text->token = (BspMapToken){ start, (gsize)(text->p - start), FALSE };
}

void bsp_map_next_token(BspMapText *text)
{
    skip_space(text);
    read_token(text, "(){}[]");
}

void bsp_map_next_name(BspMapText *text)
{
    while (*text->p == ' ' || *text->p == '\t')
        text->p++;
    if (!begins_line_comment(text->p) || *text->p == '/')
        skip_space(text);
    read_token(text, "");
}

gboolean bsp_map_token_is(const BspMapText *text, const char *word)
{
    const BspMapToken *token = &text->token;
    return !token->is_string && token->length == strlen(word) &&
           g_ascii_strncasecmp(token->start, word, token->length) == 0;
}

void bsp_map_expect_token(BspMapText *text, const char *word)
{
    bsp_map_next_token(text);
    if (bsp_map_token_is(text, word))
        return;
    g_autofree char *what = g_strdup_printf("'%s'", word);
    bsp_map_fail_expected(text, what);
}
