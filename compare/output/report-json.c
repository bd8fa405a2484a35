/* report-json: reports as JSON, format "bsp-result" version 1. */
#include "text/json-value.h"

#include "output/environment.h"
#include "output/print.h"

/* null where JSON has no such number. */
static json_object *number(double x)
{
    if (!isfinite(x))
        return NULL;
    g_autofree char *digits = compare_print_number(x);
    return compare_json_number(x, digits);
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
    return compare_json_text(digits);
}

/* --- what was compared, on what --- */

static json_object *space_names(const CompareScenario *s)
{
    json_object *names = compare_json_array();
    for (guint i = 0; i < s->spaces->len; i++)
        compare_json_append(names,
                            compare_json_text(g_array_index(s->spaces, CompareSpace, i).name));
    return names;
}

static json_object *shape_names(const CompareScenario *s)
{
    json_object *names = compare_json_array();
    for (guint i = 0; i < s->shapes->len; i++)
        compare_json_append(names,
                            compare_json_text(g_array_index(s->shapes, CompareShape, i).name));
    return names;
}

static json_object *scenario_object(const CompareReport *report)
{
    static const char *const fills[] = {
        [BSP_FILL_OFF] = "off", [BSP_FILL_AUTO] = "auto", [BSP_FILL_ON] = "on"
    };
    const CompareScenario *s = report->scenario;
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(s->name));
    compare_json_add(object, "file", compare_json_text(s->path));
    compare_json_add(object, "world", compare_json_text(s->world_path));
    compare_json_add(object, "brushes", compare_json_count(s->world->solid->brushes->len));
    compare_json_add(object, "spaces", space_names(s));
    compare_json_add(object, "shapes", shape_names(s));
    compare_json_add(object, "trajectories", compare_json_count(s->trajectories->len));
    compare_json_add(object, "moves", compare_json_count(report->moves->len));
    compare_json_add(object, "bevel_angle", number(s->bevel_angle));
    compare_json_add(object, "part_at_faces", compare_json_count(s->part_at_faces));
    compare_json_add(object, "repeat", compare_json_count(s->repeat));
    compare_json_add(object, "builder", compare_json_text(compare_builders[s->builder]));
    compare_json_add(object, "plain", compare_json_boolean(s->plain));
    compare_json_add(object, "fill", compare_json_text(fills[s->fill]));
    return object;
}

static json_object *environment_object(void)
{
    g_autoptr(CompareEnvironment) environment = compare_environment_new();
    json_object *object = compare_json_object();
    compare_json_add(object, "program", compare_json_text("bspcompare " PACKAGE_VERSION));
    compare_json_add(object, "cpu", compare_json_text(environment->cpu));
    compare_json_add(object, "cores", compare_json_count(environment->cores));
    compare_json_add(object, "os", compare_json_text(environment->os));
    compare_json_add(object, "compiler", compare_json_text(environment->compiler));
    compare_json_add(object, "flags", compare_json_text(environment->flags));
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
        CONSTANT(BSP_DOUBT),      CONSTANT(BSP_GRAZE),        CONSTANT(BSP_TIP),
        CONSTANT(BSP_TOUCH),      CONSTANT(BSP_CELL_EPSILON), CONSTANT(BSP_BRUSH_THICKNESS),
        CONSTANT(BSP_WORLD_HALF), CONSTANT(BSP_SAME_NORMAL),  CONSTANT(BSP_MAX_DEPTH),
        CONSTANT(COMPARE_WALK),
    };
#undef CONSTANT
    json_object *object = compare_json_object();
    for (guint i = 0; i < G_N_ELEMENTS(constants); i++)
        compare_json_add(object, constants[i].name, number(constants[i].value));
    return object;
}

/* --- methods --- */

static json_object *group_object(const CompareGroup *group)
{
    if (group->n == 0)
        return NULL;
    json_object *object = compare_json_object(), *interval = NULL;
    if (group->ns_median > 0) {
        interval = compare_json_array();
        compare_json_append(interval, number(group->ns_ci95[0]));
        compare_json_append(interval, number(group->ns_ci95[1]));
    }
    compare_json_add(object, "moves", compare_json_count(group->n));
    compare_json_add(object, "ns_median", measured(group->ns_median));
    compare_json_add(object, "ns_median_shuffled", measured(group->ns_median_shuffled));
    compare_json_add(object, "ns_p99", measured(group->ns_p99));
    compare_json_add(object, "ns_ci95", interval);
    compare_json_add(object, "nodes_mean", number(group->nodes_mean));
    compare_json_add(object, "nodes_max", compare_json_count(group->nodes_max));
    return object;
}

static json_object *method_object(const CompareResult *r)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "method", compare_json_text(r->klass->name));
    compare_json_add(object, "nodes", compare_json_count(r->size.nodes));
    compare_json_add(object, "leaves", compare_json_count(r->size.leaves));
    compare_json_add(object, "depth", compare_json_count(r->size.depth));
    compare_json_add(object, "bytes", compare_json_count(r->size.bytes));
    compare_json_add(object, "build_ms", measured(r->build_ms));
    compare_json_add(object, "peak_build_bytes",
                     r->peak_build_bytes ? compare_json_count(r->peak_build_bytes) : NULL);
    compare_json_add(object, "moves", compare_json_count(r->n_moves));
    compare_json_add(object, "skipped", compare_json_count(r->n_skipped));
    compare_json_add(object, "walk", group_object(&r->walk));
    compare_json_add(object, "shot", group_object(&r->shot));
    compare_json_add(object, "outside", compare_json_count(r->n_outside));
    compare_json_add(object, "early", compare_json_count(r->n_early));
    compare_json_add(object, "late", compare_json_count(r->n_late));
    compare_json_add(object, "max_early_units", number(r->max_early_units));
    compare_json_add(object, "hash", hash(r->hash));
    return object;
}

static json_object *report_object(const CompareReport *report)
{
    json_object *object = compare_json_object(), *methods = compare_json_array();
    for (guint i = 0; i < report->results->len; i++)
        compare_json_append(methods, method_object(report->results->pdata[i]));
    compare_json_add(object, "format", compare_json_text("bsp-result"));
    compare_json_add(object, "version", compare_json_count(1));
    compare_json_add(object, "scenario", scenario_object(report));
    compare_json_add(object, "environment", environment_object());
    compare_json_add(object, "constants", constants_object());
    compare_json_add(object, "methods", methods);
    compare_json_add(object, "hash", hash(compare_report_hash(report)));
    return object;
}

/* Takes the value. */
static char *serialise(json_object *value)
{
    g_autofree char *lines = compare_json_print(value, COMPARE_JSON_PRETTY);
    return g_strconcat(lines, "\n", NULL);
}

char *compare_print_json(const CompareReport *report)
{
    return serialise(report_object(report));
}

char *compare_print_json_array(GPtrArray *reports)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < reports->len; i++)
        compare_json_append(array, report_object(reports->pdata[i]));
    return serialise(array);
}
