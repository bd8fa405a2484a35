/* escape: makes text from outside safe for each format in which results are printed. */
#include "text/escape.h"

#include <string.h>

/* Rejects control characters, separators of lines and paragraphs, and format characters
 * (directions, joiners, tags). Also rejects the last two code points of each plane, which are not
 * characters and which XML forbids. */
static gboolean is_harmless(gunichar c)
{
    if ((c & 0xfffe) == 0xfffe)
        return FALSE;
    switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SURROGATE:
        return FALSE;
    default:
        return TRUE;
    }
}

char *compare_escape_terminal(const char *text)
{
    GString *out = g_string_new(NULL);
    while (*text) {
        gunichar c = g_utf8_get_char_validated(text, -1);
        gboolean valid = c != (gunichar)-1 && c != (gunichar)-2;
        if (valid && is_harmless(c))
            g_string_append_unichar(out, c);
        else
            g_string_append_c(out, '?');
        text = valid ? g_utf8_next_char(text) : text + 1;
    }
    return g_string_free(out, FALSE);
}

char *compare_escape_markdown(const char *text)
{
    g_autofree char *line = compare_escape_terminal(text);
    GString *out = g_string_new(NULL);
    for (const char *c = line; *c; c++) {
        if (strchr("\\`*_[]<>|#~&", *c))
            g_string_append_c(out, '\\');
        g_string_append_c(out, *c);
    }
    return g_string_free(out, FALSE);
}

char *compare_escape_csv(const char *text)
{
    if (!strpbrk(text, ",\"\r\n"))
        return g_strdup(text);
    GString *out = g_string_new("\"");
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            g_string_append_c(out, '"');
        g_string_append_c(out, *c);
    }
    g_string_append_c(out, '"');
    return g_string_free(out, FALSE);
}
