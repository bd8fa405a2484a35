/* batch: many independent moves at once, on a tree made ready for them. */
#include "onion/batch.h"

#include <stdlib.h>

static void one_after_the_other(const OnionBatch *batch, const OnionMove *moves, size_t n,
                                BspTransition *transitions)
{
    for (size_t i = 0; i < n; i++)
        if (!batch->boxes || !onion_boxes_answer(batch->boxes, &moves[i], &transitions[i]))
            onion_tree_trace(batch->tree, moves[i].space, &moves[i].from, &moves[i].to, NULL,
                             &transitions[i]);
}

void onion_batch_first_transitions(const OnionBatch *batch, const OnionMove *moves, size_t n,
                                   BspTransition *transitions)
{
    if (batch->wide)
        onion_wide_query(batch, moves, n, transitions);
    else
        one_after_the_other(batch, moves, n, transitions);
}

void onion_batch_free(OnionBatch *batch)
{
    if (!batch)
        return;
    if (batch->wide) {
        onion_wide_clear(batch->wide);
        free(batch->wide);
    }
    free(batch);
}

bool onion_batch_is_wide(const OnionBatch *batch)
{
    return batch->wide != NULL;
}

size_t onion_batch_bytes(const OnionBatch *batch)
{
    return batch->wide ? sizeof *batch->wide + batch->wide->bytes +
                             batch->wide->n_spaces * sizeof *batch->wide->roots
                       : 0;
}
