/* manifest: a sweep over worlds, seeds and options, as pieces of work that any machine can do.
 *
 * A file of JSON lines, format "bsp-manifest", version 1: first what all pieces have in common,
 * then a line for each. Every line ends in an "id", the SHA-256 of what stands before it and of the
 * first line's id, so that none can be changed unseen. The same sweep is the same bytes. */
#ifndef COMPARE_MANIFEST_H
#define COMPARE_MANIFEST_H

#include "methods/method.h"
#include "run/sweep-plan.h"

/* Limits of the format. */
#define COMPARE_MAX_PIECES 1000000
#define COMPARE_MAX_SEEDS 10000
#define COMPARE_MAX_VARIED 5 /* things varied together */

/* One scenario, over one world, of one seed, with one value of each thing that is varied. */
typedef struct {
    char *scenario, *scenario_sha256; /* paths: from the root, or from the manifest's directory */
    char *world;                      /* NULL: the scenario's own */
    char *world_sha256;               /* NULL: the scenario holds it */
    gboolean has_seed;                /* random trajectories are drawn by this one: */
    guint64 seed;
    char **values; /* one for each of the manifest's plans */
    char *id;
} ComparePiece;

typedef struct {
    char *path;
    CompareAsked asked; /* the methods are the manifest's; threads and limits are nobody's */
    guint repeat;       /* of timing; 0: as each scenario says */
    GArray *plans;      /* CompareSweepPlan: what is varied */
    GPtrArray *pieces;  /* ComparePiece */
} CompareManifest;

/* One with no pieces, of trees by default. */
CompareManifest *compare_manifest_new(const char *path);
void compare_manifest_free(CompareManifest *manifest);
void compare_piece_free(ComparePiece *piece);

/* Fails with BSP_ERROR; messages name file and line. The methods are all known to this program,
 * which is of the version that planned. */
CompareManifest *compare_manifest_load(const char *path, GError **error);

/* All lines; sets the ids. Free with g_free(). */
char *compare_manifest_text(CompareManifest *manifest);

/* A path of the manifest's, from the working directory. Free with g_free(). */
char *compare_manifest_resolve(const CompareManifest *manifest, const char *path);

/* Where the piece stands: "FILE:LINE". Free with g_free(). */
char *compare_manifest_place(const CompareManifest *manifest, guint piece);

/* What this program calls itself: "bspcompare 0.1.0". */
#define COMPARE_PROGRAM "bspcompare " PACKAGE_VERSION

/* The keys of the lines, NULL at the end; for the reader. */
extern const char *const compare_manifest_head_keys[], *const compare_manifest_piece_keys[];

/* The id of a line without it, after the head whose id is given; NULL: it is the head. */
char *compare_manifest_id(const char *head_id, const char *line, gsize length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareManifest, compare_manifest_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePiece, compare_piece_free)

#endif
