/* report: the comparison of methods: what was compared, a row for each, and what to know of it. */
#include "output/report.h"

#include <string.h>

#include "output/comparison.h"

static const char *plural(guint n)
{
    return n == 1 ? "" : "s";
}

/* What was compared on what. */
static char *subject(const CompareReport *report)
{
    const CompareScenario *s = report->scenario;
    guint walks = 0, hits = 0, n = report->moves->len;
    for (guint i = 0; i < n; i++) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
        walks += compare_is_walk(move) ? 1 : 0;
        hits += move->truth.t < 1;
    }
    guint brushes = s->world->solid->brushes->len;
    return g_strdup_printf("world %s (%u brush%s), %u space%s, %u shape%s; "
                           "%u move%s: %u walk%s, %u shot%s, %u hit%s",
                           s->world->name, brushes, brushes == 1 ? "" : "es", s->spaces->len,
                           plural(s->spaces->len), s->shapes->len, plural(s->shapes->len), n,
                           plural(n), walks, plural(walks), n - walks, plural(n - walks), hits,
                           plural(hits));
}

/* "onion, multi: ball; shift: stand, ball": who makes the claim for what. Methods with the same
 * shapes stand together. */
static char *claims(const CompareReport *report, CompareClaim claim)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *last = NULL;
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        g_autofree char *shapes = compare_comparison_claimed(report, r->klass, claim);
        if (!shapes)
            continue;
        if (last && strcmp(last, shapes) == 0) {
            g_string_append_printf(out, ", %s", r->klass->name);
            continue;
        }
        if (last)
            g_string_append_printf(out, " for %s; ", last);
        g_string_append(out, r->klass->name);
        g_free(last);
        last = g_steal_pointer(&shapes);
    }
    if (!last)
        return NULL;
    g_string_append_printf(out, " for %s", last);
    return g_strdup(out->str);
}

/* The methods that skip whatever moves, if they had to. */
static char *stationary(const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->klass->stationary && r->n_skipped)
            g_string_append_printf(out, "%s%s", out->len ? ", " : "", r->klass->name);
    }
    return out->len ? g_strdup(out->str) : NULL;
}

static char *wrong(const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->n_wrong)
            g_string_append_printf(out, "%s%s %u", out->len ? ", " : "", r->klass->name,
                                   r->n_wrong);
    }
    return out->len ? g_strdup(out->str) : NULL;
}

/* The methods whose walks or shots are hardly more than displaced copies. */
static char *not_fresh(const CompareReport *report, gboolean walks)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        const CompareGroup *group = walks ? &r->walk : &r->shot;
        if (group->timed && !group->fresh)
            g_string_append_printf(out, "%s%s", out->len ? ", " : "", r->klass->name);
    }
    return out->len ? g_strdup(out->str) : NULL;
}

static void add_timing_notes(ComparePage *page, const CompareReport *report)
{
    g_autofree char *noisy = compare_noise_tell(&report->noise);
    for (gint walks = 1; walks >= 0; walks--) {
        g_autofree char *stale = not_fresh(report, walks);
        if (stale)
            compare_page_note(
                page, "%s are too few to be fresh, and look faster than they are in a game: %s",
                walks ? "walks" : "shots", stale);
    }
    if (noisy)
        compare_page_note(page, "noisy machine, times may not hold: %s", noisy);
}

static void add_notes(ComparePage *page, const CompareReport *report)
{
    g_autofree char *conservative = claims(report, COMPARE_CONSERVATIVE);
    g_autofree char *skips = claims(report, COMPARE_SKIPS);
    g_autofree char *unmoved = stationary(report), *bad = wrong(report);
    if (conservative)
        compare_page_note(page, "* conservative, not exact: %s: may stop early, never late",
                          conservative);
    if (skips)
        compare_page_note(page, "skipped: not made for the shape: %s", skips);
    if (unmoved)
        compare_page_note(page, "skipped: takes stationary objects only: %s", unmoved);
    if (bad)
        compare_page_note(page, "! wrong: late, or outside where the method claims to be exact: %s",
                          bad);
    if (report->reference)
        add_timing_notes(page, report);
    compare_page_note(page, "hash of moves, trees and answers: %016" G_GINT64_MODIFIER "x",
                      compare_report_hash(report));
}

void compare_print_origin(ComparePage *page, const CompareScenario *scenario)
{
    const BspWorld *world = scenario->world;
    if (world->sha256 && compare_page_style(page).environment)
        compare_page_origin(page, "sha256 of world %s: %s", world->name, world->sha256);
}

void compare_print_reports(ComparePage *page, const CompareReport *const *reports, guint n)
{
    guint at_once = compare_style_is_for_people(compare_page_style(page)) ? 1 : n;
    for (guint i = 0; i < n; i += at_once) {
        g_autofree char *about = subject(reports[i]);
        g_autoptr(CompareGrid) grid = compare_comparison_grid(reports + i, at_once);
        compare_page_title(page, reports[i]->scenario->name, about);
        compare_page_grid(page, grid);
        add_notes(page, reports[i]);
        for (guint k = i; k < i + at_once; k++)
            compare_print_origin(page, reports[k]->scenario);
    }
}

void compare_print_table(ComparePage *page, const CompareTable *table,
                         const CompareReport *const *reports, guint n)
{
    guint at_once = compare_style_is_for_people(compare_page_style(page)) ? 1 : n;
    for (guint i = 0; i < n; i += at_once) {
        g_autofree char *heading =
            n == 1 ? g_strdup(table->heading)
                   : g_strdup_printf("%s: %s", table->heading, reports[i]->scenario->name);
        g_autoptr(CompareGrid) grid = compare_grid_new(table->columns, table->n_columns);
        for (guint k = i; k < i + at_once; k++)
            table->add(grid, reports[k]);
        compare_page_heading(page, heading);
        compare_page_grid(page, grid);
    }
}
