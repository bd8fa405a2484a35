/* exit: finds the time at which a shape that starts in solid leaves it. */
#ifndef BSP_EXIT_H
#define BSP_EXIT_H

#include "shape/motion.h"
#include "table/sweep.h"

/* Returns the time at which a shape that starts inside a brush is first in no brush; more than 1 if
 * it stays in brushes. Brushes that touch have no gap between them. A brush that the shape only
 * touches does not count. *plane receives the plane through which the shape leaves. */
double bsp_exit_time(const BspSweep *sweep, BspPlane *plane);

/* Returns the time at which a shape that moves straight leaves a brush that it meets. The result is
 * 0 if the shape only touches the brush, and 2 if it ends in the brush. Otherwise *normal receives
 * the normal of the plane through which the shape leaves. */
double bsp_leave_time(const BspMotion *motion, const BspBrushTable *table, uint32_t brush,
                      BspVec *normal);

#endif
