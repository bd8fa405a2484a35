/* vary: runs a scenario again for each value of a parameter, which is a sweep. */
#ifndef COMPARE_VARY_H
#define COMPARE_VARY_H

#include <glib.h>

#include "run/run.h"
#include "scenario/scenario.h"

typedef enum {
    COMPARE_VARY_BEVEL_ANGLE, /* degrees, or "none" for no bevels, or "box" for all box bevels */
    COMPARE_VARY_SPACE_NODE_FACES, /* a number, or "all", with which the root is a space node */
    COMPARE_VARY_SPACES,           /* the number of spaces, which are the first ones */
    COMPARE_VARY_ANGLE             /* the degrees of every turn */
} CompareVary;

typedef struct {
    CompareVary vary;
    char **values; /* the values on the command line, with ranges expanded */
    /* The names of the spaces and shapes whose moves are used; NULL for all that move, or, if
     * spaces are varied, for all that exist with every value. */
    char **asked;
} CompareSweepPlan;

/* The maximum number of values of a plan. It rejects a mistyped range, which would take hours. */
#define COMPARE_SWEEP_VALUES 1000

/* Parses a plan such as "bevel-angle=60,none". Ranges of numbers are allowed. "1..16" has every
 * integer from 1 to 16. In "60..120+15", each value is the previous value plus 15. In "1..64*2", it
 * is the previous value times 2. Fails with BSP_ERROR_VALUE. */
gboolean compare_sweep_plan_parse(const char *text, CompareSweepPlan *plan, GError **error);
void compare_sweep_plan_clear(CompareSweepPlan *plan);

/* Returns a name such as "bevel-angle". */
const char *compare_sweep_vary_name(CompareVary vary);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareSweepPlan, compare_sweep_plan_clear)

/* --- runs one scenario again for each value of a varied parameter, with the same moves --- */

/* The moves are made for the first value, and then used for all values. If the angle of turns
 * varies, the oracle answers the moves anew for each value. */

/* The result of one method at one value. */
typedef struct {
    const char *value; /* borrowed from the plan */
    const CompareReport *report;
    const CompareResult *result;
} CompareSweepRow;

typedef struct {
    const CompareScenario *scenario;
    const CompareSweepPlan *plan;
    CompareScenario *base; /* the scenario with only the selected trajectories */
    GPtrArray *variants;   /* an array of CompareScenario, one for each value; all have the same
                              trajectories */
    /* An array of CompareReport. If the oracle's answers differ, there is one for each value.
     * Otherwise there is a single one, so that the times of all values are measured in turns. */
    GPtrArray *reports;
    GArray *rows; /* an array of CompareSweepRow, sorted by value and then by method */
} CompareSweep;

/* Runs the plan's values, and measures times if `timed`. The scenario and plan must outlive the
 * sweep. Fails with BSP_ERROR. */
CompareSweep *compare_sweep_run(const CompareScenario *scenario, const CompareSweepPlan *plan,
                                const CompareAsked *asked, gboolean timed,
                                const CompareStage *stage, GError **error);

void compare_sweep_free(CompareSweep *sweep);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSweep, compare_sweep_free)

#endif
