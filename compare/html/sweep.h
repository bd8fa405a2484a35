/* sweep: what a page says of a sweep. */
#ifndef COMPARE_HTML_SWEEP_H
#define COMPARE_HTML_SWEEP_H

#include "html/figure.h"

/* Appends the section of the sweep at the pointer `at`. */
void compare_html_sweep(CompareFigures *figures, json_object *root, const char *at);

#endif
