/* sweep: runs one scenario again for each value of a varied parameter, with the same moves.
 *
 * If neither the shapes nor the world change, the moves are those of the first value. For a varied
 * size, the moves are those of the largest: its starts are clear for smaller sizes too. For a part
 * of a world, they are those of the whole world. */
#ifndef COMPARE_SWEEP_H
#define COMPARE_SWEEP_H

#include "run/run.h"
#include "run/sweep-plan.h"

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
    GPtrArray *notes;      /* char *: trajectories dropped because they have no start at some
                              size */
} CompareSweep;

/* The scenario and plan must outlive the sweep. Flags (CompareRunFlags) other than
 * COMPARE_RUN_TIMING are ignored. Fails with BSP_ERROR. */
CompareSweep *compare_sweep_run(const CompareScenario *scenario, const CompareSweepPlan *plan,
                                const CompareAsked *asked, guint flags, CompareStageFunc stage,
                                gpointer stage_data, GError **error);
void compare_sweep_free(CompareSweep *sweep);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSweep, compare_sweep_free)

#endif
