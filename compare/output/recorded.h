/* recorded: writes a scenario with its resolved moves as recorded moves. */
#ifndef COMPARE_OUTPUT_RECORDED_H
#define COMPARE_OUTPUT_RECORDED_H

#include "run/resolve.h"

/* The scenario's text with these moves (CompareResolved), one on each line, in numbers that read
 * back exactly. Trajectories without moves are left out. mover: as from compare_scenario_mover(),
 * or COMPARE_OWN_MOVER. world: the name of the world's file. NULL with BSP_ERROR_LIMIT if a
 * trajectory has more moves than a scenario may have. */
char *compare_recorded_text(const CompareScenario *scenario, const GArray *moves, gint mover,
                            const char *world, GError **error);

#define COMPARE_OWN_MOVER G_MAXINT

#endif
