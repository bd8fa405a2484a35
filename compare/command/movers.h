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

/* Finds the mover of --space or --shape; one of the two is NULL. --shape also accepts spaces.
 * *mover is as from compare_scenario_mover(). Fails with BSP_ERROR_VALUE. */
gboolean compare_find_mover(const CompareScenario *scenario, const char *space, const char *shape,
                            gint *mover, GError **error);

/* Like compare_find_mover(), but --space may also be NAME=MINS:MAXS, and --shape NAME=sphere:RADIUS
 * or the like. Such a space or shape is added to the scenario. */
gboolean compare_find_or_add_mover(CompareScenario *scenario, const char *space, const char *shape,
                                   gint *mover, GError **error);

/* Adds the boxes and shapes of --boxes and --shapes, either of which may be NULL. If the scenario
 * has a world, it must have brushes of the contents that stop them. Fails with BSP_ERROR_VALUE. */
gboolean compare_add_movers(CompareScenario *scenario, const char *boxes, const char *shapes,
                            GError **error);

/* Returns the command that explains a move of the mover, without --from and --to, quoted for a
 * shell. name: the value of --space or --shape if the mover is not in the scenario's file; else
 * NULL. boxes, shapes and world: the values of these options, or NULL. The caller frees the text
 * with g_free(). */
char *compare_explain_command(const CompareScenario *scenario, gint mover, const char *name,
                              const char *boxes, const char *shapes, const char *world);

#endif
