/* work: does the pieces of a shard, and writes a file for each. */
#ifndef COMPARE_WORK_H
#define COMPARE_WORK_H

#include "batch/manifest.h"
#include "result/origin.h"
#include "run/run.h"

/* Shard i of n: the pieces k with k % n == i. */
typedef struct {
    guint i, n;
} CompareShard;

/* Reads "3/8". Fails with BSP_ERROR_VALUE. */
gboolean compare_shard_parse(const char *text, CompareShard *shard, GError **error);

/* Callbacks for messages to the user. */
typedef struct {
    void (*begin)(guint number, guint done, guint todo, gpointer data); /* a piece */
    CompareStageFunc stage;
    void (*warn)(const char *message, gpointer data);
    gpointer data;
} CompareWorkNews;

typedef struct {
    const CompareManifest *manifest;
    CompareShard shard;
    const char *directory;
    CompareTrees trees;                    /* only threads and limits; the manifest sets the rest */
    const CompareEnvironment *environment; /* times are measured if environment->is_measured */
    CompareWorkNews news;
} CompareWork;

/* Does the pieces of the shard that are not yet done. *made: the number of pieces made. First the
 * existing files are checked. A file counts as done if it is complete, of this piece, by this
 * program, and has times if they are wanted. If it is damaged or differs in program or times, the
 * piece is made again. A file of another manifest is an error. Then the checksums of the inputs are
 * checked. Fails with BSP_ERROR; pieces already made stay.
 *
 * Two processes may do the same shard at once: each file is written completely by one of them. */
gboolean compare_work(const CompareWork *work, guint *made, GError **error);

#endif
