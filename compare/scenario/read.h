/* read: reads the parts of a scenario from JSON, one file for each part; for the readers only.
 * Errors are those of compare_scenario_load(). */
#ifndef COMPARE_SCENARIO_READ_H
#define COMPARE_SCENARIO_READ_H

#include "bsp-json.h"
#include "scenario/scenario.h"

/* --- read-value: members of an object --- */

gboolean compare_read_text(const BspJsonRef *object, const char *key, char **text, GError **error);
gboolean compare_read_vec(const BspJsonRef *object, const char *key, BspVec *vec, GError **error);

/* Reads a length or height, at most the size of the world. */
gboolean compare_read_length(const BspJsonRef *object, const char *key, double *length,
                             GError **error);
gboolean compare_read_uint(const BspJsonRef *object, const char *key, guint64 min, guint64 max,
                           guint64 *number, GError **error);

/* Reads the member "mask" like bsp_json_contents(), but rejects an empty array: it would name no
 * contents and yet mean every brush. 0 if there is no mask. */
gboolean compare_read_mask(const BspJsonRef *object, guint32 *mask, GError **error);

/* Appends points to an array of BspVec; fails if there are fewer than min. */
gboolean compare_read_points(const BspJsonRef *ref, guint min, GArray *points, GError **error);

/* Requires exactly one of the keys (ended by NULL) and stores its index in *which. */
gboolean compare_read_one_of(const BspJsonRef *object, const char *const *keys, guint *which,
                             BspJsonRef *member, GError **error);

/* --- items of the scenario's lists, appended to them --- */

gboolean compare_read_space(CompareScenario *scenario, const BspJsonRef *ref, GError **error);
gboolean compare_read_shape(CompareScenario *scenario, const BspJsonRef *ref, GError **error);

/* The error in the measures of a sphere, cylinder or capsule; NULL if nothing is. The caller
 * frees it with g_free(). */
char *compare_round_wrong(const BspShape *shape);

gboolean compare_read_trajectory(CompareScenario *scenario, const BspJsonRef *ref, GError **error);

/* --- read-recorded: recorded moves --- */

/* Reads the moves at `moves`, and the members "mask" and "order" of the trajectory. */
gboolean compare_read_recorded(const BspJsonRef *trajectory, const BspJsonRef *moves,
                               CompareTrajectory *t, GError **error);

/* Fails if two moves of the scenario's trajectories, a list that has been read, have the same
 * place. */
gboolean compare_check_order(const CompareScenario *scenario, const BspJsonRef *root,
                             GError **error);

/* The index of the space or shape of that name; -1 if there is none. */
gint compare_find_space(const CompareScenario *scenario, const char *name);
gint compare_find_shape(const CompareScenario *scenario, const char *name);

#endif
