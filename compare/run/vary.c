/* vary: runs a scenario again for each value of a parameter, which is a sweep. */
#include "run/vary.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "bsp-error.h"
#include "run/resolve.h"
#include "scenario/scenario.h"
#include "shift-build.h"
#include "shift-tree.h"
#include "text/strings.h"

/* The values that each kind of sweep may have. */
static const struct {
    const char *name, *wanted; /* `wanted` describes the values in messages */
    double least, most;
    gboolean is_whole;
    const char *words[2]; /* the words that are allowed in place of a number */
} kinds[] = {
    { "bevel-angle",
      "an angle above 0 and at most 180, none or box",
      DBL_MIN,
      180,
      FALSE,
      { "none", "box" } },
    { "space-node-faces", "a whole number or all", 0, G_MAXINT, TRUE, { "all" } },
    { "spaces", "a whole number of at least 1", 1, G_MAXINT, TRUE, { NULL } },
    { "angle", "an angle from 0 to 180", 0, BSP_TURN_MOST, FALSE, { NULL } },
};

const char *compare_sweep_vary_name(CompareVary vary)
{
    return kinds[vary].name;
}

/* --- values --- */

static gboolean bad_value(CompareVary vary, const char *text, const char *wanted, GError **error)
{
    return compare_wrong(error, "--vary %s: '%s' is not %s", kinds[vary].name, text, wanted);
}

static gboolean read_number(const char *text, double *number)
{
    return compare_number_read(text, number) && isfinite(*number);
}

static gboolean check_value(CompareVary vary, const char *text, GError **error)
{
    double x;
    for (guint i = 0; i < G_N_ELEMENTS(kinds[vary].words); i++)
        if (g_strcmp0(text, kinds[vary].words[i]) == 0)
            return TRUE;
    return (read_number(text, &x) && x >= kinds[vary].least && x <= kinds[vary].most &&
            (!kinds[vary].is_whole || x == floor(x))) ||
           bad_value(vary, text, kinds[vary].wanted, error);
}

static double number_of(const CompareSweepPlan *plan, guint i)
{
    return g_ascii_strtod(plan->values[i], NULL);
}

/* Returns the smallest of the values, which must be numbers. */
static const char *least_value(const CompareSweepPlan *plan)
{
    guint least = 0;
    for (guint i = 1; plan->values[i]; i++)
        if (number_of(plan, i) < number_of(plan, least))
            least = i;
    return plan->values[least];
}

/* --- ranges --- */

/* A range from `first` to `last`. The next value is the value plus `step`, or, if by_factor, times
 * `step`. */
typedef struct {
    double first, last, step;
    gboolean by_factor;
} Range;

/* Reads "1..16", "60..120+15" or "1..64*2". Returns FALSE if the numbers cannot be read.
 * range_fault() checks their values. */
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

/* Returns the reason why the range cannot be listed, or NULL if it can be listed. */
static const char *range_fault(const Range *range)
{
    if (range->first <= 0)
        return "a range must begin above 0";
    if (range->first > range->last)
        return "the first number of a range must not exceed the last";
    if (range->by_factor)
        return range->step > 1 ? NULL : "the number after * must be above 1";
    return range->step > 0 ? NULL : "the number after + must be above 0";
}

/* Returns the i-th value. It is computed from the first value, so that rounding errors do not add
 * up. */
static double range_value(const Range *range, guint i)
{
    return range->by_factor ? range->first * pow(range->step, i) : range->first + i * range->step;
}

static gboolean add_value(GPtrArray *values, CompareVary vary, const char *text, GError **error)
{
    if (values->len == COMPARE_SWEEP_VALUES)
        return compare_wrong(error, "--vary %s: more than %d values", kinds[vary].name,
                             COMPARE_SWEEP_VALUES);
    if (!check_value(vary, text, error))
        return FALSE;
    g_ptr_array_add(values, g_strdup(text));
    return TRUE;
}

static gboolean add_range(GPtrArray *values, CompareVary vary, const char *text, GError **error)
{
    Range range;
    if (!read_range(text, &range))
        return bad_value(vary, text,
                         "a range of numbers above 0, such as 1..16, 60..120+15 or 1..64*2", error);
    const char *fault = range_fault(&range);
    if (fault)
        return compare_wrong(error, "--vary %s: '%s': %s", kinds[vary].name, text, fault);
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
    guint kind = 0;
    while (kind < G_N_ELEMENTS(kinds) && g_strcmp0(halves[0], kinds[kind].name) != 0)
        kind++;
    if (kind == G_N_ELEMENTS(kinds) || !halves[1]) {
        g_autoptr(GString) names = g_string_new(NULL);
        for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
            g_string_append_printf(names, "%s%s", i ? ", " : "", kinds[i].name);
        return compare_wrong(error, "--vary: '%s' is not WHAT=VALUE,..., where WHAT is one of %s",
                             text, names->str);
    }
    CompareVary vary = (CompareVary)kind;
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

/* Sets the parameter in the variant, whose trajectories do not change. `text` must come from a
 * parsed plan, so it is valid. */
static gboolean apply_value(CompareScenario *variant, CompareVary vary, const char *text,
                            GError **error)
{
    double number = g_ascii_strtod(text, NULL);
    gboolean is_word = g_ascii_isalpha(*text);
    switch (vary) {
    case COMPARE_VARY_BEVEL_ANGLE:
        if (is_word)
            variant->bevels = g_str_equal(text, "none") ? SHIFT_BEVEL_NONE : SHIFT_BEVEL_BOX;
        else
            variant->bevel_angle = number;
        return TRUE;
    case COMPARE_VARY_SPACE_NODE_FACES:
        variant->space_node_faces = is_word ? G_MAXUINT : (guint)number;
        return TRUE;
    case COMPARE_VARY_SPACES:
        if (number > variant->spaces->len)
            return compare_wrong(error,
                                 "--vary spaces: %s spaces are more than the %u of the scenario; "
                                 "'bspcompare generate scenario --spaces N' makes a scenario of N "
                                 "spaces",
                                 text, variant->spaces->len);
        compare_variant_keep_spaces(variant, (guint)number);
        return TRUE;
    case COMPARE_VARY_ANGLE:
        compare_variant_set_angle(variant, number);
        return TRUE;
    }
    return TRUE;
}

/* --- trajectories --- */

/* Sets the error for a plan for which no trajectory can run at every value, and returns FALSE.
 * `name` is the space or shape that --asked names, or NULL. */
static gboolean fail_without_moves(const CompareSweepPlan *plan, const char *name, GError **error)
{
    const char *fewest = plan->vary == COMPARE_VARY_SPACES ? least_value(plan) : "";
    if (plan->vary == COMPARE_VARY_ANGLE)
        return compare_wrong(error, "--vary angle: no trajectory%s%s has moves that turn",
                             name ? " of " : "", name ? name : "");
    if (!name)
        return compare_wrong(error,
                             "--vary spaces: the first %s of the spaces are present at every "
                             "value, but no trajectory moves one of them",
                             fewest);
    if (plan->vary == COMPARE_VARY_SPACES)
        return compare_wrong(error,
                             "--asked: no trajectory moves '%s' at every value, because only the "
                             "first %s of the spaces are present at every value",
                             name, fewest);
    return compare_wrong(error, "--asked: no trajectory moves a space or shape named '%s'", name);
}

static gboolean is_selected(const CompareSweepPlan *plan, const CompareScenario *s,
                            const CompareTrajectory *t)
{
    const char *const *asked = (const char *const *)plan->asked;
    if (asked && !g_strv_contains(asked, compare_mover(s, t->mover)->name))
        return FALSE;
    if (plan->vary == COMPARE_VARY_ANGLE)
        return t->turns != NULL;
    if (plan->vary != COMPARE_VARY_SPACES)
        return TRUE;
    double fewest = g_ascii_strtod(least_value(plan), NULL);
    return t->mover >= 0 ? t->mover < fewest : asked != NULL;
}

static gboolean has_mover(const CompareScenario *s, const char *name)
{
    for (guint i = 0; i < s->trajectories->len; i++)
        if (g_str_equal(compare_mover(s, compare_scenario_trajectory(s, i)->mover)->name, name))
            return TRUE;
    return FALSE;
}

/* Keeps the trajectories that can run at every value of the plan. Fails with BSP_ERROR_VALUE if
 * there is none. */
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

/* --- variants --- */

/* Makes the base scenario, which has only the selected trajectories, and a variant for each
 * value. */
static gboolean make_variants(CompareSweep *sweep, GError **error)
{
    sweep->base = compare_variant_new(sweep->scenario);
    if (!keep_selected(sweep->base, sweep->plan, error))
        return FALSE;
    for (char **value = sweep->plan->values; *value; value++) {
        CompareScenario *variant = compare_variant_new(sweep->base);
        g_ptr_array_add(sweep->variants, variant);
        if (!apply_value(variant, sweep->plan->vary, *value, error))
            return FALSE;
    }
    return TRUE;
}

/* --- running --- */

typedef struct {
    CompareSweep *sweep;
    const CompareAsked *asked;
    gboolean timed;
    const CompareStage *stage;
    char *value; /* the current value, for progress reports */
    guint at;    /* the number of the current value, counted from 1; 0 before the first value */
} Run;

static void report_stage(const char *stage, double done, gpointer user_data)
{
    const Run *run = user_data;
    const char *name = compare_sweep_vary_name(run->sweep->plan->vary);
    g_autofree char *text = run->at ? g_strdup_printf("%s %s, %u of %u, %s", name, run->value,
                                                      run->at, run->sweep->variants->len, stage)
                                    : g_strdup_printf("%s %s, %s", name, run->value, stage);
    compare_stage_report(run->stage, text, done);
}

static gboolean report_resolving(double done, gpointer run)
{
    report_stage("resolving moves", done, run);
    return TRUE;
}

/* Runs the values from `first` to `end` - 1 over moves that were resolved for the first value.
 * Takes ownership of `resolved`. */
static gboolean run_values(Run *run, GArray *resolved, guint first, guint end, GError **error)
{
    CompareSweep *sweep = run->sweep;
    const CompareStage stage = { report_stage, run };
    CompareReport *report = compare_report_of(sweep->variants->pdata[first], resolved);
    g_ptr_array_add(sweep->reports, report);
    for (guint i = first; i < end; i++) {
        guint before = report->results->len;
        run->value = sweep->plan->values[i];
        run->at = i + 1;
        if (!compare_report_add(report, sweep->variants->pdata[i], run->asked, &stage, error))
            return FALSE;
        for (guint k = before; k < report->results->len; k++) {
            CompareSweepRow row = { run->value, report, report->results->pdata[k] };
            g_array_append_val(sweep->rows, row);
        }
    }
    if (run->timed)
        compare_report_measure(report, &stage);
    else
        compare_report_forget_measures(report);
    g_ptr_array_set_size(report->methods, 0);
    return TRUE;
}

static gboolean run_all(Run *run, GError **error)
{
    CompareSweep *sweep = run->sweep;
    CompareVary vary = sweep->plan->vary;
    gboolean turns = vary == COMPARE_VARY_ANGLE;
    const CompareScenario *s = turns ? sweep->base : sweep->variants->pdata[0];
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    run->value = sweep->plan->values[0];
    report_resolving(0, run);
    g_autoptr(GArray) resolved = compare_resolve(s, oracle, report_resolving, run, error);
    if (!resolved)
        return FALSE;
    if (!turns)
        return run_values(run, g_array_ref(resolved), 0, sweep->variants->len, error);
    /* Each value gets the moves of all other values, with the oracle's answers for itself. */
    for (guint i = 0; i < sweep->variants->len; i++) {
        const CompareScenario *variant = sweep->variants->pdata[i];
        g_autoptr(CompareOracle) own = compare_oracle_new(variant->world->solid);
        run->value = sweep->plan->values[i];
        run->at = i + 1;
        report_stage("resolving moves", -1, run);
        if (!run_values(run, compare_moves_resolved_in(resolved, variant, own), i, i + 1, error))
            return FALSE;
    }
    return TRUE;
}

CompareSweep *compare_sweep_run(const CompareScenario *scenario, const CompareSweepPlan *plan,
                                const CompareAsked *asked, gboolean timed,
                                const CompareStage *stage, GError **error)
{
    g_autoptr(CompareSweep) sweep = g_new0(CompareSweep, 1);
    sweep->scenario = scenario;
    sweep->plan = plan;
    sweep->variants = g_ptr_array_new_with_free_func((GDestroyNotify)compare_scenario_free);
    sweep->reports = g_ptr_array_new_with_free_func((GDestroyNotify)compare_report_free);
    sweep->rows = g_array_new(FALSE, FALSE, sizeof(CompareSweepRow));
    Run run = { sweep, asked, timed, stage, NULL, 0 };
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
    g_free(sweep);
}
