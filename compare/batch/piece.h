/* piece: loads and runs one piece of a manifest.
 *
 * The moves are those that `bspcompare sweep` uses for every value: those for the largest size, the
 * whole world and the fewest spaces. So pieces can be compared. */
#ifndef COMPARE_PIECE_H
#define COMPARE_PIECE_H

#include "batch/manifest.h"
#include "run/run.h"

/* The scenarios that a piece runs. */
typedef struct {
    CompareScenario *scenario;  /* as read, with the piece's seed */
    CompareScenario *base;      /* with only the trajectories that are used */
    CompareScenario *reference; /* whose moves are used; NULL: `scenario` */
    CompareScenario *variant;   /* over which the moves run; NULL: `scenario` */
} CompareWorkload;

/* Reads the piece's scenario and world, and sets the piece's values. Their paths become those of
 * the manifest. Fails with BSP_ERROR, also if a file is not the planned one. */
gboolean compare_workload_load(CompareWorkload *workload, const CompareManifest *manifest,
                               const ComparePiece *piece, GError **error);
void compare_workload_clear(CompareWorkload *workload);

/* The same for a scenario that has been read. Takes ownership of the scenario. */
gboolean compare_workload_of(CompareWorkload *workload, CompareScenario *scenario,
                             const CompareManifest *manifest, const ComparePiece *piece,
                             GError **error);

/* Runs the workload. asked: the manifest's methods and trees, with the caller's limits. */
CompareReport *compare_workload_run(const CompareWorkload *workload,
                                    const CompareManifest *manifest, const CompareAsked *asked,
                                    guint flags, CompareStageFunc stage, gpointer stage_data,
                                    GError **error);

/* The path of the world that the scenario at this path names; NULL: it contains its world. Free
 * with g_free(). */
char *compare_piece_own_world(const char *scenario);

/* Whether any of the scenario's trajectories depends on a seed. */
gboolean compare_piece_is_random(const CompareScenario *scenario);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareWorkload, compare_workload_clear)

#endif
