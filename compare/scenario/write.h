/* write: writes a scenario as the text of its file. */
#ifndef COMPARE_SCENARIO_WRITE_H
#define COMPARE_SCENARIO_WRITE_H

#include "scenario/scenario.h"

/* The text of the scenario's file. Each move is on its own line; numbers are the shortest that read
 * back exactly; options that have their defaults are left out. world: the name of the world's file.
 * Crowds and edits are left out. inside: a world to write in place of the name; or NULL. The caller
 * frees the text with g_free().
 */
char *compare_scenario_write(const CompareScenario *s, const char *world, const BspWorld *inside);

/* Fails with BSP_ERROR_LIMIT if a scenario of `length` bytes is too large to read. `path` names the
 * file of the moves, for the message. */
gboolean compare_scenario_check_length(const char *path, gsize length, GError **error);

#endif
