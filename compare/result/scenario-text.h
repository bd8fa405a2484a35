/* scenario-text: writes a scenario as the text of its file, either with its resolved moves as
 * recorded moves, or with one move that shows an error. */
#ifndef COMPARE_SCENARIO_TEXT_H
#define COMPARE_SCENARIO_TEXT_H

#include "run/faults.h"
#include "text/json-value.h"

/* Returns the scenario's text with these moves (CompareResolved), one on each line. Reading the
 * numbers gives exactly the same moves. Trajectories without moves are left out. `mover` is the
 * mover of all moves, encoded as in CompareTrajectory.mover, or COMPARE_OWN_MOVER if each
 * trajectory keeps its own. `world` is the name of the world's file. Returns NULL with
 * BSP_ERROR_LIMIT if a trajectory has more moves than a scenario may have. */
char *compare_recorded_text(const CompareScenario *scenario, const GArray *moves, gint mover,
                            const char *world, GError **error);

#define COMPARE_OWN_MOVER G_MAXINT

/* Returns a scenario of one move that shows an error, to be written with its world. It has all
 * spaces, because they are all in one onion. The report must outlive it. The caller frees it with
 * compare_scenario_free(). */
CompareScenario *compare_reproducer(const CompareReport *report, guint move);

#endif
