/* variant: copies of a scenario with one parameter changed, for sweeps.
 *
 * A variant shares the brushes, waypoints and recorded moves of its scenario, which must outlive
 * it. */
#ifndef COMPARE_VARIANT_H
#define COMPARE_VARIANT_H

#include "scenario/scenario.h"

/* A copy of the scenario. The caller frees it with compare_scenario_free(). */
CompareScenario *compare_variant_new(const CompareScenario *scenario);

/* Scales every space and shape by `factor` around its reference point. FALSE with
 * BSP_ERROR_GEOMETRY if a hull would have no volume. */
gboolean compare_variant_scale(CompareScenario *variant, double factor, GError **error);

/* Keeps the first n spaces, and drops the trajectories of the others. */
void compare_variant_keep_spaces(CompareScenario *variant, guint n);

/* Keeps the first n brushes of the world. */
void compare_variant_keep_brushes(CompareScenario *variant, guint n);

#endif
