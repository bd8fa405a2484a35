/* contest: the options of a command that lets contestants from outside take part. */
#ifndef COMPARE_COMMAND_CONTEST_H
#define COMPARE_COMMAND_CONTEST_H

#include "contest/contest.h"

typedef struct {
    char **contestants, **answers; /* NAME=COMMAND; NAME=FILE; NULL: none */
    double max_seconds;
    CompareContest contest; /* what they say */
} CompareContestOptions;

/* What they may be, before the command line is read. */
CompareContestOptions compare_contest_options(void);
void compare_contest_options_clear(CompareContestOptions *options);

/* Reads what the options say, and the files that they name; n_scenarios are to be run. Fails with
 * BSP_ERROR. */
gboolean compare_contest_options_check(CompareContestOptions *options, guint n_scenarios,
                                       GError **error);

/* Has them take part in the reports (CompareReport), with progress on a terminal. */
void compare_command_contest(const CompareContestOptions *options, const GPtrArray *reports,
                             gboolean timed);

/* Whether one of them failed. */
gboolean compare_command_contest_failed(const GPtrArray *reports);

#endif
