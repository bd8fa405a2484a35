/* result: one scenario's results, as the verdict and the charts of a page need them. */
#include "html/result.h"

#include <math.h>
#include <string.h>

#include "html/value.h"

const char *const compare_html_groups[2] = { "walk", "shot" };

static guint length_at(json_object *root, const char *at, const char *key)
{
    json_object *array = compare_html_at(root, "%s/%s", at, key);
    return json_object_is_type(array, json_type_array) ? (guint)json_object_array_length(array) : 0;
}

static const char *string_at(json_object *row, const char *key)
{
    json_object *value;
    return json_object_object_get_ex(row, key, &value) && value ? json_object_get_string(value)
                                                                : "";
}

/* --- what moved --- */

static gboolean is_box(const CompareHtmlResult *result, const char *shape)
{
    guint n = length_at(result->root, result->at, "scenario/spaces");
    for (guint i = 0; i < n; i++) {
        json_object *name = compare_html_at(result->root, "%s/scenario/spaces/%u", result->at, i);
        if (name && strcmp(json_object_get_string(name), shape) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean took(json_object *errors, const char *method, const char *shape)
{
    for (gsize i = 0; i < json_object_array_length(errors); i++) {
        json_object *row = json_object_array_get_idx(errors, i);
        if (strcmp(string_at(row, "method"), method) == 0 &&
            strcmp(string_at(row, "shape"), shape) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_right(json_object *row)
{
    return compare_html_number(row, "/early") == 0 && compare_html_number(row, "/late") == 0;
}

/* What the rows of errors, one for each method and shape, say of who took what. */
static void find_taken(CompareHtmlResult *result)
{
    json_object *errors = compare_html_at(result->root, "%s/errors", result->at);
    gsize n = errors ? json_object_array_length(errors) : 0;
    for (gsize i = 0; i < n; i++) {
        json_object *row = json_object_array_get_idx(errors, i);
        const char *shape = string_at(row, "shape");
        gboolean box = is_box(result, shape);
        result->boxes_moved |= box;
        result->others_moved |= !box;
        for (guint k = 0; k < result->methods->len; k++) {
            CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, k);
            gboolean taken = took(errors, m->name, shape);
            m->takes_all &= taken;
            m->takes_boxes &= !box || taken;
            if (box && strcmp(string_at(row, "method"), m->name) == 0)
                m->boxes_right &= is_right(row);
        }
    }
}

/* --- methods --- */

/* In a way of being asked: "" in order, "_cold". */
static CompareHtmlRatio ratio_at(json_object *root, const char *at, const char *group,
                                 const char *way)
{
    return (CompareHtmlRatio){ compare_html_number(root, "%s/%s/ratio%s", at, group, way),
                               compare_html_number(root, "%s/%s/ratio_ci95%s/0", at, group, way),
                               compare_html_number(root, "%s/%s/ratio_ci95%s/1", at, group, way) };
}

static CompareHtmlTimes times_at(json_object *root, const char *at, const char *group,
                                 gboolean reference)
{
    static const CompareHtmlRatio one = { 1, 1, 1 };
    CompareHtmlTimes times = { .moves = compare_html_number(root, "%s/%s/moves", at, group),
                               .ns = compare_html_number(root, "%s/%s/ns_median", at, group) };
    if (times.ns == 0)
        return times;
    times.ratio = reference ? one : ratio_at(root, at, group, "");
    times.cold = reference ? one : ratio_at(root, at, group, "_cold");
    return times;
}

static void add_method(CompareHtmlResult *result, guint i)
{
    json_object *root = result->root;
    json_object *name = compare_html_at(root, "%s/methods/%u/method", result->at, i);
    CompareHtmlMethod m = { .name = name ? json_object_get_string(name) : "",
                            .at = g_strdup_printf("%s/methods/%u", result->at, i) };
    const char *reference = string_at(compare_html_at(root, "%s", result->at), "reference");
    m.klass = compare_method_find(m.name);
    m.is_outsider = compare_html_at(root, "%s/contestant", m.at) != NULL;
    m.bytes = compare_html_number(root, "%s/bytes", m.at);
    m.moves = compare_html_number(root, "%s/moves", m.at);
    m.skipped = compare_html_number(root, "%s/skipped", m.at);
    m.early = compare_html_number(root, "%s/early", m.at);
    m.late = compare_html_number(root, "%s/late", m.at);
    for (guint g = 0; g < 2; g++)
        m.times[g] = times_at(root, m.at, compare_html_groups[g], strcmp(m.name, reference) == 0);
    m.takes_all = m.takes_boxes = m.boxes_right = m.moves > 0;
    g_array_append_val(result->methods, m);
}

static void clear_method(gpointer data)
{
    CompareHtmlMethod *method = data;
    g_free(method->at);
}

CompareHtmlResult *compare_html_result_new(json_object *root, const char *at)
{
    CompareHtmlResult *result = g_new0(CompareHtmlResult, 1);
    double moves[2] = { 0 };
    result->root = root;
    result->at = g_strdup(at);
    result->methods = g_array_new(FALSE, FALSE, sizeof(CompareHtmlMethod));
    g_array_set_clear_func(result->methods, clear_method);
    for (guint i = 0; i < length_at(root, at, "methods"); i++)
        add_method(result, i);
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, i);
        for (guint g = 0; g < 2; g++) {
            moves[g] = MAX(moves[g], m->times[g].moves);
            result->timed |= m->times[g].ns > 0;
        }
    }
    result->group = moves[COMPARE_HTML_SHOT] > moves[COMPARE_HTML_WALK];
    find_taken(result);
    return result;
}

void compare_html_result_free(CompareHtmlResult *result)
{
    if (!result)
        return;
    g_free(result->at);
    g_array_unref(result->methods);
    g_free(result);
}

gboolean compare_html_is_plain(const CompareHtmlMethod *method)
{
    return !method->is_outsider && (!method->klass || !method->klass->batch_new);
}

gboolean compare_html_is_idle(const CompareHtmlResult *result, const CompareHtmlMethod *method)
{
    gboolean busy = FALSE;
    for (guint i = 0; i < result->methods->len; i++)
        busy |= g_array_index(result->methods, CompareHtmlMethod, i).moves > 0;
    return busy && method->klass && method->klass->stationary && method->moves == 0;
}

/* --- who is faster --- */

static gboolean is_reference(const CompareHtmlRatio *ratio)
{
    return ratio->lo >= 1 && ratio->hi <= 1;
}

/* Two ratios to one reference: whether they are farther apart than the halves of their intervals
 * that face each other allow. Those are added as independent errors are, by their squares: what the
 * two share of the reference's own noise brings them nearer to each other, so this is careful. (To
 * want intervals that do not meet at all would call a difference of 1.4 times its error none; the
 * medians' own intervals say nothing, as what slows down the machine slows down both methods.) */
static gboolean differ(const CompareHtmlRatio *fast, const CompareHtmlRatio *slow)
{
    return log(slow->value / fast->value) >
           hypot(log(fast->hi / fast->value), log(slow->value / slow->lo));
}

int compare_html_order(const CompareHtmlRatio *a, const CompareHtmlRatio *b)
{
    if (a->lo <= 0 || b->lo <= 0)
        return 0;
    if (is_reference(b))
        return a->lo > 1 ? 1 : a->hi < 1 ? -1 : 0;
    if (is_reference(a))
        return -compare_html_order(b, a);
    if (a->value <= b->value)
        return differ(a, b) ? -1 : 0;
    return differ(b, a) ? 1 : 0;
}
