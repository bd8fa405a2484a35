/* view: a method's tree as queries use it, for drawing it and for explaining answers. */
#ifndef COMPARE_METHODS_VIEW_H
#define COMPARE_METHODS_VIEW_H

#include "bsp-nodes.h"

typedef struct {
    const BspNodes *nodes;
    unsigned space;         /* the space whose subtree is used below space nodes */
    const ShiftTree *shift; /* set for a shift tree, whose planes move for each shape; NULL: an
                               onion or map tree */
    uint32_t mask;          /* of a shift tree: the contents that stop the mover */
} CompareTreeView;

/* The view of a shift tree under a mask. */
CompareTreeView compare_view_of_shift(const ShiftTree *tree, uint32_t mask);

/* Whether the leaf of a shift tree stops shapes with volume. */
bool compare_view_stops(const CompareTreeView *view, int32_t leaf);

bool compare_view_is_bevel(const CompareTreeView *view, const BspNodeView *node);

#endif
