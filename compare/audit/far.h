/* far: how far a point is from convex cells and from solids, and what of a cell a solid leaves
 * uncovered. */
#ifndef COMPARE_FAR_H
#define COMPARE_FAR_H

#include "build/solid.h"

/* Units to the nearest point of the cell; 0 inside. */
double compare_far_from_cell(const BspCell *cell, BspVec p);

/* The same of a solid; HUGE_VAL where it has no brushes. */
double compare_far_from_solid(const BspSolid *solid, BspVec p);

/* The corner of what the solid leaves uncovered of the cell that is farthest from the solid, and
 * how far that is: 0 where nothing is left, but for what rounding leaves. FALSE where that takes
 * too many pieces to tell. */
gboolean compare_far_uncovered(const BspCell *cell, const BspSolid *solid, double *distance,
                               BspVec *at);

#endif
