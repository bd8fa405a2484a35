/* read-trajectory: reads the trajectories of a scenario. */
#include <string.h>

#include "scenario/read.h"

static gboolean read_mover(const CompareScenario *s, const BspJsonRef *ref, CompareTrajectory *t,
                           GError **error)
{
    static const char *const keys[] = { "space", "shape", NULL };
    BspJsonRef mover;
    const char *name;
    guint which;
    if (!compare_read_one_of(ref, keys, &which, &mover, error) ||
        !bsp_json_string(&mover, &name, error))
        return FALSE;
    t->space = which == 0 ? compare_find_space(s, name) : -1;
    t->shape = which == 1 ? compare_find_shape(s, name) : -1;
    return t->space >= 0 || t->shape >= 0 ||
           bsp_json_fail(&mover, error, BSP_ERROR_VALUE, "there is no %s \"%s\"", keys[which],
                         name);
}

static gboolean read_response(const BspJsonRef *ref, CompareResponse *response, GError **error)
{
    static const char *const names[] = { "stop", "slide", "bounce", NULL };
    BspJsonRef member;
    guint choice = COMPARE_STOP;
    if (bsp_json_member(ref, "response", &member) &&
        !bsp_json_choice(&member, names, &choice, error))
        return FALSE;
    *response = (CompareResponse)choice;
    return TRUE;
}

static gboolean read_waypoints(const BspJsonRef *ref, CompareTrajectory *t, GError **error)
{
    t->source = COMPARE_WAYPOINTS;
    t->waypoints = g_array_new(FALSE, FALSE, sizeof(BspVec));
    return compare_read_points(ref, 2, t->waypoints, error);
}

static gboolean read_step(const BspJsonRef *random, CompareTrajectory *t, GError **error)
{
    BspJsonRef ref, item;
    guint n;
    if (!bsp_json_require(random, "step", &ref, error) || !bsp_json_array(&ref, 2, 2, &n, error))
        return FALSE;
    bsp_json_item(&ref, 0, &item);
    if (!bsp_json_number(&item, 0, BSP_WORLD_HALF, &t->step_min, error))
        return FALSE;
    bsp_json_item(&ref, 1, &item);
    if (!bsp_json_number(&item, 0, BSP_WORLD_HALF, &t->step_max, error))
        return FALSE;
    return t->step_min <= t->step_max ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                         "the shortest step (%.15g) exceeds the longest (%.15g)", t->step_min,
                         t->step_max);
}

/* Reads "starts", or a point. */
static gboolean read_start(const CompareScenario *s, const BspJsonRef *random, CompareTrajectory *t,
                           GError **error)
{
    static const char *const names[] = { "starts", NULL };
    BspJsonRef ref;
    guint n, choice;
    if (!bsp_json_require(random, "start", &ref, error))
        return FALSE;
    if (bsp_json_array(&ref, 0, G_MAXUINT, &n, NULL))
        return bsp_json_vec(&ref, &t->start_point, error);
    t->start_is_starts = TRUE;
    if (!bsp_json_choice(&ref, names, &choice, error))
        return FALSE;
    return s->world->starts->len > 0 ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "the world %s has no starts", s->world_path);
}

static gboolean read_random(const CompareScenario *s, const BspJsonRef *ref, CompareTrajectory *t,
                            GError **error)
{
    static const char *const keys[] = { "seed", "moves", "step", "start", NULL };
    guint64 moves;
    t->source = COMPARE_RANDOM;
    if (!bsp_json_check_object(ref, keys, error) ||
        !compare_read_uint(ref, "seed", 0, G_MAXUINT64, &t->seed, error) ||
        !compare_read_uint(ref, "moves", 1, COMPARE_MAX_RANDOM, &moves, error) ||
        !read_step(ref, t, error) || !read_start(s, ref, t, error))
        return FALSE;
    t->n_moves = (guint)moves;
    return TRUE;
}

static gboolean read_trajectory_name(const CompareScenario *s, const BspJsonRef *ref, char **name,
                                     GError **error)
{
    BspJsonRef member;
    const char *string;
    if (!bsp_json_require(ref, "name", &member, error) || !bsp_json_string(&member, &string, error))
        return FALSE;
    for (guint i = 0; i < s->trajectories->len; i++)
        if (strcmp(g_array_index(s->trajectories, CompareTrajectory, i).name, string) == 0)
            return bsp_json_fail(&member, error, BSP_ERROR_VALUE,
                                 "a trajectory already has the name \"%s\"", string);
    *name = g_strdup(string);
    return TRUE;
}

/* Reads the member that defines the moves: "waypoints", "moves" or "random". */
static gboolean read_source(const CompareScenario *s, const BspJsonRef *ref, CompareTrajectory *t,
                            GError **error)
{
    static const char *const keys[] = { "waypoints", "moves", "random", NULL };
    static const char *const beside_moves[] = { "mask", "order", NULL };
    BspJsonRef source, member;
    guint which;
    if (!compare_read_one_of(ref, keys, &which, &source, error))
        return FALSE;
    if (which == 1)
        return compare_read_recorded(ref, &source, t, error);
    for (guint i = 0; beside_moves[i]; i++)
        if (bsp_json_member(ref, beside_moves[i], &member))
            return bsp_json_fail(&member, error, BSP_ERROR_VALUE,
                                 "it belongs to recorded moves, and these are \"%s\"", keys[which]);
    return which == 0 ? read_waypoints(&source, t, error) : read_random(s, &source, t, error);
}

gboolean compare_read_trajectory(CompareScenario *s, const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "name",  "space", "shape", "response", "waypoints",
                                        "moves", "mask",  "order", "random",   NULL };
    CompareTrajectory t = { 0 };
    if (!bsp_json_check_object(ref, keys, error) || !read_trajectory_name(s, ref, &t.name, error) ||
        !read_mover(s, ref, &t, error) || !read_response(ref, &t.response, error) ||
        !read_source(s, ref, &t, error)) {
        compare_trajectory_clear(&t);
        return FALSE;
    }
    g_array_append_val(s->trajectories, t);
    return TRUE;
}
