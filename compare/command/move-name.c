/* move-name: a move of a scenario as the command line names it: walk:17. */
#include "command/move-name.h"

#include <string.h>

#include "command/command.h"

/* The trajectory of that name, or else of that number; -1: there is none. */
static gint find_trajectory(const CompareScenario *s, const char *name)
{
    guint64 index;
    for (guint i = 0; i < s->trajectories->len; i++)
        if (g_str_equal(g_array_index(s->trajectories, CompareTrajectory, i).name, name))
            return (gint)i;
    gboolean is_number =
        g_ascii_string_to_unsigned(name, 10, 0, s->trajectories->len, &index, NULL) &&
        index < s->trajectories->len;
    return is_number ? (gint)index : -1;
}

gboolean compare_read_move_name(const char *text, const CompareScenario *scenario,
                                CompareMoveName *move, GError **error)
{
    const char *colon = strrchr(text, ':');
    guint64 number;
    if (!colon || !g_ascii_string_to_unsigned(colon + 1, 10, 0, G_MAXUINT - 1, &number, NULL))
        return compare_command_wrong(
            error, "--move: '%s' is none such as walk:17: a trajectory, :, and a number", text);
    g_autofree char *name = g_strndup(text, (gsize)(colon - text));
    gint trajectory = find_trajectory(scenario, name);
    if (trajectory < 0)
        return compare_command_wrong(error, "--move: %s has no trajectory '%s'", scenario->path,
                                     name);
    *move = (CompareMoveName){ (guint)trajectory, (guint)number };
    return TRUE;
}

gboolean compare_no_such_move(const CompareScenario *scenario, CompareMoveName move, guint n,
                              GError **error)
{
    return compare_command_wrong(
        error, "--move: %s has no move %u: it has %u, from 0 on",
        g_array_index(scenario->trajectories, CompareTrajectory, move.trajectory).name, move.number,
        n);
}
