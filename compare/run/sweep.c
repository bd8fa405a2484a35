/* sweep: runs one scenario again for each value of a varied parameter. */
#include "run/sweep.h"

#include "run/vary.h"
#include "scenario/variant.h"

/* --- variants --- */

/* Makes the base scenario, with the selected trajectories only, and a variant for each value. */
static gboolean make_variants(CompareSweep *sweep, GError **error)
{
    sweep->base = compare_variant_new(sweep->scenario);
    if (!compare_vary_keep_asked(sweep->base, sweep->plan, error))
        return FALSE;
    for (char **value = sweep->plan->values; *value; value++) {
        CompareScenario *variant = compare_variant_new(sweep->base);
        g_ptr_array_add(sweep->variants, variant);
        if (!compare_vary_apply(variant, sweep->plan->vary, *value, error))
            return FALSE;
    }
    return TRUE;
}

/* --- running --- */

typedef struct {
    CompareSweep *sweep;
    const CompareAsked *asked;
    guint flags;
    CompareStageFunc stage;
    gpointer stage_data;
    char *value; /* the value in progress, for progress reports */
} Run;

static void report_stage(const char *stage, double done, gpointer user_data)
{
    const Run *run = user_data;
    g_autofree char *text = g_strdup_printf(
        "%s %s, %s", compare_sweep_vary_name(run->sweep->plan->vary), run->value, stage);
    if (run->stage)
        run->stage(text, done, run->stage_data);
}

static gboolean report_resolving(double done, gpointer run)
{
    report_stage("resolving moves", done, run);
    return TRUE;
}

/* Reports how many values are done, if each value runs by itself. */
static void report_values(const Run *run, guint done)
{
    if (run->stage)
        run->stage(NULL, (double)done / run->sweep->variants->len, run->stage_data);
}

static void add_rows(CompareSweep *sweep, guint value, const CompareReport *report, guint from)
{
    for (guint i = from; i < report->results->len; i++) {
        CompareSweepRow row = { sweep->plan->values[value], report, report->results->pdata[i] };
        g_array_append_val(sweep->rows, row);
    }
}

/* Runs the values first ... end - 1 over moves resolved for the first. Takes ownership of
 * `resolved`. */
static gboolean run_values(Run *run, GArray *resolved, guint first, guint end, GError **error)
{
    CompareSweep *sweep = run->sweep;
    g_autoptr(GPtrArray) methods =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_method_free);
    CompareReport *report = compare_report_of(sweep->variants->pdata[first], resolved);
    g_ptr_array_add(sweep->reports, report);
    for (guint i = first; i < end; i++) {
        guint before = report->results->len;
        run->value = sweep->plan->values[i];
        if (!compare_report_add(report, sweep->variants->pdata[i], run->asked, methods,
                                report_stage, run, error))
            return FALSE;
        add_rows(sweep, i, report, before);
    }
    if (run->flags & COMPARE_RUN_TIMING)
        compare_report_measure(report, methods, report_stage, run);
    else
        compare_report_forget_measures(report);
    return TRUE;
}

/* Runs value i over the same moves as all others, with the oracle's answers for this value. */
static gboolean run_value(Run *run, const GArray *resolved, guint i, GError **error)
{
    const CompareScenario *variant = run->sweep->variants->pdata[i];
    g_autoptr(CompareOracle) oracle = compare_oracle_new(variant->world->solid);
    run->value = run->sweep->plan->values[i];
    report_values(run, i);
    report_stage("resolving moves", -1, run);
    return run_values(run, compare_resolve_same(resolved, variant, oracle), i, i + 1, error);
}

static gboolean run_all(Run *run, GError **error)
{
    CompareSweep *sweep = run->sweep;
    CompareVary vary = sweep->plan->vary;
    guint of = vary == COMPARE_VARY_SIZE ? compare_sweep_plan_greatest(sweep->plan) : 0;
    gboolean whole = vary == COMPARE_VARY_BRUSHES;
    if (vary == COMPARE_VARY_SIZE)
        compare_vary_drop_homeless(sweep->variants->pdata[of], sweep->variants,
                                   sweep->plan->values[of], sweep->notes);
    const CompareScenario *s = whole ? sweep->base : sweep->variants->pdata[of];
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    run->value = sweep->plan->values[of];
    report_resolving(0, run);
    g_autoptr(GArray) resolved = compare_resolve_telling(s, oracle, report_resolving, run, error);
    if (!resolved)
        return FALSE;
    if (!whole && vary != COMPARE_VARY_SIZE)
        return run_values(run, g_array_ref(resolved), 0, sweep->variants->len, error);
    for (guint i = 0; i < sweep->variants->len; i++)
        if (!run_value(run, resolved, i, error))
            return FALSE;
    return TRUE;
}

CompareSweep *compare_sweep_run(const CompareScenario *scenario, const CompareSweepPlan *plan,
                                const CompareAsked *asked, guint flags, CompareStageFunc stage,
                                gpointer stage_data, GError **error)
{
    g_autoptr(CompareSweep) sweep = g_new0(CompareSweep, 1);
    sweep->scenario = scenario;
    sweep->plan = plan;
    sweep->variants = g_ptr_array_new_with_free_func((GDestroyNotify)compare_scenario_free);
    sweep->reports = g_ptr_array_new_with_free_func((GDestroyNotify)compare_report_free);
    sweep->rows = g_array_new(FALSE, FALSE, sizeof(CompareSweepRow));
    sweep->notes = g_ptr_array_new_with_free_func(g_free);
    Run run = { sweep, asked, flags, stage, stage_data, NULL };
    if (!make_variants(sweep, error) || !run_all(&run, error))
        return NULL;
    return g_steal_pointer(&sweep);
}

void compare_sweep_free(CompareSweep *sweep)
{
    if (!sweep)
        return;
    g_ptr_array_unref(sweep->reports);
    g_ptr_array_unref(sweep->variants);
    compare_scenario_free(sweep->base);
    g_array_unref(sweep->rows);
    g_ptr_array_unref(sweep->notes);
    g_free(sweep);
}
