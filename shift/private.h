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
                            BspJobPart part, GError **error);

/* The brushes that a cell is made of: those that some of the masks select. */
typedef struct {
    const BspSolid *solid;
    guint32 masks[SHIFT_MOST_MASKS];
    guint n_masks;
    gboolean filled; /* the outside counts as solid, too, where no brush is */
} ShiftBrushes;

/* Those of a cell that is solid under a set of the tree's masks, as leaves of the bare tree say. */
ShiftBrushes shift_brushes_of(const ShiftTree *tree, const BspSolid *solid, guint32 solid_in);

/* What a solid cell stands for where its own corners are too sharp to be trusted (matter); NULL:
 * the cell itself, as nearly always. Free with bsp_cell_free(). */
BspCell *shift_cell_matter(const BspCell *cell, const ShiftBrushes *brushes);

/* Whether the cell is to be cut first, by *plane, since it is in no brush as a whole. */
gboolean shift_cell_cut(const BspCell *cell, const ShiftBrushes *brushes, BspPlane *plane);

/* Cuts all such leaves of the bare tree, as long as the job goes on. */
void shift_cut_sharp(const ShiftTree *tree, const BspSolid *solid, BspBuildNode *root, BspJob *job);

/* The bevels of a solid cell, as the options ask; counted in stats. An array of BspPlane, each
 * touching from outside what the cell stands for, `matter`, none of them one of the cell's faces
 * that does so, too. Not all of them where the job does not go on. */
GArray *shift_cell_bevels(const BspCell *cell, const BspCell *matter, const ShiftOptions *options,
                          BspJob *job, ShiftStats *stats);

#endif
