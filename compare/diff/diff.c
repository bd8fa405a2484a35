/* diff: what changed from one saved result to another. */
#include "diff/diff.h"

#include <math.h>

#include "diff/footing.h"

const char *const compare_verdict_names[] = { "same",    "better",  "worse",
                                              "changed", "missing", "added" };

/* Values measured only once are reported if they differ by more than this factor, but get no
 * verdict: a build of half a millisecond may take a whole one next time. */
#define ONCE 1.5

static void add_change(CompareDiff *diff, CompareChange change)
{
    g_array_append_val(diff->changes, change);
    diff->n[change.verdict]++;
}

/* --- times --- */

/* The ratio of two medians and its interval. The half widths of their intervals, as logarithms, are
 * added by their squares, like independent errors. Zeros if a median has no interval. */
static void find_ratio(const CompareValue *v, double *ratio)
{
    const double *old = v->ci95[0], *now = v->ci95[1];
    ratio[0] = v->number[1] / v->number[0];
    ratio[1] = ratio[2] = 0;
    if (old[0] <= 0 || now[0] <= 0)
        return;
    double down = hypot(log(v->number[1] / now[0]), log(old[1] / v->number[0]));
    double up = hypot(log(now[1] / v->number[1]), log(v->number[0] / old[0]));
    ratio[1] = ratio[0] * exp(-down);
    ratio[2] = ratio[0] * exp(up);
}

static gboolean is_beyond(double ratio, double percent)
{
    return ratio > 1 + percent / 100 || ratio * (1 + percent / 100) < 1;
}

static CompareVerdict judge_time(CompareDiff *diff, const double *ratio, double percent,
                                 gboolean drifts)
{
    gboolean beyond = is_beyond(ratio[0], percent);
    if (ratio[1] > 0 && ratio[1] <= 1 && ratio[2] >= 1)
        return COMPARE_SAME;
    if (ratio[1] <= 0 || drifts) /* there is no interval */
        return beyond ? COMPARE_CHANGED : COMPARE_SAME;
    if (!beyond) {
        diff->n_slight++;
        return COMPARE_SAME;
    }
    return ratio[0] > 1 ? COMPARE_WORSE : COMPARE_BETTER;
}

/* --- counters --- */

static CompareVerdict judge_cost(const CompareValue *v, double percent)
{
    double old = v->number[0], now = v->number[1];
    if (now > old)
        return now > old * (1 + percent / 100) ? COMPARE_WORSE : COMPARE_CHANGED;
    return now < old ? COMPARE_BETTER : COMPARE_SAME;
}

static CompareVerdict judge(CompareDiff *diff, const CompareValue *v, const double *ratio,
                            const CompareFooting *footing, const CompareThresholds *thresholds)
{
    if (v->is_there[0] != v->is_there[1])
        return v->is_there[0] ? COMPARE_MISSING : COMPARE_ADDED;
    switch (v->kind) {
    case COMPARE_TIME:
    case COMPARE_RELATIVE:
        return judge_time(diff, ratio, thresholds->times,
                          footing->noisy && v->kind == COMPARE_TIME);
    case COMPARE_ONCE:
        return is_beyond(ratio[0], 100 * (ONCE - 1)) ? COMPARE_CHANGED : COMPARE_SAME;
    case COMPARE_COST:
        return judge_cost(v, thresholds->counters);
    case COMPARE_COUNTER:
        return v->number[0] != v->number[1] ? COMPARE_CHANGED : COMPARE_SAME;
    case COMPARE_IDENTITY:
        break;
    }
    return v->hash[0] != v->hash[1] ? COMPARE_CHANGED : COMPARE_SAME;
}

/* --- methods --- */

/* TRUE if the value is to be compared. Ratios, and values measured only once, need both results. */
static gboolean is_compared(const CompareValue *v, const CompareFooting *footing)
{
    if ((compare_value_is_measured(v->kind) && !footing->times) ||
        (v->kind == COMPARE_RELATIVE && !footing->relative))
        return FALSE;
    return v->kind == COMPARE_ONCE || v->kind == COMPARE_RELATIVE
               ? v->is_there[0] && v->is_there[1]
               : v->is_there[0] || v->is_there[1];
}

static void compare_methods_of(CompareDiff *diff, const CompareComparisonRow *old,
                               const CompareComparisonRow *now, const CompareFooting *footing,
                               const CompareThresholds *thresholds)
{
    for (guint i = 0; i < compare_values_n(); i++) {
        CompareChange change = { .scenario = now->scenario,
                                 .method = now->method,
                                 .value = compare_value(i, &old->result, &now->result) };
        const CompareValue *v = &change.value;
        if (!is_compared(v, footing))
            continue;
        if (v->number[0] > 0 && v->number[1] > 0)
            find_ratio(v, change.ratio);
        change.verdict = judge(diff, v, change.ratio, footing, thresholds);
        add_change(diff, change);
    }
}

static const CompareComparisonRow *find_method(const CompareKept *kept, const char *name)
{
    for (guint i = 0; i < kept->rows->len; i++) {
        const CompareComparisonRow *row = kept->rows->pdata[i];
        if (g_str_equal(row->method, name))
            return row;
    }
    return NULL;
}

/* Adds the methods that the other result lacks, or that failed there, as contestants may. */
static void add_lonely(CompareDiff *diff, const CompareKept *kept, const CompareKept *other,
                       CompareVerdict verdict)
{
    for (guint i = 0; i < kept->rows->len; i++) {
        const CompareComparisonRow *row = kept->rows->pdata[i];
        const CompareComparisonRow *same = find_method(other, row->method);
        if (row->answered && !(same && same->answered))
            add_change(diff, (CompareChange){ .scenario = kept->name,
                                              .method = row->method,
                                              .verdict = verdict });
    }
}

static void compare_scenarios(CompareDiff *diff, const CompareKept *old, const CompareKept *now,
                              const CompareThresholds *thresholds)
{
    CompareFooting footing = compare_footing_of_times(old, now, diff->notes);
    compare_footing_of_work(old, now, diff->notes);
    for (guint i = 0; i < old->rows->len; i++) {
        const CompareComparisonRow *row = old->rows->pdata[i];
        const CompareComparisonRow *same = find_method(now, row->method);
        if (same && row->answered && same->answered)
            compare_methods_of(diff, row, same, &footing, thresholds);
    }
    add_lonely(diff, old, now, COMPARE_MISSING);
    add_lonely(diff, now, old, COMPARE_ADDED);
}

/* --- scenarios --- */

/* The result in `others` that corresponds to result i: the same name, and the second of a name for
 * the second. NULL if there is none. */
static const CompareKept *find_partner(const CompareKeptResults *results, guint i,
                                       const CompareKeptResults *others)
{
    const char *name = compare_kept_at(results, i)->name;
    guint before = 0;
    for (guint k = 0; k < i; k++)
        before += g_str_equal(compare_kept_at(results, k)->name, name) ? 1 : 0;
    for (guint k = 0; k < others->results->len; k++)
        if (g_str_equal(compare_kept_at(others, k)->name, name) && before-- == 0)
            return compare_kept_at(others, k);
    return NULL;
}

static void add_lonely_scenario(CompareDiff *diff, const CompareKept *kept, CompareVerdict verdict)
{
    add_change(diff, (CompareChange){ .scenario = kept->name, .verdict = verdict });
}

CompareDiff *compare_diff_new(const CompareKeptResults *old, const CompareKeptResults *now,
                              const CompareThresholds *thresholds)
{
    CompareDiff *diff = g_new0(CompareDiff, 1);
    diff->changes = g_array_new(FALSE, FALSE, sizeof(CompareChange));
    diff->notes = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < old->results->len; i++) {
        const CompareKept *partner = find_partner(old, i, now);
        if (partner)
            compare_scenarios(diff, compare_kept_at(old, i), partner, thresholds);
        else
            add_lonely_scenario(diff, compare_kept_at(old, i), COMPARE_MISSING);
    }
    for (guint i = 0; i < now->results->len; i++)
        if (!find_partner(now, i, old))
            add_lonely_scenario(diff, compare_kept_at(now, i), COMPARE_ADDED);
    return diff;
}

void compare_diff_free(CompareDiff *diff)
{
    if (!diff)
        return;
    g_array_unref(diff->changes);
    g_ptr_array_unref(diff->notes);
    g_free(diff);
}
