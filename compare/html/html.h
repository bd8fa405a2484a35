/* html: results as one page that needs nothing else: no network, no other file.
 *
 * A page is made of JSON, which it holds: every number on it is one of those. Charts need the
 * program gnuplot; without it the page says so in their place. */
#ifndef COMPARE_HTML_H
#define COMPARE_HTML_H

#include "html/picture.h"

/* A page of results in JSON: format "bsp-result", one object or an array of them, or "bsp-sweep".
 * `command` is the line that made them, or NULL; pictures: array of CompareHtmlPicture, or NULL.
 * Free with g_free(). */
char *compare_html_print(const char *json, const char *command, const GPtrArray *pictures);

#endif
