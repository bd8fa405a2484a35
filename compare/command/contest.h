/* contest: the options of commands that accept contestants. */
#ifndef COMPARE_COMMAND_CONTEST_H
#define COMPARE_COMMAND_CONTEST_H

#include "contest/contest.h"

typedef struct {
    char **contestants,
        **navigators; /* lists of NAME=COMMAND, which end with NULL; NULL if there are none */
    double max_seconds;
    CompareContest contest; /* the parsed options */
} CompareContestOptions;

/* Parses the options. Fails with BSP_ERROR. */
gboolean compare_contest_options_check(CompareContestOptions *options, GError **error);

/* Adds the contestants, and the paths of agents, to the reports (CompareReport), and shows progress
 * on a terminal. Fails with BSP_ERROR_VALUE if agents find no floor, or if there are navigators but
 * no agents. */
gboolean compare_command_contest(const CompareContestOptions *options, const GPtrArray *reports,
                                 gboolean timed, GError **error);

/* Returns whether a contestant failed in any of the reports. */
gboolean compare_command_contest_failed(const GPtrArray *reports);

#endif
