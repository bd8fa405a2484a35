/* batch: answers many independent moves at once. */
#include "onion/batch.h"

#include <stdlib.h>

#include "trace/compiler.h"

static void one_after_the_other(const OnionBatch *batch, const OnionMove *moves, size_t n,
                                BspTransition *transitions)
{
    for (size_t i = 0; i < n; i++)
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

/* The number of hits looked up at a time: the number that bsp_brush_table_hits() processes
 * together. */
#define LOOKED_UP 32

static void look_up(const OnionTree *tree, const BspBrushTable *sides, const OnionMove *moves,
                    size_t n, const BspTransition *transitions, BspHit *hits)
{
    BspShape shapes[LOOKED_UP];
    BspHitQuery queries[LOOKED_UP];
    for (size_t i = 0; i < n; i++) {
        queries[i] = (BspHitQuery){ .answer = &transitions[i] };
        if (transitions[i].type != BSP_EMPTY_TO_SOLID)
            continue;
        const OnionSpace *space = onion_tree_space(tree, moves[i].space);
        shapes[i] = bsp_shape_box(space->box.mins, space->box.maxs);
        queries[i].shape = &shapes[i];
        queries[i].mask = space->mask;
        queries[i].from = moves[i].from;
        queries[i].to = moves[i].to;
    }
    bsp_brush_table_hits(sides, queries, n, hits);
}

void onion_batch_first_hits(const OnionBatch *batch, const BspBrushTable *sides,
                            const OnionMove *moves, size_t n, BspTransition *transitions,
                            BspHit *hits)
{
    onion_batch_first_transitions(batch, moves, n, transitions);
    for (size_t i = 0; i < n; i += LOOKED_UP)
        look_up(batch->tree, sides, moves + i, BSP_MIN(n - i, LOOKED_UP), transitions + i,
                hits + i);
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
