/* scenario-text: writes a scenario as the text of its file: with its resolved moves as recorded
 * ones, or with one move that shows an error. */
#ifndef COMPARE_SCENARIO_TEXT_H
#define COMPARE_SCENARIO_TEXT_H

#include "run/faults.h"
#include "text/json-value.h"

/* The scenario's text with these moves (CompareResolved), one on each line, in numbers that read
 * back exactly. Trajectories without moves are left out. mover: as CompareTrajectory.mover, or
 * COMPARE_OWN_MOVER. world: the name of the world's file. NULL with BSP_ERROR_LIMIT if a trajectory
 * has more moves than a scenario may have. */
char *compare_recorded_text(const CompareScenario *scenario, const GArray *moves, gint mover,
                            const char *world, GError **error);

#define COMPARE_OWN_MOVER G_MAXINT

/* A scenario of one move that shows one error, with all the spaces, because an onion contains all
 * of them. The report must outlive it. The caller frees it with compare_scenario_free(). */
CompareScenario *compare_reproducer(const CompareReport *report, guint move);

/* Its text. The world is in it, so that the file needs no other. */
char *compare_reproducer_text(const CompareScenario *one);

#endif
