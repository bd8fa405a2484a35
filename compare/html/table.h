/* table: tables of a page, which sort where a title is pressed.
 *
 * A row names the JSON pointer to the object that it shows, a column where in it the value lies;
 * the cell has the value as the JSON has it, by which it is sorted. */
#ifndef COMPARE_HTML_TABLE_H
#define COMPARE_HTML_TABLE_H

#include "html/result.h"
#include "html/value.h"

typedef struct {
    const char *title, *key; /* key: a pointer in the row without its first "/": "walk/ns_median" */
    CompareHtmlUnit unit;
    const char *about; /* NULL: the title says it */
} CompareHtmlColumn;

/* The array of objects at the pointer `at` as a table. Columns that hold nothing in any row are
 * left out. */
void compare_html_table(GString *out, json_object *root, const char *at,
                        const CompareHtmlColumn *columns, guint n);

/* The methods of a result, without those that are idle. */
void compare_html_table_methods(GString *out, const CompareHtmlResult *result,
                                const CompareHtmlColumn *columns, guint n);

/* Every value that the objects at the pointer hold, but for lists; titles are made of the keys. */
void compare_html_table_all(GString *out, json_object *root, const char *at);

/* The same of a result's methods, turned: a column for each, as there are many more keys. There a
 * row has the key, and a title the pointer. */
void compare_html_table_turned(GString *out, const CompareHtmlResult *result);

/* Frame and titles of a table, for those that fill in rows themselves. A title's key may be NULL.
 */
void compare_html_table_begin(GString *out, const CompareHtmlColumn *columns, guint n);
void compare_html_table_end(GString *out);

/* Appends the cell of a name, which is struck out where it is of a method with late answers. */
void compare_html_table_name(GString *out, const char *name, gboolean late);

#endif
