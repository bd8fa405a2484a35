/* recording: makes scenarios of recorded moves from an engine's log. */
#ifndef COMPARE_RECORDING_H
#define COMPARE_RECORDING_H

#include "scenario/scenario.h"

/* Makes a scenario without a world from an array of CompareLogged. It has a space for each box,
 * and a trajectory for each box and mask, in order of appearance. A space is named "point", or
 * by its extents, or by its corners if two boxes have the same extents. Returns NULL with
 * BSP_ERROR_LIMIT. */
CompareScenario *compare_recording_of_moves(const char *path, const GArray *logged, GError **error);

#endif
