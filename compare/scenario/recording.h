/* recording: scenarios of recorded moves, made of an engine's log and written. */
#ifndef COMPARE_SCENARIO_RECORDING_H
#define COMPARE_SCENARIO_RECORDING_H

#include "scenario/scenario.h"

/* Boxes in one log. No engine has as many; a log of more is of something else. */
#define COMPARE_MAX_LOGGED_BOXES 1024

/* A scenario, which has no world yet, of an array of CompareLogged: a space for each box, called
 * "point", or by its extents, or, where two boxes have the same, by its corners; a trajectory for
 * each box and mask, in order of appearance. NULL with BSP_ERROR_LIMIT. */
CompareScenario *compare_recording_of_moves(const char *path, const GArray *logged, GError **error);

/* The same of an array of CompareMove, made by each of the spaces (an array of CompareSpace) and
 * then of the shapes (an array of CompareShape, spheres, cylinders and capsules). They are copied.
 */
CompareScenario *compare_recording_of_positions(const char *path, const GArray *moves,
                                                const GArray *spaces, const GArray *shapes);

/* The text of the scenario's file, whose name is the scenario's own and whose world is named so.
 * All its trajectories must be recorded, and its shapes round. A line for each move; numbers are
 * the shortest that read back exactly. Free with g_free(). */
char *compare_recording_text(const CompareScenario *recording, const char *world);

/* Appends the members "mask" and "order" of a recorded trajectory, those of them that it has. */
void compare_recording_add_places(GString *out, const CompareTrajectory *trajectory);

/* Whether a scenario of so many bytes, of the moves of the file at the path, can be read. FALSE
 * with BSP_ERROR_LIMIT. */
gboolean compare_recording_check_length(const char *path, gsize length, GError **error);

#endif
