/* scenario: the input of a comparison: world, spaces, shapes, trajectories and options. */
#include "scenario/scenario.h"

#include "bsp-hull.h"
#include "onion-build.h"
#include "shift-build.h"
#include "trace/hash.h"

static void clear_space(gpointer data)
{
    g_free(((CompareSpace *)data)->name);
}

void compare_shape_clear(gpointer data)
{
    CompareShape *shape = data;
    g_free(shape->name);
    bsp_hull_free(shape->hull);
}

void compare_trajectory_clear(gpointer data)
{
    CompareTrajectory *t = data;
    g_free(t->name);
    if (t->waypoints)
        g_array_unref(t->waypoints);
    if (t->moves)
        g_array_unref(t->moves);
    if (t->order)
        g_array_unref(t->order);
}

static GArray *new_list(guint size, GDestroyNotify clear)
{
    GArray *list = g_array_new(FALSE, TRUE, size);
    g_array_set_clear_func(list, clear);
    return list;
}

CompareScenario *compare_scenario_new(const char *path)
{
    CompareScenario *s = g_new0(CompareScenario, 1);
    s->path = g_strdup(path);
    s->spaces = new_list(sizeof(CompareSpace), clear_space);
    s->shapes = new_list(sizeof(CompareShape), compare_shape_clear);
    s->trajectories = new_list(sizeof(CompareTrajectory), compare_trajectory_clear);
    s->bevel_angle = 90;
    s->part_at_faces = ONION_PART_AT_FACES;
    s->bevels = shift_options_default().bevels;
    s->repeat = 15;
    return s;
}

void compare_scenario_free(CompareScenario *s)
{
    if (!s)
        return;
    g_free(s->name);
    g_free(s->path);
    g_free(s->world_path);
    bsp_world_free(s->world);
    g_array_unref(s->spaces);
    g_array_unref(s->shapes);
    g_array_unref(s->trajectories);
    g_free(s);
}

gboolean compare_scenario_draw_anew(CompareScenario *s, guint64 seed, GError **error)
{
    for (guint i = 0; i < s->trajectories->len; i++) {
        CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
        if (t->source != COMPARE_RANDOM)
            continue;
        guint64 hash = bsp_hash(BSP_HASH_START, &t->seed, sizeof t->seed);
        t->seed = bsp_hash(hash, &seed, sizeof seed);
        s->has_seed = TRUE;
        s->seed = seed;
    }
    if (!s->has_seed)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: --seed: it has no random trajectory, and would be the same for each seed",
                    s->path);
    return s->has_seed;
}

gint compare_scenario_mover(const CompareTrajectory *t)
{
    return t->space >= 0 ? t->space : ~t->shape;
}

const BspShape *compare_scenario_shape(const CompareScenario *s, const CompareTrajectory *t)
{
    return t->space >= 0 ? &g_array_index(s->spaces, CompareSpace, t->space).shape
                         : &g_array_index(s->shapes, CompareShape, t->shape).shape;
}

const char *compare_scenario_shape_name(const CompareScenario *s, const CompareTrajectory *t)
{
    return t->space >= 0 ? g_array_index(s->spaces, CompareSpace, t->space).name
                         : g_array_index(s->shapes, CompareShape, t->shape).name;
}
