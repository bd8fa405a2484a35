/* view: a method's tree as it is queried, for who draws it, or explains its answers. */
#ifndef COMPARE_METHODS_VIEW_H
#define COMPARE_METHODS_VIEW_H

#include "shift/tree.h"

typedef struct {
    const BspNodes *nodes;
    unsigned space;         /* whose subtrees go on below space nodes */
    const ShiftTree *shift; /* its planes move for each shape; NULL: they do not */
    uint32_t mask;          /* of such a tree: the contents that stop what moves */
} CompareTreeView;

/* Of what the mask stops, in a tree whose planes move. */
CompareTreeView compare_view_of_shift(const ShiftTree *tree, uint32_t mask);

/* Of a tree whose planes move, for what has volume: */

/* Whether the leaf stops it. */
bool compare_view_stops(const CompareTreeView *view, int32_t leaf);

/* The first from `at` on that is no tip: what is below a tip is for points alone. */
int32_t compare_view_past_tips(const CompareTreeView *view, int32_t at);

/* Of any tree: */

bool compare_view_is_bevel(const CompareTreeView *view, const BspNode *node);

/* The side of a bevel on which the cell is; over the other is an empty leaf without volume. */
unsigned compare_view_under_bevel(const CompareTreeView *view, const BspNode *bevel);

#endif
