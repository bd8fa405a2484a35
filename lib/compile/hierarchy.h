/* hierarchy: makes the hierarchy of bounding boxes of a brush table. */
#ifndef BSP_HIERARCHY_H
#define BSP_HIERARCHY_H

#include "body/near.h"
#include "compile/job.h"

/* Makes the hierarchy of n boxes. If the job stops, the hierarchy is right but slow. */
void bsp_hierarchy_make(BspHierarchy *hierarchy, const BspBounds *boxes, guint n, BspJob *job);

#endif
