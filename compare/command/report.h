/* report: makes reports from the names of scenarios. */
#ifndef COMPARE_COMMAND_REPORT_H
#define COMPARE_COMMAND_REPORT_H

#include "command/options.h"
#include "run/run.h"

/* Does the same as bsp_world_load_with(), but shows progress on a terminal. */
BspWorld *compare_command_read_world(const char *path, guint flags, GError **error);

/* Does the same as compare_command_read_world(), with all options of a world. */
BspWorld *compare_command_read_options(const char *path, const BspWorldOptions *options,
                                       GError **error);

/* Loads a scenario. It gets the world of --world, and the boxes and shapes of --shapes with random
 * moves. The path may also be that of a level. Then the scenario has these boxes, or else the usual
 * boxes, and, if the level has starts, random moves. */
CompareScenario *compare_command_read_scenario(const char *path, const CompareOptions *options,
                                               GError **error);

/* Returns whether the file may be a level in place of a scenario. If --world names a level, the
 * file must be a scenario. */
gboolean compare_command_is_level(const char *path, const CompareOptions *options);

/* Loads the scenarios of the command line. Returns an array of CompareScenario, which owns them. It
 * reads all scenarios before any is run, so that an error in the last one is reported at once. A
 * scenario made of a level without starts has no moves. With --repeat, all scenarios get this
 * number of timing repetitions. */
GPtrArray *compare_command_load(const CompareOptions *options, GError **error);

/* Fails with BSP_ERROR_VALUE if a scenario has no moves. */
gboolean compare_command_check_moves(const GPtrArray *scenarios, GError **error);

/* Fails with BSP_ERROR_IO if the output is one of the scenarios or worlds that were read. The
 * output may be NULL. */
gboolean compare_command_check_inputs(const GPtrArray *scenarios, const char *output,
                                      GError **error);

/* Fails with BSP_ERROR_VALUE if all brushes of the world's file were left out. The message has the
 * most frequent reason. */
gboolean compare_command_check_left(const BspWorld *world, const char *path, GError **error);

/* Fails with BSP_ERROR_VALUE if a scenario's world has no brushes, because in such a world every
 * method would be right. */
gboolean compare_command_check_worlds(const GPtrArray *scenarios, GError **error);

/* Loads the scenarios of the command line. With --seed, draws their random trajectories again.
 * Fails if one of the n outputs would overwrite an input. An output may be NULL. */
GPtrArray *compare_command_open(const CompareOptions *options, const char *const *outputs, guint n,
                                GError **error);

/* Runs the scenarios, shows progress on a terminal, and measures times if `timed`. Returns an array
 * of CompareReport, which owns them. Errors name the scenario's file. */
GPtrArray *compare_command_run_all(const GPtrArray *scenarios, const CompareAsked *asked,
                                   gboolean timed, GError **error);

#endif
