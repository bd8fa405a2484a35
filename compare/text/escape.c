/* escape: text from outside made safe for each of the formats that results are printed in.
 */
#include "text/escape.h"

#include <string.h>

/* Controls of either kind, separators of lines and paragraphs, and what is only there to be obeyed:
 * directions, joiners, tags. And the two of each plane that are no characters, which XML has no
 * place for. */
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
