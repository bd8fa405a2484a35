/* runs: makes one result of several runs of the same program on the same work. Each run is in a
 * file. */
#include <math.h>

#include "bsp-error.h"
#include "result/result.h"

/* The 97.5th percentile of Student's t distribution for 1 to 10 degrees of freedom. For more
 * degrees of freedom the last value is used, which is slightly too large. */
static const double student[] = { 12.706, 4.303, 3.182, 2.776, 2.571,
                                  2.447,  2.365, 2.306, 2.262, 2.228 };

/* The geometric mean of n medians and its interval. The half width of the interval, as a logarithm,
 * is the larger of two values.
 *
 * The first is the spread between processes, t s / sqrt(n). s is the standard deviation of the
 * logarithms of the medians. It includes the spread within a process (Kalibera and Jones 2013,
 * "Rigorous benchmarking in reasonable time", section 6: only the outermost level enters the
 * interval).
 *
 * The second is the spread within processes, sqrt(sum of squares of the medians' own half widths) /
 * n. It is needed because the medians of a few processes may be near each other by chance. */
typedef struct {
    double mean, ends[2];
} Mean;

/* Returns the mean of a time over the rows. All members are zero if the time is unknown in a
 * row. */
static Mean mean_of(json_object *const *rows, guint n, const CompareColumn *column)
{
    double mean = 0, squares = 0, within[2] = { 0 };
    for (guint i = 0; i < n; i++) {
        double median = compare_number_at(rows[i], column->key), ends[2];
        compare_interval_at(rows[i], column->interval, ends);
        if (!(median > 0 && ends[0] > 0 && ends[1] > 0))
            return (Mean){ 0 };
        double off = log(median) - mean;
        mean += off / (i + 1);
        squares += off * (log(median) - mean);
        within[0] = hypot(within[0], log(median / ends[0]));
        within[1] = hypot(within[1], log(ends[1] / median));
    }
    double t = student[MIN(n - 1, G_N_ELEMENTS(student)) - 1];
    double between = t * sqrt(squares / (n - 1) / n);
    return (Mean){ exp(mean),
                   { exp(mean - MAX(between, within[0] / n)),
                     exp(mean + MAX(between, within[1] / n)) } };
}

/* Returns the mean of values that each run measures once, or NULL if one of them is unknown. */
static json_object *mean_once(json_object *const *rows, guint n, const char *key)
{
    double sum = 0;
    for (guint i = 0; i < n; i++) {
        double value = compare_number_at(rows[i], key);
        if (!(value > 0))
            return NULL;
        sum += value;
    }
    return compare_json_exact(sum / n);
}

/* Stores the mean time of all rows in the first row. Returns FALSE if values differ that must be
 * equal in every run. */
static gboolean merge_values(json_object *const *rows, guint n, const CompareColumn *column)
{
    if (column->change == COMPARE_NOT)
        return TRUE;
    if (column->change == COMPARE_ONCE) {
        compare_json_add(rows[0], column->key, mean_once(rows, n, column->key));
        return TRUE;
    }
    if (column->interval) {
        Mean mean = mean_of(rows, n, column);
        gboolean is_known = mean.mean > 0;
        compare_json_add(rows[0], column->key, is_known ? compare_json_exact(mean.mean) : NULL);
        compare_json_add(rows[0], column->interval,
                         is_known ? compare_json_numbers(mean.ends, 2) : NULL);
        return TRUE;
    }
    for (guint i = 1; i < n; i++)
        if (!json_object_equal(json_object_object_get(rows[0], column->key),
                               json_object_object_get(rows[i], column->key)))
            return FALSE;
    return TRUE;
}

static gboolean is_equal_at(json_object *a, json_object *b, const char *key)
{
    return json_object_equal(json_object_object_get(a, key), json_object_object_get(b, key));
}

/* Returns the name of a member that shows that two results are of different work or different
 * machines. Returns NULL if there is none. */
static const char *find_difference(json_object *a, json_object *b)
{
    static const char *const work[] = { "vary", "values", "reference", NULL };
    static const char *const machine[] = { "cpu", "compiler", "vector_bytes", NULL };
    json_object *here = json_object_object_get(a, "environment");
    json_object *there = json_object_object_get(b, "environment");
    if (!g_str_equal(compare_result_name(a), compare_result_name(b)))
        return "the scenario";
    for (guint i = 0; work[i]; i++)
        if (!is_equal_at(a, b, work[i]))
            return work[i];
    for (guint i = 0; machine[i]; i++)
        if (!is_equal_at(here, there, machine[i]))
            return machine[i];
    for (guint r = 0;; r++) {
        json_object *row = compare_item_at(a, compare_result_measured(a), r);
        json_object *other = compare_item_at(b, compare_result_measured(b), r);
        if (!is_equal_at(row, other, "method") || !is_equal_at(row, other, "value"))
            return "method";
        if (!row && !other)
            return NULL;
    }
}

/* Merges n results into the first. Returns the name of a value that differs, or NULL. */
static const char *merge_results(json_object *const *results, guint n)
{
    json_object *first = results[0];
    const char *key = compare_result_measured(first), *what = NULL;
    g_autofree json_object **rows = g_new(json_object *, n);
    g_autoptr(CompareTable) kinds = compare_table_new(NULL, 0);
    compare_table_add_columns(
        kinds, json_object_object_get(json_object_object_get(first, "columns"), key));
    for (guint i = 1; i < n && !what; i++) {
        what = find_difference(first, results[i]);
        if (compare_result_is_noisy(results[i]))
            compare_json_add(first, "noise",
                             json_object_get(json_object_object_get(results[i], "noise")));
    }
    for (guint r = 0; r < compare_length_at(first, key) && !what; r++) {
        for (guint i = 0; i < n; i++)
            rows[i] = compare_item_at(results[i], key, r);
        for (guint c = 0; c < kinds->columns->len && !what; c++) {
            const CompareColumn *column = &g_array_index(kinds->columns, CompareColumn, c);
            what = merge_values(rows, n, column) ? NULL : column->key;
        }
    }
    return what;
}

/* Merges the results of all files into the results of the first file. Returns the name of a value
 * that differs, or NULL. */
static const char *merge_files(const GPtrArray *files)
{
    g_autofree json_object **results = g_new(json_object *, files->len);
    const CompareResults *first = files->pdata[0];
    const char *what = NULL;
    for (guint k = 0; k < first->all->len && !what; k++) {
        for (guint i = 0; i < files->len; i++) {
            const CompareResults *file = files->pdata[i];
            if (file->all->len != first->all->len)
                return "the number of results";
            results[i] = compare_results_at(file, k);
        }
        what = merge_results(results, files->len);
    }
    return what;
}

CompareResults *compare_results_load_runs(char **files, GError **error)
{
    g_autoptr(GPtrArray) loaded =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_results_free);
    for (guint i = 0; files[i]; i++) {
        CompareResults *file = compare_results_load((const char *const *)&files[i], 1, error);
        if (!file)
            return NULL;
        g_ptr_array_add(loaded, file);
    }
    const char *what = loaded->len > 1 ? merge_files(loaded) : NULL;
    if (what) {
        g_autofree char *names = g_strjoinv(",", files);
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: these are not runs of one program on the same work, because %s differs",
                    names, what);
        return NULL;
    }
    return g_ptr_array_steal_index(loaded, 0);
}
