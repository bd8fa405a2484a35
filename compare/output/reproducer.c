/* reproducer: a scenario of one move that shows one error. */
#include "output/reproducer.h"

#include "output/scenario-text.h"
#include "text/path.h"

/* --- the move --- */

static json_object *trajectory_object(const CompareScenario *s, const CompareTrajectory *t,
                                      BspVec from, BspVec to)
{
    json_object *object = compare_json_object(), *moves = compare_json_array();
    json_object *segment = compare_json_array();
    compare_json_append(segment, compare_scenario_vec(from));
    compare_json_append(segment, compare_scenario_vec(to));
    compare_json_append(moves, segment);
    compare_json_add(object, "name", compare_json_text(t->name));
    compare_json_add(object, t->space >= 0 ? "space" : "shape",
                     compare_json_text(compare_scenario_shape_name(s, t)));
    if (t->has_mask) {
        g_autofree char *mask = g_strdup_printf("%x", t->mask);
        compare_json_add(object, "mask", compare_json_text(mask));
    }
    compare_json_add(object, "moves", moves);
    return object;
}

/* world: an inline world; NULL: the scenario's world by name. */
static char *reproduce(const CompareReport *report, guint index, BspVec from, BspVec to,
                       const BspWorld *world)
{
    const CompareScenario *s = report->scenario;
    const CompareResolved *move = &g_array_index(report->moves, CompareResolved, index);
    const CompareTrajectory *t =
        &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
    g_autofree char *name = g_strdup_printf("%s: %s, move %u", s->name, t->name, move->number);
    g_autofree char *path = compare_path_absolute(s->world_path);

    json_object *trajectories = compare_json_array();
    compare_json_append(trajectories, trajectory_object(s, t, from, to));
    g_autofree char *text = compare_json_print(trajectories, JSON_C_TO_STRING_SPACED);
    return compare_scenario_text(
        &(CompareScenarioText){ .scenario = s,
                                .name = name,
                                .world = path,
                                .inside = world,
                                .shape = t->shape >= 0 ? t->shape : COMPARE_NO_SHAPE,
                                .trajectories = text });
}

char *compare_reproducer(const CompareReport *report, guint index)
{
    const CompareResolved *move = &g_array_index(report->moves, CompareResolved, index);
    const CompareScenario *s = report->scenario;
    return reproduce(report, index, move->from, move->to, s->world_is_inside ? s->world : NULL);
}

char *compare_reproducer_shrunk(const CompareReport *report, guint index,
                                const CompareShrunk *shrunk)
{
    return reproduce(report, index, shrunk->from, shrunk->to, shrunk->world);
}
