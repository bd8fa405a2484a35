/* regress: what the methods disagree on, as text. */
#include "output/regress.h"

#include "text/escape.h"

static void add_result(GString *out, const CompareReport *report, const CompareResult *r)
{
    g_string_append_printf(out, "%-12s %8u %8u %8u %8u %12.3g %12.3g %8u %8u\n", r->klass->name,
                           r->n_moves, r->n_moves - MIN(r->n_outside, r->n_moves), r->n_early,
                           r->n_late, r->max_early_units, compare_worst_late(report, r), r->n_wrong,
                           r->n_skipped);
}

static void add_move(GString *out, const CompareReport *report, const CompareResolved *move)
{
    const CompareTrajectory *t = compare_report_trajectory(report, move);
    g_autofree char *name = compare_escape_terminal(t->name);
    g_autofree char *shape =
        compare_escape_terminal(compare_scenario_shape_name(report->scenario, t));
    g_string_append_printf(out, "move %u of \"%s\" (%s)", move->number, name, shape);
}

static void add_pair(GString *out, const CompareReport *report, const ComparePair *pair)
{
    if (!pair->first || !pair->second)
        return;
    g_string_append_printf(out,
                           "find-first-transition (%s) against HitCheckBSP (%s): %u move%s, %u of "
                           "different class, at most %.3g units apart, %u with different normals\n",
                           pair->first->klass->name, pair->second->klass->name, pair->n_moves,
                           pair->n_moves == 1 ? "" : "s", pair->n_class, pair->max_units,
                           pair->n_normal);
    if (!compare_regress_pair_differs(pair))
        return;
    g_string_append(out, "farthest apart: ");
    add_move(out, report, &g_array_index(report->moves, CompareResolved, pair->farthest));
    g_string_append_c(out, '\n');
}

static void add_worst(GString *out, const CompareReport *report, const CompareWrong *worst)
{
    if (!worst->result)
        return;
    const CompareResolved *move = compare_report_asked(report, worst->answer);
    g_string_append_printf(out, "worst: %s, ", worst->result->klass->name);
    add_move(out, report, move);
    g_string_append_printf(out,
                           ": %s by %.6g units: %s at t = %.17g, where the bracket is [%.17g, "
                           "%.17g]\n",
                           worst->late ? "late" : "early", worst->units,
                           bsp_transition_class_name(worst->answer->transition.type),
                           worst->answer->t, move->truth.t_lo, move->truth.t_hi);
}

char *compare_print_regress(const CompareReport *report, const CompareRegress *regress)
{
    GString *out = g_string_new(NULL);
    g_autofree char *name = compare_escape_terminal(report->scenario->name);
    g_autofree char *world = compare_escape_terminal(report->scenario->world->name);
    g_string_append_printf(out, "%s: world %s, %u move%s\n", name, world, report->moves->len,
                           report->moves->len == 1 ? "" : "s");
    g_string_append_printf(out, "%-12s %8s %8s %8s %8s %12s %12s %8s %8s\n", "method", "moves",
                           "agree", "early", "late", "worst early", "worst late", "wrong",
                           "skipped");
    for (guint i = 0; i < report->results->len; i++)
        add_result(out, report, report->results->pdata[i]);
    add_pair(out, report, &regress->pair);
    add_worst(out, report, &regress->worst);
    return g_string_free(out, FALSE);
}
