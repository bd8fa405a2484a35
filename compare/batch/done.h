/* done: the result file of a piece of work, of format "bsp-result". The file identifies the piece,
 * and its checksum shows that it is complete.
 *
 * Such files are replaced atomically. A killed writer leaves at most a temporary file beside them,
 * which is never read. */
#ifndef COMPARE_DONE_H
#define COMPARE_DONE_H

#include "batch/manifest.h"
#include "bsp-json.h"
#include "output/environment.h"
#include "run/report.h"

typedef struct {
    char *path;
    BspJson *json;
    json_object *root;       /* the result; borrowed */
    const char *id, *sha256; /* borrowed, as is the next line; sha256: of all the rest */
    const char *program, *commit, *compiler, *flags, *cpu; /* NULL: unknown */
    guint number;
    gboolean is_timed;
} CompareDone;

/* "DIRECTORY/piece-00003.json". Free with g_free(). */
char *compare_done_path(const char *directory, guint number);

/* The number of the piece that a file of that name holds; -1: none. */
gint64 compare_done_number(const char *name);

/* Returns the text of the result file for a report. Free with g_free(). */
char *compare_done_text(const CompareManifest *manifest, guint number, const CompareReport *report,
                        const CompareEnvironment *environment);

/* Fails with BSP_ERROR if the file does not exist, or is not complete. */
CompareDone *compare_done_load(const char *path, GError **error);
void compare_done_free(CompareDone *done);

/* Whether any method gave a wrong answer. */
gboolean compare_done_any_wrong(const CompareDone *done);

/* Removes the temporary files of killed writers: those older than any writing takes. */
void compare_done_sweep_up(const char *directory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareDone, compare_done_free)

#endif
