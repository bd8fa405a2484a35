/* report: from the names of scenarios to their reports. */
#ifndef COMPARE_COMMAND_REPORT_H
#define COMPARE_COMMAND_REPORT_H

#include "command/options.h"
#include "run/run.h"

/* bsp_world_load_with() and compare_scenario_load_over(), with progress on a terminal. */
BspWorld *compare_command_read_world(const char *path, guint flags, GError **error);
CompareScenario *compare_command_read_scenario(const char *path, const char *world, GError **error);

/* An array of CompareScenario that frees them; over this world, unless it is NULL. All are read
 * before any runs: a mistake in the last one is told at once. */
GPtrArray *compare_command_load(char **files, const char *world, GError **error);

/* Loads the saved trees that the command line names: they stand in where the methods of these
 * scenarios would build them. Fails with BSP_ERROR, also for a tree that is of another world or of
 * other spaces than a scenario. */
gboolean compare_command_load_trees(CompareOptions *options, const GPtrArray *scenarios,
                                    GError **error);

/* Has all of them repeat timing so often; 0 leaves it to each. */
void compare_command_repeat(const GPtrArray *scenarios, guint repeat);

/* Whether an output, if it is not NULL, is none of the files that were read: scenarios and worlds.
 * Fails with BSP_ERROR_IO. */
gboolean compare_command_check_inputs(const GPtrArray *scenarios, const char *output,
                                      GError **error);

/* The scenarios that the command line names, none of which is written over by the n outputs; those
 * that are NULL are not asked for. */
GPtrArray *compare_command_open(const CompareOptions *options, const char *const *outputs, guint n,
                                GError **error);

/* An array of CompareReport that frees them, one for each scenario, with progress on a terminal;
 * flags are CompareRunFlags. Errors name the scenario's file. Says which saved trees were of no
 * use. */
GPtrArray *compare_command_reports(const GPtrArray *scenarios, const CompareAsked *asked,
                                   guint flags, GError **error);

#endif
