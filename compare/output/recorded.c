/* recorded: writes a scenario with its resolved moves as recorded moves. */
#include "output/recorded.h"

#include "bsp-error.h"
#include "output/scenario-text.h"
#include "scenario/recording.h"
#include "text/strings.h"

static void add_vec(GString *out, BspVec v)
{
    for (guint i = 0; i < 3; i++) {
        g_autofree char *number = compare_number_exact(v.v[i]);
        g_string_append_printf(out, "%s%s", i ? ", " : "[", number);
    }
    g_string_append_c(out, ']');
}

static void add_move(GString *out, const CompareResolved *move)
{
    g_string_append(out, out->len ? ",\n        [" : "\n        [");
    add_vec(out, move->from);
    g_string_append(out, ", ");
    add_vec(out, move->to);
    g_string_append_c(out, ']');
}

static void clear_text(gpointer text)
{
    g_string_free(text, TRUE);
}

/* The moves of each trajectory, as text. */
static GPtrArray *moves_by_trajectory(const CompareScenario *s, const GArray *moves)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(clear_text);
    for (guint i = 0; i < s->trajectories->len; i++)
        g_ptr_array_add(texts, g_string_new(NULL));
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        add_move(texts->pdata[move->trajectory], move);
    }
    return texts;
}

static gboolean check_lengths(const CompareScenario *s, const GArray *moves, GError **error)
{
    g_autofree guint *n = g_new0(guint, MAX(s->trajectories->len, 1));
    for (guint i = 0; i < moves->len; i++) {
        guint k = g_array_index(moves, CompareResolved, i).trajectory;
        if (++n[k] <= COMPARE_MAX_LIST)
            continue;
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: /trajectories/%u: a scenario may record %d moves of a trajectory, and "
                    "this one has more",
                    s->path, k, COMPARE_MAX_LIST);
        return FALSE;
    }
    return TRUE;
}

static void add_string(GString *out, const char *key, const char *string)
{
    g_autofree char *value = compare_json_print(compare_json_text(string), JSON_C_TO_STRING_PLAIN);
    g_string_append_printf(out, "\"%s\": %s", key, value);
}

static void add_trajectory(GString *out, const CompareScenario *s, guint index, gint mover,
                           const char *moves)
{
    CompareTrajectory t = g_array_index(s->trajectories, CompareTrajectory, index);
    if (mover != COMPARE_OWN_MOVER) {
        t.space = mover >= 0 ? mover : -1;
        t.shape = mover >= 0 ? -1 : ~mover;
    }
    g_string_append(out, out->len > 1 ? ",\n    { " : "\n    { ");
    add_string(out, "name", t.name);
    g_string_append(out, ", ");
    add_string(out, t.space >= 0 ? "space" : "shape", compare_scenario_shape_name(s, &t));
    compare_recording_add_places(out, &t);
    g_string_append_printf(out, ",\n      \"moves\": [%s ] }", moves);
}

char *compare_recorded_text(const CompareScenario *s, const GArray *moves, gint mover,
                            const char *world, GError **error)
{
    if (!check_lengths(s, moves, error))
        return NULL;
    g_autoptr(GPtrArray) texts = moves_by_trajectory(s, moves);
    g_autoptr(GString) trajectories = g_string_new("[");
    for (guint i = 0; i < texts->len; i++) {
        const GString *text = texts->pdata[i];
        if (text->len)
            add_trajectory(trajectories, s, i, mover, text->str);
    }
    g_string_append(trajectories, " ]");
    return compare_scenario_text(
        &(CompareScenarioText){ .scenario = s,
                                .name = s->name,
                                .world = world,
                                .inside = s->world_is_inside ? s->world : NULL,
                                .shape = COMPARE_ALL_SHAPES,
                                .trajectories = trajectories->str });
}
