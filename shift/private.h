/* private: what the files that build shift trees have in common. */
#ifndef SHIFT_PRIVATE_H
#define SHIFT_PRIVATE_H

#include "build/compile.h"
#include "build/job.h"
#include "geometry/cell.h"
#include "shift-build.h"
#include "shift/tree.h"

/* The bare tree of the solid; sets the tree's masks, and in how many the outside is filled. Values
 * of leaves are those of tree.h without cells. */
BspBuildNode *shift_compile(ShiftTree *tree, const BspSolid *solid, const ShiftOptions *options,
                            GError **error);

/* The bevels of a solid cell, as the options ask; counted in stats. An array of BspPlane, each
 * touching the cell from outside, none of them one of its faces. */
GArray *shift_cell_bevels(const BspCell *cell, const ShiftOptions *options, ShiftStats *stats);

/* Gives the finished tree rooms, in a grid over the bounds of its matter. FALSE when the job does
 * not go on. */
gboolean shift_make_rooms(ShiftTree *tree, const BspBounds *bounds, BspJob *job, GError **error);

#endif
