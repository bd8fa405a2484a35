/* empty-boxes: which boxes of empty space are worth knowing, and where. */
#ifndef BSP_BUILD_EMPTY_BOXES_H
#define BSP_BUILD_EMPTY_BOXES_H

#include "bsp-bounds.h"
#include "build/job.h"
#include "trace/empty-boxes.h"

/* Grows boxes in a finished tree, as the view sees it, and names one for each cell of a grid over
 * the bounds. cell: units; the edge of a cell, or more, so that there are max_cells at most. FALSE:
 * the job does not go on. */
gboolean bsp_empty_boxes_init(BspEmptyBoxes *boxes, const BspTraceView *view,
                              const BspBounds *bounds, double cell, gsize max_cells, BspJob *job);

#endif
