/* vary: a sweep: what it varies, its values, and a run of the scenario for each value. */
#include "run/vary.h"

#include <math.h>
#include <string.h>

#include "bsp-error.h"
#include "run/resolve.h"
#include "scenario/scenario.h"
#include "shift-build.h"
#include "shift-tree.h"
#include "text/strings.h"

/* The meaning of one value. */
typedef struct {
    gboolean none, box; /* for bevel-angle */
    gboolean all;       /* for space-node-faces */
    double number;
} CompareSweepValue;

const char *const compare_sweep_vary_names[] = { "bevel-angle", "space-node-faces", "size",
                                                 "spaces",      "brushes",          NULL };

const char *compare_sweep_vary_name(CompareVary vary)
{
    return compare_sweep_vary_names[vary];
}

/* --- values --- */

static gboolean bad_value(CompareVary vary, const char *text, const char *wanted, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--vary %s: '%s' is not %s",
                compare_sweep_vary_names[vary], text, wanted);
    return FALSE;
}

static gboolean read_number(const char *text, double *number)
{
    return compare_number_read(text, number) && isfinite(*number);
}

/* Parses a value. Fails with BSP_ERROR_VALUE, but never for a value of a parsed plan. */
static gboolean sweep_value_read(CompareVary vary, const char *text, CompareSweepValue *value,
                                 GError **error)
{
    *value = (CompareSweepValue){ .none = strcmp(text, "none") == 0,
                                  .box = strcmp(text, "box") == 0,
                                  .all = strcmp(text, "all") == 0 };
    gboolean number = read_number(text, &value->number);
    gboolean whole = number && value->number >= 0 && value->number <= G_MAXINT &&
                     value->number == floor(value->number);
    switch (vary) {
    case COMPARE_VARY_BEVEL_ANGLE:
        return value->none || value->box || (number && value->number > 0 && value->number <= 180) ||
               bad_value(vary, text, "an angle above 0 and at most 180, none or box", error);
    case COMPARE_VARY_SPACE_NODE_FACES:
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

static double number_of(const CompareSweepPlan *plan, guint i)
{
    return g_ascii_strtod(plan->values[i], NULL);
}

guint compare_sweep_plan_least(const CompareSweepPlan *plan)
{
    guint least = 0;
    for (guint i = 1; plan->values[i]; i++)
        if (number_of(plan, i) < number_of(plan, least))
            least = i;
    return least;
}

guint compare_sweep_plan_greatest(const CompareSweepPlan *plan)
{
    guint greatest = 0;
    for (guint i = 1; plan->values[i]; i++)
        if (number_of(plan, i) > number_of(plan, greatest))
            greatest = i;
    return greatest;
}

/* --- ranges --- */

/* From `first` to `last`, adding `step` each time or multiplying by it. */
typedef struct {
    double first, last, step;
    gboolean by_factor;
} Range;

/* Reads "1..16", "60..120+15" or "1..64*2". TRUE if the numbers can be read; range_fault() checks
 * their values. */
static gboolean read_range(const char *text, Range *range)
{
    g_auto(GStrv) ends = g_strsplit(text, "..", 2);
    gsize plain = strcspn(ends[1], "+*");
    char sign = ends[1][plain];
    *range = (Range){ .step = 1, .by_factor = sign == '*' };
    if (sign && !read_number(ends[1] + plain + 1, &range->step))
        return FALSE;
    ends[1][plain] = '\0';
    return read_number(ends[0], &range->first) && read_number(ends[1], &range->last);
}

/* Why the range cannot be enumerated; NULL if it can. */
static const char *range_fault(const Range *range)
{
    if (range->first <= 0)
        return "a range must begin above 0";
    if (range->first > range->last)
        return "a range goes from the smaller number to the greater";
    if (range->by_factor)
        return range->step > 1 ? NULL : "the number after * must be above 1";
    return range->step > 0 ? NULL : "the number after + must be above 0";
}

/* The i-th value, computed from the first so that rounding does not accumulate. */
static double range_value(const Range *range, guint i)
{
    return range->by_factor ? range->first * pow(range->step, i) : range->first + i * range->step;
}

static gboolean add_value(GPtrArray *values, CompareVary vary, const char *text, GError **error)
{
    CompareSweepValue value;
    if (values->len == COMPARE_SWEEP_VALUES) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--vary %s: more than %d values",
                    compare_sweep_vary_names[vary], COMPARE_SWEEP_VALUES);
        return FALSE;
    }
    if (!sweep_value_read(vary, text, &value, error))
        return FALSE;
    g_ptr_array_add(values, g_strdup(text));
    return TRUE;
}

static gboolean add_range(GPtrArray *values, CompareVary vary, const char *text, GError **error)
{
    Range range;
    if (!read_range(text, &range))
        return bad_value(vary, text, "a range, as 1..16, 60..120+15 or 1..64*2, of numbers above 0",
                         error);
    const char *fault = range_fault(&range);
    if (fault) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--vary %s: '%s': %s",
                    compare_sweep_vary_names[vary], text, fault);
        return FALSE;
    }
    /* The last value is included even if rounding puts it slightly past the end. */
    double end = range.last * (1 + 1e-9);
    for (guint i = 0; range_value(&range, i) <= end; i++) {
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(digits, sizeof digits, "%.10g", range_value(&range, i));
        if (!add_value(values, vary, digits, error))
            return FALSE;
    }
    return TRUE;
}

/* --- the plan --- */

static gboolean find_vary(const char *name, CompareVary *vary)
{
    for (guint i = 0; compare_sweep_vary_names[i]; i++) {
        if (strcmp(name, compare_sweep_vary_names[i]) == 0) {
            *vary = (CompareVary)i;
            return TRUE;
        }
    }
    return FALSE;
}

static char **read_values(CompareVary vary, const char *list, GError **error)
{
    g_auto(GStrv) items = g_strsplit(list, ",", -1);
    g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
    if (!items[0]) {
        bad_value(vary, "", "a list of values", error);
        return NULL;
    }
    for (guint i = 0; items[i]; i++) {
        const char *item = g_strstrip(items[i]);
        if (!(strstr(item, "..") ? add_range : add_value)(values, vary, item, error))
            return NULL;
    }
    g_ptr_array_add(values, NULL);
    return (char **)g_ptr_array_steal(values, NULL);
}

gboolean compare_sweep_plan_parse(const char *text, CompareSweepPlan *plan, GError **error)
{
    g_auto(GStrv) halves = g_strsplit(text, "=", 2);
    CompareVary vary;
    if (!halves[0] || !halves[1] || !find_vary(halves[0], &vary)) {
        g_autofree char *names = g_strjoinv(", ", (char **)compare_sweep_vary_names);
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--vary: '%s' is not WHAT=VALUE,..., where WHAT is one of %s", text, names);
        return FALSE;
    }
    char **values = read_values(vary, halves[1], error);
    if (values)
        *plan = (CompareSweepPlan){ .vary = vary, .values = values };
    return values != NULL;
}

void compare_sweep_plan_clear(CompareSweepPlan *plan)
{
    g_clear_pointer(&plan->values, g_strfreev);
    g_clear_pointer(&plan->asked, g_strfreev);
}

/* --- applying a value --- */

static gboolean too_many(CompareVary vary, const char *text, guint n, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--vary %s: %s is too many: the scenario has %u%s", compare_sweep_vary_name(vary),
                text, n,
                vary == COMPARE_VARY_SPACES
                    ? "; 'bspcompare generate scenario --spaces' makes scenarios of more"
                    : "");
    return FALSE;
}

gboolean compare_vary_apply(CompareScenario *variant, CompareVary vary, const char *text,
                            GError **error)
{
    CompareSweepValue value;
    if (!sweep_value_read(vary, text, &value, error))
        return FALSE;
    guint n_spaces = variant->spaces->len, n_brushes = bsp_solid_n_brushes(variant->world->solid);
    switch (vary) {
    case COMPARE_VARY_BEVEL_ANGLE:
        if (value.none || value.box)
            variant->bevels = value.none ? SHIFT_BEVEL_NONE : SHIFT_BEVEL_BOX;
        else
            variant->bevel_angle = value.number;
        break;
    case COMPARE_VARY_SPACE_NODE_FACES:
        variant->space_node_faces = value.all ? G_MAXUINT : (guint)value.number;
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

/* --- trajectories --- */

/* Fails because no trajectory can run at every value. name: the space or shape named by --asked;
 * NULL: none was named. */
static gboolean fail_without_moves(const CompareSweepPlan *plan, const char *name, GError **error)
{
    const char *fewest = plan->values[compare_sweep_plan_least(plan)];
    if (!name)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--vary spaces: no trajectory moves one of the first %s of the spaces, the "
                    "only ones present at every value",
                    fewest);
    else if (plan->vary == COMPARE_VARY_SPACES)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--asked: no trajectory moves '%s' as one of the first %s of the spaces, the "
                    "only ones present at every value",
                    name, fewest);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--asked: no trajectory moves a space or shape '%s'", name);
    return FALSE;
}

static gboolean is_selected(const CompareSweepPlan *plan, const CompareScenario *s,
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

static gboolean has_mover(const CompareScenario *s, const char *name)
{
    for (guint i = 0; i < s->trajectories->len; i++)
        if (g_str_equal(compare_scenario_shape_name(s, compare_scenario_trajectory(s, i)), name))
            return TRUE;
    return FALSE;
}

/* Keeps the trajectories that every value of the plan can run. Fails with BSP_ERROR_VALUE if there
 * is none. */
static gboolean keep_selected(CompareScenario *base, const CompareSweepPlan *plan, GError **error)
{
    for (guint i = base->trajectories->len; i-- > 0;)
        if (!is_selected(plan, base, compare_scenario_trajectory(base, i)))
            g_array_remove_index(base->trajectories, i);
    for (guint i = 0; plan->asked && plan->asked[i]; i++)
        if (!has_mover(base, plan->asked[i]))
            return fail_without_moves(plan, plan->asked[i], error);
    return base->trajectories->len || fail_without_moves(plan, NULL, error);
}

/* Drops the trajectories that find no start in `largest` from all variants, of which `largest` is
 * one. Adds a note (char *) for each. */
static void drop_startless(const CompareScenario *largest, const GPtrArray *variants,
                           const char *size, GPtrArray *notes)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(largest->world->solid);
    for (guint i = largest->trajectories->len; i-- > 0;) {
        if (compare_can_start(largest, oracle, i))
            continue;
        const char *name = g_array_index(largest->trajectories, CompareTrajectory, i).name;
        g_ptr_array_add(
            notes, g_strdup_printf("size %s: \"%s\" finds no start, so it is left out at all sizes",
                                   size, name));
        for (guint k = 0; k < variants->len; k++) {
            CompareScenario *variant = variants->pdata[k];
            g_array_remove_index(variant->trajectories, i);
        }
    }
}

/* --- variants --- */

/* Makes the base scenario, with the selected trajectories only, and a variant for each value. */
static gboolean make_variants(CompareSweep *sweep, GError **error)
{
    sweep->base = compare_variant_new(sweep->scenario);
    if (!keep_selected(sweep->base, sweep->plan, error))
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
    guint at;    /* its number, from 1; 0: before the first */
} Run;

static void report_stage(const char *stage, double done, gpointer user_data)
{
    const Run *run = user_data;
    const char *name = compare_sweep_vary_name(run->sweep->plan->vary);
    g_autofree char *text = run->at ? g_strdup_printf("%s %s, %u of %u, %s", name, run->value,
                                                      run->at, run->sweep->variants->len, stage)
                                    : g_strdup_printf("%s %s, %s", name, run->value, stage);
    if (run->stage)
        run->stage(text, done, run->stage_data);
}

static gboolean report_resolving(double done, gpointer run)
{
    report_stage("resolving moves", done, run);
    return TRUE;
}

static void begin_value(Run *run, guint i)
{
    run->value = run->sweep->plan->values[i];
    run->at = i + 1;
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
        begin_value(run, i);
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

/* Runs value i over the moves of all other values, with the oracle's answers for this value. */
static gboolean run_value(Run *run, const GArray *resolved, guint i, GError **error)
{
    const CompareScenario *variant = run->sweep->variants->pdata[i];
    g_autoptr(CompareOracle) oracle = compare_oracle_new(variant->world->solid);
    begin_value(run, i);
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
        drop_startless(sweep->variants->pdata[of], sweep->variants, sweep->plan->values[of],
                       sweep->notes);
    const CompareScenario *s = whole ? sweep->base : sweep->variants->pdata[of];
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    run->value = sweep->plan->values[of];
    report_resolving(0, run);
    g_autoptr(GArray) resolved =
        compare_resolve_with_progress(s, oracle, report_resolving, run, error);
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
    Run run = { sweep, asked, flags, stage, stage_data, NULL, 0 };
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
