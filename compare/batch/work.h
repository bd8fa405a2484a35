/* work: the pieces of a shard done, each in a file of its own. */
#ifndef COMPARE_WORK_H
#define COMPARE_WORK_H

#include "batch/manifest.h"
#include "output/environment.h"
#include "run/run.h"

/* Shard i of n: the pieces k with k % n == i. */
typedef struct {
    guint i, n;
} CompareShard;

/* Reads "3/8". Fails with BSP_ERROR_VALUE. */
gboolean compare_shard_parse(const char *text, CompareShard *shard, GError **error);

/* What is told on the way, all of it for the user. */
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
    CompareTrees trees;                    /* threads and limits; the rest is the manifest's */
    const CompareEnvironment *environment; /* times are measured if that is */
    CompareWorkNews news;
} CompareWork;

/* Does what of the shard is not done yet; *made: so many pieces. First the pieces there are looked
 * at: what is whole, of this piece, this program and with times if such are wanted, is done; what
 * is damaged, or not of these, is made again; what is of another manifest is an error. Then the
 * inputs are held against their checksums. Fails with BSP_ERROR; pieces that were made before stay.
 *
 * Two may do the same shard at once: each file is one's or the other's. */
gboolean compare_work(const CompareWork *work, guint *made, GError **error);

#endif
