/* batch-new: making a batch: wide nodes where the processor has registers for them. */
#include "onion-build.h"
#include "onion/batch.h"

OnionBatch *onion_batch_new(const OnionTree *tree, const OnionBoxes *boxes, guint flags)
{
    OnionBatch *batch = g_new(OnionBatch, 1);
    *batch = (OnionBatch){ tree, boxes, NULL };
    if (flags & ONION_BATCH_PORTABLE || !onion_wide_is_supported())
        return batch;
    OnionWide wide;
    if (onion_wide_init(&wide, tree))
        batch->wide = g_memdup2(&wide, sizeof wide);
    return batch;
}
