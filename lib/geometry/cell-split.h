/* cell-split: how a plane shares out a cell, without cutting it.
 *
 * A builder asks this of every candidate plane: how likely a query is to be on either side goes
 * with that side's surface (for long segments: the surface area heuristic of ray tracing) and
 * with its volume (for short ones). */
#ifndef BSP_CELL_SPLIT_H
#define BSP_CELL_SPLIT_H

#include "geometry/cell.h"

typedef struct {
    double area[2];   /* square units, of the part in front and the part behind; both have the cut
                         itself as a face */
    double volume[2]; /* cubic units */
} BspCellSplit;

/* A cell, not owned, and what any number of planes ask of it. */
typedef struct BspCellMeasure BspCellMeasure;

BspCellMeasure *bsp_cell_measure_new(const BspCell *cell);
void bsp_cell_measure_free(BspCellMeasure *measure);

/* Not to be asked by two threads at the same time. */
BspCellSplit bsp_cell_measure_split(BspCellMeasure *measure, const BspPlane *plane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspCellMeasure, bsp_cell_measure_free)

#endif
