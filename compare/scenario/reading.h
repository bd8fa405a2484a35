/* reading: functions that the readers of a scenario share. Errors are the same as those of
 * compare_scenario_load(). */
#ifndef COMPARE_READING_H
#define COMPARE_READING_H

#include "scenario/scenario.h"
#include "tools/bsp-json.h"

/* Resolves the path of a world that the scenario of this path names. The caller frees it with
 * g_free(). */
char *compare_resolve_path(const char *scenario, const char *world);

gboolean compare_read_space(gpointer scenario, const BspJsonRef *ref, GError **error);
gboolean compare_read_shape(gpointer scenario, const BspJsonRef *ref, GError **error);

/* Returns the sphere, cylinder or capsule of these numbers, which are radius, bottom and top. A
 * sphere has only the first. */
BspShape compare_round_shape(BspShapeKind kind, const double *numbers);

/* Describes the error in the measures of a sphere, cylinder or capsule. NULL if there is none. The
 * caller frees the text with g_free(). */
char *compare_round_wrong(const BspShape *shape);

gboolean compare_read_trajectory(gpointer scenario, const BspJsonRef *ref, GError **error);

gboolean compare_read_crowd(gpointer scenario, const BspJsonRef *ref, GError **error);

gboolean compare_read_agents(gpointer scenario, const BspJsonRef *ref, GError **error);

/* Reads the edits of the scenario, if it has any. Its world must be there. */
gboolean compare_read_edits(CompareScenario *scenario, const BspJsonRef *root, GError **error);

/* Fails if two moves of the scenario's trajectories, a list that has been read, have the same
 * place. */
gboolean compare_check_order(const CompareScenario *scenario, const BspJsonRef *root,
                             GError **error);

#endif
