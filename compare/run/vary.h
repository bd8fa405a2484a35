/* vary: a sweep: what it varies, its values, and a run of the scenario for each value. */
#ifndef COMPARE_VARY_H
#define COMPARE_VARY_H

#include <glib.h>

#include "run/run.h"
#include "scenario/scenario.h"

typedef enum {
    COMPARE_VARY_BEVEL_ANGLE,      /* degrees, "none" (no bevels) or "box" (full box bevels) */
    COMPARE_VARY_SPACE_NODE_FACES, /* a number, or "all": the root is a space node */
    COMPARE_VARY_SPACES,           /* the first n spaces */
    COMPARE_VARY_ANGLE             /* degrees of every turn */
} CompareVary;

typedef struct {
    CompareVary vary;
    char **values; /* as given, with ranges expanded */
    char **asked;  /* names of the spaces and shapes whose moves are used; NULL: all that move, or,
                      if spaces are varied, those present at every value */
} CompareSweepPlan;

/* The most values of a plan. */
#define COMPARE_SWEEP_VALUES 1000

/* Parses "bevel-angle=60,none". Ranges of numbers: "1..16" is every integer from 1 to 16,
 * "60..120+15" every fifteenth, and "1..64*2" doubles each time. Fails with BSP_ERROR_VALUE. */
gboolean compare_sweep_plan_parse(const char *text, CompareSweepPlan *plan, GError **error);
void compare_sweep_plan_clear(CompareSweepPlan *plan);

/* A name such as "bevel-angle". */
const char *compare_sweep_vary_name(CompareVary vary);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareSweepPlan, compare_sweep_plan_clear)

/* --- runs one scenario again for each value of a varied parameter, with the same moves --- */

/* All values get the moves of the first, except if the angle of turns changes: then the oracle's
 * answers differ, too. */

/* One method at one value. */
typedef struct {
    const char *value; /* borrowed from the plan */
    const CompareReport *report;
    const CompareResult *result;
} CompareSweepRow;

typedef struct {
    const CompareScenario *scenario;
    const CompareSweepPlan *plan;
    CompareScenario *base; /* the scenario with the selected trajectories only */
    GPtrArray *variants;   /* CompareScenario, one for each value; all have the same trajectories */
    GPtrArray *reports;    /* CompareReport: one for each value if the oracle's answers differ; else
                              a single one, so that the values' times are measured in turns */
    GArray *rows;          /* CompareSweepRow, by value, then by method */
} CompareSweep;

/* The scenario and plan must outlive the sweep. timed: measure times, too. Fails with BSP_ERROR. */
CompareSweep *compare_sweep_run(const CompareScenario *scenario, const CompareSweepPlan *plan,
                                const CompareAsked *asked, gboolean timed,
                                const CompareStage *stage, GError **error);

void compare_sweep_free(CompareSweep *sweep);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSweep, compare_sweep_free)

#endif
