/* map-token: the tokens of .map files: brackets, words, and strings in quotes. */
#include "world/map-token.h"
#include "geometry/fail.h"

#include <string.h>

/* --- errors --- */

gboolean bsp_map_fail_at(const BspMapText *text, const BspMapToken *at, const char *format, ...)
{
    va_list arguments;
    g_autofree char *place = g_strdup_printf("%s:%u:%u", text->file, at->line, at->column);
    va_start(arguments, format);
    bsp_fail_valist(text->error, BSP_ERROR_SYNTAX, place, format, arguments);
    va_end(arguments);
    return FALSE;
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

gboolean bsp_map_fail_expected(const BspMapText *text, const char *what)
{
    const BspMapToken *token = &text->token;
    g_autofree char *found = bsp_map_at_end(text) ? g_strdup("the end of the file")
                                                  : bsp_map_quote(token->start, token->length);
    return bsp_map_fail_at(text, token, "expected %s, found %s", what, found);
}

/* --- white space and comments --- */

static gboolean is_space(char c)
{
    return (guchar)c <= ' ';
}

/* An empty token at the current position. */
static BspMapToken token_here(const BspMapText *text)
{
    return (BspMapToken){ .start = text->p,
                          .line = text->line,
                          .column = (guint)(text->p - text->line_start) + 1 };
}

/* Lines end in LF, CR LF or, in old files, CR. */
static void skip_char(BspMapText *text)
{
    char c = *text->p++;
    if (c == '\n' || (c == '\r' && *text->p != '\n')) {
        text->line++;
        text->line_start = text->p;
    }
}

/* Skips a comment from slash-star to star-slash. */
static gboolean skip_block_comment(BspMapText *text)
{
    BspMapToken open = token_here(text);
    const char *end = strstr(text->p + 2, "*/");
    if (!end)
        return bsp_map_fail_at(text, &open, "the comment does not end");
    while (text->p < end + 2)
        skip_char(text);
    return TRUE;
}

static gboolean begins_line_comment(const char *p)
{
    return *p == ';' || *p == '#' || (p[0] == '/' && p[1] == '/');
}

static gboolean skip_space(BspMapText *text)
{
    while (text->p < text->end) {
        if (is_space(*text->p))
            skip_char(text);
        else if (begins_line_comment(text->p))
            text->p += strcspn(text->p, "\r\n");
        else if (text->p[0] != '/' || text->p[1] != '*')
            break;
        else if (!skip_block_comment(text))
            return FALSE;
    }
    return TRUE;
}

/* --- tokens --- */

/* Whether the quote at p ends the string. A backslash before the quote escapes it, but may also be
 * the last character of a path. In the latter case the line ends after the quote. */
static gboolean ends_string(const char *p)
{
    if (p[-1] != '\\')
        return TRUE;
    const char *next = p + 1;
    while (*next == ' ' || *next == '\t' || *next == '\r')
        next++;
    return *next == '\n' || *next == '\0';
}

/* Reads a string in quotes. It may contain line breaks, as in the compilers: GetToken() in id's
 * qbsp, map.c, and in SDHLT, common/scriplib.cpp. */
static gboolean read_string(BspMapText *text)
{
    BspMapToken *token = &text->token;
    const char *p = token->start + 1;
    while (*p && (*p != '"' || !ends_string(p)))
        p++;
    if (*p != '"')
        return bsp_map_fail_at(text, token, "the string does not end");
    token->start++;
    token->length = (gsize)(p - token->start);
    token->is_string = TRUE;
    while (text->p <= p)
        skip_char(text);
    return TRUE;
}

/* Reads the token at the current position. A word ends at white space, at a quote or at a character
 * of `punctuation`. Such a character is a token by itself. Without punctuation only white space
 * ends a word: a name of a texture may hold a quote. */
static gboolean read_token(BspMapText *text, const char *punctuation)
{
    text->token = token_here(text);
    if (text->p == text->end)
        return TRUE;
    if (*text->p == '"')
        return read_string(text);
    const char *p = text->p + 1;
    if (!strchr(punctuation, *text->p))
        while (p < text->end && !is_space(*p) && !(*punctuation && *p == '"') &&
               !strchr(punctuation, *p))
            p++;
    text->token.length = (gsize)(p - text->p);
    text->p = p;
    return TRUE;
}

gboolean bsp_map_next_token(BspMapText *text)
{
    return skip_space(text) && read_token(text, "(){}[]");
}

gboolean bsp_map_next_name(BspMapText *text)
{
    while (*text->p == ' ' || *text->p == '\t')
        text->p++;
    gboolean is_comment = begins_line_comment(text->p) && *text->p != '/';
    return (is_comment || skip_space(text)) && read_token(text, "");
}

gboolean bsp_map_token_is(const BspMapText *text, const char *word)
{
    const BspMapToken *token = &text->token;
    return !token->is_string && token->length == strlen(word) &&
           g_ascii_strncasecmp(token->start, word, token->length) == 0;
}

gboolean bsp_map_expect_token(BspMapText *text, const char *word)
{
    if (!bsp_map_next_token(text))
        return FALSE;
    g_autofree char *what = g_strdup_printf("'%s'", word);
    return bsp_map_token_is(text, word) || bsp_map_fail_expected(text, what);
}

void bsp_map_open_text(BspMapText *text, const char *file, const char *chars, gsize length,
                       GError **error)
{
    /* Editors on Windows write a byte order mark before UTF-8. */
    gsize mark = g_str_has_prefix(chars, "\xef\xbb\xbf") ? 3 : 0;
    *text = (BspMapText){ .file = file,
                          .p = chars + mark,
                          .end = chars + length,
                          .line_start = chars + mark,
                          .line = 1,
                          .error = error };
}
