/* section: what a page says of one scenario. */
#ifndef COMPARE_HTML_SECTION_H
#define COMPARE_HTML_SECTION_H

#include "html/figure.h"

/* Appends it: of an object of format "bsp-result" at the pointer. */
void compare_html_section(CompareFigures *figures, json_object *root, const char *at);

#endif
