/* html: prints results as one page that needs no network and no other file.
 *
 * The page has the results as JSON, and its own script draws everything from them. */
#ifndef COMPARE_HTML_H
#define COMPARE_HTML_H

#include <json-c/json.h>

/* Makes a page of results in JSON, which are one object of format "bsp-result" or an array of them.
 * `extras` has what the page shows beside them. Its members are "command", the line that made the
 * results, or null; "words", the sentences of each result (result/words.h); and "pictures", of
 * which each has the members "result" (its index), "caption", and "svg" (in base64, or null). The
 * function takes ownership of both. The caller frees the page with g_free(). */
char *compare_html_print(json_object *results, json_object *extras);

#endif
