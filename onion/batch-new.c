/* batch-new: making a batch: wide nodes where the processor has registers for them. */
#include <stdlib.h>

#include "onion/batch.h"

OnionBatch *onion_batch_new(const OnionTree *tree, const OnionBoxes *boxes, unsigned flags)
{
    OnionBatch *batch = malloc(sizeof *batch);
    if (!batch)
        return NULL;
    *batch = (OnionBatch){ tree, boxes, NULL };
    if (flags & ONION_BATCH_PORTABLE || !onion_wide_is_supported())
        return batch;
    batch->wide = malloc(sizeof *batch->wide);
    if (batch->wide && !onion_wide_init(batch->wide, tree)) {
        free(batch->wide);
        batch->wide = NULL;
    }
    return batch;
}
