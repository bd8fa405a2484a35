/* onion-batch: many independent moves at once, on a tree made ready for them.
 *
 *     OnionBatch *batch = onion_batch_new(tree, 0);
 *     onion_batch_first_transitions(batch, moves, n, transitions);
 *
 * Where the processor has AVX-512, many moves are under way at a time on each thread, in a second
 * layout of the tree that takes several times its memory. Anywhere else moves are asked of the tree
 * itself, one after the other; so they are where that layout would take more than 2 GiB, or spaces
 * times nodes are more than 2^30, which only a file made for that has. The answers are the same,
 * bit by bit.
 *
 * A batch is immutable and may be asked from any number of threads. Each keeps its scratch, under
 * 118 KiB, on the stack. */
#ifndef ONION_BATCH_H
#define ONION_BATCH_H

#include "bsp-hit.h"
#include "onion-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One of many moves. */
typedef struct {
    unsigned space;
    BspVec from, to;
} OnionMove;

typedef struct OnionBatch OnionBatch;

typedef enum {
    ONION_BATCH_PORTABLE = 1 << 0 /* what processors without AVX-512 do, on any */
} OnionBatchFlags;

/* Makes the tree, built or loaded, ready for batches. flags: OnionBatchFlags. The tree must outlive
 * the batch. NULL if there is no memory for it. Free with onion_batch_free(). */
OnionBatch *onion_batch_new(const OnionTree *tree, unsigned flags);
void onion_batch_free(OnionBatch *batch);

/* Whether moves go many at a time, which is when there is a second layout. */
bool onion_batch_is_wide(const OnionBatch *batch);

/* What a query needs resident beside the tree: the second layout. */
size_t onion_batch_bytes(const OnionBatch *batch);

/* The answers of onion_tree_first_transition() to n independent moves. */
void onion_batch_first_transitions(const OnionBatch *batch, const OnionMove *moves, size_t n,
                                   BspTransition *transitions);

/* The same, and what each of them has hit, as bsp_sides_hit() tells it under the mask of the move's
 * space: hits[i].brush is BSP_NO_BRUSH where that names nothing. sides: of the tree's solid. What
 * is hit is named many at a time, as by bsp_sides_hits(). */
void onion_batch_first_hits(const OnionBatch *batch, const BspSides *sides, const OnionMove *moves,
                            size_t n, BspTransition *transitions, BspHit *hits);

#ifdef __cplusplus
}
#endif

#endif
