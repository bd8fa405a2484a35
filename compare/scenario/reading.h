/* reading: declares functions that the readers of a scenario share. They fail with the same errors
 * as compare_scenario_load(). */
#ifndef COMPARE_READING_H
#define COMPARE_READING_H

#include "scenario/scenario.h"
#include "tools/bsp-json.h"

/* Returns the path of a world that a scenario names. `scenario` is the scenario's own path. The
 * caller frees the path with g_free(). */
char *compare_resolve_path(const char *scenario, const char *world);

gboolean compare_read_space(gpointer scenario, const BspJsonRef *ref, GError **error);
gboolean compare_read_shape(gpointer scenario, const BspJsonRef *ref, GError **error);

/* Returns the sphere, cylinder or capsule with these numbers, which are the radius, the bottom and
 * the top. For a sphere, there is only the radius. */
BspShape compare_round_shape(BspShapeKind kind, const double *numbers);

/* Returns a text about what is wrong with the measures of a sphere, cylinder or capsule, or NULL if
 * nothing is wrong. The caller frees the text with g_free(). */
char *compare_round_wrong(const BspShape *shape);

gboolean compare_read_trajectory(gpointer scenario, const BspJsonRef *ref, GError **error);

gboolean compare_read_crowd(gpointer scenario, const BspJsonRef *ref, GError **error);

gboolean compare_read_agents(gpointer scenario, const BspJsonRef *ref, GError **error);

/* Reads the edits of the scenario, if it has any. scenario->world must be set. */
gboolean compare_read_edits(CompareScenario *scenario, const BspJsonRef *root, GError **error);

/* Fails if two moves of the scenario have the same place in the recorded order. The trajectories
 * must have been read. */
gboolean compare_check_order(const CompareScenario *scenario, const BspJsonRef *root,
                             GError **error);

#endif
