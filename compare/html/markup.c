/* markup: text from outside as HTML, and JSON inside of HTML. */
#include "html/markup.h"

#include <string.h>

#include "text/escape.h"

void compare_html_text(GString *out, const char *text)
{
    /* What a terminal must not obey, a page should not: directions of writing, controls. */
    g_autofree char *harmless = compare_escape_terminal(text);
    for (const char *c = harmless; *c; c++) {
        switch (*c) {
        case '&':
            g_string_append(out, "&amp;");
            break;
        case '<':
            g_string_append(out, "&lt;");
            break;
        case '>':
            g_string_append(out, "&gt;");
            break;
        case '"':
            g_string_append(out, "&quot;");
            break;
        case '\'':
            g_string_append(out, "&#39;");
            break;
        default:
            g_string_append_c(out, *c);
        }
    }
}

/* Outside of strings JSON has no "<"; inside of them it may be written so. */
void compare_html_json(GString *out, const char *json)
{
    for (const char *c = json; *c; c++) {
        if (*c == '<')
            g_string_append(out, "\\u003c");
        else
            g_string_append_c(out, *c);
    }
}
