/* piece: one piece of a manifest, run.
 *
 * It asks the moves that `bspcompare sweep` asks at every value of what is varied: those of the
 * largest size, of the whole world, of the fewest spaces; so that pieces can be compared. */
#ifndef COMPARE_PIECE_H
#define COMPARE_PIECE_H

#include "batch/manifest.h"
#include "run/run.h"

/* What a piece runs, with all that it borrows from. */
typedef struct {
    CompareScenario *scenario;  /* as it was read, with the piece's seed */
    CompareScenario *base;      /* of the asked trajectories alone */
    CompareScenario *reference; /* whose moves are asked; NULL: the scenario's */
    CompareScenario *variant;   /* over which they are asked; NULL: the scenario */
} CompareWorkload;

/* Reads the piece's scenario and world, whose paths are then the manifest's, and changes them to
 * its values. Fails with BSP_ERROR, also where what was read of either is not what was planned. */
gboolean compare_workload_load(CompareWorkload *workload, const CompareManifest *manifest,
                               const ComparePiece *piece, GError **error);
void compare_workload_clear(CompareWorkload *workload);

/* The same of a scenario (taken) that has been read. */
gboolean compare_workload_of(CompareWorkload *workload, CompareScenario *scenario,
                             const CompareManifest *manifest, const ComparePiece *piece,
                             GError **error);

/* Runs it; asked are the manifest's methods and trees, with limits of one's own. */
CompareReport *compare_workload_run(const CompareWorkload *workload,
                                    const CompareManifest *manifest, const CompareAsked *asked,
                                    guint flags, CompareStageFunc stage, gpointer stage_data,
                                    GError **error);

/* The path of the world that the scenario at this path names; NULL: it holds its world. Free with
 * g_free(). */
char *compare_piece_own_world(const char *scenario);

/* Whether any of the scenario's trajectories depends on a seed. */
gboolean compare_piece_is_random(const CompareScenario *scenario);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareWorkload, compare_workload_clear)

#endif
