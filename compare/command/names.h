/* names: what the command line calls moves, and what moves, of a scenario: walk:17, standing. Who
 * names what is not there is told what is. */
#ifndef COMPARE_COMMAND_NAMES_H
#define COMPARE_COMMAND_NAMES_H

#include "scenario/scenario.h"

typedef struct {
    guint trajectory, number;
} CompareMoveName;

/* What --move says: T:N, T being the name of a trajectory of the scenario, or else its number. The
 * trajectory may be shorter. Fails with BSP_ERROR_VALUE. */
gboolean compare_read_move_name(const char *text, const CompareScenario *scenario,
                                CompareMoveName *move, GError **error);

/* The error where the trajectory of the scenario has but n moves; FALSE. */
gboolean compare_no_such_move(const CompareScenario *scenario, CompareMoveName move, guint n,
                              GError **error);

/* What --space or --shape says, of which one is given, and the other NULL: a space of the scenario,
 * or a shape, which every space is, too; *mover as compare_scenario_mover(). Fails with
 * BSP_ERROR_VALUE. */
gboolean compare_find_mover(const CompareScenario *scenario, const char *space, const char *shape,
                            gint *mover, GError **error);

/* The same, but that --space may say NAME=MINS:MAXS, and --shape NAME=sphere:RADIUS or the like: a
 * space or shape that the scenario does not have, and is given. */
gboolean compare_find_or_add_mover(CompareScenario *scenario, const char *space, const char *shape,
                                   gint *mover, GError **error);

#endif
