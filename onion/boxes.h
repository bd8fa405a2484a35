/* boxes: the inside of boxes of empty space before an onion tree. */
#ifndef ONION_BOXES_INSIDE_H
#define ONION_BOXES_INSIDE_H

#include "onion-boxes.h"
#include "onion/tree.h"
#include "trace/empty-boxes.h"

struct OnionBoxes {
    const OnionTree *tree; /* not owned */
    BspEmptyBoxes *spaces; /* of each of the tree's */
};

#endif
