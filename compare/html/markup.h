/* markup: text from outside as HTML, and JSON inside of HTML.
 *
 * Names may hold anything: none of it is ever markup, a script, or the end of one. */
#ifndef COMPARE_HTML_MARKUP_H
#define COMPARE_HTML_MARKUP_H

#include <glib.h>

/* Appends the text, in an element or in a quoted attribute. */
void compare_html_text(GString *out, const char *text);

/* Appends JSON so that it can stand in a script element: it reads back as the same value, and there
 * is no "<" in it. */
void compare_html_json(GString *out, const char *json);

#endif
