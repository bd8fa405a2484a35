/* sweep-plan: what a sweep varies, its values, and the shapes whose moves are used. */
#include "run/sweep-plan.h"

#include <math.h>
#include <string.h>

#include "bsp-error.h"
#include "scenario/scenario.h"

const char *const compare_sweep_vary_names[] = { "bevel-angle", "part-at-faces", "size",
                                                 "spaces",      "brushes",       NULL };

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

gboolean compare_sweep_value_read(CompareVary vary, const char *text, CompareSweepValue *value,
                                  GError **error)
{
    *value = (CompareSweepValue){ .none = strcmp(text, "none") == 0,
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

/* Reads a number; FALSE if the text has anything else. */
static gboolean read_number(const char *text, double *number)
{
    char *end;
    *number = g_ascii_strtod(text, &end);
    return end != text && !*end && isfinite(*number);
}

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
        return "a range begins above 0";
    if (range->first > range->last)
        return "a range goes upwards, from the lesser number to the greater";
    if (range->by_factor)
        return range->step > 1 ? NULL : "after * stands a number above 1";
    return range->step > 0 ? NULL : "after + stands a number above 0";
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
    if (!compare_sweep_value_read(vary, text, &value, error))
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
