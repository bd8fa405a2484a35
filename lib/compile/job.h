/* job: the shared state of the threads that build one tree, with thread count, progress, a limit of
 * time and cancellation.
 *
 * Building is fork and join. A thread with two independent tasks gives one of them to a new thread
 * if it may start one; else it does both. Tasks must give the same results in both cases, so
 * results do not depend on the number of threads.
 *
 * All functions accept NULL as the job, for one thread without progress and a limit. */
#ifndef BSP_JOB_H
#define BSP_JOB_H

#include "bsp-build.h"

typedef struct BspJob BspJob;

/* Makes a job. At most n_threads threads work at a time, including the caller's. 0 means one for
 * each processor. progress may be NULL. The caller frees the job with bsp_job_free() after all work
 * has ended. */
BspJob *bsp_job_new(guint n_threads, BspProgressFunc progress, gpointer progress_data);
void bsp_job_free(BspJob *job);

/* Sets the limit of the job, in seconds from now. 0 means no limit. Call this function before the
 * work begins. */
void bsp_job_limit(BspJob *job, double max_seconds);

/* Returns FALSE if the job must stop, because progress has returned FALSE or the limit was
 * exceeded. Every thread should call this function often. */
gboolean bsp_job_goes_on(BspJob *job);

/* Sets the error of a stopped job: BSP_ERROR_LIMIT if the limit was exceeded, else
 * BSP_ERROR_CANCELLED. */
void bsp_job_set_cancelled(BspJob *job, GError **error);

/* Returns whether the job goes on. If not, sets its error. */
static inline gboolean bsp_job_check(BspJob *job, GError **error)
{
    if (bsp_job_goes_on(job))
        return TRUE;
    bsp_job_set_cancelled(job, error);
    return FALSE;
}

/* A part of a job. `share` is its part of the whole work, 0 to 1. */
typedef struct {
    BspJob *job;
    double share;
} BspJobPart;

static inline BspJobPart bsp_job_part_of(BspJobPart whole, double share)
{
    return (BspJobPart){ whole.job, whole.share * share };
}

/* Returns a part of no job. */
static inline BspJobPart bsp_job_part_none(void)
{
    return (BspJobPart){ NULL, 0 };
}

/* Adds the part's share to the progress. */
void bsp_job_part_done(BspJobPart part);

typedef void (*BspJobFunc)(gpointer data);

/* Calls func(one) and func(other), in parallel if a thread is available. Returns when both have
 * returned. */
void bsp_job_both(BspJob *job, BspJobFunc func, gpointer one, gpointer other);

typedef void (*BspJobItemFunc)(guint i, gpointer data);

/* Calls func(i, data) for all i below n, in parallel as threads are available. Returns when all
 * have returned. */
void bsp_job_each(BspJob *job, guint n, BspJobItemFunc func, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspJob, bsp_job_free)

#endif
