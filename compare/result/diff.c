/* diff: what changed from one saved result to another. */
#include "result/diff.h"

#include <math.h>
#include <string.h>

#include "result/words.h"

/* Values measured only once are reported if they differ by more than this factor, but get no
 * verdict: a build of half a millisecond may take a whole one next time. */
#define ONCE 1.5

static const CompareColumn columns[] = {
    { .key = "scenario", .shown = COMPARE_NEVER },
    { .key = "method", .title = "method" },
    { .key = "what", .shown = COMPARE_NEVER },
    { .key = "title", .title = "what" },
    { .key = "old", .title = "old", .kind = COMPARE_NUMBER },
    { .key = "new", .title = "new", .kind = COMPARE_NUMBER },
    { .key = "ratio",
      .title = "x",
      .kind = COMPARE_NUMBER,
      .unit = "x",
      .decimals = 3,
      .interval = "ratio_ci95",
      .about = "new to old; ~: equal within the interval" },
    { .key = "ratio_ci95",
      .title = "95%",
      .kind = COMPARE_INTERVAL,
      .unit = "x",
      .about = "interval of the ratio: the half widths of both medians' intervals, as logarithms, "
               "combined by the root of the sum of squares" },
    { .key = "verdict", .title = "verdict" },
};

/* Two results of one scenario, and which of their times are compared. */
typedef struct {
    json_object *diff, *old, *now;
    double threshold;
    gboolean times;    /* any times */
    gboolean relative; /* ratios to the reference method, which both results share */
    gboolean noisy;    /* one of the results says that its machine was noisy */
} Pair;

static void count(json_object *diff, const char *verdict)
{
    json_object *counts = json_object_object_get(diff, "counts");
    compare_json_add(counts, verdict,
                     compare_json_count((guint64)compare_number_at(counts, verdict) + 1));
}

/* Adds a note, unless it is there already. */
static void add_note(json_object *diff, const char *kind, const char *file, const char *what,
                     json_object *was, json_object *is)
{
    json_object *note = compare_json_object();
    compare_json_add(note, "kind", compare_json_text(kind));
    compare_json_add(note, "file", compare_json_text(file));
    compare_json_add(note, "what", compare_json_text(what));
    compare_json_add(note, "was", json_object_get(was));
    compare_json_add(note, "is", json_object_get(is));
    for (guint i = 0; i < compare_length_at(diff, "notes"); i++) {
        if (json_object_equal(compare_item_at(diff, "notes", i), note)) {
            json_object_put(note);
            return;
        }
    }
    compare_json_append(json_object_object_get(diff, "notes"), note);
}

static json_object *add_change(json_object *diff, const char *scenario, const char *method,
                               const char *verdict, gboolean shown)
{
    json_object *row = compare_json_object();
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        compare_json_add(row, columns[i].key, NULL);
    compare_json_add(row, "scenario", compare_json_text(scenario));
    compare_json_add(row, "method", compare_json_text(method));
    compare_json_add(row, "title", compare_json_text(method ? "the method" : "the scenario"));
    compare_json_add(row, "verdict", compare_json_text(verdict));
    count(diff, verdict);
    if (shown)
        compare_json_append(json_object_object_get(diff, "changes"), row);
    else
        json_object_put(row);
    return shown ? row : NULL;
}

/* --- values --- */

/* The ratio of two medians and its interval. The half widths of their intervals, as logarithms, are
 * added by their squares, like independent errors. Zeros if a median has no interval. */
static void find_ratio(const CompareColumn *column, json_object *old, json_object *now,
                       double *ratio)
{
    double a = compare_number_at(old, column->key), b = compare_number_at(now, column->key);
    double was[2] = { 0 }, is[2] = { 0 };
    ratio[0] = a > 0 && b > 0 ? b / a : 0;
    ratio[1] = ratio[2] = 0;
    if (column->interval) {
        compare_interval_at(old, column->interval, was);
        compare_interval_at(now, column->interval, is);
    }
    if (ratio[0] <= 0 || was[0] <= 0 || is[0] <= 0)
        return;
    ratio[1] = ratio[0] * exp(-hypot(log(b / is[0]), log(was[1] / a)));
    ratio[2] = ratio[0] * exp(hypot(log(is[1] / b), log(a / was[0])));
}

static gboolean is_beyond(double ratio, double percent)
{
    return ratio > 1 + percent / 100 || ratio * (1 + percent / 100) < 1;
}

static const char *judge_time(const Pair *pair, const double *ratio, gboolean drifts)
{
    gboolean beyond = is_beyond(ratio[0], pair->threshold);
    if (compare_is_about_one(ratio + 1))
        return "same";
    if (ratio[1] <= 0 || drifts) /* there is no interval */
        return beyond ? "changed" : "same";
    if (!beyond) {
        count(pair->diff, "slight");
        return "same";
    }
    return ratio[0] > 1 ? "worse" : "better";
}

static const char *judge_value(const Pair *pair, const CompareColumn *column, json_object *was,
                               json_object *is, const double *ratio)
{
    double old = json_object_get_double(was), now = json_object_get_double(is);
    if (!was || !is)
        return was ? "missing" : "added";
    switch (column->change) {
    case COMPARE_TIME:
        return judge_time(pair, ratio, pair->noisy);
    case COMPARE_RELATIVE:
        return judge_time(pair, ratio, pair->noisy);
    case COMPARE_ONCE:
        return is_beyond(ratio[0], 100 * (ONCE - 1)) ? "changed" : "same";
    case COMPARE_COST:
        return now > old ? "worse" : now < old ? "better" : "same";
    case COMPARE_COUNTER:
    case COMPARE_IDENTITY:
    case COMPARE_NOT:
        break;
    }
    return json_object_equal(was, is) || (column->change == COMPARE_COUNTER && old == now)
               ? "same"
               : "changed";
}

/* TRUE if the value is to be compared. Ratios, and values measured only once, need both results. */
static gboolean is_compared(const Pair *pair, const CompareColumn *column, json_object *was,
                            json_object *is)
{
    gboolean is_once = column->change == COMPARE_ONCE;
    if (column->change == COMPARE_NOT || (!was && !is))
        return FALSE;
    if (column->change == COMPARE_RELATIVE || is_once)
        return pair->times && was && is && (is_once || pair->relative);
    return column->change != COMPARE_TIME || pair->times;
}

static void compare_values(const Pair *pair, const CompareTable *table, json_object *old,
                           json_object *now)
{
    for (guint i = 0; i < table->columns->len; i++) {
        const CompareColumn *column = &g_array_index(table->columns, CompareColumn, i);
        json_object *was = json_object_object_get(old, column->key);
        json_object *is = json_object_object_get(now, column->key);
        double ratio[3];
        if (!is_compared(pair, column, was, is))
            continue;
        find_ratio(column, old, now, ratio);
        const char *verdict = judge_value(pair, column, was, is, ratio);
        json_object *row =
            add_change(pair->diff, compare_result_name(pair->now), compare_text_at(now, "method"),
                       verdict, strcmp(verdict, "same") != 0);
        g_autofree char *title = compare_column_title(column);
        if (!row)
            continue;
        compare_json_add(row, "what", compare_json_text(column->key));
        compare_json_add(row, "title", compare_json_text(title));
        compare_json_add(row, "old", json_object_get(was));
        compare_json_add(row, "new", json_object_get(is));
        compare_json_add(row, "ratio", ratio[0] > 0 ? compare_json_exact(ratio[0]) : NULL);
        if (ratio[1] > 0)
            compare_json_add(row, "ratio_ci95", compare_json_pair(ratio + 1));
    }
}

/* --- whether two results are comparable --- */

static json_object *environment_at(json_object *result, const char *key)
{
    return json_object_object_get(json_object_object_get(result, "environment"), key);
}

static gboolean has_times(json_object *result)
{
    for (guint i = 0; i < compare_length_at(result, "methods"); i++) {
        json_object *row = compare_item_at(result, "methods", i);
        if (compare_number_at(row, "walk_ns_median") > 0 ||
            compare_number_at(row, "shot_ns_median") > 0)
            return TRUE;
    }
    return FALSE;
}

/* FALSE, with a note, if the members differ. Unknown values are never the same. */
static gboolean is_alike(const Pair *pair, const char *what, const char *key)
{
    json_object *was = environment_at(pair->old, key), *is = environment_at(pair->now, key);
    const char *text = json_object_get_string(was);
    if (text && json_object_equal(was, is) && strcmp(text, "unknown") != 0)
        return TRUE;
    add_note(pair->diff, "unlike", NULL, what, was, is);
    return FALSE;
}

/* Decides which times of the pair are comparable, with notes if both have times that are not. */
static void compare_times(Pair *pair, const char *old_file, const char *new_file)
{
    gboolean timed[2] = { has_times(pair->old), has_times(pair->now) };
    if (timed[0] != timed[1])
        add_note(pair->diff, "untimed", timed[0] ? new_file : old_file, NULL, NULL, NULL);
    if (!timed[0] || !timed[1] || !is_alike(pair, "machines", "cpu") ||
        !is_alike(pair, "compilers", "compiler"))
        return;
    if (compare_result_is_noisy(pair->old))
        add_note(pair->diff, "noisy", old_file, compare_result_name(pair->old), NULL, NULL);
    if (compare_result_is_noisy(pair->now))
        add_note(pair->diff, "noisy", new_file, compare_result_name(pair->now), NULL, NULL);
    pair->times = TRUE;
    pair->noisy = compare_result_is_noisy(pair->old) || compare_result_is_noisy(pair->now);
    pair->relative = g_strcmp0(compare_text_at(pair->old, "reference"),
                               compare_text_at(pair->now, "reference")) == 0;
}

/* Notes members of the scenario, or of what a contestant says, that differ. */
static void note_differences(const Pair *pair, const char *kind, const char *subject,
                             const char *const *keys, json_object *old, json_object *now)
{
    for (; old && now && *keys; keys++) {
        json_object *was = json_object_object_get(old, *keys);
        json_object *is = json_object_object_get(now, *keys);
        g_autofree char *what = g_strdup_printf("%s%s%s", subject, *subject ? ": " : "", *keys);
        if (!json_object_equal(was, is))
            add_note(pair->diff, kind, compare_result_name(pair->now), what, was, is);
    }
}

static json_object *find_contestant(json_object *result, const char *name)
{
    for (guint i = 0; i < compare_length_at(result, "contestants"); i++) {
        json_object *c = compare_item_at(result, "contestants", i);
        if (g_strcmp0(compare_text_at(c, "method"), name) == 0)
            return c;
    }
    return NULL;
}

static void compare_work(const Pair *pair)
{
    static const char *const work[] = {
        "world_sha256", "brushes",          "spaces",  "shapes", "trajectories", "moves",
        "bevel_angle",  "space_node_faces", "builder", "plain",  "fill",         NULL
    };
    static const char *const rules[] = { "skin", "exact", NULL };
    note_differences(pair, "work", "", work, json_object_object_get(pair->old, "scenario"),
                     json_object_object_get(pair->now, "scenario"));
    for (guint i = 0; i < compare_length_at(pair->now, "contestants"); i++) {
        json_object *c = compare_item_at(pair->now, "contestants", i);
        const char *name = compare_text_at(c, "method");
        note_differences(pair, "rule", name ? name : "", rules, find_contestant(pair->old, name),
                         c);
    }
}

/* --- methods and scenarios --- */

/* TRUE if the row has something to compare: a contestant that failed has not, nor have times of
 * some moves that are not compared. */
static gboolean has_answers(const Pair *pair, json_object *row)
{
    return compare_text_at(row, "rest_of") ? pair->times
                                           : json_object_object_get(row, "moves") != NULL;
}

static void compare_all_methods(const Pair *pair)
{
    const char *scenario = compare_result_name(pair->now);
    g_autoptr(CompareTable) table = compare_table_new(NULL, 0);
    compare_table_add_columns(
        table, json_object_object_get(json_object_object_get(pair->now, "columns"), "methods"));
    for (guint i = 0; i < compare_length_at(pair->old, "methods"); i++) {
        json_object *old = compare_item_at(pair->old, "methods", i), *now;
        now = compare_find_method(pair->now, compare_text_at(old, "method"));
        if (has_answers(pair, old) && has_answers(pair, now))
            compare_values(pair, table, old, now);
        else if (has_answers(pair, old))
            add_change(pair->diff, scenario, compare_text_at(old, "method"), "missing", TRUE);
    }
    for (guint i = 0; i < compare_length_at(pair->now, "methods"); i++) {
        json_object *now = compare_item_at(pair->now, "methods", i);
        const char *name = compare_text_at(now, "method");
        if (has_answers(pair, now) && !has_answers(pair, compare_find_method(pair->old, name)))
            add_change(pair->diff, scenario, name, "added", TRUE);
    }
}

/* The index of the result in `others` that corresponds to result i: the same name, and the second
 * of a name for the second. FALSE if there is none. */
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

static json_object *new_diff(const CompareResults *old, const CompareResults *now, double threshold)
{
    static const char *const verdicts[] = { "same",    "better", "worse", "changed",
                                            "missing", "added",  "slight" };
    json_object *diff = compare_json_object(), *counts = compare_json_object(), *own;
    g_autoptr(CompareTable) table = compare_table_new(columns, G_N_ELEMENTS(columns));
    compare_json_add(diff, "format", compare_json_text("bsp-diff"));
    compare_json_add(diff, "version", compare_json_count(1));
    compare_json_add(diff, "old", compare_json_text(old->files->pdata[0]));
    compare_json_add(diff, "new", compare_json_text(now->files->pdata[0]));
    compare_json_add(diff, "threshold", compare_json_exact(threshold));
    for (guint i = 0; i < G_N_ELEMENTS(verdicts); i++)
        compare_json_add(counts, verdicts[i], compare_json_count(0));
    compare_json_add(diff, "counts", counts);
    compare_json_add(diff, "notes", compare_json_array());
    compare_json_add(diff, "columns", own = compare_json_object());
    compare_json_add(own, "changes", compare_table_columns(table));
    compare_json_add(diff, "changes", compare_json_array());
    return diff;
}

json_object *compare_diff(const CompareResults *old, const CompareResults *now, double threshold)
{
    json_object *diff = new_diff(old, now, threshold);
    guint k;
    for (guint i = 0; i < old->all->len; i++) {
        json_object *was = compare_results_at(old, i);
        if (!find_partner(old, i, now, &k)) {
            add_change(diff, compare_result_name(was), NULL, "missing", TRUE);
            continue;
        }
        Pair pair = { diff, was, compare_results_at(now, k), threshold, FALSE, FALSE, FALSE };
        compare_times(&pair, old->files->pdata[i], now->files->pdata[k]);
        compare_work(&pair);
        compare_all_methods(&pair);
    }
    for (guint i = 0; i < now->all->len; i++)
        if (!find_partner(now, i, old, &k))
            add_change(diff, compare_result_name(compare_results_at(now, i)), NULL, "added", TRUE);
    return diff;
}

gboolean compare_diff_is_worse(json_object *diff)
{
    json_object *counts = json_object_object_get(diff, "counts");
    return compare_number_at(counts, "worse") + compare_number_at(counts, "missing") > 0;
}

/* --- printing --- */

/* Adds to the table the changes of one scenario, beginning with change *i; all changes if it is for
 * programs. */
static void add_rows(CompareTable *table, json_object *diff, guint *i, gboolean for_people)
{
    const char *scenario = compare_text_at(compare_item_at(diff, "changes", *i), "scenario");
    for (; *i < compare_length_at(diff, "changes"); (*i)++) {
        json_object *row = compare_item_at(diff, "changes", *i);
        if (for_people && g_strcmp0(compare_text_at(row, "scenario"), scenario) != 0)
            return;
        compare_json_append(table->rows, json_object_get(row));
    }
}

char *compare_diff_print(json_object *diff, CompareStyle style)
{
    gboolean for_people = compare_style_is_for_people(style);
    style.environment = NULL;
    if (style.format == COMPARE_FORMAT_JSON) {
        g_autofree char *json = compare_json_print_part(diff, COMPARE_JSON_PRETTY);
        return g_strconcat(json, "\n", NULL);
    }
    g_autoptr(ComparePage) page = compare_page_new(style);
    g_auto(GStrv) lines = compare_words_diff(diff);
    for (guint i = 0, first = 0;
         i < compare_length_at(diff, "changes") || (!for_people && !first);) {
        g_autoptr(CompareTable) table = compare_table_new(columns, G_N_ELEMENTS(columns));
        const char *name = compare_text_at(compare_item_at(diff, "changes", i), "scenario");
        compare_page_title(page, name ? name : "", NULL);
        add_rows(table, diff, &i, for_people);
        compare_page_table(page, table);
        first = 1;
    }
    for (char **line = lines; *line; line++)
        compare_page_note(page, "%s", *line);
    return compare_page_text(page);
}
