/* batch: the internals of a batch. */
#ifndef ONION_BATCH_INSIDE_H
#define ONION_BATCH_INSIDE_H

#include "onion-batch.h"
#include "onion/tree.h"
#include "onion/wide.h"

struct OnionBatch {
    const OnionTree *tree;
    OnionWide *wide; /* NULL: moves are answered one at a time */
};

#endif
