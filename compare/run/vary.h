/* vary: a scenario with one thing about it changed to a value of a plan. */
#ifndef COMPARE_VARY_H
#define COMPARE_VARY_H

#include "run/sweep-plan.h"
#include "scenario/scenario.h"

/* Keeps the trajectories that every value of the plan is asked. Fails with BSP_ERROR_VALUE where
 * there is none. */
gboolean compare_vary_keep_asked(CompareScenario *base, const CompareSweepPlan *plan,
                                 GError **error);

/* Changes all of the variant but its trajectories to the value. Fails with BSP_ERROR. */
gboolean compare_vary_apply(CompareScenario *variant, CompareVary vary, const char *value,
                            GError **error);

/* What has grown too large to stand at any start is asked at no size: takes it out of all the
 * variants, of which `largest` is one, and tells so in the notes (char *). */
void compare_vary_drop_homeless(const CompareScenario *largest, const GPtrArray *variants,
                                const char *size, GPtrArray *notes);

#endif
