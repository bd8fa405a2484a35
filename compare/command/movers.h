/* movers: parses boxes and shapes of the command line, and names of a scenario's moves ("walk:17")
 * and movers ("standing"). Also writes them for a command line. Error messages list the existing
 * names. */
#ifndef COMPARE_COMMAND_MOVERS_H
#define COMPARE_COMMAND_MOVERS_H

#include "scenario/scenario.h"

typedef struct {
    guint trajectory, number;
} CompareMoveName;

/* Parses the value T:N of --move. T is the name of a trajectory of the scenario, or else its
 * number. The caller checks that the trajectory has move N. Fails with BSP_ERROR_VALUE. */
gboolean compare_read_move_name(const char *text, const CompareScenario *scenario,
                                CompareMoveName *move, GError **error);

/* Sets the error for a move that does not exist, because the trajectory has only n moves. Returns
 * FALSE. */
gboolean compare_no_such_move(const CompareScenario *scenario, CompareMoveName move, guint n,
                              GError **error);

/* Finds the space or shape with this name, which is the value of --shape. Stores its number in
 * *mover, encoded as in CompareTrajectory.mover. Fails with BSP_ERROR_VALUE. */
gboolean compare_find_mover(const CompareScenario *scenario, const char *name, gint *mover,
                            GError **error);

/* Does the same as compare_find_mover(), but the text may also be a box, NAME=MINS:MAXS, or a round
 * shape, such as NAME=sphere:RADIUS. A new box or shape is added to the scenario. */
gboolean compare_find_or_add_mover(CompareScenario *scenario, const char *text, gint *mover,
                                   GError **error);

/* Splits a list of boxes and shapes, "a=0,0,0:1,1,1:solid,water,b=...", in which every item begins
 * with a name and "=". NULL is an empty list. The caller frees the texts with g_strfreev(). */
char **compare_split_movers(const char *list);

/* Adds the boxes and round shapes of --shapes, which may be NULL. If the scenario has a world, it
 * must have brushes with contents that stop them. Fails with BSP_ERROR_VALUE. */
gboolean compare_add_movers(CompareScenario *scenario, const char *shapes, GError **error);

/* If bodies of the scenario turn, prints a note that pictures show no turning. */
void compare_note_turns_not_drawn(const CompareScenario *scenario);

#endif
