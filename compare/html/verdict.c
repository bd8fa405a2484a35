/* verdict: which method, in sentences that are worked out from the results. */
#include "html/verdict.h"

#include "html/markup.h"
#include "html/value.h"

typedef gboolean (*Fits)(const CompareHtmlMethod *method);

static const CompareHtmlMethod *method_at(const CompareHtmlResult *result, guint i)
{
    return &g_array_index(result->methods, CompareHtmlMethod, i);
}

/* --- who fits --- */

static gboolean fits_boxes(const CompareHtmlMethod *m)
{
    return compare_html_is_plain(m) && m->takes_boxes && m->boxes_right && m->late == 0;
}

static gboolean fits_all(const CompareHtmlMethod *m)
{
    return compare_html_is_plain(m) && m->takes_all && m->late == 0 && m->early == 0;
}

static gboolean fits_all_but_early(const CompareHtmlMethod *m)
{
    return compare_html_is_plain(m) && m->takes_all && m->late == 0 && m->early > 0;
}

static gboolean fits_batches(const CompareHtmlMethod *m)
{
    return m->klass && m->klass->batch_new && m->moves > 0 && m->late == 0;
}

static gboolean fits_cursors(const CompareHtmlMethod *m)
{
    return m->klass && m->klass->follow && m->moves > 0 && m->late == 0;
}

/* --- who is best --- */

/* Below 0 where a is faster, by more than the intervals say. Methods that take all boxes may skip
 * other shapes: the ratios are of what they have in common. */
static int by_time(const CompareHtmlResult *result, const CompareHtmlMethod *a,
                   const CompareHtmlMethod *b, Fits fits)
{
    return compare_html_order(&a->times[result->group], &b->times[result->group],
                              fits == fits_boxes);
}

/* Whether a is to be preferred: faster, else smaller. */
static gboolean is_better(const CompareHtmlResult *result, const CompareHtmlMethod *a,
                          const CompareHtmlMethod *b, Fits fits)
{
    int order = by_time(result, a, b, fits);
    return order ? order < 0 : a->bytes < b->bytes;
}

static const CompareHtmlMethod *best(const CompareHtmlResult *result, Fits fits)
{
    const CompareHtmlMethod *found = NULL;
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (fits(m) && (!found || is_better(result, m, found, fits)))
            found = m;
    }
    return found;
}

static const CompareHtmlMethod *smallest(const CompareHtmlResult *result, Fits fits)
{
    const CompareHtmlMethod *found = NULL;
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (fits(m) && (!found || m->bytes < found->bytes))
            found = m;
    }
    return found;
}

/* --- sentences --- */

static void add_name(GString *out, const CompareHtmlMethod *m)
{
    g_string_append(out, "<b>");
    compare_html_text(out, m->name);
    g_string_append(out, "</b>");
}

/* "86 ns a walk and 206 ns a shot, in 149 KiB" */
static void add_cost(GString *out, const CompareHtmlResult *result, const CompareHtmlMethod *m)
{
    const char *between = "";
    for (guint g = 0; g < 2; g++) {
        if (m->times[g].ns == 0)
            continue;
        g_string_append(out, between);
        compare_html_add(out, result->root, COMPARE_HTML_NS, "%s/%s/ns_median", m->at,
                         compare_html_groups[g]);
        g_string_append_printf(out, " ns a %s", compare_html_groups[g]);
        if (compare_html_at(result->root, "%s/%s/ns_cold", m->at, compare_html_groups[g])) {
            g_string_append(out, " (cold ");
            compare_html_add(out, result->root, COMPARE_HTML_NS, "%s/%s/ns_cold", m->at,
                             compare_html_groups[g]);
            g_string_append_c(out, ')');
        }
        between = " and ";
    }
    g_string_append(out, *between ? ", in " : "");
    compare_html_add(out, result->root, COMPARE_HTML_BYTES, "%s/bytes", m->at);
}

static void add_best(GString *out, const CompareHtmlResult *result, const CompareHtmlMethod *m)
{
    add_name(out, m);
    g_string_append(out, ": ");
    add_cost(out, result, m);
}

/* The methods that fit and are as fast. */
static void add_equals(GString *out, const CompareHtmlResult *result, const CompareHtmlMethod *m,
                       Fits fits)
{
    for (guint i = 0; result->timed && i < result->methods->len; i++) {
        const CompareHtmlMethod *other = method_at(result, i);
        if (other == m || !fits(other) || by_time(result, m, other, fits) != 0)
            continue;
        g_string_append_c(out, ' ');
        add_name(out, other);
        g_string_append(out, " is as fast within the interval, in ");
        compare_html_add(out, result->root, COMPARE_HTML_BYTES, "%s/bytes", other->at);
        g_string_append_c(out, '.');
    }
}

static void add_smallest(GString *out, const CompareHtmlResult *result, const CompareHtmlMethod *m,
                         Fits fits)
{
    const CompareHtmlMethod *small = smallest(result, fits);
    if (small == m || (result->timed && by_time(result, m, small, fits) == 0))
        return; /* or it has been named among the equals */
    g_string_append(out, " The smallest is ");
    add_name(out, small);
    g_string_append(out, ": ");
    add_cost(out, result, small);
    g_string_append_c(out, '.');
}

static void add_early(GString *out, const CompareHtmlResult *result, const CompareHtmlMethod *m)
{
    compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/early", m->at);
    g_string_append(out, " of its ");
    compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/moves", m->at);
    g_string_append(out, " answers stop early, by at most ");
    compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/max_early_units", m->at);
    g_string_append(out, " units; none is late");
}

static void add_boxes(GString *out, const CompareHtmlResult *result)
{
    const CompareHtmlMethod *m = best(result, fits_boxes);
    g_string_append(out, "<li><span class=\"when\">A few sizes, known in advance.</span> ");
    if (!result->boxes_moved) {
        g_string_append(out, "No box moved here: this run does not say.</li>\n");
        return;
    }
    if (!m) {
        g_string_append(out, "No method answered all moves of boxes, none early or late.</li>\n");
        return;
    }
    add_best(out, result, m);
    g_string_append(out, "; no answer to a box is early or late.");
    add_equals(out, result, m, fits_boxes);
    add_smallest(out, result, m, fits_boxes);
    g_string_append(out, "</li>\n");
}

/* What may stop early is worth a sentence where it is faster or smaller than what may not. */
static void add_conservative(GString *out, const CompareHtmlResult *result,
                             const CompareHtmlMethod *exact)
{
    const CompareHtmlMethod *m = best(result, fits_all_but_early);
    if (!m || (exact && !is_better(result, m, exact, fits_all) && m->bytes >= exact->bytes))
        return;
    g_string_append(out, " Where an answer may stop early now and then, ");
    add_best(out, result, m);
    g_string_append(out, "; ");
    add_early(out, result, m);
    g_string_append_c(out, '.');
    add_equals(out, result, m, fits_all_but_early);
}

static void add_any(GString *out, const CompareHtmlResult *result)
{
    const CompareHtmlMethod *m = best(result, fits_all);
    g_string_append(out, "<li><span class=\"when\">Any shape.</span> ");
    if (!result->others_moved) {
        g_string_append(out, "Only boxes and points moved here: this run does not say.</li>\n");
        return;
    }
    if (m) {
        add_best(out, result, m);
        g_string_append(out, "; no answer, to whatever moved, is early or late.");
        add_equals(out, result, m, fits_all);
        add_smallest(out, result, m, fits_all);
    } else {
        g_string_append(out, "No method took all that moved, with no answer early or late.");
    }
    add_conservative(out, result, m);
    g_string_append(out, "</li>\n");
}

/* The names of the program's methods that work so. */
static char *names_of(gboolean batches)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; compare_methods[i]; i++)
        if (batches ? compare_methods[i]->batch_new != NULL : compare_methods[i]->follow != NULL)
            g_string_append_printf(out, "%s%s", out->len ? "," : "", compare_methods[i]->name);
    return g_strdup(out->str);
}

static void add_special(GString *out, const CompareHtmlResult *result, const char *when, Fits fits,
                        gboolean batches)
{
    const CompareHtmlMethod *m = best(result, fits), *alone = best(result, fits_boxes);
    g_string_append_printf(out, "<li><span class=\"when\">%s</span> ", when);
    if (!m) {
        g_autofree char *names = names_of(batches);
        g_string_append(out, "Not asked here. The methods that are made for it, to be named with "
                             "<code>--methods</code>: <code>");
        compare_html_text(out, names);
        g_string_append(out, "</code>.</li>\n");
        return;
    }
    add_best(out, result, m);
    g_string_append_c(out, '.');
    add_equals(out, result, m, fits);
    if (alone && result->timed) {
        gboolean faster = by_time(result, m, alone, fits) < 0;
        g_string_append(out, faster ? " One by one, " : " It is no faster here: one by one, ");
        add_name(out, alone);
        g_string_append(out, " takes ");
        add_cost(out, result, alone);
        g_string_append_c(out, '.');
    }
    g_string_append(out, "</li>\n");
}

static void add_late(GString *out, const CompareHtmlResult *result)
{
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (m->late == 0)
            continue;
        g_string_append(out, "<li class=\"bad\"><s>");
        compare_html_text(out, m->name);
        g_string_append(out, "</s> is struck out: ");
        compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/late", m->at);
        g_string_append(out, " of its answers are late, which is through matter, and always a "
                             "bug.</li>\n");
    }
}

/* --- what the sentences rest on --- */

static gboolean takes_still(const CompareHtmlMethod *m)
{
    return m->klass && m->klass->stationary;
}

/* Whether an earlier method skipped as many, for the same reason. */
static gboolean skipped_before(const CompareHtmlResult *result, guint n)
{
    const CompareHtmlMethod *m = method_at(result, n);
    for (guint i = 0; i < n; i++)
        if (method_at(result, i)->skipped == m->skipped &&
            takes_still(method_at(result, i)) == takes_still(m))
            return TRUE;
    return FALSE;
}

/* The names of all that skipped as many as the method n, for the same reason. */
static void add_skippers(GString *out, const CompareHtmlResult *result, guint n)
{
    const CompareHtmlMethod *first = method_at(result, n);
    for (guint i = n; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (m->skipped != first->skipped || takes_still(m) != takes_still(first))
            continue;
        g_string_append(out, i > n ? ", " : "");
        add_name(out, m);
    }
}

/* A time over fewer moves is not quite the same as another. */
static void add_skipped(GString *out, const CompareHtmlResult *result)
{
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (m->skipped == 0 || skipped_before(result, i))
            continue;
        g_string_append(out, "<li>Skipped by ");
        add_skippers(out, result, i);
        g_string_append(out, ": ");
        compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/skipped", m->at);
        g_string_append(out, " of ");
        compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/scenario/moves", result->at);
        g_string_append(out, takes_still(m) ? " moves, of what does not stand still.</li>\n"
                                            : " moves, of shapes that it does not take; times and "
                                              "errors are of the others.</li>\n");
    }
}

static void add_doubts(GString *out, const CompareHtmlResult *result)
{
    json_object *noise = compare_html_at(result->root, "%s/noise/why", result->at);
    if (noise) {
        g_string_append(out, "<li class=\"bad\">The machine was noisy, the times may not hold: ");
        compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/noise/why", result->at);
        g_string_append(out, ".</li>\n");
    }
    for (guint g = 0; g < 2; g++) {
        gboolean stale = FALSE;
        for (guint i = 0; i < result->methods->len; i++) {
            json_object *fresh = compare_html_at(result->root, "%s/%s/fresh",
                                                 method_at(result, i)->at, compare_html_groups[g]);
            stale |= fresh && !json_object_get_boolean(fresh);
        }
        if (stale)
            g_string_append_printf(out,
                                   "<li>The %ss are too few to be fresh: asked again and again, "
                                   "they are faster than in a game, which asks none twice.</li>\n",
                                   compare_html_groups[g]);
    }
}

static void add_measure(GString *out, const CompareHtmlResult *result)
{
    g_string_append(out, "<ul class=\"quiet\">\n<li>");
    if (result->timed)
        g_string_append_printf(out,
                               "The best is the one with the shortest time of a %s, which most "
                               "moves are; of those that are equal within their intervals, the "
                               "one with the fewest bytes.",
                               compare_html_groups[result->group]);
    else
        g_string_append(out, "No times were measured: the best is the one with the fewest bytes.");
    g_string_append(out, "</li>\n");
    add_doubts(out, result);
    add_skipped(out, result);
    g_string_append(out, "</ul>\n");
}

void compare_html_verdict(GString *out, const CompareHtmlResult *result)
{
    g_string_append(out, "<ul class=\"verdict\">\n");
    add_boxes(out, result);
    add_any(out, result);
    add_special(out, result, "Many moves at once.", fits_batches, TRUE);
    add_special(out, result, "Objects that move on from where they were.", fits_cursors, FALSE);
    add_late(out, result);
    g_string_append(out, "</ul>\n");
    add_measure(out, result);
}
