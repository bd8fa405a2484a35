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

static gpointer work(gpointer data)
{
    Batch *b = data;
    for (;;) {
        gsize first = __atomic_fetch_add(&b->next, CHUNK, __ATOMIC_RELAXED);
        if (first >= b->n)
            return NULL;
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
    g_autoptr(GPtrArray) threads = g_ptr_array_new();
    for (guint i = 1; i < MIN(n_threads, useful); i++) {
        GThread *thread = g_thread_try_new("onion-batch", work, &batch, NULL);
        if (thread) /* without it the others do its share */
            g_ptr_array_add(threads, thread);
    }
    work(&batch);
    for (guint i = 0; i < threads->len; i++)
        g_thread_join(threads->pdata[i]);
}
