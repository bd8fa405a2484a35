/* sweep: one scenario again and again, with one thing about it varied, and the same moves asked of
 * every value.
 *
 * Where neither the shapes nor the world change, the moves are the first value's. Other sizes are
 * asked the moves of the largest, which begins nowhere that a smaller one does not fit; parts of a
 * world those of the whole. */
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
    CompareScenario *base; /* the scenario with the asked trajectories alone */
    GPtrArray *variants;   /* CompareScenario, one per value; with the same trajectories */
    GPtrArray *reports;    /* CompareReport: one per value where the truth about the moves differs;
                              else one in all, so that the values' times are measured in turns */
    GArray *rows;          /* CompareSweepRow, by value, then by method */
    GPtrArray *notes;      /* char *: trajectories left out, which have no start at some size */
} CompareSweep;

/* The scenario and plan must outlive the sweep; of flags (CompareRunFlags) it knows
 * COMPARE_RUN_TIMING. Fails with BSP_ERROR. */
CompareSweep *compare_sweep_run(const CompareScenario *scenario, const CompareSweepPlan *plan,
                                const CompareAsked *asked, guint flags, CompareStageFunc stage,
                                gpointer stage_data, GError **error);
void compare_sweep_free(CompareSweep *sweep);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSweep, compare_sweep_free)

#endif
