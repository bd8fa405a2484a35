/* make-result: makes the JSON of a report or a sweep, in the format "bsp-result", version 1. */
#include "methods/outsider.h"
#include "result/result.h"
#include "run/judge.h"
#include "text/strings.h"

/* --- the subject of the comparison --- */

static json_object *names_of(const GArray *movers)
{
    json_object *names = compare_json_array();
    for (guint i = 0; i < movers->len; i++)
        compare_json_append(names, compare_json_text(g_array_index(movers, CompareMover, i).name));
    return names;
}

static void add_moves(json_object *object, const GArray *moves)
{
    guint walks = 0, hits = 0, inside = 0;
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        walks += compare_is_walk(move) ? 1 : 0;
        inside += move->truth.inside ? 1 : 0;
        hits += move->truth.t < 1 && !move->truth.inside;
    }
    compare_json_add(object, "moves", compare_json_count(moves->len));
    compare_json_add(object, "walks", compare_json_count(walks));
    compare_json_add(object, "hits", compare_json_count(hits));
    compare_json_add(object, "starts_in_solid", compare_json_count(inside));
}

static json_object *scenario_object(const CompareReport *report, const CompareScenario *s)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(s->name));
    compare_json_add(object, "file", compare_json_text(s->path));
    compare_json_add(object, "world", compare_json_text(s->world_path));
    compare_json_add(object, "world_name", compare_json_text(s->world->name));
    compare_json_add(object, "world_sha256", compare_json_text(s->world->sha256));
    compare_json_add(object, "brushes", compare_json_count(bsp_solid_n_brushes(s->world->solid)));
    compare_json_add(object, "spaces", names_of(s->spaces));
    compare_json_add(object, "shapes", names_of(s->shapes));
    compare_json_add(object, "trajectories", compare_json_count(s->trajectories->len));
    add_moves(object, report->moves);
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

/* Returns all values of bsp-constants.h, and the length that divides walks from shots. */
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
        CONSTANT(BSP_BRACKET),      CONSTANT(BSP_ON_PLANE),        CONSTANT(BSP_TOUCH),
        CONSTANT(BSP_CELL_EPSILON), CONSTANT(BSP_BRUSH_THICKNESS), CONSTANT(BSP_WORLD_HALF),
        CONSTANT(BSP_REACH),        CONSTANT(BSP_SAME_NORMAL),     CONSTANT(BSP_MAX_DEPTH),
        CONSTANT(BSP_IN_SOLID),     CONSTANT(BSP_TOUCHED),         CONSTANT(BSP_SKIN_SLACK),
        CONSTANT(BSP_SKIN_PART),    CONSTANT(BSP_SKIN_ROUNDING),   CONSTANT(BSP_SKIN_CAST_ROUNDING),
        CONSTANT(BSP_PATCH_ERROR),  CONSTANT(BSP_PATCH_FLAT),      CONSTANT(BSP_PATCH_THICKNESS),
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
    compare_json_add(object, "noisy", compare_json_boolean(compare_is_noisy(noise)));
    compare_json_add(object, "load", noise->load < 0 ? NULL : compare_json_exact(noise->load));
    compare_json_add(object, "cores", compare_json_count(noise->cores));
    compare_json_add(object, "waited", compare_json_exact(noise->waited));
    compare_json_add(object, "widest_interval", compare_json_exact(noise->widest));
    compare_json_add(object, "widest_of", compare_json_text(noise->widest_of));
    compare_json_add(object, "widest_is_shot", compare_json_boolean(noise->widest_is_shot));
    return object;
}

/* --- undecided moves --- */

static json_object *undecided_object(const CompareReport *report)
{
    json_object *object = compare_json_object(), *outside = compare_json_object();
    g_autoptr(GArray) undecided = compare_undecided(report);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        compare_json_add(outside, result->klass->name,
                         compare_json_count(compare_count_undecided_outside(undecided, result)));
    }
    compare_json_add(object, "moves", compare_json_count(undecided->len));
    compare_json_add(object, "bracket", compare_json_exact(COMPARE_SHARP_BRACKET));
    compare_json_add(object, "still", compare_json_count(compare_undecided_still(undecided)));
    compare_json_add(object, "outside", outside);
    return object;
}

/* --- contestants --- */

/* Returns the kinds of shapes for which the contestant guarantees exact answers, such as ["box",
 * "point"].
 */
static json_object *exact_kinds(const CompareOutsider *o)
{
    json_object *exact = compare_json_array();
    for (guint kind = 0; kind <= BSP_SHAPE_HULL; kind++)
        if (o->exact & 1u << kind)
            compare_json_append(exact, compare_json_text(bsp_shape_kind_name((BspShapeKind)kind)));
    return exact;
}

static json_object *contestant_object(const CompareOutsider *o, gboolean timed)
{
    json_object *object = compare_json_object();
    gboolean has_again = timed && o->again_ns != COMPARE_UNTOLD;
    compare_json_add(object, "method", compare_json_text(o->name));
    compare_json_add(object, "command", compare_json_text(o->command));
    compare_json_add(object, "about",
                     compare_json_texts((char *const *)o->about->pdata, o->about->len));
    compare_json_add(object, "skin", compare_json_exact(o->skin));
    compare_json_add(object, "exact", exact_kinds(o));
    compare_json_add(object, "ns_again", has_again ? compare_json_exact(o->again_ns) : NULL);
    compare_json_add(object, "error", compare_json_text(o->error));
    return object;
}

/* Returns the contestants' reports about themselves, or the reasons why they have no answers. */
static json_object *contestants_array(const CompareReport *report)
{
    json_object *contestants = compare_json_array();
    for (guint i = 0; i < report->outsiders->len; i++)
        compare_json_append(
            contestants, contestant_object(report->outsiders->pdata[i], report->reference != NULL));
    return contestants;
}

/* --- the whole result --- */

static void add_table(json_object *result, const char *key, CompareTable *table)
{
    json_object *columns = json_object_object_get(result, "columns");
    compare_json_add(columns, key, compare_table_columns(table));
    compare_json_add(result, key, json_object_get(table->rows));
    compare_table_free(table);
}

static json_object *new_result(const CompareReport *report, const CompareScenario *s,
                               json_object *environment)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "format", compare_json_text("bsp-result"));
    compare_json_add(object, "version", compare_json_count(1));
    compare_json_add(object, "scenario", scenario_object(report, s));
    if (s->has_seed)
        compare_json_add(object, "seed", compare_json_count(s->seed));
    compare_json_add(object, "environment", json_object_get(environment));
    compare_json_add(object, "constants", constants_object());
    compare_json_add(object, "columns", compare_json_object());
    return object;
}

json_object *compare_report_json(const CompareReport *report, json_object *environment)
{
    json_object *object = new_result(report, report->scenario, environment);
    if (report->reference)
        compare_json_add(object, "noise", noise_object(&report->noise));
    compare_json_add(object, "reference",
                     report->reference ? compare_json_text(report->reference->name) : NULL);
    add_table(object, "methods", compare_method_table(report));
    add_table(object, "errors", compare_error_table(report));
    if (report->walkers)
        add_table(object, "walkers", compare_walker_table(report));
    if (report->crowds)
        add_table(object, "crowds", compare_crowd_table(report));
    if (report->agents)
        add_table(object, "agents", compare_agents_table(report));
    if (report->edits)
        add_table(object, "edits", compare_edit_table(report));
    compare_json_add(object, "contestants", contestants_array(report));
    compare_json_add(object, "undecided", undecided_object(report));
    compare_json_add(object, "notes", compare_notes(report));
    compare_json_add(object, "hash", compare_json_hash(compare_report_hash(report)));
    compare_json_add(object, "counters_hash",
                     compare_json_hash(compare_report_counters_hash(report)));
    compare_json_add(object, "verdict", compare_verdict(object));
    return object;
}

void compare_result_add_regress(json_object *result, const CompareReport *report,
                                const CompareRegress *regress)
{
    add_table(result, "regress", compare_regress_table(report));
    compare_add_regress_notes(json_object_object_get(result, "notes"), report, regress);
}

/* --- sweeps --- */

/* Returns the names of the shapes that move. Each name occurs once. */
static json_object *mover_names(const CompareScenario *s)
{
    json_object *names = compare_json_array();
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < s->trajectories->len; i++) {
        const char *name = compare_mover(s, compare_scenario_trajectory(s, i)->mover)->name;
        if (g_hash_table_add(seen, (gpointer)name))
            compare_json_append(names, compare_json_text(name));
    }
    return names;
}

/* Returns the report whose queries waited longest among the reports of a noisy machine. If no
 * machine was noisy, returns the first report. */
static const CompareReport *noisiest(const CompareSweep *sweep)
{
    const CompareReport *worst = sweep->reports->pdata[0];
    for (guint i = 1; i < sweep->reports->len; i++) {
        const CompareReport *report = sweep->reports->pdata[i];
        gboolean is_noisy = compare_is_noisy(&report->noise);
        if (is_noisy &&
            (!compare_is_noisy(&worst->noise) || report->noise.waited > worst->noise.waited))
            worst = report;
    }
    return worst;
}

json_object *compare_sweep_json(const CompareSweep *sweep, json_object *environment)
{
    const CompareSweepPlan *plan = sweep->plan;
    const CompareReport *worst = noisiest(sweep);
    json_object *root = new_result(sweep->reports->pdata[0], sweep->scenario, environment);
    if (worst->reference)
        compare_json_add(root, "noise", noise_object(&worst->noise));
    compare_json_add(root, "vary", compare_json_text(compare_sweep_vary_name(plan->vary)));
    compare_json_add(root, "values", compare_json_texts(plan->values, g_strv_length(plan->values)));
    compare_json_add(root, "asked", mover_names(sweep->variants->pdata[0]));
    add_table(root, "rows", compare_sweep_table(sweep));
    compare_json_add(root, "notes", compare_sweep_notes(sweep));
    return root;
}
