/* brush-by-brush: what a solid's brushes say of points and moves, looked at one after the other,
 * for tests of what looks faster. */
#ifndef BRUSH_BY_BRUSH_H
#define BRUSH_BY_BRUSH_H

#include "build/solid.h"

/* How deep p is in the cell, below the nearest of its planes; below 0 outside. */
double cell_depth(const BspCell *cell, BspVec p);

/* Whether p lies inside, deeper than BSP_TOUCH: a point on a face does not. */
gboolean cell_contains(const BspCell *cell, BspVec p);

/* In the brush that it is deepest in. */
double brushes_depth(const BspSolid *solid, BspVec p);

/* Whether p lies inside any brush. Not so on the seam of two that touch, where it is in neither; a
 * tree, which has no seams, says that it is solid there. */
gboolean brushes_contain(const BspSolid *solid, BspVec p);

typedef enum { IS_EMPTY, IS_SOLID, IS_NEAR_SURFACE } PointSolidity;

/* Near: no deeper than BSP_BRACKET in any brush, and no farther than that from one. */
PointSolidity brushes_at(const BspSolid *solid, BspVec p);

/* The t in [0, 1] up to which a segment that starts in the brushes, grown, stays in them. */
double brushes_exit_time(const BspSolid *solid, double grown, BspVec from, BspVec delta);

#endif
