/* exit: when a shape that starts in solid leaves it. */
#ifndef BSP_EXIT_H
#define BSP_EXIT_H

#include "table/sweep.h"

/* For a shape that starts inside a brush: returns the time at which it is first in no brush; more
 * than 1 if it never is. There is no gap between brushes that touch. A brush that the shape only
 * touches does not count. *plane receives the plane through which the shape leaves. */
double bsp_exit_time(const BspSweep *sweep, BspPlane *plane);

#endif
