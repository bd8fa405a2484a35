/* sweep: one scenario again and again, with one thing about it varied. */
#include "run/sweep.h"

#include <errno.h>
#include <string.h>

#include "scenario/variant.h"
#include "shift-build.h"
#include "shift-tree.h"

static const char *const vary_names[] = { "bevel-angle", "part-at-faces", "size",
                                          "spaces",      "brushes",       NULL };

const char *compare_sweep_vary_name(CompareVary vary)
{
    return vary_names[vary];
}

/* --- the plan --- */

/* What a value says. */
typedef struct {
    gboolean none, box; /* of bevel-angle */
    gboolean all;       /* of part-at-faces */
    double number;
} Value;

static gboolean bad_value(CompareVary vary, const char *text, const char *wanted, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--vary %s: '%s' is not %s", vary_names[vary],
                text, wanted);
    return FALSE;
}

static gboolean read_value(CompareVary vary, const char *text, Value *value, GError **error)
{
    *value = (Value){ .none = strcmp(text, "none") == 0,
                      .box = strcmp(text, "box") == 0,
                      .all = strcmp(text, "all") == 0 };
    char *end;
    value->number = g_ascii_strtod(text, &end);
    gboolean number = end != text && !*end && isfinite(value->number);
    gboolean whole = number && value->number >= 0 && value->number <= G_MAXINT &&
                     value->number == floor(value->number);
    switch (vary) {
    case COMPARE_VARY_BEVEL_ANGLE:
        return value->none || value->box || (number && value->number > 0 && value->number <= 180) ||
               bad_value(vary, text, "an angle above 0 and at most 180, none or box", error);
    case COMPARE_VARY_PART_AT_FACES:
        return value->all || whole || bad_value(vary, text, "a whole number or all", error);
    case COMPARE_VARY_SIZE:
        return (number && value->number > 0 && value->number <= 1000) ||
               bad_value(vary, text, "a factor above 0 and at most 1000", error);
    case COMPARE_VARY_SPACES:
    case COMPARE_VARY_BRUSHES:
        break;
    }
    return (whole && value->number >= 1) ||
           bad_value(vary, text, "a whole number of at least 1", error);
}

static gboolean find_vary(const char *name, CompareVary *vary)
{
    for (guint i = 0; vary_names[i]; i++) {
        if (strcmp(name, vary_names[i]) == 0) {
            *vary = (CompareVary)i;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean compare_sweep_plan_parse(const char *text, CompareSweepPlan *plan, GError **error)
{
    g_auto(GStrv) halves = g_strsplit(text, "=", 2);
    CompareVary vary;
    if (!halves[0] || !halves[1] || !find_vary(halves[0], &vary)) {
        g_autofree char *names = g_strjoinv(", ", (char **)vary_names);
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--vary: '%s' is not WHAT=VALUE,..., where WHAT is one of %s", text, names);
        return FALSE;
    }
    g_auto(GStrv) values = g_strsplit(halves[1], ",", -1);
    Value value;
    if (!values[0])
        return bad_value(vary, "", "a list of values", error);
    for (guint i = 0; values[i]; i++)
        if (!read_value(vary, g_strstrip(values[i]), &value, error))
            return FALSE;
    *plan = (CompareSweepPlan){ vary, g_steal_pointer(&values) };
    return TRUE;
}

void compare_sweep_plan_clear(CompareSweepPlan *plan)
{
    g_clear_pointer(&plan->values, g_strfreev);
}

/* --- variants --- */

static gboolean too_many(CompareVary vary, const char *text, guint n, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--vary %s: %s are more than there are: %u",
                vary_names[vary], text, n);
    return FALSE;
}

static gboolean apply(CompareScenario *variant, CompareVary vary, const char *text, GError **error)
{
    Value value;
    if (!read_value(vary, text, &value, error))
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

static gboolean make_variants(CompareSweep *sweep, GError **error)
{
    for (char **value = sweep->plan->values; *value; value++) {
        CompareScenario *variant = compare_variant_new(sweep->scenario);
        g_ptr_array_add(sweep->variants, variant);
        if (!apply(variant, sweep->plan->vary, *value, error))
            return FALSE;
    }
    return TRUE;
}

/* What has grown too large to stand at any start, or starts where the world no longer is. */
static void drop_trajectories(CompareSweep *sweep, CompareScenario *variant, const char *value,
                              CompareOracle *oracle)
{
    for (guint i = variant->trajectories->len; i-- > 0;) {
        if (compare_can_start(variant, oracle, i))
            continue;
        const char *name = g_array_index(variant->trajectories, CompareTrajectory, i).name;
        g_ptr_array_add(sweep->notes,
                        g_strdup_printf("%s %s: \"%s\" is left out, which finds no start",
                                        vary_names[sweep->plan->vary], value, name));
        g_array_remove_index(variant->trajectories, i);
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
    g_autofree char *text =
        g_strdup_printf("%s %s, %s", vary_names[run->sweep->plan->vary], run->value, stage);
    if (run->stage)
        run->stage(text, done, run->stage_data);
}

static void add_rows(CompareSweep *sweep, guint value, const CompareReport *report, guint from)
{
    for (guint i = from; i < report->results->len; i++) {
        CompareSweepRow row = { sweep->plan->values[value], report, report->results->pdata[i] };
        g_array_append_val(sweep->rows, row);
    }
}

/* The values first ... end - 1, over the moves of the first. */
static gboolean run_values(Run *run, guint first, guint end, GError **error)
{
    CompareSweep *sweep = run->sweep;
    CompareScenario *variant = sweep->variants->pdata[first];
    g_autoptr(GPtrArray) methods =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_method_free);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(variant->world->solid);
    run->value = sweep->plan->values[first];
    tell("resolving moves", 0, run);
    if (sweep->plan->vary == COMPARE_VARY_SIZE || sweep->plan->vary == COMPARE_VARY_BRUSHES)
        drop_trajectories(sweep, variant, run->value, oracle);
    CompareReport *report = compare_report_new(variant, oracle, error);
    if (!report)
        return FALSE;
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

static gboolean run_all(Run *run, GError **error)
{
    guint n = run->sweep->variants->len;
    if (run->sweep->plan->vary == COMPARE_VARY_BEVEL_ANGLE)
        return run_values(run, 0, n, error);
    for (guint i = 0; i < n; i++)
        if (!run_values(run, i, i + 1, error))
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
    g_array_unref(sweep->rows);
    g_ptr_array_unref(sweep->notes);
    g_free(sweep);
}
