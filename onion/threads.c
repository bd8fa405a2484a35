/* threads: divides a batch among threads. */
#include "onion-build.h"

/* Moves that a thread claims at a time. Enough to make the claim cheap and to keep all lanes of a
 * wide traversal busy; few enough to divide the last moves evenly. */
#define CHUNK 256
#define WIDE_CHUNK 512

/* Reference-counted: the caller does not wait for a thread that wakes up after all moves are
 * claimed. */
typedef struct {
    const OnionBatch *batch;
    const OnionMove *moves;
    BspTransition *transitions;
    gsize n, chunk;
    gsize next; /* atomic: the first move that no thread has claimed */
    gsize done; /* atomic: moves that have been answered */
} Work;

/* Releases the reference to the Work that it receives. */
static void work(gpointer data, gpointer user_data)
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

static void share(Work *w, guint n_threads)
{
    /* The pool is not exclusive, so that idle threads wait a while for the next batch. */
    GThreadPool *pool = g_thread_pool_new(work, NULL, (gint)n_threads - 1, FALSE, NULL);
    for (guint i = 1; pool && i < n_threads; i++) /* without a thread the others do its share */
        g_thread_pool_push(pool, g_atomic_rc_box_acquire(w), NULL);
    work(g_atomic_rc_box_acquire(w), NULL);
    if (pool)
        g_thread_pool_free(pool, FALSE, FALSE);
    /* Each thread has at most one chunk left, which takes less time than to sleep and wake up. */
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
    share(w, (guint)useful);
    g_atomic_rc_box_release(w);
}
