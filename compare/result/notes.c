/* notes: what to know beside the numbers of a report, in short sentences. */
#include "result/result.h"

#include <stdarg.h>
#include <string.h>

#include "methods/saved.h"
#include "run/judge.h"

void compare_add_note(json_object *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    compare_json_append(notes, compare_json_text(text));
}

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

/* Lists the methods with this guarantee, and for which shapes: "onion, multi: ball; shift: stand,
 * ball". Methods with the same shapes are listed together. */
static char *guarantees(const CompareReport *report, CompareClaim claim)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *last = NULL;
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        g_autofree char *shapes = compare_claimed_shapes(report, r->klass, claim);
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

/* TRUE if any method answered a move. */
static gboolean is_busy(const CompareReport *report)
{
    for (guint i = 0; i < report->results->len; i++)
        if (((const CompareResult *)report->results->pdata[i])->n_moves > 0)
            return TRUE;
    return FALSE;
}

/* Lists the methods that take only stationary objects and skipped moves. idle: those without a row;
 * else those with a row. */
static char *stationary_methods(const CompareReport *report, gboolean idle)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        gboolean has_no_row = r->n_moves == 0 && is_busy(report);
        if (r->klass->stationary && r->n_skipped && has_no_row == idle)
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

/* Appends the reasons why spaces are not filled. Methods with the same reasons share them. */
static void append_unfilled(GString *out, const CompareReport *report)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->unfilled && !strstr(out->str, r->unfilled))
            g_string_append_printf(out, "; %s", r->unfilled);
    }
    if (strstr(out->str, " leaks from "))
        g_string_append(out, " (info --leak FILE.pts names the hole)");
}

/* Notes for each method in how many of its trees or spaces the outside was filled, if filling was
 * requested, and why not in the others. */
static void add_filled(json_object *notes, const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->size.fillable)
            g_string_append_printf(out, "%s%s %u of %u", out->len ? ", " : "", r->klass->name,
                                   r->size.filled, r->size.fillable);
    }
    if (report->trees.build.fill == BSP_FILL_OFF || !out->len)
        return;
    append_unfilled(out, report);
    compare_add_note(notes, "outside filled (trees or spaces): %s", out->str);
}

/* Notes for each method how many moves begin in filled space, where no answer is wrong. */
static void add_in_filling(json_object *notes, const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->n_in_filling)
            g_string_append_printf(out, "%s%s %u", out->len ? ", " : "", r->klass->name,
                                   r->n_in_filling);
    }
    if (out->len)
        compare_add_note(notes,
                         "early, not wrong: moves that begin in filled space, after a walk slipped "
                         "through a crack: %s",
                         out->str);
}

/* --- moves that test little --- */

/* Warn if at least this fraction, and at least this number, of a trajectory's moves start in
 * solid. */
#define BURIED 0.1
#define MIN_BURIED 10

/* Units. A position written with few digits is in solid by less than this. */
#define ROUNDED 0.05

/* Notes the first of a trajectory's moves that start in solid, and its depth. */
static void note_buried(json_object *notes, const CompareReport *report, const CompareTrajectory *t,
                        guint n, guint of, const CompareResolved *first)
{
    const char *shape = compare_scenario_shape_name(report->scenario, t);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(report->scenario->world->solid);
    guint brush;
    double depth =
        compare_oracle_depth(oracle, compare_scenario_shape(report->scenario, t),
                             compare_scenario_mask(report->scenario, t), first->from, &brush);
    compare_add_note(notes,
                     "%u of %u moves of \"%s\" (%s) begin in solid: move %u begins %.3g units deep "
                     "in brush %u%s; see explain --move \"%s:%u\"",
                     n, of, t->name, shape, first->number, depth, brush,
                     depth < ROUNDED ? " (were positions rounded?)" : "", t->name, first->number);
}

/* Counts the moves of one trajectory that start in solid. */
typedef struct {
    guint n, inside;
    const CompareResolved *first; /* the first move that starts in solid */
} Buried;

/* Notes trajectories with many recorded moves that start in solid. Random stationary objects start
 * there too, so they are not counted. */
static void add_buried(json_object *notes, const CompareReport *report)
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
            note_buried(notes, report, t, own->inside, own->n, own->first);
    }
}

/* Lists the methods with answers outside the sharper bracket, and how many: "onion 3, brushes 1".
 */
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

char *compare_undecided_note(const CompareReport *report)
{
    g_autoptr(GArray) undecided = compare_undecided(report);
    guint still = compare_undecided_still(undecided);
    if (undecided->len == 0)
        return NULL;
    g_autofree char *outside = outside_sharp(report, undecided);
    g_autofree char *rest = still ? g_strdup_printf("; still undecided: %u", still) : NULL;
    return g_strdup_printf("undecided: %u of %u moves touch or follow a surface; answers outside a "
                           "bracket of %g unit: %s%s",
                           undecided->len, report->moves->len, COMPARE_SHARP_BRACKET, outside,
                           rest ? rest : "");
}

/* Lists the methods whose timed walks or shots are mostly displaced copies of other moves. */
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
static void add_loaded(json_object *notes, const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    const GPtrArray *files = report->trees.saved;
    for (guint i = 0; files && i < files->len; i++) {
        const CompareSaved *saved = files->pdata[i];
        if (saved->used)
            g_string_append_printf(out, "%s%s", out->len ? ", " : "", saved->path);
    }
    if (out->len)
        compare_add_note(notes, "build ms is the loading time for trees from files: %s", out->str);
}

gboolean compare_has_rest(const CompareReport *report)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->rest_walk.n + r->rest_shot.n > 0)
            return TRUE;
    }
    return FALSE;
}

json_object *compare_timing_notes(const CompareReport *report)
{
    json_object *notes = compare_json_array();
    add_loaded(notes, report);
    if (compare_has_rest(report))
        compare_add_note(notes, "times: of moves that all methods take; (rest): of the others");
    for (gint walks = 1; walks >= 0; walks--) {
        g_autofree char *stale = not_fresh(report, walks);
        if (stale)
            compare_add_note(notes, "too few %s, so repeated moves look too fast: %s",
                             walks ? "walks" : "shots", stale);
    }
    return notes;
}

/* Adds "WHAT: METHODS" and frees the methods' names, which may be NULL. */
static void add_list(json_object *notes, const char *what, char *methods)
{
    if (methods)
        compare_add_note(notes, "%s: %s", what, methods);
    g_free(methods);
}

json_object *compare_notes(const CompareReport *report)
{
    json_object *notes = compare_json_array();
    g_autofree char *undecided = compare_undecided_note(report);
    add_list(notes, "* may stop early, never late", guarantees(report, COMPARE_CONSERVATIVE));
    add_list(notes, "skipped, shape not supported", guarantees(report, COMPARE_SKIPS));
    add_list(notes, "skipped, stationary objects only", stationary_methods(report, FALSE));
    add_list(notes, "no row, stationary objects only", stationary_methods(report, TRUE));
    add_list(notes, "! wrong answers", wrong_methods(report));
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        g_autofree char *note = result->klass->outsider ? compare_contestant_note(result) : NULL;
        if (note)
            compare_add_note(notes, "%s", note);
    }
    add_filled(notes, report);
    add_in_filling(notes, report);
    add_buried(notes, report);
    if (undecided)
        compare_add_note(notes, "%s", undecided);
    compare_add_note(notes,
                     "hashes: moves and answers %016" G_GINT64_MODIFIER
                     "x, trees and counters %016" G_GINT64_MODIFIER "x",
                     compare_report_hash(report), compare_report_counters_hash(report));
    return notes;
}
