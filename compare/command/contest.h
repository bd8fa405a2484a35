/* contest: the options of commands that accept contestants. */
#ifndef COMPARE_COMMAND_CONTEST_H
#define COMPARE_COMMAND_CONTEST_H

#include "contest/contest.h"

typedef struct {
    char **contestants, **navigators, **answers; /* items: NAME=COMMAND, the same, NAME=FILE; NULL:
                                                    none */
    double max_seconds;
    CompareContest contest; /* the parsed options */
} CompareContestOptions;

/* Parses the options and reads the files that they name. The command will run n_scenarios
 * scenarios. Fails with BSP_ERROR. */
gboolean compare_contest_options_check(CompareContestOptions *options, guint n_scenarios,
                                       GError **error);

/* Adds the contestants, and the paths of agents, to the reports (CompareReport), with progress on a
 * terminal. Fails with BSP_ERROR_VALUE if agents find no floor, or none are there for a navigator.
 */
gboolean compare_command_contest(const CompareContestOptions *options, const GPtrArray *reports,
                                 gboolean timed, GError **error);

/* Returns whether a contestant failed in any of the reports. */
gboolean compare_command_contest_failed(const GPtrArray *reports);

/* Fails with BSP_ERROR_IO if the output is a file of --answers. The output may be NULL. Call it
 * after compare_contest_options_check(). */
gboolean compare_contest_options_check_output(const CompareContestOptions *options,
                                              const char *output, GError **error);

#endif
