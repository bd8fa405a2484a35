/* sweep: one scenario again and again, with one thing about it varied. */
#include "run/sweep.h"

#include "scenario/variant.h"
#include "shift-build.h"
#include "shift-tree.h"

/* --- variants --- */

static gboolean too_many(CompareVary vary, const char *text, guint n, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--vary %s: %s are more than there are: %u%s",
                compare_sweep_vary_name(vary), text, n,
                vary == COMPARE_VARY_SPACES
                    ? "; 'bspcompare generate scenario --spaces' makes scenarios of more"
                    : "");
    return FALSE;
}

/* Changes all of the variant but its trajectories. */
static gboolean apply(CompareScenario *variant, CompareVary vary, const char *text, GError **error)
{
    CompareSweepValue value;
    if (!compare_sweep_value_read(vary, text, &value, error))
        return FALSE;
    guint n_spaces = variant->spaces->len, n_brushes = variant->world->solid->brushes->len;
    switch (vary) {
    case COMPARE_VARY_BEVEL_ANGLE:
        if (value.none || value.box)
            variant->bevels = value.none ? SHIFT_BEVEL_NONE : SHIFT_BEVEL_BOX;
        else
            variant->bevel_angle = value.number;
        break;
    case COMPARE_VARY_PART_AT_FACES:
        variant->part_at_faces = value.all ? G_MAXUINT : (guint)value.number;
        break;
    case COMPARE_VARY_SIZE:
        return compare_variant_scale(variant, value.number, error);
    case COMPARE_VARY_SPACES:
        if (value.number > n_spaces)
            return too_many(vary, text, n_spaces, error);
        compare_variant_keep_spaces(variant, (guint)value.number);
        break;
    case COMPARE_VARY_BRUSHES:
        if (value.number > n_brushes)
            return too_many(vary, text, n_brushes, error);
        compare_variant_keep_brushes(variant, (guint)value.number);
        break;
    }
    return TRUE;
}

/* name: of what was asked; NULL: of nothing in particular. */
static gboolean no_move_asked(const CompareSweepPlan *plan, const char *name, GError **error)
{
    const char *fewest = plan->values[compare_sweep_plan_least(plan)];
    if (!name)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--vary spaces: no trajectory moves one of the first %s of the spaces, which "
                    "alone are there at every value",
                    fewest);
    else if (plan->vary == COMPARE_VARY_SPACES)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--asked: no trajectory moves '%s' as one of the first %s of the spaces, which "
                    "alone are there at every value",
                    name, fewest);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--asked: no trajectory moves a space or shape '%s'", name);
    return FALSE;
}

static gboolean is_asked(const CompareSweepPlan *plan, const CompareScenario *s,
                         const CompareTrajectory *t)
{
    const char *const *asked = (const char *const *)plan->asked;
    if (asked && !g_strv_contains(asked, compare_scenario_shape_name(s, t)))
        return FALSE;
    if (plan->vary != COMPARE_VARY_SPACES)
        return TRUE;
    double fewest = g_ascii_strtod(plan->values[compare_sweep_plan_least(plan)], NULL);
    return t->space >= 0 ? t->space < fewest : asked != NULL;
}

static gboolean moves(const CompareScenario *s, const char *name)
{
    for (guint i = 0; i < s->trajectories->len; i++)
        if (g_str_equal(compare_scenario_shape_name(
                            s, &g_array_index(s->trajectories, CompareTrajectory, i)),
                        name))
            return TRUE;
    return FALSE;
}

/* Keeps the trajectories that every value is asked. */
static gboolean keep_asked(CompareScenario *base, const CompareSweepPlan *plan, GError **error)
{
    for (guint i = base->trajectories->len; i-- > 0;)
        if (!is_asked(plan, base, &g_array_index(base->trajectories, CompareTrajectory, i)))
            g_array_remove_index(base->trajectories, i);
    for (guint i = 0; plan->asked && plan->asked[i]; i++)
        if (!moves(base, plan->asked[i]))
            return no_move_asked(plan, plan->asked[i], error);
    return base->trajectories->len || no_move_asked(plan, NULL, error);
}

/* The whole scenario, of the asked trajectories alone, and a variant of it for each value. */
static gboolean make_variants(CompareSweep *sweep, GError **error)
{
    sweep->base = compare_variant_new(sweep->scenario);
    if (!keep_asked(sweep->base, sweep->plan, error))
        return FALSE;
    for (char **value = sweep->plan->values; *value; value++) {
        CompareScenario *variant = compare_variant_new(sweep->base);
        g_ptr_array_add(sweep->variants, variant);
        if (!apply(variant, sweep->plan->vary, *value, error))
            return FALSE;
    }
    return TRUE;
}

/* What has grown too large to stand at any start is asked at no size. */
static void drop_trajectories(CompareSweep *sweep, guint largest)
{
    const CompareScenario *s = sweep->variants->pdata[largest];
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    for (guint i = s->trajectories->len; i-- > 0;) {
        if (compare_can_start(s, oracle, i))
            continue;
        const char *name = g_array_index(s->trajectories, CompareTrajectory, i).name;
        g_ptr_array_add(sweep->notes,
                        g_strdup_printf("size %s: \"%s\" finds no start, and is left out of all "
                                        "sizes",
                                        sweep->plan->values[largest], name));
        for (guint k = 0; k < sweep->variants->len; k++) {
            CompareScenario *variant = sweep->variants->pdata[k];
            g_array_remove_index(variant->trajectories, i);
        }
    }
}

/* --- running --- */

typedef struct {
    CompareSweep *sweep;
    const CompareAsked *asked;
    guint flags;
    CompareStageFunc stage;
    gpointer stage_data;
    char *value; /* that is being run, for progress */
} Run;

static void tell(const char *stage, double done, gpointer user_data)
{
    const Run *run = user_data;
    g_autofree char *text = g_strdup_printf(
        "%s %s, %s", compare_sweep_vary_name(run->sweep->plan->vary), run->value, stage);
    if (run->stage)
        run->stage(text, done, run->stage_data);
}

static gboolean tell_resolving(double done, gpointer run)
{
    tell("resolving moves", done, run);
    return TRUE;
}

/* How many of the values are done, where each is done by itself. */
static void tell_values(const Run *run, guint done)
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

/* The values first ... end - 1, over moves (taken) of the first. */
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
        if (!compare_report_add(report, sweep->variants->pdata[i], run->asked, methods, tell, run,
                                error))
            return FALSE;
        add_rows(sweep, i, report, before);
    }
    if (run->flags & COMPARE_RUN_TIMING)
        compare_report_measure(report, methods, tell, run);
    else
        compare_report_forget_measures(report);
    return TRUE;
}

/* The value i, over the same moves as all others, with the truth about them at this one. */
static gboolean run_value(Run *run, const GArray *resolved, guint i, GError **error)
{
    const CompareScenario *variant = run->sweep->variants->pdata[i];
    g_autoptr(CompareOracle) oracle = compare_oracle_new(variant->world->solid);
    run->value = run->sweep->plan->values[i];
    tell_values(run, i);
    tell("resolving moves", -1, run);
    return run_values(run, compare_resolve_same(resolved, variant, oracle), i, i + 1, error);
}

static gboolean run_all(Run *run, GError **error)
{
    CompareSweep *sweep = run->sweep;
    CompareVary vary = sweep->plan->vary;
    guint of = vary == COMPARE_VARY_SIZE ? compare_sweep_plan_greatest(sweep->plan) : 0;
    gboolean whole = vary == COMPARE_VARY_BRUSHES;
    if (vary == COMPARE_VARY_SIZE)
        drop_trajectories(sweep, of);
    const CompareScenario *s = whole ? sweep->base : sweep->variants->pdata[of];
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    run->value = sweep->plan->values[of];
    tell_resolving(0, run);
    g_autoptr(GArray) resolved = compare_resolve_telling(s, oracle, tell_resolving, run, error);
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
