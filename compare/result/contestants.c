/* contestants: what contestants report about themselves, in words and in JSON. */
#include "methods/outsider.h"
#include "result/result.h"

#include "text/strings.h"

/* Returns the kinds of shapes for which the contestant guarantees exact answers: "box, point". */
static char *exact_kinds(const CompareOutsider *o)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint kind = 0; kind <= BSP_SHAPE_HULL; kind++)
        if (o->exact & 1u << kind)
            g_string_append_printf(out, "%s%s", out->len ? ", " : "",
                                   compare_outsider_kind_name((BspShapeKind)kind));
    return out->len ? g_strdup(out->str) : NULL;
}

/* Adds the skin and its source. */
static void add_skin(GString *out, const CompareOutsider *o)
{
    if (o->skin > 0)
        g_string_append_printf(out,
                               "; it stops up to %g unit%s short on purpose, and is early only if "
                               "it is farther than that from solid",
                               o->skin, o->skin == 1 ? "" : "s");
}

static void add_claim(GString *out, const CompareOutsider *o)
{
    g_autofree char *exact = exact_kinds(o);
    if (exact)
        g_string_append_printf(out, "; guarantees exact answers for %s", exact);
    else
        g_string_append(
            out, "; guarantees nothing, so late answers are reported but not counted as wrong");
}

static gboolean has_times(const CompareOutsider *o, const CompareResult *result)
{
    return result->walk.ns_median > 0 || result->shot.ns_median > 0 || result->build_ms > 0 ||
           (o->again_ns > 0 && result->walk.ns_median_shuffled > 0);
}

char *compare_contestant_note(const CompareResult *result)
{
    const CompareOutsider *o = result->klass->outsider;
    g_autoptr(GString) out = g_string_new(NULL);
    g_string_append_printf(out, "+ %s: a contestant", o->name);
    if (o->error) {
        g_string_append_printf(out, ", without answers: %s", o->error);
        return g_strdup(out->str);
    }
    for (guint i = 0; i < o->about->len; i++)
        g_string_append_printf(out, "; %s", (const char *)o->about->pdata[i]);
    add_skin(out, o);
    add_claim(out, o);
    if (!has_times(o, result)) {
        g_string_append(out, o->bytes > 0 ? "; it reported its memory itself" : "");
    } else {
        g_string_append(out, "; it reported its times and memory itself, by its own clock");
        if (o->again_ns > 0)
            g_string_append_printf(out, ", all moves in random order: %.0f ns", o->again_ns);
    }
    return g_strdup(out->str);
}

/* --- JSON --- */

static json_object *about_array(const CompareOutsider *o)
{
    json_object *about = compare_json_array();
    for (guint i = 0; i < o->about->len; i++)
        compare_json_append(about, compare_json_text(o->about->pdata[i]));
    return about;
}

static json_object *exact_array(const CompareOutsider *o)
{
    json_object *exact = compare_json_array();
    for (guint kind = 0; kind <= BSP_SHAPE_HULL; kind++)
        if (o->exact & 1u << kind)
            compare_json_append(exact,
                                compare_json_text(compare_outsider_kind_name((BspShapeKind)kind)));
    return exact;
}

void compare_contestant_add_json(json_object *method, const CompareOutsider *o, gboolean timed)
{
    json_object *object = compare_json_object();
    compare_json_add(object, o->is_file ? "file" : "command", compare_json_text(o->from));
    compare_json_add(object, "about", about_array(o));
    compare_json_add(object, "skin", compare_json_exact(o->skin));
    compare_json_add(object, "exact", exact_array(o));
    compare_json_add(object, "ns_again",
                     timed && o->again_ns != COMPARE_UNTOLD ? compare_json_exact(o->again_ns)
                                                            : NULL);
    compare_json_add(method, "error", o->error ? compare_json_text(o->error) : NULL);
    compare_json_add(method, "contestant", object);
}
