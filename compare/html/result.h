/* result: one scenario's results, as the verdict and the charts of a page need them.
 *
 * Read from JSON of format "bsp-result"; what is not there is 0 or NULL. */
#ifndef COMPARE_HTML_RESULT_H
#define COMPARE_HTML_RESULT_H

#include <glib.h>
#include <json-c/json.h>

#include "methods/method.h"

/* To the reference, over the moves that both take, with its interval; 0 where not measured, 1 and
 * nothing round it for the reference itself. */
typedef struct {
    double value, lo, hi;
} CompareHtmlRatio;

/* Of walks, or of shots. */
typedef struct {
    double moves, ns; /* median of nanoseconds, 0 where not measured */
    CompareHtmlRatio ratio, cold;
} CompareHtmlTimes;

typedef struct {
    const char *name;                /* borrowed from the JSON */
    const CompareMethodClass *klass; /* NULL: none of ours */
    char *at;                        /* JSON pointer: "/0/methods/3" */
    double bytes, moves, skipped, early, late;
    CompareHtmlTimes times[2]; /* COMPARE_HTML_WALK, COMPARE_HTML_SHOT */
    gboolean takes_boxes;      /* every box that moved, */
    gboolean boxes_right;      /* and no answer to them was early or late */
    gboolean takes_all;        /* whatever moved */
    gboolean is_outsider;      /* a contestant from outside, which tells its times itself */
} CompareHtmlMethod;

enum { COMPARE_HTML_WALK, COMPARE_HTML_SHOT };
extern const char *const compare_html_groups[2]; /* "walk", "shot": keys in the JSON */

typedef struct {
    json_object *root; /* of the page; borrowed */
    char *at;          /* JSON pointer to the result in it: "", or "/0" */
    GArray *methods;   /* CompareHtmlMethod */
    guint group;       /* COMPARE_HTML_WALK unless there are more shots */
    gboolean timed, boxes_moved, others_moved;
} CompareHtmlResult;

CompareHtmlResult *compare_html_result_new(json_object *root, const char *at);
void compare_html_result_free(CompareHtmlResult *result);

/* Whether the method is one of ours that is asked singly and remembers nothing, as most are. */
gboolean compare_html_is_plain(const CompareHtmlMethod *method);

/* Whether the method takes only what stands still, and nothing did, so that it has nothing to
 * show. */
gboolean compare_html_is_idle(const CompareHtmlResult *result, const CompareHtmlMethod *method);

/* Below 0 where a is faster than b, above where it is slower, 0 where they are equal within their
 * intervals or one was not measured. With the reference: equal where the interval of the other's
 * ratio holds 1, as every table says "~". */
int compare_html_order(const CompareHtmlRatio *a, const CompareHtmlRatio *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareHtmlResult, compare_html_result_free)

#endif
