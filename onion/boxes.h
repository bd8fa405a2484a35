/* boxes: the inside of boxes of empty space before an onion tree. */
#ifndef ONION_BOXES_INSIDE_H
#define ONION_BOXES_INSIDE_H

#include "onion-batch.h"
#include "onion-boxes.h"
#include "onion/tree.h"
#include "trace/empty-boxes.h"

struct OnionBoxes {
    const OnionTree *tree; /* not owned */
    BspEmptyBoxes *spaces; /* of each of the tree's */
    bool is_loaded;        /* the arrays are not its own: they were saved (saved) */
};

/* Whether the boxes alone know the answer; *tr is anything otherwise. */
bool onion_boxes_answer(const OnionBoxes *boxes, const OnionMove *move, BspTransition *tr);

#endif
