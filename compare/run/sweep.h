/* sweep: one scenario again and again, with one thing about it varied. */
#ifndef COMPARE_SWEEP_H
#define COMPARE_SWEEP_H

#include "run/run.h"

typedef enum {
    COMPARE_VARY_BEVEL_ANGLE,   /* degrees, "none" (no bevels) or "box" (full box bevels) */
    COMPARE_VARY_PART_AT_FACES, /* a number, or "all": spaces part at the root */
    COMPARE_VARY_SIZE,          /* all spaces and shapes so many times as large */
    COMPARE_VARY_SPACES,        /* the first n spaces */
    COMPARE_VARY_BRUSHES        /* the first n brushes */
} CompareVary;

/* What to vary, and the values as they were given. */
typedef struct {
    CompareVary vary;
    char **values;
} CompareSweepPlan;

/* Reads "bevel-angle=60,none". Fails with BSP_ERROR_VALUE. */
gboolean compare_sweep_plan_parse(const char *text, CompareSweepPlan *plan, GError **error);
void compare_sweep_plan_clear(CompareSweepPlan *plan);

/* "bevel-angle" */
const char *compare_sweep_vary_name(CompareVary vary);

/* One method at one value. */
typedef struct {
    const char *value; /* borrowed from the plan */
    const CompareReport *report;
    const CompareResult *result;
} CompareSweepRow;

typedef struct {
    const CompareScenario *scenario;
    const CompareSweepPlan *plan;
    GPtrArray *variants; /* CompareScenario, one per value */
    GPtrArray *reports;  /* CompareReport: one per value; one in all where the moves are the same,
                            so that the values' times are measured in turns */
    GArray *rows;        /* CompareSweepRow, by value, then by method */
    GPtrArray *notes;    /* char *: trajectories left out, which have no start at some value */
} CompareSweep;

/* The scenario and plan must outlive the sweep; of flags (CompareRunFlags) it knows
 * COMPARE_RUN_TIMING. Fails with BSP_ERROR. */
CompareSweep *compare_sweep_run(const CompareScenario *scenario, const CompareSweepPlan *plan,
                                const CompareAsked *asked, guint flags, CompareStageFunc stage,
                                gpointer stage_data, GError **error);
void compare_sweep_free(CompareSweep *sweep);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareSweepPlan, compare_sweep_plan_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSweep, compare_sweep_free)

#endif
