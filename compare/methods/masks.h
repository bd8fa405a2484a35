/* masks: the contents that stop each mover of a scenario. */
#ifndef COMPARE_METHODS_MASKS_H
#define COMPARE_METHODS_MASKS_H

#include "scenario/scenario.h"

/* One mask for each space, then one for each shape. Immutable. */
typedef struct {
    guint n_spaces, n;
    guint32 masks[];
} CompareMasks;

CompareMasks *compare_masks_new(const CompareScenario *scenario);
void compare_masks_free(CompareMasks *masks);

/* The index of a mover (compare_scenario_mover()) in `masks`. */
static inline guint compare_masks_place(const CompareMasks *masks, gint mover)
{
    return mover >= 0 ? (guint)mover : masks->n_spaces + (guint)~mover;
}

static inline guint32 compare_masks_of(const CompareMasks *masks, gint mover)
{
    return masks->masks[compare_masks_place(masks, mover)];
}

/* Returns the distinct masks in ascending order: an array of at least one guint32. */
GArray *compare_masks_different(const CompareMasks *masks);

#endif
