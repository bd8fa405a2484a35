/* onion-batch: many independent queries, over threads. */
#include "onion-private.h"

/* Moves that a thread takes at a time: enough to make taking them cheap, few enough to share the
 * last of them evenly. */
#define CHUNK 256

typedef struct {
    const OnionTree *tree;
    const OnionMove *moves;
    BspTransition *transitions;
    gsize n;
    gsize next; /* atomic: the first move that nobody has taken */
} Batch;

static void work(gpointer data, gpointer user_data)
{
    Batch *b = data;
    (void)user_data;
    for (;;) {
        gsize first = __atomic_fetch_add(&b->next, CHUNK, __ATOMIC_RELAXED);
        if (first >= b->n)
            return;
        for (gsize i = first; i < MIN(first + CHUNK, b->n); i++)
            b->transitions[i] = onion_tree_first_transition(b->tree, b->moves[i].space,
                                                            b->moves[i].from, b->moves[i].to, NULL);
    }
}

void onion_tree_first_transitions(const OnionTree *tree, const OnionMove *moves, gsize n,
                                  guint n_threads, BspTransition *transitions)
{
    Batch batch = { tree, moves, transitions, n, 0 };
    gsize useful = (n + CHUNK - 1) / CHUNK;
    if (n_threads == 0)
        n_threads = g_get_num_processors();
    /* Not exclusive: threads that have nothing to do wait a while for the next batch. */
    GThreadPool *pool = NULL;
    if (MIN(n_threads, useful) > 1)
        pool = g_thread_pool_new(work, NULL, (gint)MIN(n_threads, useful) - 1, FALSE, NULL);
    for (guint i = 1; pool && i < MIN(n_threads, useful); i++)
        g_thread_pool_push(pool, &batch,
                           NULL); /* if no thread can be had, the others do its share */
    work(&batch, NULL);
    if (pool)
        g_thread_pool_free(pool, FALSE, TRUE);
}
