/* hierarchy: makes the hierarchy of bounding boxes of a brush table. */
#ifndef BSP_HIERARCHY_H
#define BSP_HIERARCHY_H

#include "body/brush-table.h"
#include "bsp-bounds.h"
#include "compile/job.h"

/* Sets the grid and the nodes of the table. boxes: the bounds of its brushes. If the job stops, the
 * hierarchy is right but slow. */
void bsp_hierarchy_make(BspBrushTable *table, const BspBounds *boxes, BspJob *job);

#endif
