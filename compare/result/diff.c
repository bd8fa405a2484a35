/* diff: what changed from one saved result to another. */
#include "result/diff.h"

#include <math.h>

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
    if (compare_is_about_one(ratio + 1))
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

static CompareVerdict judge_value(CompareDiff *diff, const CompareValue *v, const double *ratio,
                                  const CompareComparable *comparable,
                                  const CompareThresholds *thresholds)
{
    if (v->is_there[0] != v->is_there[1])
        return v->is_there[0] ? COMPARE_MISSING : COMPARE_ADDED;
    switch (v->kind) {
    case COMPARE_TIME:
    case COMPARE_RELATIVE:
        return judge_time(diff, ratio, thresholds->times,
                          comparable->noisy && v->kind == COMPARE_TIME);
    case COMPARE_ONCE:
        return is_beyond(ratio[0], 100 * (ONCE - 1)) ? COMPARE_CHANGED : COMPARE_SAME;
    case COMPARE_COST:
        return judge_cost(v, thresholds->counters);
    case COMPARE_COUNTER:
        return v->number[0] != v->number[1] ? COMPARE_CHANGED : COMPARE_SAME;
    case COMPARE_IDENTITY:
        break;
    }
    return g_strcmp0(v->hash[0], v->hash[1]) != 0 ? COMPARE_CHANGED : COMPARE_SAME;
}

/* --- methods --- */

/* TRUE if the value is to be compared. Ratios, and values measured only once, need both results. */
static gboolean is_compared(const CompareValue *v, const CompareComparable *comparable)
{
    if ((compare_value_is_measured(v->kind) && !comparable->times) ||
        (v->kind == COMPARE_RELATIVE && !comparable->relative))
        return FALSE;
    return v->kind == COMPARE_ONCE || v->kind == COMPARE_RELATIVE
               ? v->is_there[0] && v->is_there[1]
               : v->is_there[0] || v->is_there[1];
}

/* Two results of one scenario. */
typedef struct {
    CompareDiff *diff;
    json_object *old, *now;
    CompareComparable comparable;
    const CompareThresholds *thresholds;
} Pair;

/* Compares the values of a method; if only_groups, those of its walks and shots alone. */
static void compare_method(const Pair *pair, json_object *old, json_object *now,
                           gboolean only_groups)
{
    for (guint i = 0; i < compare_values_n(); i++) {
        CompareChange change = { .scenario = compare_result_name(pair->now),
                                 .method = compare_text_at(now, "method"),
                                 .value = compare_value(i, old, now) };
        const CompareValue *v = &change.value;
        if ((only_groups && !v->group) || !is_compared(v, &pair->comparable))
            continue;
        if (v->number[0] > 0 && v->number[1] > 0)
            find_ratio(v, change.ratio);
        change.verdict =
            judge_value(pair->diff, v, change.ratio, &pair->comparable, pair->thresholds);
        add_change(pair->diff, change);
    }
}

/* Compares a method's times of the moves that not all methods take: rows "NAME (rest)". */
static void compare_rest(const Pair *pair, json_object *old, json_object *now)
{
    json_object *before = json_object_object_get(old, "rest");
    json_object *after = json_object_object_get(now, "rest");
    if (!pair->comparable.times || (!before && !after))
        return;
    if (before && after) {
        compare_method(pair, before, after, TRUE);
        return;
    }
    add_change(pair->diff,
               (CompareChange){ .scenario = compare_result_name(pair->now),
                                .method = compare_text_at(before ? before : after, "method"),
                                .verdict = before ? COMPARE_MISSING : COMPARE_ADDED });
}

/* TRUE if the method is there and did not fail, as contestants may. */
static gboolean has_answers(json_object *method)
{
    return method && json_object_object_get(method, "moves") != NULL;
}

/* Adds the methods that the other result lacks, or that failed there. */
static void add_lonely(CompareDiff *diff, json_object *result, json_object *other,
                       CompareVerdict verdict)
{
    json_object *methods = json_object_object_get(result, "methods");
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        const char *name = compare_text_at(method, "method");
        if (has_answers(method) && !has_answers(compare_find_method(other, name)))
            add_change(diff, (CompareChange){ .scenario = compare_result_name(result),
                                              .method = name,
                                              .verdict = verdict });
    }
}

static void compare_pair(const Pair *pair)
{
    json_object *methods = json_object_object_get(pair->old, "methods");
    compare_comparable_work(pair->old, pair->now, pair->diff->notes);
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        json_object *same = compare_find_method(pair->now, compare_text_at(method, "method"));
        if (has_answers(method) && has_answers(same)) {
            compare_method(pair, method, same, FALSE);
            compare_rest(pair, method, same);
        }
    }
    add_lonely(pair->diff, pair->old, pair->now, COMPARE_MISSING);
    add_lonely(pair->diff, pair->now, pair->old, COMPARE_ADDED);
}

/* --- scenarios --- */

static CompareSide side_at(const CompareResults *results, guint i)
{
    return (CompareSide){ compare_results_at(results, i), results->files->pdata[i] };
}

/* The result in `others` that corresponds to result i: the same name, and the second of a name for
 * the second. FALSE if there is none. */
static gboolean find_partner(const CompareResults *results, guint i, const CompareResults *others,
                             guint *partner)
{
    const char *name = compare_result_name(compare_results_at(results, i));
    guint before = 0;
    for (guint k = 0; k < i; k++)
        before += g_str_equal(compare_result_name(compare_results_at(results, k)), name) ? 1 : 0;
    for (guint k = 0; k < others->all->len; k++) {
        *partner = k;
        if (g_str_equal(compare_result_name(compare_results_at(others, k)), name) && before-- == 0)
            return TRUE;
    }
    return FALSE;
}

static void add_lonely_scenario(CompareDiff *diff, json_object *result, CompareVerdict verdict)
{
    add_change(diff,
               (CompareChange){ .scenario = compare_result_name(result), .verdict = verdict });
}

CompareDiff *compare_diff_new(const CompareResults *old, const CompareResults *now,
                              const CompareThresholds *thresholds)
{
    CompareDiff *diff = g_new0(CompareDiff, 1);
    guint partner;
    diff->changes = g_array_new(FALSE, FALSE, sizeof(CompareChange));
    diff->notes = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < old->all->len; i++) {
        if (!find_partner(old, i, now, &partner)) {
            add_lonely_scenario(diff, compare_results_at(old, i), COMPARE_MISSING);
            continue;
        }
        Pair pair = { diff, compare_results_at(old, i), compare_results_at(now, partner),
                      compare_comparable_times(side_at(old, i), side_at(now, partner), diff->notes),
                      thresholds };
        compare_pair(&pair);
    }
    for (guint i = 0; i < now->all->len; i++)
        if (!find_partner(now, i, old, &partner))
            add_lonely_scenario(diff, compare_results_at(now, i), COMPARE_ADDED);
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
