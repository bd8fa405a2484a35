/* picture: pictures on a page, which are part of it. */
#ifndef COMPARE_HTML_PICTURE_H
#define COMPARE_HTML_PICTURE_H

#include "html/figure.h"

typedef struct {
    guint result;  /* of which of the page's results */
    char *caption; /* or why there is no picture */
    GBytes *png;   /* NULL: there is none */
    GBytes *dark;  /* the same for a dark page; NULL: none */
} CompareHtmlPicture;

/* Frees it and what it holds. */
void compare_html_picture_free(gpointer picture);

/* Appends those of a result, of an array of them or NULL. */
void compare_html_pictures(CompareFigures *figures, const GPtrArray *pictures, guint result);

#endif
