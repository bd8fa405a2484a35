/* report: prints the comparison of methods: its subject, a row for each method, and notes. */
#include "output/report.h"

#include <string.h>

#include "methods/saved.h"
#include "output/comparison.h"
#include "output/outsiders.h"
#include "run/judge.h"

static const char *plural(guint n)
{
    return n == 1 ? "" : "s";
}

/* The comparison's subject. */
char *compare_report_about(const CompareReport *report)
{
    const CompareScenario *s = report->scenario;
    guint walks = 0, hits = 0, inside = 0, n = report->moves->len;
    for (guint i = 0; i < n; i++) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
        walks += compare_is_walk(move) ? 1 : 0;
        inside += move->truth.inside ? 1 : 0;
        hits += move->truth.t < 1 && !move->truth.inside;
    }
    g_autofree char *buried =
        inside ? g_strdup_printf(", %u start%s in solid", inside, plural(inside)) : NULL;
    guint brushes = bsp_solid_n_brushes(s->world->solid);
    return g_strdup_printf("world %s (%u brush%s), %u space%s, %u shape%s; "
                           "%u move%s: %u walk%s, %u shot%s, %u hit%s%s",
                           s->world->name, brushes, brushes == 1 ? "" : "es", s->spaces->len,
                           plural(s->spaces->len), s->shapes->len, plural(s->shapes->len), n,
                           plural(n), walks, plural(walks), n - walks, plural(n - walks), hits,
                           plural(hits), buried ? buried : "");
}

/* "onion, multi: ball; shift: stand, ball": the methods with this guarantee, and for which shapes.
 * Methods with the same shapes are listed together. */
static char *guarantees(const CompareReport *report, CompareClaim claim)
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

/* The methods for stationary objects only that skipped moves; idle: only those without a row, or
 * only those with one. */
static char *stationary_methods(const CompareReport *report, gboolean idle)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->klass->stationary && r->n_skipped && compare_comparison_is_idle(report, r) == idle)
            g_string_append_printf(out, "%s%s", out->len ? ", " : "", r->klass->name);
    }
    return out->len ? g_strdup(out->str) : NULL;
}

static char *wrong_methods(const CompareReport *report)
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

/* Notes in how many of each method's trees or spaces the outside was filled, if filling was
 * requested. */
static void add_filled(ComparePage *page, const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    gboolean all = TRUE;
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->size.fillable)
            g_string_append_printf(out, "%s%s %u of %u", out->len ? ", " : "", r->klass->name,
                                   r->size.filled, r->size.fillable);
        all = all && r->size.filled == r->size.fillable;
    }
    if (report->trees.build.fill == BSP_FILL_OFF || !out->len)
        return;
    compare_page_note(page, "outside filled (trees or spaces): %s%s", out->str,
                      all ? ""
                          : "; in the others a start reaches the outside (see info --leak "
                            "FILE.pts), or no start is clear of solid");
}

/* --- moves that test little --- */

/* Warn if at least this fraction, and at least this number, of a trajectory's moves start in
 * solid. */
#define BURIED 0.1
#define MIN_BURIED 10

/* Units. A position written with few digits is in solid by less than this. */
#define ROUNDED 0.05

/* Notes the first of a trajectory's moves that start in solid, and its depth. */
static void note_buried(ComparePage *page, const CompareReport *report, const CompareTrajectory *t,
                        guint n, guint of, const CompareResolved *first)
{
    const char *shape = compare_scenario_shape_name(report->scenario, t);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(report->scenario->world->solid);
    guint brush;
    double depth =
        compare_oracle_depth(oracle, compare_scenario_shape(report->scenario, t),
                             compare_scenario_mask(report->scenario, t), first->from, &brush);
    compare_page_note(
        page,
        "%u of %u moves of \"%s\" (%s) begin in solid: move %u begins %.3g units deep "
        "in brush %u%s; see explain --move \"%s:%u\"",
        n, of, t->name, shape, first->number, depth, brush,
        depth < ROUNDED ? " (were positions rounded?)" : "", t->name, first->number);
}

/* The count for one trajectory. */
typedef struct {
    guint n, inside;
    const CompareResolved *first; /* the first of those inside */
} Buried;

/* Notes trajectories with many recorded moves that start in solid. Random stationary objects start
 * there too, so they are not counted. */
static void add_buried(ComparePage *page, const CompareReport *report)
{
    const GArray *trajectories = report->scenario->trajectories;
    g_autofree Buried *buried = g_new0(Buried, MAX(trajectories->len, 1));
    for (guint i = 0; i < report->moves->len; i++) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
        Buried *own = &buried[move->trajectory];
        own->n++;
        own->inside += move->truth.inside ? 1 : 0;
        own->first = !own->first && move->truth.inside ? move : own->first;
    }
    for (guint i = 0; i < trajectories->len; i++) {
        const CompareTrajectory *t = &g_array_index(trajectories, CompareTrajectory, i);
        const Buried *own = &buried[i];
        if (t->source == COMPARE_RECORDED && own->inside >= MIN_BURIED &&
            own->inside > BURIED * own->n)
            note_buried(page, report, t, own->inside, own->n, own->first);
    }
}

/* "onion 3, brushes 1": the methods with answers outside the sharper bracket. */
static char *outside_sharp(const CompareReport *report, const GArray *undecided)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        guint n = compare_undecided_outside(undecided, r);
        if (n)
            g_string_append_printf(out, "%s%s %u", out->len ? ", " : "", r->klass->name, n);
    }
    return out->len ? g_strdup(out->str) : g_strdup("none");
}

void compare_print_undecided(ComparePage *page, const CompareReport *report)
{
    g_autoptr(GArray) undecided = compare_undecided(report);
    guint still = compare_undecided_still(undecided);
    if (undecided->len == 0)
        return;
    g_autofree char *outside = outside_sharp(report, undecided);
    g_autofree char *rest = still ? g_strdup_printf("; still undecided: %u", still) : NULL;
    compare_page_note(
        page,
        "undecided: %u of %u moves touch or follow a surface, so almost any answer is in their "
        "bracket; answers outside a sharper bracket of %g unit, which no method guarantees: %s%s",
        undecided->len, report->moves->len, COMPARE_SHARP_BRACKET, outside, rest ? rest : "");
}

/* The methods whose walks or shots are mostly displaced copies. */
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

/* Notes what "build ms" means for a tree that was loaded from a file. */
static void add_loaded(ComparePage *page, const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    const GPtrArray *files = report->trees.saved;
    for (guint i = 0; files && i < files->len; i++) {
        const CompareSaved *saved = files->pdata[i];
        if (saved->used)
            g_string_append_printf(out, "%s%s", out->len ? ", " : "", saved->path);
    }
    if (out->len)
        compare_page_note(page, "build ms is the loading time for trees from files: %s", out->str);
}

void compare_print_noise(ComparePage *page, const CompareNoise *noise)
{
    g_autofree char *noisy = compare_noise_tell(noise);
    if (noisy)
        compare_page_note(page, "noisy machine, times may be unreliable: %s", noisy);
}

void compare_print_timing_notes(ComparePage *page, const CompareReport *report)
{
    if (!report->reference)
        return;
    add_loaded(page, report);
    for (gint walks = 1; walks >= 0; walks--) {
        g_autofree char *stale = not_fresh(report, walks);
        if (stale)
            compare_page_note(page, "%s are too few: repeated moves look faster than in a game: %s",
                              walks ? "walks" : "shots", stale);
    }
    compare_print_noise(page, &report->noise);
}

void compare_print_notes(ComparePage *page, const CompareReport *report)
{
    g_autofree char *conservative = guarantees(report, COMPARE_CONSERVATIVE);
    g_autofree char *skips = guarantees(report, COMPARE_SKIPS);
    g_autofree char *unmoved = stationary_methods(report, FALSE), *bad = wrong_methods(report);
    g_autofree char *idle = stationary_methods(report, TRUE);
    if (conservative)
        compare_page_note(page, "* conservative, not exact: %s: may stop early, never late",
                          conservative);
    if (skips)
        compare_page_note(page, "skipped: shape not supported: %s", skips);
    if (unmoved)
        compare_page_note(page, "skipped: supports stationary objects only: %s", unmoved);
    if (idle)
        compare_page_note(page,
                          "no row: no move here is stationary, and it supports stationary objects "
                          "only: %s",
                          idle);
    if (bad)
        compare_page_note(page,
                          "! wrong: late, or outside the bracket although the method guarantees "
                          "exact answers: %s",
                          bad);
    compare_print_outsiders(page, report);
    add_filled(page, report);
    add_buried(page, report);
    compare_print_undecided(page, report);
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
        g_autofree char *about = compare_report_about(reports[i]);
        g_autoptr(CompareGrid) grid = compare_style_is_for_people(compare_page_style(page))
                                          ? compare_comparison_grid_busy(reports + i, at_once)
                                          : compare_comparison_grid(reports + i, at_once);
        compare_page_title(page, reports[i]->scenario->name, about);
        compare_page_grid(page, grid);
        compare_print_notes(page, reports[i]);
        compare_print_timing_notes(page, reports[i]);
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
