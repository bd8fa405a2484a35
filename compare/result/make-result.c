/* make-result: makes the JSON of a report, format "bsp-result" version 1. */
#include "result/result.h"
#include "run/judge.h"
#include "run/machine.h"
#include "run/timing.h"
#include "text/strings.h"

static json_object *hash(guint64 value)
{
    char digits[17];
    g_snprintf(digits, sizeof digits, "%016" G_GINT64_MODIFIER "x", value);
    return compare_json_text(digits);
}

/* --- the comparison's subject --- */

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
    const CompareScenario *s = report->scenario;
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(s->name));
    compare_json_add(object, "file", compare_json_text(s->path));
    compare_json_add(object, "world", compare_json_text(s->world_path));
    compare_json_add(object, "world_name", compare_json_text(s->world->name));
    compare_json_add(object, "world_sha256", compare_json_text(s->world->sha256));
    compare_json_add(object, "brushes", compare_json_count(bsp_solid_n_brushes(s->world->solid)));
    compare_json_add(object, "spaces", space_names(s));
    compare_json_add(object, "shapes", shape_names(s));
    compare_json_add(object, "trajectories", compare_json_count(s->trajectories->len));
    compare_json_add(object, "moves", compare_json_count(report->moves->len));
    compare_json_add(object, "bevel_angle", compare_json_exact(s->bevel_angle));
    compare_json_add(object, "space_node_faces", compare_json_count(s->space_node_faces));
    compare_json_add(object, "repeat", compare_json_count(s->repeat));
    compare_json_add(object, "builder",
                     compare_json_text(compare_builder_names[report->trees.builder]));
    compare_json_add(object, "plain", compare_json_boolean(report->trees.build.plain));
    compare_json_add(object, "fill",
                     compare_json_text(compare_fill_names[report->trees.build.fill]));
    return object;
}

/* All of bsp-constants.h, and the length limit between walks and shots. */
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
        CONSTANT(BSP_BRACKET),     CONSTANT(BSP_ON_PLANE),      CONSTANT(BSP_DOUBT),
        CONSTANT(BSP_TOUCH),       CONSTANT(BSP_CELL_EPSILON),  CONSTANT(BSP_BRUSH_THICKNESS),
        CONSTANT(BSP_WORLD_HALF),  CONSTANT(BSP_REACH),         CONSTANT(BSP_SAME_NORMAL),
        CONSTANT(BSP_MAX_DEPTH),   CONSTANT(BSP_TOUCHED),       CONSTANT(BSP_SKIN_SLACK),
        CONSTANT(BSP_SKIN_PART),   CONSTANT(BSP_SKIN_ROUNDING), CONSTANT(BSP_SKIN_CAST_ROUNDING),
        CONSTANT(BSP_PATCH_ERROR), CONSTANT(BSP_PATCH_FLAT),    CONSTANT(BSP_PATCH_THICKNESS),
        CONSTANT(COMPARE_WALK),
    };
#undef CONSTANT
    json_object *object = compare_json_object();
    for (guint i = 0; i < G_N_ELEMENTS(constants); i++)
        compare_json_add(object, constants[i].name, compare_json_exact(constants[i].value));
    return object;
}

/* --- times --- */

static json_object *noise_object(const CompareNoise *noise)
{
    json_object *object = compare_json_object();
    g_autofree char *why = compare_noise_text(noise);
    compare_json_add(object, "noisy", compare_json_boolean(why != NULL));
    compare_json_add(object, "why", why ? compare_json_text(why) : NULL);
    compare_json_add(object, "load", noise->load < 0 ? NULL : compare_json_exact(noise->load));
    compare_json_add(object, "waited", compare_json_exact(noise->waited));
    compare_json_add(object, "widest_interval", compare_json_exact(noise->widest));
    return object;
}

/* Quantiles of single queries, in ascending order: [fraction of the queries, the nanoseconds that
 * these took at most]. */
static json_object *quantiles(const CompareGroup *group)
{
    json_object *points = compare_json_array();
    for (guint i = 0; i < COMPARE_QUANTILES; i++) {
        json_object *point = compare_json_array();
        compare_json_append(point, compare_json_exact(compare_timing_part(i)));
        compare_json_append(point, compare_json_exact(group->quantiles[i]));
        compare_json_append(points, point);
    }
    return points;
}

static void add_quantiles(json_object *method, const char *name, const CompareGroup *group)
{
    json_object *object = json_object_object_get(method, name);
    if (object)
        compare_json_add(object, "quantiles", group->timed ? quantiles(group) : NULL);
}

static json_object *methods_array(const CompareReport *report)
{
    json_object *methods = compare_method_rows(report);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        json_object *method = json_object_array_get_idx(methods, i);
        add_quantiles(method, "walk", &result->walk);
        add_quantiles(method, "shot", &result->shot);
        if (result->klass->outsider)
            compare_contestant_add_json(method, result->klass->outsider, report->reference != NULL);
    }
    return methods;
}

/* --- undecided moves --- */

static json_object *undecided_object(const CompareReport *report)
{
    json_object *object = compare_json_object(), *outside = compare_json_object();
    g_autoptr(GArray) undecided = compare_undecided(report);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        compare_json_add(outside, result->klass->name,
                         compare_json_count(compare_undecided_outside(undecided, result)));
    }
    compare_json_add(object, "moves", compare_json_count(undecided->len));
    compare_json_add(object, "bracket", compare_json_exact(COMPARE_SHARP_BRACKET));
    compare_json_add(object, "still", compare_json_count(compare_undecided_still(undecided)));
    compare_json_add(object, "outside", outside);
    return object;
}

/* --- texts --- */

static json_object *about_text(const CompareReport *report)
{
    g_autofree char *about = compare_report_about(report);
    return compare_json_text(about);
}

json_object *compare_report_json(const CompareReport *report, const CompareEnvironment *environment)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "format", compare_json_text("bsp-result"));
    compare_json_add(object, "version", compare_json_count(1));
    compare_json_add(object, "scenario", scenario_object(report));
    if (report->scenario->has_seed)
        compare_json_add(object, "seed", compare_json_count(report->scenario->seed));
    compare_json_add(object, "about", about_text(report));
    compare_json_add(object, "environment", compare_environment_json(environment));
    compare_json_add(object, "constants", constants_object());
    if (report->reference)
        compare_json_add(object, "noise", noise_object(&report->noise));
    compare_json_add(object, "reference",
                     report->reference ? compare_json_text(report->reference->name) : NULL);
    compare_json_add(object, "methods", methods_array(report));
    if (report->by_shape)
        compare_json_add(object, "by_shape", compare_shape_rows(report));
    compare_json_add(object, "undecided", undecided_object(report));
    compare_json_add(object, "notes", compare_notes(report));
    if (report->reference)
        compare_json_add(object, "timing_notes", compare_timing_notes(report));
    compare_json_add(object, "hash", hash(compare_report_hash(report)));
    compare_json_add(object, "counters_hash", hash(compare_report_counters_hash(report)));
    compare_json_add(object, "errors", compare_error_rows(report));
    return object;
}
