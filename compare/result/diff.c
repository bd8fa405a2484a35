/* diff: finds the changes from one saved result to another. */
#include "result/diff.h"

#include <math.h>
#include <string.h>

#include "result/words.h"

/* A factor. If values that are measured only once differ by more than this, they are reported, but
 * get no verdict. A build that takes half a millisecond may take a whole one the next time, and no
 * interval shows that. */
#define ONCE 1.5

typedef struct {
    const char *scenario, *value, *method, *what, *title;
    json_object *old, *now;
    double ratio, ends[2];
    const char *verdict;
} Row;

#define AT(member) .offset = offsetof(Row, member)

/* clang-format off */
static const CompareColumn columns[] = {
    { "scenario", "scenario", COMPARE_NAME, COMPARE_ALWAYS, AT(scenario) },
    { "value", "value", COMPARE_TEXT, COMPARE_ALWAYS, AT(value) },
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(method) },
    { "what", NULL, COMPARE_TEXT, COMPARE_NEVER, AT(what) },
    { "title", "what", COMPARE_TEXT, COMPARE_ALWAYS, AT(title) },
    { "old", "old", COMPARE_VALUE, COMPARE_ALWAYS, AT(old) },
    { "new", "new", COMPARE_VALUE, COMPARE_ALWAYS, AT(now) },
    { "ratio", "x", COMPARE_NUMBER, COMPARE_ALWAYS, AT(ratio), .unit = "x", .decimals = 3, .interval = "ratio_ci95",
      .about = "the new value divided by the old; ~: the interval contains 1" },
    { "ratio_ci95", "95%", COMPARE_INTERVAL, COMPARE_ALWAYS, AT(ends), .unit = "x",
      .about = "interval of the ratio: the half widths of both medians' intervals, as logarithms, combined by the root "
               "of the sum of squares" },
    { "verdict", "verdict", COMPARE_TEXT, COMPARE_ALWAYS, AT(verdict) },
};
/* clang-format on */

/* "within" means that the values differ by less than a threshold, or by less than the
 * uncertainty. */
static const char *const verdicts[] = { "worse", "missing", "better", "changed",
                                        "added", "within",  "same",   NULL };
#define N_CHANGES 5 /* the number of verdicts before "within", which are those of changes */

/* Two results of one scenario, and whether their times are compared. */
typedef struct {
    CompareDiff *diff;
    json_object *old, *now;
    gboolean times; /* whether times are compared */
    gboolean noisy; /* whether one of the results reports that its machine was noisy */
} Pair;

static void add_row(CompareDiff *diff, const Row *row)
{
    guint k = 0;
    while (strcmp(verdicts[k], row->verdict) != 0)
        k++;
    diff->counts[k]++;
    if (k < N_CHANGES)
        compare_table_add(diff->table, row);
}

/* Adds a note, unless the diff has it already. */
static void G_GNUC_PRINTF(2, 3) add_note(CompareDiff *diff, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    compare_add_once(diff->notes, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

/* --- values --- */

/* Stores the quotient of the new and the old median in the row, with its interval, unless a median
 * is missing or has no interval. */
static void find_ratio(const CompareColumn *column, json_object *old, json_object *now, Row *row)
{
    double a = compare_number_at(old, column->key), b = compare_number_at(now, column->key);
    row->ratio = a > 0 && b > 0 ? b / a : 0;
    if (row->ratio <= 0 || !column->interval)
        return;
    double was[2], is[2];
    compare_interval_at(old, column->interval, was);
    compare_interval_at(now, column->interval, is);
    compare_quotient(b, is, a, was, row->ends);
}

static gboolean is_beyond(double ratio, double percent)
{
    return ratio > 1 + percent / 100 || ratio * (1 + percent / 100) < 1;
}

static const char *judge_time(const Pair *pair, const Row *row)
{
    if (compare_is_about_one(row->ends) || !is_beyond(row->ratio, pair->diff->limits.time))
        return "within";
    if (row->ends[0] <= 0 || pair->noisy) /* the ratio has no interval, or none that counts */
        return "changed";
    return row->ratio > 1 ? "worse" : "better";
}

static const char *judge_rise(double old, double now, double percent)
{
    double factor = 1 + percent / 100;
    return now > old * factor ? "worse" : now * factor < old ? "better" : "within";
}

static const char *judge_value(const Pair *pair, const CompareColumn *column, const Row *row)
{
    const CompareLimits *limits = &pair->diff->limits;
    double old = json_object_get_double(row->old), now = json_object_get_double(row->now);
    if (!row->old || !row->now)
        return row->old ? "missing" : "added";
    if (json_object_equal(row->old, row->now) ||
        (!json_object_is_type(row->old, json_type_string) && old == now))
        return "same";
    switch (column->change) {
    case COMPARE_TIME:
        return judge_time(pair, row);
    case COMPARE_ONCE:
        return is_beyond(row->ratio, 100 * (ONCE - 1)) ? "changed" : "within";
    case COMPARE_COST:
        return judge_rise(old, now, limits->size);
    case COMPARE_ANSWERS: /* a hash of answers, or a count of wrong ones */
        if (json_object_is_type(row->now, json_type_string))
            return limits->changed_answers ? "changed" : "worse";
        return judge_rise(old, now, 0);
    case COMPARE_COUNTER:
    case COMPARE_IDENTITY:
    case COMPARE_RELATIVE:
    case COMPARE_NOT:
        break;
    }
    return "changed";
}

/* Returns whether the value is compared. Values that are measured only once are compared if both
 * results have them. Ratios to the reference method are not compared, because they change with the
 * reference's time alone. */
static gboolean is_compared(const Pair *pair, const CompareColumn *column, json_object *was,
                            json_object *is)
{
    if (column->change == COMPARE_NOT || column->change == COMPARE_RELATIVE || (!was && !is))
        return FALSE;
    if (column->change == COMPARE_ONCE)
        return pair->times && was && is;
    return column->change != COMPARE_TIME || pair->times;
}

static void compare_values(const Pair *pair, const CompareTable *kinds, json_object *old,
                           json_object *now)
{
    for (guint i = 0; i < kinds->columns->len; i++) {
        const CompareColumn *column = &g_array_index(kinds->columns, CompareColumn, i);
        json_object *was = json_object_object_get(old, column->key);
        json_object *is = json_object_object_get(now, column->key);
        if (!is_compared(pair, column, was, is))
            continue;
        g_autofree char *title = compare_column_title(column);
        Row row = { .scenario = compare_result_name(pair->now),
                    .value = compare_text_at(now, "value"),
                    .method = compare_text_at(now, "method"),
                    .what = column->key,
                    .title = title,
                    .old = was,
                    .now = is };
        find_ratio(column, old, now, &row);
        row.verdict = judge_value(pair, column, &row);
        add_row(pair->diff, &row);
    }
}

/* --- decides whether two results can be compared --- */

static json_object *environment_at(json_object *result, const char *key)
{
    return json_object_object_get(json_object_object_get(result, "environment"), key);
}

static gboolean has_times(json_object *result)
{
    const char *key = compare_result_measured(result);
    for (guint i = 0; i < compare_length_at(result, key); i++) {
        json_object *row = compare_item_at(result, key, i);
        if (compare_number_at(row, "walk_ns_median") > 0 ||
            compare_number_at(row, "shot_ns_median") > 0)
            return TRUE;
    }
    return FALSE;
}

/* A member of the environment. If its values differ, times are not compared. */
typedef struct {
    const char *key, *what;
    gboolean is_needed; /* if TRUE, an unknown value counts as different from all others; if FALSE,
                           as equal to them */
} Likeness;

static const Likeness likenesses[] = { { "cpu", "machines", TRUE },
                                       { "compiler", "compilers", TRUE },
                                       { "vector_bytes", "vectors", FALSE },
                                       { "governor", "governors", FALSE },
                                       { "smt", "settings of SMT", FALSE } };

/* Returns whether the member has the same value in both results. Adds a note if they differ. */
static gboolean is_alike(const Pair *pair, const Likeness *like)
{
    const char *was = json_object_get_string(environment_at(pair->old, like->key)),
               *is = json_object_get_string(environment_at(pair->now, like->key));
    gboolean is_known = was && is && strcmp(was, "unknown") != 0 && strcmp(is, "unknown") != 0;
    if (is_known ? strcmp(was, is) == 0 : !like->is_needed)
        return TRUE;
    add_note(pair->diff, "times are not compared, because the %s differ: %s, now %s", like->what,
             was ? was : "none", is ? is : "none");
    return FALSE;
}

/* Decides whether the times of the pair can be compared. Adds notes with the reasons if both
 * results have times, but these cannot be compared. */
static void compare_times(Pair *pair, const char *old_file, const char *new_file)
{
    gboolean timed[2] = { has_times(pair->old), has_times(pair->now) };
    if (timed[0] != timed[1])
        add_note(pair->diff, "times are not compared, because %s has no times",
                 timed[0] ? new_file : old_file);
    pair->times = timed[0] && timed[1];
    for (guint i = 0; pair->times && i < G_N_ELEMENTS(likenesses); i++)
        pair->times = is_alike(pair, &likenesses[i]);
    if (!pair->times)
        return;
    pair->noisy = compare_result_is_noisy(pair->old) || compare_result_is_noisy(pair->now);
    if (pair->noisy)
        add_note(pair->diff, "%s: times are shown, but not judged, because the machine was noisy",
                 compare_result_name(pair->now));
}

static void compare_work(const Pair *pair)
{
    static const char *const work[] = {
        "world_sha256", "brushes",          "spaces",  "shapes", "trajectories", "moves",
        "bevel_angle",  "space_node_faces", "builder", "plain",  "fill",         NULL
    };
    json_object *old = json_object_object_get(pair->old, "scenario"),
                *now = json_object_object_get(pair->now, "scenario");
    for (const char *const *key = work; *key; key++)
        if (!json_object_equal(json_object_object_get(old, *key),
                               json_object_object_get(now, *key)))
            add_note(pair->diff, "%s: the two results are not of the same work, because %s differs",
                     compare_result_name(pair->now), *key);
}

/* Adds a note if the seeds differ, and with them the moves. A level's moves are also the same
 * without a seed and with the default seed, so the hashes, which include the moves, must differ. */
static void compare_seeds(const Pair *pair)
{
    json_object *was = json_object_object_get(pair->old, "seed"),
                *is = json_object_object_get(pair->now, "seed");
    if (json_object_equal(was, is) || json_object_equal(json_object_object_get(pair->old, "hash"),
                                                        json_object_object_get(pair->now, "hash")))
        return;
    add_note(pair->diff, "%s: other moves were compared, because the seeds differ: %s, now %s",
             compare_result_name(pair->now), was ? json_object_get_string(was) : "none",
             is ? json_object_get_string(is) : "none");
}

/* --- methods and scenarios --- */

/* Returns whether the row has values to compare. The row of a contestant that failed has none. A
 * row with the times of only some moves has none if times are not compared. */
static gboolean has_answers(const Pair *pair, json_object *row)
{
    return compare_text_at(row, "rest_of") ? pair->times
                                           : json_object_object_get(row, "moves") != NULL;
}

/* Adds a row about a method that only one result has, or, if `method` is NULL, about a scenario. */
static void add_whole(CompareDiff *diff, json_object *result, json_object *method,
                      const char *verdict)
{
    const Row row = { .scenario = compare_result_name(result),
                      .value = compare_text_at(method, "value"),
                      .method = compare_text_at(method, "method"),
                      .title = method ? "the method" : "the scenario",
                      .verdict = verdict };
    add_row(diff, &row);
}

static gboolean is_row_of(json_object *row, json_object *like)
{
    return g_strcmp0(compare_text_at(row, "method"), compare_text_at(like, "method")) == 0 &&
           g_strcmp0(compare_text_at(row, "value"), compare_text_at(like, "value")) == 0;
}

/* Returns the row of the same method, and of the same value of a sweep. Tries row i first, because
 * a file may have several such rows. Returns NULL if there is none. */
static json_object *find_row(json_object *result, guint i, json_object *like)
{
    const char *key = compare_result_measured(result);
    json_object *row = i < compare_length_at(result, key) ? compare_item_at(result, key, i) : NULL;
    return row && is_row_of(row, like)
               ? row
               : compare_find_row(result, key, compare_text_at(like, "method"), "value",
                                  compare_text_at(like, "value"));
}

static void compare_all_methods(const Pair *pair)
{
    const char *key = compare_result_measured(pair->now);
    g_autoptr(CompareTable) kinds = compare_table_new(NULL, 0);
    compare_table_add_columns(
        kinds, json_object_object_get(json_object_object_get(pair->now, "columns"), key));
    for (guint i = 0; i < compare_length_at(pair->old, key); i++) {
        json_object *old = compare_item_at(pair->old, key, i), *now = find_row(pair->now, i, old);
        if (has_answers(pair, old) && has_answers(pair, now))
            compare_values(pair, kinds, old, now);
        else if (has_answers(pair, old))
            add_whole(pair->diff, pair->now, old, "missing");
    }
    for (guint i = 0; i < compare_length_at(pair->now, key); i++) {
        json_object *now = compare_item_at(pair->now, key, i), *old = find_row(pair->old, i, now);
        if (has_answers(pair, now) && !has_answers(pair, old))
            add_whole(pair->diff, pair->now, now, "added");
    }
}

static gboolean is_of(json_object *result, json_object *other)
{
    return g_str_equal(compare_result_name(result), compare_result_name(other)) &&
           g_strcmp0(compare_text_at(result, "vary"), compare_text_at(other, "vary")) == 0;
}

/* Finds the index of the result that corresponds to result i of the others, which has the same
 * scenario name and the same varied option. Tries index i first, because several results may have
 * the same name, and otherwise takes the first that matches. Returns FALSE if there is none. */
static gboolean find_partner(const CompareResults *results, const CompareResults *others, guint i,
                             guint *partner)
{
    json_object *other = compare_results_at(others, i);
    *partner = i;
    if (i < results->all->len && is_of(compare_results_at(results, i), other))
        return TRUE;
    for (*partner = 0; *partner < results->all->len; ++*partner)
        if (is_of(compare_results_at(results, *partner), other))
            return TRUE;
    return FALSE;
}

CompareDiff *compare_diff(const CompareResults *old, const CompareResults *now,
                          const CompareLimits *limits)
{
    CompareDiff *diff = g_new0(CompareDiff, 1);
    diff->limits = *limits;
    diff->notes = g_ptr_array_new_with_free_func(g_free);
    diff->table = compare_table_new(columns, G_N_ELEMENTS(columns));
    guint k;
    for (guint i = 0; i < old->all->len; i++) {
        json_object *was = compare_results_at(old, i);
        if (!find_partner(now, old, i, &k)) {
            add_whole(diff, was, NULL, "missing");
            continue;
        }
        Pair pair = { diff, was, compare_results_at(now, k), FALSE, FALSE };
        compare_times(&pair, old->files->pdata[i], now->files->pdata[k]);
        compare_work(&pair);
        compare_seeds(&pair);
        compare_all_methods(&pair);
    }
    for (guint i = 0; i < now->all->len; i++)
        if (!find_partner(old, now, i, &k))
            add_whole(diff, compare_results_at(now, i), NULL, "added");
    return diff;
}

void compare_diff_free(CompareDiff *diff)
{
    if (!diff)
        return;
    g_ptr_array_unref(diff->notes);
    compare_table_free(diff->table);
    g_free(diff);
}

gboolean compare_diff_is_worse(const CompareDiff *diff)
{
    return diff->counts[0] + diff->counts[1] > 0;
}

/* --- printing --- */

/* Returns the first of `verdicts` that some value has, or "same" if nothing changed. */
static const char *worst_verdict(const CompareDiff *diff)
{
    guint k = 0;
    while (verdicts[k + 1] && !diff->counts[k])
        k++;
    return verdicts[k];
}

static char *print_json(const CompareDiff *diff)
{
    json_object *object = compare_json_object(), *counts = compare_json_object();
    for (guint k = 0; verdicts[k]; k++)
        compare_json_add(counts, verdicts[k], compare_json_count(diff->counts[k]));
    compare_json_add(object, "format", compare_json_text("bsp-diff"));
    compare_json_add(object, "version", compare_json_count(1));
    compare_json_add(object, "verdict", compare_json_text(worst_verdict(diff)));
    compare_json_add(object, "counts", counts);
    compare_json_add(object, "notes",
                     compare_json_texts((char *const *)diff->notes->pdata, diff->notes->len));
    compare_json_add(object, "columns", compare_table_columns(diff->table));
    compare_json_add(object, "rows", json_object_get(diff->table->rows));
    g_autofree char *text = compare_json_print(object, COMPARE_JSON_PRETTY);
    return g_strconcat(text, "\n", NULL);
}

char *compare_diff_print(const CompareDiff *diff, CompareStyle style)
{
    if (style.format == COMPARE_FORMAT_JSON)
        return print_json(diff);
    g_autoptr(ComparePage) page = compare_page_new(style);
    g_autoptr(GString) counts = g_string_new(NULL);
    guint within = diff->counts[N_CHANGES], same = diff->counts[N_CHANGES + 1], changed = 0;
    if (json_object_array_length(diff->table->rows) || !compare_style_is_for_people(style))
        compare_page_table(page, diff->table);
    for (guint i = 0; i < diff->notes->len; i++)
        compare_page_note(page, "%s", (const char *)diff->notes->pdata[i]);
    for (guint i = 0; i < N_CHANGES; i++) {
        g_string_append_printf(counts, "%s%s: %u", i ? ", " : "", verdicts[i], diff->counts[i]);
        changed += diff->counts[i];
    }
    if (changed)
        g_string_append_printf(counts, "; did not change: %u", same + within);
    else
        g_string_printf(counts, "nothing changed: %u values compared", same + within);
    if (within)
        g_string_append_printf(
            counts, ", of which %u differ by less than the threshold or the uncertainty", within);
    compare_page_note(page, "%s", counts->str);
    return compare_page_text(page);
}
