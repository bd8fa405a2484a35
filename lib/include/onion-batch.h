/* onion-batch: answers many independent moves at once.
 *
 *     OnionBatch *batch = onion_batch_new(tree, 0);
 *     onion_batch_first_transitions(batch, moves, n, transitions);
 *
 * With AVX-512 each thread works on many moves at a time. The batch then holds a second layout of
 * the tree, which takes several times the tree's memory. Without AVX-512 the tree answers the moves
 * one by one. The tree also answers the moves one by one if the layout would exceed 2 GiB, or if
 * spaces times nodes exceed 2^30, which happens only with a malicious file. The answers are the
 * same, bit for bit.
 *
 * A batch is immutable, and any number of threads may query it. Each query uses less than 118 KiB
 * of stack. */
#ifndef ONION_BATCH_H
#define ONION_BATCH_H

#include "onion-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One move of a batch. */
typedef struct {
    unsigned space;
    BspVec from, to;
} OnionMove;

typedef struct OnionBatch OnionBatch;

typedef enum {
    ONION_BATCH_PORTABLE = 1 << 0 /* do not use AVX-512 even if the processor has it */
} OnionBatchFlags;

/* Prepares a built or loaded tree for batches. flags: OnionBatchFlags. The tree must outlive the
 * batch. Returns NULL if there is no memory. Free with onion_batch_free(). */
OnionBatch *onion_batch_new(const OnionTree *tree, unsigned flags);
void onion_batch_free(OnionBatch *batch);

/* Whether the batch has the second layout, and so works on many moves at a time. */
bool onion_batch_is_wide(const OnionBatch *batch);

/* The bytes that a query uses besides the tree: the size of the second layout. */
size_t onion_batch_bytes(const OnionBatch *batch);

/* The answers of onion_tree_first_transition() to n independent moves. */
void onion_batch_first_transitions(const OnionBatch *batch, const OnionMove *moves, size_t n,
                                   BspTransition *transitions);

/* The answers of onion_tree_trace() to n independent moves of the spaces' own boxes: how far each
 * gets, and which brush it has hit. table: the brush table of the tree's solid. */
void onion_batch_trace(const OnionBatch *batch, const BspBrushTable *table, const OnionMove *moves,
                       size_t n, BspTrace *answers);

#ifdef __cplusplus
}
#endif

#endif
