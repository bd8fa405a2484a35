/* footing: what the sentences of a verdict rest on, and what speaks against them. */
#include "html/footing.h"

#include "html/markup.h"
#include "html/value.h"

typedef gboolean (*Belongs)(const CompareHtmlResult *result, const CompareHtmlMethod *method,
                            gconstpointer data);

static const CompareHtmlMethod *method_at(const CompareHtmlResult *result, guint i)
{
    return &g_array_index(result->methods, CompareHtmlMethod, i);
}

/* The names of those that belong: "a, b". */
static void add_names(GString *out, const CompareHtmlResult *result, Belongs belongs,
                      gconstpointer data)
{
    const char *between = "";
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (!belongs(result, m, data))
            continue;
        g_string_append_printf(out, "%s<b>", between);
        compare_html_text(out, m->name);
        g_string_append(out, "</b>");
        between = ", ";
    }
}

/* --- how the times were measured --- */

static void add_noise(GString *out, const CompareHtmlResult *result)
{
    if (!compare_html_at(result->root, "%s/noise/why", result->at))
        return;
    g_string_append(out, "<li class=\"bad\">The machine was noisy, the times may not hold: ");
    compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/noise/why", result->at);
    g_string_append(out, ".</li>\n");
}

/* Whether the method's walks or shots are hardly more than displaced copies. */
static gboolean is_stale(const CompareHtmlResult *result, const CompareHtmlMethod *m,
                         gconstpointer group)
{
    json_object *fresh = compare_html_at(result->root, "%s/%s/fresh", m->at, (const char *)group);
    return fresh && !json_object_get_boolean(fresh);
}

/* Of the moves of a method that takes most, what is less is hardly any: a method for what stands
 * still, where little does. That its moves are few says nothing of the others. */
#define HARDLY_ANY 0.1

static gboolean is_worth_telling(const CompareHtmlResult *result, guint g)
{
    double most = 0, stale = 0;
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        most = MAX(most, m->times[g].moves);
        if (is_stale(result, m, compare_html_groups[g]))
            stale = MAX(stale, m->times[g].moves);
    }
    return stale > HARDLY_ANY * most;
}

static void add_stale(GString *out, const CompareHtmlResult *result)
{
    for (guint g = 0; g < 2; g++) {
        if (!is_worth_telling(result, g))
            continue;
        g_string_append_printf(out, "<li>The %ss are too few for ", compare_html_groups[g]);
        add_names(out, result, is_stale, compare_html_groups[g]);
        g_string_append(out, ": asked over and over, they are faster than in a game, which asks "
                             "none twice.</li>\n");
    }
}

/* --- what was not asked --- */

static gboolean takes_still(const CompareHtmlMethod *m)
{
    return m->klass && m->klass->stationary;
}

/* Whether both skipped as many, for the same reason. */
static gboolean skips_alike(const CompareHtmlResult *result, const CompareHtmlMethod *m,
                            gconstpointer data)
{
    const CompareHtmlMethod *other = data;
    return m->skipped == other->skipped && takes_still(m) == takes_still(other) &&
           !compare_html_is_idle(result, m);
}

static gboolean is_idle(const CompareHtmlResult *result, const CompareHtmlMethod *m,
                        gconstpointer data)
{
    (void)data;
    return compare_html_is_idle(result, m);
}

/* Whether an earlier method has been named with this one. */
static gboolean skipped_before(const CompareHtmlResult *result, guint n)
{
    for (guint i = 0; i < n; i++)
        if (skips_alike(result, method_at(result, i), method_at(result, n)))
            return TRUE;
    return FALSE;
}

/* A time over fewer moves is not quite the same as another. */
static void add_skipped(GString *out, const CompareHtmlResult *result)
{
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        if (m->skipped == 0 || compare_html_is_idle(result, m) || skipped_before(result, i))
            continue;
        g_string_append(out, "<li>Skipped by ");
        add_names(out, result, skips_alike, m);
        g_string_append(out, ": ");
        compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/skipped", m->at);
        g_string_append(out, " of ");
        compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/scenario/moves", result->at);
        g_string_append(out, takes_still(m) ? " moves, of what does not stand still.</li>\n"
                                            : " moves, of shapes that it does not take; times and "
                                              "errors are of the others.</li>\n");
    }
}

static void add_idle(GString *out, const CompareHtmlResult *result)
{
    g_autoptr(GString) names = g_string_new(NULL);
    add_names(names, result, is_idle, NULL);
    if (names->len)
        g_string_append_printf(out,
                               "<li>No row: nothing here stands still, and it takes stationary "
                               "objects only: %s.</li>\n",
                               names->str);
}

/* --- contestants from outside --- */

static void add_about(GString *out, const CompareHtmlResult *result, const CompareHtmlMethod *m)
{
    json_object *about = compare_html_at(result->root, "%s/contestant/about", m->at);
    for (guint i = 0; about && i < json_object_array_length(about); i++) {
        g_string_append(out, "; ");
        compare_html_text(out, json_object_get_string(json_object_array_get_idx(about, i)));
    }
    if (compare_html_number(result->root, "%s/contestant/skin", m->at) == 0)
        return;
    g_string_append(out, "; stops up to ");
    compare_html_add(out, result->root, COMPARE_HTML_PLAIN, "%s/contestant/skin", m->at);
    g_string_append(out, " units short on purpose, and is early only where it is farther than that "
                         "from matter");
}

/* They are in the tables, but not in the sentences: their times are by clocks of their own. */
static void add_outsiders(GString *out, const CompareHtmlResult *result)
{
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = method_at(result, i);
        json_object *error = compare_html_at(result->root, "%s/error", m->at);
        if (!m->is_outsider)
            continue;
        g_string_append(out, error ? "<li class=\"bad\"><b>" : "<li><b>");
        compare_html_text(out, m->name);
        g_string_append(out, "</b> is from outside");
        if (error) {
            g_string_append(out, ", and without answers: ");
            compare_html_text(out, json_object_get_string(error));
        } else {
            add_about(out, result, m);
            g_string_append(out, "; times and memory are as it tells them, by its own clock, and "
                                 "it is not among those that are chosen from above");
        }
        g_string_append(out, ".</li>\n");
    }
}

/* --- all of it --- */

static void add_measure(GString *out, const CompareHtmlResult *result)
{
    if (!result->timed) {
        g_string_append(out, "<li>No times were measured: the best is the one with the fewest "
                             "bytes.</li>\n");
        return;
    }
    g_string_append_printf(out,
                           "<li>The best is the one with the shortest time of a %s, which most "
                           "moves are; of those that are equal within the intervals of their "
                           "ratios, the one with the fewest bytes.</li>\n",
                           compare_html_groups[result->group]);
}

void compare_html_footing(GString *out, const CompareHtmlResult *result)
{
    g_string_append(out, "<ul class=\"quiet\">\n");
    add_measure(out, result);
    add_noise(out, result);
    add_stale(out, result);
    add_skipped(out, result);
    add_idle(out, result);
    add_outsiders(out, result);
    g_string_append(out, "</ul>\n");
}
