/* compare-print-json: reports as JSON, format "bsp-result" version 1. */
#include <json-c/json.h>

#include "compare-print-environment.h"
#include "compare-print.h"

static void add(json_object *object, const char *key, json_object *value)
{
    json_object_object_add(object, key, value);
}

/* Text that came from outside may be no UTF-8 (a path): what is not becomes U+FFFD. */
static json_object *text(const char *string)
{
    if (!string)
        return NULL;
    g_autofree char *valid = g_utf8_make_valid(string, -1);
    return json_object_new_string(valid);
}

static json_object *count(guint64 n)
{
    return json_object_new_uint64(n);
}

/* null where JSON has no such number. */
static json_object *number(double x)
{
    if (!isfinite(x))
        return NULL;
    g_autofree char *digits = compare_print_number(x);
    return json_object_new_double_s(x, digits);
}

/* A time; 0 was not measured. */
static json_object *measured(double x)
{
    return x > 0 ? number(x) : NULL;
}

static json_object *hash(guint64 value)
{
    char digits[17];
    g_snprintf(digits, sizeof digits, "%016" G_GINT64_MODIFIER "x", value);
    return json_object_new_string(digits);
}

/* --- what was compared, on what --- */

static json_object *space_names(const CompareScenario *s)
{
    json_object *names = json_object_new_array();
    for (guint i = 0; i < s->spaces->len; i++)
        json_object_array_add(names, text(g_array_index(s->spaces, CompareSpace, i).name));
    return names;
}

static json_object *shape_names(const CompareScenario *s)
{
    json_object *names = json_object_new_array();
    for (guint i = 0; i < s->shapes->len; i++)
        json_object_array_add(names, text(g_array_index(s->shapes, CompareShape, i).name));
    return names;
}

static json_object *scenario_object(const CompareReport *report)
{
    static const char *const fills[] = {
        [BSP_FILL_OFF] = "off", [BSP_FILL_AUTO] = "auto", [BSP_FILL_ON] = "on"
    };
    const CompareScenario *s = report->scenario;
    json_object *object = json_object_new_object();
    add(object, "name", text(s->name));
    add(object, "file", text(s->path));
    add(object, "world", text(s->world_path));
    add(object, "brushes", count(s->world->solid->brushes->len));
    add(object, "spaces", space_names(s));
    add(object, "shapes", shape_names(s));
    add(object, "trajectories", count(s->trajectories->len));
    add(object, "moves", count(report->moves->len));
    add(object, "bevel_angle", number(s->bevel_angle));
    add(object, "fan_faces", count(s->fan_faces));
    add(object, "repeat", count(s->repeat));
    add(object, "builder", text(compare_builders[s->builder]));
    add(object, "plain", json_object_new_boolean(s->plain));
    add(object, "fill", text(fills[s->fill]));
    return object;
}

static json_object *environment_object(void)
{
    g_autoptr(CompareEnvironment) environment = compare_environment_new();
    json_object *object = json_object_new_object();
    add(object, "program", text("bspcompare " PACKAGE_VERSION));
    add(object, "cpu", text(environment->cpu));
    add(object, "cores", count(environment->cores));
    add(object, "os", text(environment->os));
    add(object, "compiler", text(environment->compiler));
    add(object, "flags", text(environment->flags));
    return object;
}

/* All of bsp-constants.h, and the length that tells walks from shots. */
static json_object *constants_object(void)
{
#define CONSTANT(name)                                                                             \
    {                                                                                              \
#name, name                                                                                \
    }
    static const struct {
        const char *name;
        double value;
    } constants[] = {
        CONSTANT(BSP_BRACKET),    CONSTANT(BSP_ON_PLANE),     CONSTANT(BSP_THIN),
        CONSTANT(BSP_TOUCH),      CONSTANT(BSP_CELL_EPSILON), CONSTANT(BSP_BRUSH_THICKNESS),
        CONSTANT(BSP_WORLD_HALF), CONSTANT(BSP_SAME_NORMAL),  CONSTANT(BSP_MAX_DEPTH),
        CONSTANT(COMPARE_WALK),
    };
#undef CONSTANT
    json_object *object = json_object_new_object();
    for (guint i = 0; i < G_N_ELEMENTS(constants); i++)
        add(object, constants[i].name, number(constants[i].value));
    return object;
}

/* --- methods --- */

static json_object *group_object(const CompareGroup *group)
{
    if (group->n == 0)
        return NULL;
    json_object *object = json_object_new_object(), *interval = NULL;
    if (group->ns_median > 0) {
        interval = json_object_new_array();
        json_object_array_add(interval, number(group->ns_ci95[0]));
        json_object_array_add(interval, number(group->ns_ci95[1]));
    }
    add(object, "moves", count(group->n));
    add(object, "ns_median", measured(group->ns_median));
    add(object, "ns_median_shuffled", measured(group->ns_median_shuffled));
    add(object, "ns_p99", measured(group->ns_p99));
    add(object, "ns_ci95", interval);
    add(object, "nodes_mean", number(group->nodes_mean));
    add(object, "nodes_max", count(group->nodes_max));
    return object;
}

static json_object *method_object(const CompareResult *r)
{
    json_object *object = json_object_new_object();
    add(object, "method", text(r->klass->name));
    add(object, "nodes", count(r->size.nodes));
    add(object, "leaves", count(r->size.leaves));
    add(object, "depth", count(r->size.depth));
    add(object, "bytes", count(r->size.bytes));
    add(object, "build_ms", measured(r->build_ms));
    add(object, "peak_build_bytes", r->peak_build_bytes ? count(r->peak_build_bytes) : NULL);
    add(object, "moves", count(r->n_moves));
    add(object, "skipped", count(r->n_skipped));
    add(object, "walk", group_object(&r->walk));
    add(object, "shot", group_object(&r->shot));
    add(object, "outside", count(r->n_outside));
    add(object, "early", count(r->n_early));
    add(object, "late", count(r->n_late));
    add(object, "max_early_units", number(r->max_early_units));
    add(object, "hash", hash(r->hash));
    return object;
}

static json_object *report_object(const CompareReport *report)
{
    json_object *object = json_object_new_object(), *methods = json_object_new_array();
    for (guint i = 0; i < report->results->len; i++)
        json_object_array_add(methods, method_object(report->results->pdata[i]));
    add(object, "format", text("bsp-result"));
    add(object, "version", count(1));
    add(object, "scenario", scenario_object(report));
    add(object, "environment", environment_object());
    add(object, "constants", constants_object());
    add(object, "methods", methods);
    add(object, "hash", hash(compare_report_hash(report)));
    return object;
}

/* Consumes the value. */
static char *serialise(json_object *value)
{
    const int flags =
        JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;
    char *out = g_strconcat(json_object_to_json_string_ext(value, flags), "\n", NULL);
    json_object_put(value);
    return out;
}

char *compare_print_json(const CompareReport *report)
{
    return serialise(report_object(report));
}

char *compare_print_json_array(GPtrArray *reports)
{
    json_object *array = json_object_new_array();
    for (guint i = 0; i < reports->len; i++)
        json_object_array_add(array, report_object(reports->pdata[i]));
    return serialise(array);
}
