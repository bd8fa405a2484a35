/* vary: sets one parameter of a scenario to a value of a sweep. */
#ifndef COMPARE_VARY_H
#define COMPARE_VARY_H

#include "run/sweep-plan.h"
#include "scenario/scenario.h"

/* Keeps the trajectories that every value of the plan can run. Fails with BSP_ERROR_VALUE if there
 * is none. */
gboolean compare_vary_keep_asked(CompareScenario *base, const CompareSweepPlan *plan,
                                 GError **error);

/* Sets the parameter in the variant; its trajectories stay unchanged. Fails with BSP_ERROR. */
gboolean compare_vary_apply(CompareScenario *variant, CompareVary vary, const char *value,
                            GError **error);

/* Drops the trajectories that find no start in `largest` from all variants, of which `largest` is
 * one. Adds a note (char *) for each. */
void compare_vary_drop_homeless(const CompareScenario *largest, const GPtrArray *variants,
                                const char *size, GPtrArray *notes);

#endif
