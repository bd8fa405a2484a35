/* batch: answers many independent moves at once. */
#include "onion/wide.h"

#include <stdlib.h>

#include "trace/compiler.h"
#include "trace/move.h"

/* Stores the transition of move i `stride` * i bytes after `transitions`. */
static void find_batch_transitions(const OnionBatch *batch, const OnionMove *moves, size_t n,
                                   BspTransition *transitions, size_t stride)
{
    if (batch->wide) {
        onion_wide_query(batch, moves, n, transitions, stride);
        return;
    }
    for (size_t i = 0; i < n; i++)
        onion_tree_find_transition(batch->tree, moves[i].space, &moves[i].from, &moves[i].to, NULL,
                                   onion_wide_answer(transitions, stride, i));
}

void onion_batch_first_transitions(const OnionBatch *batch, const OnionMove *moves, size_t n,
                                   BspTransition *transitions)
{
    find_batch_transitions(batch, moves, n, transitions, sizeof *transitions);
}

static void look_up_hit(const OnionTree *tree, const BspBrushTable *table, const OnionMove *move,
                        BspTrace *answer)
{
    const OnionSpace *space = onion_tree_space(tree, move->space);
    bsp_trace_begin(answer, tree);
    if (answer->tr.type != BSP_EMPTY_TO_SOLID || !space)
        return;
    BspShape box = bsp_shape_box(space->box.mins, space->box.maxs);
    BspMove of_box = { move->from, move->to, &box, space->mask, 0 };
    bsp_brush_table_hit(table, &of_box, answer);
}

void onion_batch_trace(const OnionBatch *batch, const BspBrushTable *table, const OnionMove *moves,
                       size_t n, BspTrace *answers)
{
    if (n > 0)
        find_batch_transitions(batch, moves, n, &answers->tr, sizeof *answers);
    for (size_t i = 0; i < n; i++)
        look_up_hit(batch->tree, table, &moves[i], &answers[i]);
}

OnionBatch *onion_batch_new(const OnionTree *tree, unsigned flags)
{
    OnionBatch *batch = malloc(sizeof *batch);
    if (!batch)
        return NULL;
    *batch = (OnionBatch){ tree, NULL };
    if (flags & ONION_BATCH_PORTABLE || !onion_wide_is_supported())
        return batch;
    batch->wide = malloc(sizeof *batch->wide);
    if (batch->wide && !onion_wide_init(batch->wide, tree)) {
        free(batch->wide);
        batch->wide = NULL;
    }
    return batch;
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
