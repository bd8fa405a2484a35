/* batch: the inside of a batch. */
#ifndef ONION_BATCH_INSIDE_H
#define ONION_BATCH_INSIDE_H

#include "onion/boxes.h"
#include "onion/wide.h"

struct OnionBatch {
    const OnionTree *tree;
    const OnionBoxes *boxes; /* asked first; may be NULL */
    OnionWide *wide;         /* NULL: one move after the other */
};

#endif
