/* saved: the structure in a shift tree's file that loading converts. The tree uses all other arrays
 * as they are in the file. */
#ifndef SHIFT_SAVED_INSIDE_H
#define SHIFT_SAVED_INSIDE_H

#include "saved/saved.h"

/* How the tree was built, and statistics that loading cannot compute. */
typedef struct {
    double bevel_angle;
    uint32_t bevels; /* ShiftBevels */
    uint32_t bounds_boxes, names_brushes, filled;
    uint32_t bare_nodes, edge_bevels, spike_bevels, level_top_bevels, box_bevels;
    uint32_t mask; /* the tree's mask */
    uint64_t bare_bytes;
} ShiftSavedTree;

#endif
