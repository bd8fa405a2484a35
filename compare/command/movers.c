/* movers: reads the boxes and shapes of the command line, and the names of moves and movers. */
#include "command/movers.h"

#include <string.h>

#include "bsp-brush-table.h"
#include "command/command.h"
#include "scenario/parse-shape.h"
#include "scenario/reading.h"
#include "text/selection.h"
#include "tools/bsp-file.h"

/* --- lists of names --- */

/* The largest number of names in a message. A message with more would be hard to read. */
#define MOST_LISTED 12

static void add_name(GString *list, guint i, const char *name)
{
    if (i < MOST_LISTED)
        g_string_append_printf(list, "%s%s", i ? ", " : "", name);
    else if (i == MOST_LISTED)
        g_string_append(list, ", ...");
}

/* Sets the error, because the scenario has no item with this name, and returns FALSE. The message
 * lists the names that the scenario has. */
static gboolean no_such(const CompareScenario *s, const char *option, const char *what,
                        const char *name, const GString *list, GError **error)
{
    if (list->len == 0)
        return compare_wrong(error, "--%s: %s has no %s '%s'; it has no %s at all", option, s->path,
                             what, name, what);
    return compare_wrong(error, "--%s: %s has no %s '%s'; it has %s", option, s->path, what, name,
                         list->str);
}

/* --- moves --- */

/* Returns the index of the trajectory with this name, or else with this number. Returns -1 if there
 * is none. */
static gint find_trajectory(const CompareScenario *s, const char *name)
{
    guint64 index;
    for (guint i = 0; i < s->trajectories->len; i++)
        if (g_str_equal(compare_scenario_trajectory(s, i)->name, name))
            return (gint)i;
    gboolean is_number =
        g_ascii_string_to_unsigned(name, 10, 0, s->trajectories->len, &index, NULL) &&
        index < s->trajectories->len;
    return is_number ? (gint)index : -1;
}

static gboolean no_such_trajectory(const CompareScenario *s, const char *name, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < s->trajectories->len; i++)
        add_name(list, i, compare_scenario_trajectory(s, i)->name);
    return no_such(s, "move", "trajectory", name, list, error);
}

gboolean compare_read_move_name(const char *text, const CompareScenario *scenario,
                                CompareMoveName *move, GError **error)
{
    const char *colon = strrchr(text, ':');
    guint64 number;
    if (!colon || !g_ascii_string_to_unsigned(colon + 1, 10, 0, G_MAXUINT - 1, &number, NULL))
        return compare_wrong(
            error,
            "--move: '%s' is not a move; write a trajectory, :, and a number, such as walk:17",
            text);
    g_autofree char *name = g_strndup(text, (gsize)(colon - text));
    gint trajectory = find_trajectory(scenario, name);
    if (trajectory < 0)
        return no_such_trajectory(scenario, name, error);
    *move = (CompareMoveName){ (guint)trajectory, (guint)number };
    return TRUE;
}

gboolean compare_no_such_move(const CompareScenario *scenario, CompareMoveName move, guint n,
                              GError **error)
{
    return compare_wrong(
        error, "--move: trajectory '%s' has no move %u; it has %u moves, counted from 0",
        compare_scenario_trajectory(scenario, move.trajectory)->name, move.number, n);
}

/* --- movers --- */

static gboolean no_such_mover(const CompareScenario *s, const char *name, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < compare_n_movers(s); i++)
        add_name(list, i, compare_mover(s, compare_mover_at(s, i))->name);
    return no_such(s, "shape", "box or shape", name, list, error);
}

gboolean compare_find_mover(const CompareScenario *scenario, const char *name, gint *mover,
                            GError **error)
{
    return compare_has_mover(scenario, name, mover) || no_such_mover(scenario, name, error);
}

/* Returns whether brushes that the mask selects were left out when the world was read. */
static gboolean world_lacks_brushes(const CompareScenario *s, guint32 mask)
{
    if (!s->world)
        return FALSE;
    g_autofree char *file = g_strndup(s->world_path, compare_selection(s->world_path, NULL));
    return (mask & ~(BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP)) != 0 &&
           !(s->world->flags & BSP_WORLD_ALL_CONTENTS) && bsp_ending_is(file, BSP_FILE_LEVEL);
}

static gboolean check_new(const CompareScenario *s, const CompareMover *new, GError **error)
{
    gint old;
    if (compare_has_mover(s, new->name, &old))
        return compare_wrong(error, "there is already a %s '%s'; choose another name",
                             old >= 0 ? "space" : "shape", new->name);
    return !world_lacks_brushes(s, new->mask) ||
           compare_wrong(
               error,
               "the world of %s was read without the brushes that are neither solid nor "
               "playerclip; to read them, add \"masks\": true to the \"options\" of the scenario",
               s->path);
}

/* Adds a box, "NAME=MINS:MAXS", or a round shape, such as "NAME=sphere:RADIUS". Messages name the
 * option, which is --shape or --shapes. */
static gboolean add_mover(CompareScenario *s, const char *option, const char *text, gint *mover,
                          GError **error)
{
    const char *equals = strchr(text, '=');
    gboolean is_round = equals && g_ascii_isalpha(equals[1]);
    CompareMover new = { .name = NULL };
    if ((is_round ? compare_parse_shape : compare_parse_space)(text, &new, error) &&
        check_new(s, &new, error)) {
        *mover = compare_add_mover(s, new);
        return TRUE;
    }
    compare_mover_clear(&new);
    g_prefix_error(error, "--%s: ", option);
    return FALSE;
}

gboolean compare_find_or_add_mover(CompareScenario *scenario, const char *text, gint *mover,
                                   GError **error)
{
    if (compare_find_mover(scenario, text, mover, NULL))
        return TRUE; /* the whole text is a name, which may contain "=" */
    return strchr(text, '=') ? add_mover(scenario, "shape", text, mover, error)
                             : compare_find_mover(scenario, text, mover, error);
}

/* --- lists of movers --- */

char **compare_split_movers(const char *list)
{
    g_auto(GStrv) parts = g_strsplit(list ? list : "", ",", -1);
    g_autoptr(GPtrArray) items = g_ptr_array_new();
    g_autoptr(GString) item = g_string_new(NULL);
    for (char **part = parts; *part; part++) {
        if (part != parts && strchr(*part, '=')) {
            g_ptr_array_add(items, g_strdup(item->str));
            g_string_truncate(item, 0);
        } else if (part != parts) {
            g_string_append_c(item, ',');
        }
        g_string_append(item, *part);
    }
    if (list)
        g_ptr_array_add(items, g_strdup(item->str));
    g_ptr_array_add(items, NULL);
    return (char **)g_ptr_array_steal(items, NULL);
}

gboolean compare_add_movers(CompareScenario *scenario, const char *shapes, GError **error)
{
    g_auto(GStrv) all = compare_split_movers(shapes);
    gint mover;
    for (char **shape = all; *shape; shape++)
        if (!add_mover(scenario, "shapes", *shape, &mover, error))
            return FALSE;
    return TRUE;
}

void compare_note_turns_not_drawn(const CompareScenario *scenario)
{
    if (compare_scenario_turns(scenario))
        compare_command_say("%s: the picture shows bodies that turn as if they did not turn",
                            scenario->path);
}
