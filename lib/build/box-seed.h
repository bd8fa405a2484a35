/* box-seed: where boxes of empty space are begun. */
#ifndef BSP_BOX_SEED_H
#define BSP_BOX_SEED_H

#include "build/view.h"

/* An empty leaf of the tree. */
typedef struct {
    BspGrownBox region; /* at least as much as the leaf */
    gboolean is_box;    /* just as much: only axial planes bound it */
    BspVec inside;      /* a point of it */
    double volume;      /* of the region */
} BspBoxSeed;

/* The empty leaves within the bounds, the largest first, as BspBoxSeed; the smallest are left out,
 * and those in which no point is found. Free with g_array_unref(). */
GArray *bsp_box_seeds(const BspTraceView *view, const BspBounds *bounds);

#endif
