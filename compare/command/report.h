/* report: makes reports from the names of scenarios. */
#ifndef COMPARE_COMMAND_REPORT_H
#define COMPARE_COMMAND_REPORT_H

#include "command/options.h"
#include "run/run.h"

/* Like bsp_world_load_with(), but shows progress on a terminal. */
BspWorld *compare_command_read_world(const char *path, guint flags, GError **error);

/* As compare_command_read_world(), with all options. */
BspWorld *compare_command_read_options(const char *path, const BspWorldOptions *options,
                                       GError **error);

/* Loads a scenario with the world of --world, the boxes and shapes of --shapes, and
 * random moves of these. A level may stand for a scenario: it gets these boxes, or the usual ones,
 * and random moves of them, if the level has starts. */
CompareScenario *compare_command_read_scenario(const char *path, const CompareOptions *options,
                                               GError **error);

/* Loads the scenarios of the command line; returns an array of CompareScenario, which owns them.
 * All are read before any is run, so that errors in the last are reported at once. A scenario made
 * of a level without starts has no moves. */
GPtrArray *compare_command_load(const CompareOptions *options, GError **error);

/* Fails with BSP_ERROR_VALUE if a scenario has no moves. */
gboolean compare_command_check_moves(const GPtrArray *scenarios, GError **error);

/* Sets the timing repetitions of all scenarios; 0 keeps the scenarios' values. */
void compare_command_repeat(const GPtrArray *scenarios, guint repeat);

/* Fails with BSP_ERROR_IO if the output, unless NULL, is one of the scenarios or worlds that were
 * read. */
gboolean compare_command_check_inputs(const GPtrArray *scenarios, const char *output,
                                      GError **error);

/* Fails with BSP_ERROR_VALUE if all brushes of the world's file were left out. The message has the
 * most frequent reason. */
gboolean compare_command_check_left(const BspWorld *world, const char *path, GError **error);

/* Fails with BSP_ERROR_VALUE if a scenario's world has no brushes: all methods are right there. */
gboolean compare_command_check_worlds(const GPtrArray *scenarios, GError **error);

/* Loads the scenarios of the command line. With --seed, draws their random trajectories anew. Fails
 * if one of the n outputs, which may be NULL, would overwrite an input. */
GPtrArray *compare_command_open(const CompareOptions *options, const char *const *outputs, guint n,
                                GError **error);

/* Runs the scenarios, with progress on a terminal; timed: measure times, too. Returns an array of
 * CompareReport, which owns them. Errors name the scenario's file. */
GPtrArray *compare_command_reports(const GPtrArray *scenarios, const CompareAsked *asked,
                                   gboolean timed, GError **error);

#endif
