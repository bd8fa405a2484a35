/* done: a piece of work that is done: a file of format "bsp-result" that tells which piece it is,
 * and by its checksum that it is whole.
 *
 * Such files are replaced whole or not at all; a killed writer leaves at most a temporary file
 * beside them, which nobody reads. */
#ifndef COMPARE_DONE_H
#define COMPARE_DONE_H

#include "batch/manifest.h"
#include "output/environment.h"
#include "run/report.h"
#include "world/json.h"

typedef struct {
    char *path;
    BspJson *json;
    json_object *root;       /* the result; borrowed */
    const char *id, *sha256; /* borrowed, as the next; sha256: of all the rest */
    const char *program, *commit, *compiler, *flags, *cpu; /* NULL: not told */
    guint number;
    gboolean is_timed;
} CompareDone;

/* "DIRECTORY/piece-00003.json". Free with g_free(). */
char *compare_done_path(const char *directory, guint number);

/* The number of the piece that a file of that name is; -1: it is none. */
gint64 compare_done_number(const char *name);

/* The report as such a file. Free with g_free(). */
char *compare_done_text(const CompareManifest *manifest, guint number, const CompareReport *report,
                        const CompareEnvironment *environment);

/* Fails with BSP_ERROR where the file is not there, or not whole. */
CompareDone *compare_done_load(const char *path, GError **error);
void compare_done_free(CompareDone *done);

/* Whether any method gave a wrong answer. */
gboolean compare_done_any_wrong(const CompareDone *done);

/* Removes the temporary files of writers that were killed: those that are older than any writing
 * takes. */
void compare_done_sweep_up(const char *directory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareDone, compare_done_free)

#endif
