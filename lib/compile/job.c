/* job: the shared state of the threads that build one tree. */
#include "compile/job.h"

#include <pthread.h>

#include "bsp-error.h"
#include "trace/compiler.h"

/* The reason why a job stopped. */
typedef enum { GOES_ON, CANCELLED, OUT_OF_TIME } Stop;

struct BspJob {
    gint spare;   /* atomic; number of threads that may still be started */
    gint stopped; /* atomic; the first reason (Stop) */

    /* A POSIX mutex, because thread sanitizers do not know GLib's. It guards the members below.
     * Jobs without progress and a limit never lock it. */
    pthread_mutex_t mutex;
    BspProgressFunc progress;
    gpointer progress_data;
    double done;
    gint64 reported; /* time of the last report, in microseconds of the monotonic clock */

    double max_seconds; /* 0 for no limit */
    gint64 started;     /* time, by the same clock, at which the limit was set */
};

/* Microseconds between calls of progress, so that a bar moves smoothly, at 20 steps a second. */
#define INTERVAL (G_USEC_PER_SEC / 20)

BspJob *bsp_job_new(guint n_threads, BspProgressFunc progress, gpointer progress_data)
{
    BspJob *job = g_new0(BspJob, 1);
    job->spare = (gint)MIN(n_threads ? n_threads : g_get_num_processors(), G_MAXINT) - 1;
    job->progress = progress;
    job->progress_data = progress_data;
    job->reported = g_get_monotonic_time();
    pthread_mutex_init(&job->mutex, NULL);
    return job;
}

void bsp_job_free(BspJob *job)
{
    if (!job)
        return;
    pthread_mutex_destroy(&job->mutex);
    g_free(job);
}

void bsp_job_limit(BspJob *job, double max_seconds)
{
    job->max_seconds = max_seconds;
    job->started = g_get_monotonic_time();
}

gboolean bsp_job_goes_on(BspJob *job)
{
    if (!job || (!job->progress && !(job->max_seconds > 0)))
        return TRUE;
    pthread_mutex_lock(&job->mutex);
    gint64 now = g_get_monotonic_time();
    if (!g_atomic_int_get(&job->stopped) && job->max_seconds > 0 &&
        (double)(now - job->started) > job->max_seconds * G_USEC_PER_SEC)
        g_atomic_int_set(&job->stopped, OUT_OF_TIME);
    if (!g_atomic_int_get(&job->stopped) && job->progress && now - job->reported >= INTERVAL) {
        job->reported = now;
        if (!job->progress(MIN(job->done, 1), job->progress_data))
            g_atomic_int_set(&job->stopped, CANCELLED);
    }
    pthread_mutex_unlock(&job->mutex);
    return !g_atomic_int_get(&job->stopped);
}

void bsp_job_set_cancelled(BspJob *job, GError **error)
{
    if (job && g_atomic_int_get(&job->stopped) == OUT_OF_TIME)
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "building takes longer than the limit of %g seconds", job->max_seconds);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_CANCELLED, "the build was cancelled");
}

void bsp_job_part_done(BspJobPart part)
{
    if (!part.job || !part.job->progress)
        return;
    pthread_mutex_lock(&part.job->mutex);
    part.job->done += part.share;
    pthread_mutex_unlock(&part.job->mutex);
}

/* --- fork and join --- */

typedef struct {
    BspJob *job;
    BspJobFunc func;
    gpointer data;
    gint one_ended; /* atomic; whether one of the two halves has ended */
} Fork;

/* Ends one half of a fork. The first half that ends allows another thread to be started. The second
 * continues as the original thread. */
static void end_half(Fork *fork)
{
    if (g_atomic_int_compare_and_exchange(&fork->one_ended, FALSE, TRUE))
        g_atomic_int_inc(&fork->job->spare);
}

static gpointer run_fork(gpointer data)
{
    Fork *fork = data;
    fork->func(fork->data);
    end_half(fork);
    return NULL;
}

static gboolean take_spare(BspJob *job)
{
    for (gint n = g_atomic_int_get(&job->spare); n > 0; n = g_atomic_int_get(&job->spare))
        if (g_atomic_int_compare_and_exchange(&job->spare, n, n - 1))
            return TRUE;
    return FALSE;
}

static GThread *start_thread(Fork *fork)
{
    if (!fork->job || !take_spare(fork->job))
        return NULL;
    GThread *thread = g_thread_try_new("bsp-build", run_fork, fork, NULL);
    if (!thread) /* the system cannot start another thread, so this one does the work */
        g_atomic_int_inc(&fork->job->spare);
    return thread;
}

void bsp_job_both(BspJob *job, BspJobFunc func, gpointer one, gpointer other)
{
    Fork fork = { job, func, other, FALSE };
    GThread *thread = start_thread(&fork);
    func(one);
    if (thread) {
        end_half(&fork);
        g_thread_join(thread);
    } else {
        func(other);
    }
}

typedef struct {
    BspJob *job;
    guint first, n;
    BspJobItemFunc func;
    gpointer data;
} Items;

/* Does the items, by halving them repeatedly. So threads that become available later still get
 * items. */
static void do_items(gpointer data)
{
    const Items *all = data;
    BSP_ASSERT(all->n > 0);
    if (all->n == 1) {
        all->func(all->first, all->data);
        return;
    }
    Items half[2] = { *all, *all };
    half[0].n = all->n / 2;
    half[1].first += half[0].n;
    half[1].n -= half[0].n;
    bsp_job_both(all->job, do_items, &half[0], &half[1]);
}

void bsp_job_each(BspJob *job, guint n, BspJobItemFunc func, gpointer data)
{
    Items all = { job, 0, n, func, data };
    if (n > 0)
        do_items(&all);
}
