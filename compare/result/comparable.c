/* comparable: whether two results of a scenario are comparable. */
#include <stdarg.h>

#include "result/diff.h"

/* Adds a note unless it is there already. */
static void G_GNUC_PRINTF(2, 3) add_note(GPtrArray *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *note = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (g_ptr_array_find_with_equal_func(notes, note, g_str_equal, NULL))
        g_free(note);
    else
        g_ptr_array_add(notes, note);
}

/* --- times --- */

static gboolean has_times(json_object *result)
{
    json_object *methods = json_object_object_get(result, "methods");
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        if (compare_number_at(json_object_object_get(method, "walk"), "ns_median") > 0 ||
            compare_number_at(json_object_object_get(method, "shot"), "ns_median") > 0)
            return TRUE;
    }
    return FALSE;
}

/* A text of the environment; "unknown" if there is none. */
static const char *environment_text(CompareSide side, const char *key)
{
    const char *text = compare_text_at(json_object_object_get(side.json, "environment"), key);
    return text ? text : "unknown";
}

/* FALSE, with a note, if the members differ. Unknown values are never the same. */
static gboolean is_same(const char *what, const char *key, CompareSide old, CompareSide now,
                        GPtrArray *notes)
{
    const char *was = environment_text(old, key), *is = environment_text(now, key);
    if (g_str_equal(was, is) && !g_str_equal(was, "unknown"))
        return TRUE;
    add_note(notes, "times are not compared, because they are of %s: %s, now %s", what, was, is);
    return FALSE;
}

static void add_noise_note(CompareSide side, GPtrArray *notes)
{
    if (compare_result_noise(side.json))
        add_note(notes,
                 "%s: %s was measured on a noisy machine: its times are shown, but only ratios to "
                 "another method's are judged",
                 side.file, compare_result_name(side.json));
}

CompareComparable compare_comparable_times(CompareSide old, CompareSide now, GPtrArray *notes)
{
    gboolean timed[2] = { has_times(old.json), has_times(now.json) };
    if (timed[0] != timed[1])
        add_note(notes, "times are not compared: %s has none", timed[0] ? now.file : old.file);
    if (!timed[0] || !timed[1] || !is_same("unlike machines", "cpu", old, now, notes) ||
        !is_same("unlike compilers", "compiler", old, now, notes))
        return (CompareComparable){ 0 };
    add_noise_note(old, notes);
    add_noise_note(now, notes);
    return (CompareComparable){ .times = TRUE,
                                .relative = g_strcmp0(compare_text_at(old.json, "reference"),
                                                      compare_text_at(now.json, "reference")) == 0,
                                .noisy = compare_result_noise(old.json) ||
                                         compare_result_noise(now.json) };
}

/* --- work --- */

/* The most bytes of a value that are shown, because there may be many names of spaces. */
#define SHOWN 60

static char *shortened(json_object *value)
{
    g_autofree char *text =
        value ? compare_json_print_part(value, JSON_C_TO_STRING_PLAIN) : g_strdup("none");
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    if (g_utf8_strlen(valid, -1) <= SHOWN)
        return g_steal_pointer(&valid);
    g_autofree char *start = g_utf8_substring(valid, 0, SHOWN);
    return g_strconcat(start, "...", NULL);
}

json_object *compare_find_method(json_object *result, const char *name)
{
    json_object *methods = json_object_object_get(result, "methods");
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        if (g_strcmp0(compare_text_at(method, "method"), name) == 0)
            return method;
    }
    return NULL;
}

/* Adds a note if a contestant is judged by different rules. */
static void add_rules_note(const char *scenario, json_object *old, json_object *now,
                           GPtrArray *notes)
{
    static const char *const rules[] = { "skin", "exact" };
    json_object *was = json_object_object_get(old, "contestant");
    json_object *is = json_object_object_get(now, "contestant");
    for (guint k = 0; was && is && k < G_N_ELEMENTS(rules); k++) {
        json_object *a = json_object_object_get(was, rules[k]);
        json_object *b = json_object_object_get(is, rules[k]);
        if (json_object_equal(a, b))
            continue;
        g_autofree char *before = shortened(a), *after = shortened(b);
        add_note(notes, "%s: %s is not judged by the same rule: %s was %s, and is %s", scenario,
                 compare_text_at(now, "method"), rules[k], before, after);
    }
}

void compare_comparable_work(json_object *old, json_object *now, GPtrArray *notes)
{
    static const char *const keys[] = {
        "world_sha256", "brushes",          "spaces",  "shapes", "trajectories", "moves",
        "bevel_angle",  "space_node_faces", "builder", "plain",  "fill"
    };
    json_object *scenarios[] = { json_object_object_get(old, "scenario"),
                                 json_object_object_get(now, "scenario") };
    json_object *methods = json_object_object_get(now, "methods");
    const char *name = compare_result_name(now);
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
        json_object *a = json_object_object_get(scenarios[0], keys[i]);
        json_object *b = json_object_object_get(scenarios[1], keys[i]);
        if (json_object_equal(a, b))
            continue;
        g_autofree char *was = shortened(a), *is = shortened(b);
        add_note(notes, "%s: not the same work: %s was %s, and is %s", name, keys[i], was, is);
    }
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        add_rules_note(name, compare_find_method(old, compare_text_at(method, "method")), method,
                       notes);
    }
}
