/* times: whether times of several machines may be compared; and results without times. */
#include "batch/times.h"

#include <string.h>

/* Notes why times cannot be compared. The reason does not depend on which machine made which piece.
 */
static void differ(CompareTimes *times, const CompareDone *done, const char *why)
{
    if (times->why)
        return;
    times->why = why;
    times->odd = g_strdup(done->path);
}

/* An unknown processor counts as different from all others. */
static void compare_machines(CompareTimes *times, const CompareDone *done)
{
    if (g_strcmp0(times->cpu, "unknown") == 0 || !times->cpu)
        differ(times, done, "the system does not tell its processor");
    else if (g_strcmp0(times->cpu, done->cpu) != 0)
        differ(times, done, "they were measured on different processors");
    else if (times->compilers_differ)
        differ(times, done, "programs of different compilers or flags were measured");
}

void compare_times_note(CompareTimes *times, const CompareDone *done)
{
    if (!times->first) {
        times->first = g_strdup(done->path);
        times->compiler = g_strdup(done->compiler);
        times->flags = g_strdup(done->flags);
        times->cpu = g_strdup(done->cpu);
    }
    times->any_timed = times->any_timed || done->is_timed;
    times->any_untimed = times->any_untimed || !done->is_timed;
    times->compilers_differ = times->compilers_differ ||
                              g_strcmp0(times->compiler, done->compiler) != 0 ||
                              g_strcmp0(times->flags, done->flags) != 0;
    if (times->any_timed && times->any_untimed)
        differ(times, done, "some pieces were made without times");
    else if (times->any_timed)
        compare_machines(times, done);
}

void compare_times_clear(CompareTimes *times)
{
    g_free(times->cpu);
    g_free(times->compiler);
    g_free(times->flags);
    g_free(times->first);
    g_free(times->odd);
    *times = (CompareTimes){ 0 };
}

/* --- leaving out --- */

/* Sets the object's members to null, except those in `kept`. */
static void keep(json_object *object, const char *const *kept)
{
    if (!json_object_is_type(object, json_type_object))
        return;
    json_object_object_foreach(object, key, value)
    {
        (void)value;
        if (!g_strv_contains(kept, key))
            compare_json_add(object, key, NULL); /* the member keeps its position */
    }
}

/* Members that are kept. Counters of a group of moves are the same on every machine. */
static const char *const of_group[] = { "moves", "nodes_mean", "nodes_max", NULL };

/* The program that made the result is kept, too. */
static const char *const of_program[] = { "program", "commit", "compiler", "flags", NULL };
static const char *const of_version[] = { "program", "commit", NULL };

static void forget_method(json_object *method)
{
    if (!json_object_is_type(method, json_type_object))
        return;
    compare_json_add(method, "build_ms", NULL);
    compare_json_add(method, "peak_build_bytes", NULL);
    static const char *const groups[] = { "walk", "shot" };
    for (guint i = 0; i < G_N_ELEMENTS(groups); i++) {
        json_object *group = json_object_object_get(method, groups[i]);
        keep(group, of_group);
    }
}

void compare_times_leave_out(const CompareTimes *times, json_object *result)
{
    json_object *methods = json_object_object_get(result, "methods");
    keep(json_object_object_get(result, "environment"),
         times->compilers_differ ? of_version : of_program);
    json_object_object_del(result, "noise");
    json_object_object_del(result, "timing_notes");
    compare_json_add(result, "reference", NULL);
    for (gsize i = 0; i < json_object_array_length(methods); i++)
        forget_method(json_object_array_get_idx(methods, i));
    if (times->any_timed) {
        g_autofree char *why =
            g_strdup_printf("left out, which cannot be compared: %s", times->why);
        compare_json_add(result, "times", compare_json_text(why));
    }
}

char *compare_times_machine(json_object *result)
{
    json_object *e = json_object_object_get(result, "environment");
    const char *const keys[] = { "cpu", "compiler", "flags" };
    g_autoptr(GString) line = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
        json_object *value = json_object_object_get(e, keys[i]);
        if (json_object_is_type(value, json_type_string))
            g_string_append_printf(line, "%s%s", line->len ? ", " : "",
                                   json_object_get_string(value));
    }
    return g_strdup(line->str);
}
