/* write: writes a scenario as the text of its file. */
#ifndef COMPARE_SCENARIO_WRITE_H
#define COMPARE_SCENARIO_WRITE_H

#include "scenario/scenario.h"

/* Returns the text of the scenario's file. Each move is on its own line. Numbers have as few digits
 * as are needed to read exactly the same number. Options with their defaults, crowds, agents and
 * edits are left out. `world` is the name of the world's file. If `inside` is not NULL, that world
 * is written in place of the name. The caller frees the text with g_free(). */
char *compare_scenario_write(const CompareScenario *s, const char *world, const BspWorld *inside);

/* Fails with BSP_ERROR_LIMIT if the text of a scenario, of `length` bytes, is too long to be read.
 * `path` is the file of the moves, for the message. */
gboolean compare_scenario_check_length(const char *path, gsize length, GError **error);

#endif
