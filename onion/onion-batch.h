/* batch: many independent moves at once, on a tree made ready for them.
 *
 *     OnionBatch *batch = onion_batch_new(tree, 0);
 *     onion_batch_first_transitions(batch, moves, n, 1, transitions);
 *
 * Where the processor has AVX-512, many moves are under way at a time on each thread, in a second
 * layout of the tree that takes several times its memory; anywhere else moves are asked one after
 * the other of the tree itself. The answers are the same, bit by bit.
 * onion_tree_first_transitions() does without any of it.
 *
 * A batch is immutable and may be asked from any number of threads. Each keeps its scratch, under
 * 118 KiB, on the stack. */
#ifndef ONION_BATCH_H
#define ONION_BATCH_H

#include "onion-tree.h"

typedef enum {
    ONION_BATCH_PORTABLE = 1 << 0 /* what processors without AVX-512 do, on any */
} OnionBatchFlags;

typedef struct OnionBatch OnionBatch;

/* flags: OnionBatchFlags. The tree has to outlive the batch. Free with onion_batch_free(). */
OnionBatch *onion_batch_new(const OnionTree *tree, guint flags);
void onion_batch_free(OnionBatch *batch);

/* Whether moves go many at a time, which is when there is a second layout. */
gboolean onion_batch_is_wide(const OnionBatch *batch);

/* What a query needs resident beside the tree: the second layout. */
gsize onion_batch_bytes(const OnionBatch *batch);

/* As onion_tree_first_transitions(). */
void onion_batch_first_transitions(const OnionBatch *batch, const OnionMove *moves, gsize n,
                                   guint n_threads, BspTransition *transitions);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(OnionBatch, onion_batch_free)

#endif
