/* move-name: a move of a scenario as the command line names it: walk:17. */
#ifndef COMPARE_COMMAND_MOVE_NAME_H
#define COMPARE_COMMAND_MOVE_NAME_H

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

#endif
