/* view: a method's tree as queries use it, for drawing it and for explaining answers. */
#ifndef COMPARE_METHODS_VIEW_H
#define COMPARE_METHODS_VIEW_H

#include "shift/tree.h"

typedef struct {
    const BspNodes *nodes;
    unsigned space;         /* the space whose subtree is used below space nodes */
    const ShiftTree *shift; /* set for a shift tree, whose planes move for each shape; NULL: an
                               onion or map tree */
    uint32_t mask;          /* of a shift tree: the contents that stop the mover */
} CompareTreeView;

/* The view of a shift tree under a mask. */
CompareTreeView compare_view_of_shift(const ShiftTree *tree, uint32_t mask);

/* For shift trees and shapes with volume: */

/* Whether the leaf stops the shape. */
bool compare_view_stops(const CompareTreeView *view, int32_t leaf);

/* The first node or leaf from `at` down that is not a tip. Tips matter to points only. */
int32_t compare_view_past_tips(const CompareTreeView *view, int32_t at);

/* For all trees: */

bool compare_view_is_bevel(const CompareTreeView *view, const BspNode *node);

/* The child of the bevel that contains the cell. The other is an empty leaf without volume. */
unsigned compare_view_under_bevel(const CompareTreeView *view, const BspNode *bevel);

#endif
