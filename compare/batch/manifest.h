/* manifest: a sweep over worlds, seeds and options, as pieces of work that any machine can do.
 *
 * A file of JSON lines, format "bsp-manifest", version 1. The first line holds what all pieces have
 * in common; each piece has a line. Every line ends in an "id", the SHA-256 of the text before it
 * on the line and of the first line's id. So a changed line is detected. The same sweep gives the
 * same bytes. */
#ifndef COMPARE_MANIFEST_H
#define COMPARE_MANIFEST_H

#include "methods/method.h"
#include "run/vary.h"

/* Limits of the format. */
#define COMPARE_MAX_PIECES 1000000
#define COMPARE_MAX_SEEDS 10000
#define COMPARE_MAX_VARIED 5 /* properties varied together */

/* One scenario over one world with one seed, and one value of each varied property. */
typedef struct {
    char *scenario, *scenario_sha256; /* paths: absolute, or relative to the manifest's directory */
    char *world;                      /* NULL: the scenario's own */
    char *world_sha256;               /* NULL: the scenario contains the world */
    gboolean has_seed;                /* `seed` is combined with the seeds of random trajectories */
    guint64 seed;
    char **values; /* one for each of the manifest's plans */
    char *id;
} ComparePiece;

typedef struct {
    char *path;
    CompareAsked asked; /* the manifest owns the methods; threads and limits are unused */
    guint repeat;       /* of timing; 0: each scenario's own */
    GArray *plans;      /* CompareSweepPlan: the varied properties */
    GPtrArray *pieces;  /* ComparePiece */
} CompareManifest;

/* Returns a manifest without pieces, and with default trees. */
CompareManifest *compare_manifest_new(const char *path);
void compare_manifest_free(CompareManifest *manifest);
void compare_piece_free(ComparePiece *piece);

/* Fails with BSP_ERROR; messages name file and line. All methods exist in this program, and its
 * version is that of the planning program. */
CompareManifest *compare_manifest_load(const char *path, GError **error);

/* Returns the text of all lines, and sets the pieces' ids. Free with g_free(). */
char *compare_manifest_text(CompareManifest *manifest);

/* Converts a path of the manifest to one relative to the working directory. Free with g_free(). */
char *compare_manifest_resolve(const CompareManifest *manifest, const char *path);

/* The place of the piece: "FILE:LINE". Free with g_free(). */
char *compare_manifest_place(const CompareManifest *manifest, guint piece);

/* The program's name and version, such as "bspcompare 0.1.0". */
#define COMPARE_PROGRAM "bspcompare " PACKAGE_VERSION

/* The keys of the two kinds of lines, NULL at the end; for the reader. */
extern const char *const compare_manifest_head_keys[], *const compare_manifest_piece_keys[];

/* The id of a line; `line` is its text without the id. head_id: the id of the first line; NULL:
 * this is the first line. */
char *compare_manifest_id(const char *head_id, const char *line, gsize length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareManifest, compare_manifest_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePiece, compare_piece_free)

#endif
