/* verdict: which method, in sentences that are worked out from the results. */
#include "html/verdict.h"

#include "html/footing.h"
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

/* --- who is best --- */

/* Below 0 where a is faster, 0 where they are equal within their intervals. Without a ratio, where
 * the reference takes none of their moves, nothing says how sure a difference is: the shorter
 * median counts. */
static int by_time(const CompareHtmlResult *result, const CompareHtmlMethod *a,
                   const CompareHtmlMethod *b)
{
    const CompareHtmlTimes *x = &a->times[result->group], *y = &b->times[result->group];
    if (x->ratio.lo > 0 && y->ratio.lo > 0)
        return compare_html_order(&x->ratio, &y->ratio);
    return x->ns == 0 || y->ns == 0 ? 0 : x->ns < y->ns ? -1 : x->ns > y->ns;
}

/* By the numbers alone, however sure they are. */
static gboolean is_shorter(const CompareHtmlResult *result, const CompareHtmlMethod *a,
                           const CompareHtmlMethod *b)
{
    const CompareHtmlTimes *x = &a->times[result->group], *y = &b->times[result->group];
    if (x->ratio.lo > 0 && y->ratio.lo > 0)
        return x->ratio.value < y->ratio.value;
    return x->ns < y->ns;
}

static const CompareHtmlMethod *fastest(const CompareHtmlResult *result, Fits fits)
{
    const CompareHtmlMethod *found = NULL;
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (fits(m) && (!found || is_shorter(result, m, found)))
            found = m;
    }
    return found;
}

/* The fewest bytes of those that are as fast as the fastest. "As fast as" leads from one method to
 * the next and at last to a slow one, so all are held against the same. */
static const CompareHtmlMethod *best(const CompareHtmlResult *result, Fits fits)
{
    const CompareHtmlMethod *first = fastest(result, fits), *found = first;
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (fits(m) && m->bytes < found->bytes && by_time(result, m, first) == 0)
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
        if (other == m || !fits(other) || by_time(result, m, other) != 0)
            continue;
        g_string_append_c(out, ' ');
        add_name(out, other);
        g_string_append(out, " is as fast within the interval, in ");
        compare_html_add(out, result->root, COMPARE_HTML_BYTES, "%s/bytes", other->at);
        g_string_append_c(out, '.');
    }
}

/* Who is faster than m where other work has used the caches, by most. */
static const CompareHtmlMethod *faster_cold(const CompareHtmlResult *result,
                                            const CompareHtmlMethod *m, Fits fits)
{
    const CompareHtmlMethod *found = NULL;
    const CompareHtmlRatio *least = &m->times[result->group].cold;
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *other = method_at(result, i);
        const CompareHtmlRatio *cold = &other->times[result->group].cold;
        if (!fits(other) || cold->value >= least->value ||
            compare_html_order(cold, &m->times[result->group].cold) >= 0)
            continue;
        found = other;
        least = cold;
    }
    return found;
}

static void add_cold(GString *out, const CompareHtmlResult *result, const CompareHtmlMethod *m,
                     Fits fits)
{
    const char *group = compare_html_groups[result->group];
    const CompareHtmlMethod *other = faster_cold(result, m, fits);
    if (!other)
        return;
    g_string_append(out, " Cold, ");
    add_name(out, other);
    g_string_append(out, " is faster: ");
    compare_html_add(out, result->root, COMPARE_HTML_NS, "%s/%s/ns_cold", other->at, group);
    g_string_append_printf(out, " ns a %s.", group);
}

static void add_smallest(GString *out, const CompareHtmlResult *result, const CompareHtmlMethod *m,
                         Fits fits)
{
    const CompareHtmlMethod *small = smallest(result, fits);
    if (small == m || (result->timed && by_time(result, m, small) == 0))
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
    add_cold(out, result, m, fits_boxes);
    add_smallest(out, result, m, fits_boxes);
    g_string_append(out, "</li>\n");
}

/* What may stop early is worth a sentence where it is faster or smaller than what may not. */
static void add_conservative(GString *out, const CompareHtmlResult *result,
                             const CompareHtmlMethod *exact)
{
    const CompareHtmlMethod *m = best(result, fits_all_but_early);
    if (!m || (exact && by_time(result, m, exact) >= 0 && m->bytes >= exact->bytes))
        return;
    g_string_append(out, " Where an answer may stop early now and then, ");
    add_best(out, result, m);
    g_string_append(out, "; ");
    add_early(out, result, m);
    g_string_append_c(out, '.');
    add_equals(out, result, m, fits_all_but_early);
    add_cold(out, result, m, fits_all_but_early);
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
        add_cold(out, result, m, fits_all);
        add_smallest(out, result, m, fits_all);
    } else {
        g_string_append(out, "No method took all that moved, with no answer early or late.");
    }
    add_conservative(out, result, m);
    g_string_append(out, "</li>\n");
}

/* The names of the program's methods that take batches. */
static char *batch_names(void)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; compare_methods[i]; i++)
        if (compare_methods[i]->batch_new)
            g_string_append_printf(out, "%s%s", out->len ? "," : "", compare_methods[i]->name);
    return g_strdup(out->str);
}

static void add_batches(GString *out, const CompareHtmlResult *result)
{
    const CompareHtmlMethod *m = best(result, fits_batches), *alone = best(result, fits_boxes);
    g_string_append(out, "<li><span class=\"when\">Many moves at once.</span> ");
    if (!m) {
        g_autofree char *names = batch_names();
        g_string_append(out, "Not asked here. The methods that are made for it, to be named with "
                             "<code>--methods</code>: <code>");
        compare_html_text(out, names);
        g_string_append(out, "</code>.</li>\n");
        return;
    }
    add_best(out, result, m);
    g_string_append_c(out, '.');
    add_equals(out, result, m, fits_batches);
    add_cold(out, result, m, fits_batches);
    if (alone && result->timed) {
        gboolean faster = by_time(result, m, alone) < 0;
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

void compare_html_verdict(GString *out, const CompareHtmlResult *result)
{
    g_string_append(out, "<ul class=\"verdict\">\n");
    add_boxes(out, result);
    add_any(out, result);
    add_batches(out, result);
    add_late(out, result);
    g_string_append(out, "</ul>\n");
    compare_html_footing(out, result);
}
