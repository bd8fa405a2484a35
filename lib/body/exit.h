/* exit: finds the time at which a shape that starts in solid leaves it. */
#ifndef BSP_EXIT_H
#define BSP_EXIT_H

#include "table/sweep.h"

/* Returns the time at which a shape that starts inside a brush is first in no brush; more than 1 if
 * it stays in brushes. Brushes that touch have no gap between them. A brush that the shape only
 * touches does not count. *plane receives the plane through which the shape leaves. */
double bsp_exit_time(const BspSweep *sweep, BspPlane *plane);

#endif
