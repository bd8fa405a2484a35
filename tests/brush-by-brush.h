/* brush-by-brush: computes answers about points and moves from a solid's brushes, by brute force,
 * for tests of faster methods. */
#ifndef BRUSH_BY_BRUSH_H
#define BRUSH_BY_BRUSH_H

#include "compile/solid.h"

/* Returns the distance of p from the nearest plane of the cell. It is negative if p is outside. */
double cell_depth(const BspCell *cell, BspVec p);

/* Returns whether p lies inside of any brush. A point on the seam of two brushes lies in neither. A
 * tree has no seams, so it reports such a point as solid. */
gboolean brushes_contain(const BspSolid *solid, BspVec p);

#endif
