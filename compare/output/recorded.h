/* recorded: a scenario whose moves have been worked out, written as one that has recorded them. */
#ifndef COMPARE_OUTPUT_RECORDED_H
#define COMPARE_OUTPUT_RECORDED_H

#include "run/moves.h"

/* The scenario's text, with these moves of its (CompareResolved), a line each, in numbers that read
 * back exactly; trajectories without a move are left out. mover: what is to move, as
 * compare_scenario_mover(), or COMPARE_OWN_MOVER. world: how the world's file is named. NULL with
 * BSP_ERROR_LIMIT where a trajectory has more moves than a scenario may hold. */
char *compare_recorded_text(const CompareScenario *scenario, const GArray *moves, gint mover,
                            const char *world, GError **error);

#define COMPARE_OWN_MOVER G_MAXINT

#endif
