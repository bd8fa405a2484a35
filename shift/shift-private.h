/* shift-private: declarations that the files that build shift trees share. */
#ifndef SHIFT_PRIVATE_H
#define SHIFT_PRIVATE_H

#include "compile/compile.h"
#include "compile/job.h"
#include "geometry/cell.h"
#include "shift-build.h"
#include "shift/tree.h"

/* The brushes that the mask selects. Cells consist of these. */
typedef struct {
    const BspSolid *solid;
    guint32 mask;
    gboolean filled; /* the outside is filled, so some solid belongs to no brush */
} ShiftBrushes;

/* Returns the cell that replaces a solid cell whose corners are too sharp to be accurate
 * (sharp-cell.c). Nearly always it is NULL, and the cell itself is used. The caller frees it with
 * bsp_cell_free(). */
BspCell *shift_cell_replacement(const BspCell *cell, const ShiftBrushes *brushes);

/* Returns whether the cell must be cut, by *plane, because no brush contains all of it. */
gboolean shift_cell_cut(const BspCell *cell, const ShiftBrushes *brushes, BspPlane *plane);

/* Cuts all leaves of the tree without bevels whose corners are too sharp and that no brush
 * contains, until the job is cancelled. */
void shift_cut_sharp(const ShiftBrushes *brushes, BspBuildNode *root, BspJob *job);

/* --- the brushes that each solid leaf consists of --- */

typedef struct ShiftLists ShiftLists;

ShiftLists *shift_lists_new(void);

/* Returns the number, from 1, of the list of the brushes that the cell consists of. Equal lists
 * have the same number. */
guint shift_lists_add(ShiftLists *lists, const BspCell *cell, const ShiftBrushes *brushes);

/* Moves the lists into the tree, and frees *lists. */
void shift_lists_move(ShiftLists *lists, ShiftTree *tree);

/* Returns the bevels of a solid cell, as an array of BspPlane, and adds their numbers to stats.
 * `beveled` is the cell or its replacement, and each bevel touches it from outside. No bevel
 * repeats a face of the cell. The array is incomplete if the job is cancelled. */
GArray *shift_cell_bevels(const BspCell *cell, const BspCell *beveled, const ShiftOptions *options,
                          BspJob *job, ShiftStats *stats);

/* Returns the corner of three planes, multiplied by *volume. a, b and c are the normals of three
 * planes, each one unit from the origin, so they meet at result / *volume. *volume is 0 if the
 * normals lie in one plane. */
static inline BspVec bsp_corner_of_normals(BspVec a, BspVec b, BspVec c, double *volume)
{
    BspVec bc = bsp_vec_cross(b, c), ca = bsp_vec_cross(c, a), ab = bsp_vec_cross(a, b);
    *volume = bsp_vec_dot(a, bc);
    return bsp_vec_add(bc, bsp_vec_add(ca, ab));
}

#endif
