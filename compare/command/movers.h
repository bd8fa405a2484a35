/* movers: parses boxes and shapes given on the command line, and the names of a scenario's moves
 * ("walk:17") and movers ("standing"), and writes them for a command line. Error messages list the
 * existing names. */
#ifndef COMPARE_COMMAND_MOVERS_H
#define COMPARE_COMMAND_MOVERS_H

#include "scenario/scenario.h"

typedef struct {
    guint trajectory, number;
} CompareMoveName;

/* Parses --move: T:N, with the name of a trajectory T of the scenario, or else its number. It does
 * not check that the trajectory has move N. Fails with BSP_ERROR_VALUE. */
gboolean compare_read_move_name(const char *text, const CompareScenario *scenario,
                                CompareMoveName *move, GError **error);

/* Sets the error for a trajectory with only n moves; returns FALSE. */
gboolean compare_no_such_move(const CompareScenario *scenario, CompareMoveName move, guint n,
                              GError **error);

/* Finds the space or shape of that name, the value of --shape. *mover: as CompareTrajectory.mover.
 * Fails with BSP_ERROR_VALUE. */
gboolean compare_find_mover(const CompareScenario *scenario, const char *name, gint *mover,
                            GError **error);

/* Like compare_find_mover(), but the text may also be a box, NAME=MINS:MAXS, or a round shape,
 * NAME=sphere:RADIUS or the like, which is added to the scenario. */
gboolean compare_find_or_add_mover(CompareScenario *scenario, const char *text, gint *mover,
                                   GError **error);

/* Splits a list of boxes and shapes, "a=0,0,0:1,1,1:solid,water,b=...": every item begins with a
 * name and "=". NULL is an empty list. The caller frees the texts with g_strfreev(). */
char **compare_split_movers(const char *list);

/* Adds the boxes and round shapes of --shapes, which may be NULL. If the scenario has a world, it
 * must have brushes of the contents that stop them. Fails with BSP_ERROR_VALUE. */
gboolean compare_add_movers(CompareScenario *scenario, const char *shapes, GError **error);

/* Says that pictures show no turning, if bodies of the scenario turn. */
void compare_say_unturned(const CompareScenario *scenario);

#endif
