/* shift-private: declarations that the files that build shift trees share. */
#ifndef SHIFT_PRIVATE_H
#define SHIFT_PRIVATE_H

#include "build/compile.h"
#include "build/job.h"
#include "geometry/cell.h"
#include "shift-build.h"
#include "shift/tree.h"

/* The brushes that a cell can consist of: those that at least one of the masks selects. */
typedef struct {
    const BspSolid *solid;
    guint32 masks[SHIFT_MOST_MASKS];
    guint n_masks;
    gboolean filled; /* the outside is filled: it counts as solid without a brush */
} ShiftBrushes;

/* The brushes of a cell that is solid under a set of the tree's masks. solid_in: the value of its
 * leaf in the tree without bevels. */
ShiftBrushes shift_brushes_of(const ShiftTree *tree, const BspSolid *solid, guint32 solid_in);

/* Returns the cell to use in place of a solid cell with corners too sharp to be accurate
 * (matter.c). NULL, as nearly always: use the cell itself. Free with bsp_cell_free(). */
BspCell *shift_cell_matter(const BspCell *cell, const ShiftBrushes *brushes);

/* Whether the cell must be cut first, by *plane, because no brush contains all of it. */
gboolean shift_cell_cut(const BspCell *cell, const ShiftBrushes *brushes, BspPlane *plane);

/* Cuts all leaves of the tree without bevels that no brush contains and whose corners are too
 * sharp, unless the job is cancelled. */
void shift_cut_sharp(const ShiftTree *tree, const BspSolid *solid, BspBuildNode *root, BspJob *job);

/* The bevels of a solid cell by the options; adds their numbers to stats. Returns an array of
 * BspPlane. Each plane touches `matter` from outside; matter is the cell or its replacement. Faces
 * of the cell that already do so are left out. The array is incomplete if the job is cancelled. */
GArray *shift_cell_bevels(const BspCell *cell, const BspCell *matter, const ShiftOptions *options,
                          BspJob *job, ShiftStats *stats);

#endif
