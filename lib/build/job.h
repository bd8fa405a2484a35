/* job: what the threads that build one tree share: how many of them there may be, how far they
 * have come, what they may use, and whether to give up.
 *
 * Building is fork and join: a thread that comes to two independent pieces of work gives one away
 * if another thread may be started, and does both itself if not. What is built must not depend on
 * which of the two happened; then it does not depend on the number of threads.
 *
 * A NULL job is one without threads, whose progress nobody wants to know. */
#ifndef BSP_JOB_H
#define BSP_JOB_H

#include "bsp-build.h"

typedef struct BspJob BspJob;

/* n_threads: that work at a time, the caller's among them; 0: one for each processor. progress may
 * be NULL. Free with bsp_job_free() when all work has ended. */
BspJob *bsp_job_new(guint n_threads, BspProgressFunc progress, gpointer progress_data);
void bsp_job_free(BspJob *job);

/* Gives the job limits, 0 for none: seconds from now, and bytes that the whole process may have
 * resident, whoever took them. To be called before the work begins. */
void bsp_job_limit(BspJob *job, double max_seconds, guint64 max_bytes);

/* To be asked often, by every thread: FALSE once progress has said to give up, or a limit is
 * passed. */
gboolean bsp_job_goes_on(BspJob *job);

/* Sets why a job does not go on: BSP_ERROR_LIMIT if a limit was passed, else BSP_ERROR_CANCELLED.
 */
void bsp_job_set_cancelled(BspJob *job, GError **error);

/* A part of a job, which is so much of the whole, 0 to 1. */
typedef struct {
    BspJob *job;
    double share;
} BspJobPart;

static inline BspJobPart bsp_job_part_of(BspJobPart whole, double share)
{
    return (BspJobPart){ whole.job, whole.share * share };
}

/* No job at all. */
static inline BspJobPart bsp_job_part_none(void)
{
    return (BspJobPart){ NULL, 0 };
}

/* Counts the part as done. */
void bsp_job_part_done(BspJobPart part);

typedef void (*BspJobFunc)(gpointer data);

/* Calls func (one) and func (other), at the same time if there is a thread to spare; returns when
 * both are done. */
void bsp_job_both(BspJob *job, BspJobFunc func, gpointer one, gpointer other);

typedef void (*BspJobItemFunc)(guint i, gpointer data);

/* Calls func (i, data) for all i below n, as many at the same time as there are threads to spare;
 * returns when all are done. */
void bsp_job_each(BspJob *job, guint n, BspJobItemFunc func, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspJob, bsp_job_free)

#endif
