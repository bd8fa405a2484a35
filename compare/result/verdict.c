/* verdict: lines in words under the table of a run: which method is fastest, and by how much;
 * which needs least memory, and which answer early. */
#include <math.h>

#include "methods/method.h"
#include "result/result.h"
#include "text/strings.h"

/* A method's time for walks or shots, as a multiple of the reference's, with its interval. */
typedef struct {
    const char *name;
    double ns, ratio, ends[2]; /* ends: zeros if there are too few repetitions */
} Time;

/* TRUE if the method may be the fastest: it answers moving objects, and by the program's own clock.
 */
static gboolean is_candidate(json_object *method)
{
    const CompareMethodClass *klass = compare_method_find(compare_text_at(method, "method"));
    gboolean is_contestant = json_object_object_get(method, "contestant") != NULL;
    return !is_contestant && compare_number_at(method, "wrong") == 0 &&
           !(klass && klass->stationary);
}

static Time time_of(json_object *method, const char *group, const char *reference)
{
    json_object *own = json_object_object_get(method, group), *ends;
    Time time = { compare_text_at(method, "method"),
                  compare_number_at(own, "ns_median"),
                  compare_number_at(own, "ratio"),
                  { 0, 0 } };
    ends = json_object_object_get(own, "ratio_ci95");
    if (g_strcmp0(time.name, reference) == 0)
        return (Time){ time.name, time.ns, 1, { 1, 1 } };
    for (guint i = 0; i < 2 && json_object_is_type(ends, json_type_array); i++)
        time.ends[i] = json_object_get_double(json_object_array_get_idx(ends, i));
    return time;
}

static int by_ratio(gconstpointer a, gconstpointer b)
{
    double x = ((const Time *)a)->ratio, y = ((const Time *)b)->ratio;
    return x < y ? -1 : x > y;
}

/* The times of all candidates that were measured, the shortest first. */
static GArray *times_of(json_object *result, const char *group)
{
    GArray *times = g_array_new(FALSE, FALSE, sizeof(Time));
    json_object *methods = json_object_object_get(result, "methods");
    const char *reference = compare_text_at(result, "reference");
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        Time time = time_of(method, group, reference);
        if (is_candidate(method) && time.ns > 0 && time.ratio > 0)
            g_array_append_val(times, time);
    }
    g_array_sort(times, by_ratio);
    return times;
}

/* The interval of how many times as long `other` takes as `first`. The distances to the ends of
 * both intervals are added by their squares, like independent errors. FALSE if an interval is
 * unknown. */
static gboolean find_quotient(const Time *other, const Time *first, double *ends)
{
    double ratio = other->ratio / first->ratio;
    if (other->ends[0] <= 0 || first->ends[0] <= 0)
        return FALSE;
    double down = hypot(log(other->ratio / other->ends[0]), log(first->ends[1] / first->ratio));
    double up = hypot(log(other->ends[1] / other->ratio), log(first->ratio / first->ends[0]));
    ends[0] = ratio * exp(-down);
    ends[1] = ratio * exp(up);
    return TRUE;
}

/* How the second compares with the first: "then multi, 1.03 to 1.12 times", or "no difference found
 * to multi (0.99 to 1.12 times) and 1 other". */
static void add_second(GString *out, const GArray *times)
{
    const Time *all = (const Time *)(gconstpointer)times->data;
    double ends[2], other[2];
    guint n_more = 0;
    if (!find_quotient(&all[1], &all[0], ends)) {
        g_string_append_printf(out, "; then %s, too few repetitions for an interval", all[1].name);
        return;
    }
    gboolean is_equal = compare_is_about_one(ends);
    for (guint i = 2; is_equal && i < times->len; i++)
        n_more += find_quotient(&all[i], &all[0], other) && compare_is_about_one(other) ? 1 : 0;
    g_string_append_printf(out,
                           is_equal ? "; no difference found to %s (%.2f to %.2f times)"
                                    : "; then %s, %.2f to %.2f times",
                           all[1].name, ends[0], ends[1]);
    if (n_more)
        g_string_append_printf(out, " and %u other%s", n_more, n_more == 1 ? "" : "s");
}

/* "Fastest walks: onion, 53 ns; then multi, 1.03 to 1.12 times". NULL if no times were measured. */
static char *fastest_text(json_object *result, const char *group)
{
    g_autoptr(GArray) times = times_of(result, group);
    if (times->len == 0 || !compare_text_at(result, "reference"))
        return NULL;
    const Time *first = &g_array_index(times, Time, 0);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "Fastest %ss: %s, %.0f ns", group, first->name, first->ns);
    if (times->len > 1)
        add_second(out, times);
    return g_string_free(out, FALSE);
}

static void print_fastest(ComparePage *page, json_object *result)
{
    g_autofree char *walks = fastest_text(result, "walk"), *shots = fastest_text(result, "shot");
    if ((walks || shots) && compare_result_noise(result)) {
        compare_page_note(page, "Fastest: not judged, the machine was noisy.");
        return;
    }
    if (walks)
        compare_page_note(page, "%s.", walks);
    if (shots)
        compare_page_note(page, "%s.", shots);
}

/* "shift 4, shift-box 12" of the methods' counts of that name; NULL if all are 0. */
static char *counts_text(json_object *result, const char *key)
{
    json_object *methods = json_object_object_get(result, "methods");
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        double n = compare_number_at(method, key);
        if (n > 0)
            g_string_append_printf(out, "%s%s %.0f of %.0f", out->len ? ", " : "",
                                   compare_text_at(method, "method"), n,
                                   compare_number_at(method, "moves"));
    }
    return g_string_free(out, out->len == 0);
}

/* The method with the fewest bytes that took any moves; NULL if none did. */
static json_object *find_smallest(json_object *result)
{
    json_object *methods = json_object_object_get(result, "methods"), *smallest = NULL;
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        double bytes = compare_number_at(method, "bytes");
        if (bytes > 0 && compare_number_at(method, "moves") > 0 &&
            !json_object_object_get(method, "contestant") &&
            (!smallest || bytes < compare_number_at(smallest, "bytes")))
            smallest = method;
    }
    return smallest;
}

void compare_print_verdict(ComparePage *page, json_object *result)
{
    g_autofree char *early = counts_text(result, "early"), *late = counts_text(result, "late");
    json_object *smallest = find_smallest(result);
    if (!smallest)
        return;
    g_autofree char *bytes = compare_number_bytes((guint64)compare_number_at(smallest, "bytes"));
    print_fastest(page, result);
    compare_page_note(page, "Least memory: %s, %s. Early: %s.%s%s%s",
                      compare_text_at(smallest, "method"), bytes, early ? early : "none",
                      late ? " Late: " : "", late ? late : "", late ? "." : "");
}
