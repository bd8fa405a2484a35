/* cell-split: the surface and volume of the two parts into which a plane divides a cell, without
 * cutting the cell.
 *
 * A builder evaluates every candidate plane by them. The probability that a long segment meets a
 * part is proportional to its surface (the surface area heuristic of ray tracing). For a short
 * segment it is proportional to its volume. */
#ifndef BSP_CELL_SPLIT_H
#define BSP_CELL_SPLIT_H

#include "geometry/cell.h"

typedef struct {
    double area[2];   /* square units, of the parts in front and behind; each includes the cut */
    double volume[2]; /* cubic units */
} BspCellSplit;

/* Values of a cell that do not depend on the plane. The caller keeps the cell. */
typedef struct BspCellMeasure BspCellMeasure;

BspCellMeasure *bsp_cell_measure_new(const BspCell *cell);
void bsp_cell_measure_free(BspCellMeasure *measure);

/* Measures the split by a plane. Writes to the measure: one thread at a time. */
BspCellSplit bsp_cell_measure_split(BspCellMeasure *measure, const BspPlane *plane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspCellMeasure, bsp_cell_measure_free)

#endif
