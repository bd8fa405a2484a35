/* brush-by-brush: what a solid's brushes say of points and moves, looked at one after the other,
 * for tests of what looks faster. */
#ifndef BRUSH_BY_BRUSH_H
#define BRUSH_BY_BRUSH_H

#include "bsp-solid.h"

/* How far p is from the brush's outermost plane: below 0 inside. */
double brush_depth(const BspBrush *brush, BspVec p);

typedef enum { IS_EMPTY, IS_SOLID, IS_NEAR_SURFACE } PointSolidity;

/* Near: no deeper than BSP_BRACKET in any brush, and no farther than that from one. */
PointSolidity brushes_at(const BspSolid *solid, BspVec p);

/* The t in [0, 1] up to which a segment that starts in the brushes, grown, stays in them. */
double brushes_exit_time(const BspSolid *solid, double grown, BspVec from, BspVec delta);

#endif
