/* footing: whether two results of a scenario are comparable. */
#include "diff/footing.h"

#include <json-c/json.h>
#include <stdarg.h>

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

static gboolean has_times(const CompareKept *kept)
{
    for (guint i = 0; i < kept->rows->len; i++) {
        const CompareResult *r = &((const CompareComparisonRow *)kept->rows->pdata[i])->result;
        if (r->walk.ns_median > 0 || r->shot.ns_median > 0)
            return TRUE;
    }
    return FALSE;
}

static const char *cpu_of(const CompareKept *kept)
{
    const CompareEnvironment *e = kept->environment;
    return e && e->cpu ? e->cpu : "unknown";
}

static const char *compiler_of(const CompareKept *kept)
{
    const CompareEnvironment *e = kept->environment;
    return e && e->compiler ? e->compiler : "unknown";
}

/* FALSE, with a note, if the values differ. Unknown values are never the same. */
static gboolean is_same(const char *what, const char *old, const char *now, GPtrArray *notes)
{
    if (g_str_equal(old, now) && !g_str_equal(old, "unknown"))
        return TRUE;
    add_note(notes, "times are not compared, they are of %s: %s, and now %s", what, old, now);
    return FALSE;
}

static void note_noise(const CompareKept *kept, GPtrArray *notes)
{
    if (kept->noisy)
        add_note(notes,
                 "%s: %s was measured on a noisy machine: its times are shown, but only ratios to "
                 "another method's are judged",
                 kept->file, kept->name);
}

CompareFooting compare_footing_of_times(const CompareKept *old, const CompareKept *now,
                                        GPtrArray *notes)
{
    gboolean timed[2] = { has_times(old), has_times(now) };
    if (timed[0] != timed[1])
        add_note(notes, "times are not compared: %s has none", timed[0] ? now->file : old->file);
    if (!timed[0] || !timed[1] || !is_same("unlike machines", cpu_of(old), cpu_of(now), notes) ||
        !is_same("unlike compilers", compiler_of(old), compiler_of(now), notes))
        return (CompareFooting){ 0 };
    note_noise(old, notes);
    note_noise(now, notes);
    return (CompareFooting){ .times = TRUE,
                             .relative = g_strcmp0(old->reference, now->reference) == 0,
                             .noisy = old->noisy || now->noisy };
}

/* --- work --- */

/* A member of the result's description of its scenario; NULL if it is null or missing. */
static json_object *fact(const CompareKept *kept, const char *key)
{
    json_object *scenario = json_object_object_get(kept->object, "scenario");
    return json_object_object_get(scenario, key);
}

/* The most bytes of a value that are shown, because there may be many names of spaces. */
#define SHOWN 60

static char *shown(json_object *value)
{
    g_autofree char *text =
        value ? compare_json_print_part(value, JSON_C_TO_STRING_PLAIN) : g_strdup("none");
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    if (g_utf8_strlen(valid, -1) <= SHOWN)
        return g_steal_pointer(&valid);
    g_autofree char *start = g_utf8_substring(valid, 0, SHOWN);
    return g_strconcat(start, "...", NULL);
}

/* The result's description of a contestant; NULL if the method is not a contestant. */
static json_object *contestant(const CompareKept *kept, const char *method)
{
    json_object *methods = json_object_object_get(kept->object, "methods");
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *m = json_object_array_get_idx(methods, i);
        if (g_strcmp0(json_object_get_string(json_object_object_get(m, "method")), method) == 0)
            return json_object_object_get(m, "contestant");
    }
    return NULL;
}

/* Adds a note if contestants are judged by different rules. */
static void note_rules(const CompareKept *old, const CompareKept *now, GPtrArray *notes)
{
    static const char *const rules[] = { "skin", "exact" };
    for (guint i = 0; i < now->rows->len; i++) {
        const char *method = ((const CompareComparisonRow *)now->rows->pdata[i])->method;
        json_object *was = contestant(old, method), *is = contestant(now, method);
        for (guint k = 0; k < G_N_ELEMENTS(rules); k++) {
            json_object *a = was ? json_object_object_get(was, rules[k]) : NULL;
            json_object *b = is ? json_object_object_get(is, rules[k]) : NULL;
            if (!was || !is || json_object_equal(a, b))
                continue;
            g_autofree char *before = shown(a), *after = shown(b);
            add_note(notes, "%s: %s is not judged by the same rule: %s was %s, and is %s",
                     now->name, method, rules[k], before, after);
        }
    }
}

void compare_footing_of_work(const CompareKept *old, const CompareKept *now, GPtrArray *notes)
{
    static const char *const keys[] = { "world_sha256", "brushes", "spaces",      "shapes",
                                        "trajectories", "moves",   "bevel_angle", "part_at_faces",
                                        "builder",      "plain",   "fill" };
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
        json_object *a = fact(old, keys[i]), *b = fact(now, keys[i]);
        if (json_object_equal(a, b))
            continue;
        g_autofree char *was = shown(a), *is = shown(b);
        add_note(notes, "%s: not the same work: %s was %s, and is %s", now->name, keys[i], was, is);
    }
    note_rules(old, now, notes);
}
