/* saved: what of a shift tree's file is no plain array of the tree. */
#ifndef SHIFT_SAVED_INSIDE_H
#define SHIFT_SAVED_INSIDE_H

#include "shift-saved.h"
#include "trace/saved.h"

/* How it was built. */
typedef struct {
    double bevel_angle;
    uint32_t bevels; /* ShiftBevels */
    uint32_t bounds_boxes, has_cells, filled;
    uint32_t bare_nodes, edge_bevels, spike_bevels, level_top_bevels, box_bevels;
    uint32_t mask; /* the one it was built for; where there are several, 0 */
    uint64_t bare_bytes;
} ShiftSavedTree;

#endif
