/* html: prints results as one page that needs no network and no other file.
 *
 * The page has the results as JSON, and its own script draws everything from them. */
#ifndef COMPARE_HTML_H
#define COMPARE_HTML_H

#include <glib.h>
#include <json-c/json.h>

typedef struct {
    guint result;  /* the index of the result to which the picture belongs */
    char *caption; /* the caption, or the reason why there is no picture */
    char *svg;     /* NULL if there is no picture */
} CompareHtmlPicture;

/* Frees the picture and its texts. */
void compare_html_picture_free(gpointer picture);

/* Makes a page of results in JSON, which are one object of format "bsp-result" or an array of them.
 * `words` are their sentences, an array of objects as result/words.h makes them. The function takes
 * ownership of both. `command` is the line that made the results, or NULL. `pictures` is an array
 * of CompareHtmlPicture, or NULL. The caller frees the page with g_free(). */
char *compare_html_print(json_object *json, json_object *words, const char *command,
                         const GPtrArray *pictures);

#endif
