/* result: one scenario's results, as the verdict and the charts of a page need them. */
#include "html/result.h"

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

static CompareHtmlTimes times_at(json_object *root, const char *at, const char *group)
{
    return (CompareHtmlTimes){ compare_html_number(root, "%s/%s/moves", at, group),
                               compare_html_number(root, "%s/%s/ns_median", at, group),
                               compare_html_number(root, "%s/%s/ns_ci95/0", at, group),
                               compare_html_number(root, "%s/%s/ns_ci95/1", at, group),
                               compare_html_number(root, "%s/%s/ratio", at, group),
                               compare_html_number(root, "%s/%s/ratio_ci95/0", at, group),
                               compare_html_number(root, "%s/%s/ratio_ci95/1", at, group) };
}

static void add_method(CompareHtmlResult *result, guint i)
{
    json_object *root = result->root;
    json_object *name = compare_html_at(root, "%s/methods/%u/method", result->at, i);
    CompareHtmlMethod m = { .name = name ? json_object_get_string(name) : "",
                            .at = g_strdup_printf("%s/methods/%u", result->at, i) };
    m.klass = compare_method_find(m.name);
    m.bytes = compare_html_number(root, "%s/bytes", m.at);
    m.moves = compare_html_number(root, "%s/moves", m.at);
    m.skipped = compare_html_number(root, "%s/skipped", m.at);
    m.early = compare_html_number(root, "%s/early", m.at);
    m.late = compare_html_number(root, "%s/late", m.at);
    for (guint g = 0; g < 2; g++)
        m.times[g] = times_at(root, m.at, compare_html_groups[g]);
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
    return !method->klass || (!method->klass->batch_new && !method->klass->follow);
}

static int order(const double *a, const double *b)
{
    return a[0] > b[1] ? 1 : b[0] > a[1] ? -1 : 0;
}

int compare_html_order(const CompareHtmlTimes *a, const CompareHtmlTimes *b, gboolean by_ratio)
{
    if (a->ns == 0 || b->ns == 0)
        return 0;
    if (by_ratio && a->ratio > 0 && b->ratio > 0)
        return order((const double[]){ a->ratio_lo, a->ratio_hi },
                     (const double[]){ b->ratio_lo, b->ratio_hi });
    return order((const double[]){ a->lo, a->hi }, (const double[]){ b->lo, b->hi });
}
