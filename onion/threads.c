/* threads: divides a batch among threads. */
#include "onion-build.h"

/* The number of moves that a thread claims at a time. It is large enough to make claiming cheap and
 * to keep all lanes of a wide traversal busy, and small enough to divide the last moves evenly. */
#define CHUNK 256
#define WIDE_CHUNK 512

/* The batch's state, reference-counted: a thread may wake up and read it after the caller has
 * returned. */
typedef struct {
    const OnionBatch *batch;
    const OnionMove *moves;
    BspTransition *transitions;
    gsize n, chunk;
    gsize next; /* atomic: the first move that no thread has claimed */
    gsize done; /* atomic: moves that have been answered */
} Work;

/* A GFunc: answers moves until all are claimed. Releases its reference to `data`, a Work. */
static void answer_moves(gpointer data, gpointer user_data)
{
    Work *w = data;
    (void)user_data;
    for (;;) {
        gsize first = __atomic_fetch_add(&w->next, w->chunk, __ATOMIC_RELAXED);
        if (first >= w->n)
            break;
        gsize n = MIN(w->chunk, w->n - first);
        onion_batch_first_transitions(w->batch, w->moves + first, n, w->transitions + first);
        __atomic_fetch_add(&w->done, n, __ATOMIC_RELEASE);
    }
    g_atomic_rc_box_release(w);
}

static void run_threads(Work *w, guint n_threads)
{
    /* In a pool that is not exclusive, idle threads wait a while for the next batch. */
    GThreadPool *pool = g_thread_pool_new(answer_moves, NULL, (gint)n_threads - 1, FALSE, NULL);
    /* if no thread starts, the others answer its moves */
    for (guint i = 1; pool && i < n_threads; i++)
        g_thread_pool_push(pool, g_atomic_rc_box_acquire(w), NULL);
    answer_moves(g_atomic_rc_box_acquire(w), NULL);
    if (pool)
        g_thread_pool_free(pool, FALSE, FALSE);
    /* Do not sleep: each thread has at most one chunk left, which takes less time than sleeping and
     * waking up. */
    while (__atomic_load_n(&w->done, __ATOMIC_ACQUIRE) < w->n)
        g_thread_yield();
}

void onion_batch_first_transitions_threaded(const OnionBatch *batch, const OnionMove *moves,
                                            gsize n, guint n_threads, BspTransition *transitions)
{
    if (n_threads == 0)
        n_threads = g_get_num_processors();
    gsize chunk = onion_batch_is_wide(batch) ? WIDE_CHUNK : CHUNK;
    gsize useful = MIN(n_threads, (n + chunk - 1) / chunk);
    if (useful <= 1) {
        onion_batch_first_transitions(batch, moves, n, transitions);
        return;
    }
    Work *w = g_atomic_rc_box_new(Work);
    *w = (Work){ batch, moves, transitions, n, chunk, 0, 0 };
    run_threads(w, (guint)useful);
    g_atomic_rc_box_release(w);
}
