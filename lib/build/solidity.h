/* solidity: finds where the brushes of a solid are, from their planes alone.
 *
 * When no face crosses a region any more, compiling must decide whether the region is solid
 * (Golodetz 2013, Listing 3). The article tests one point of the region. But the point may lie on
 * the seam of touching brushes, where rounding puts it in none of them. And a dropped face may have
 * been all that separated two parts of the region.
 *
 * So the whole cell is tested. A cell is empty if no brush reaches deeper into it than BSP_DOUBT. A
 * cell is solid if each point of it is in a brush or within that distance of one. Else the result
 * is a plane that cuts the cell.
 *
 * The planes and boxes take about a third of the memory of brushes with polytopes. Immutable; any
 * number of threads may read it. */
#ifndef BSP_SOLIDITY_H
#define BSP_SOLIDITY_H

#include "build/solid.h"

typedef struct BspSolidity BspSolidity;

/* The contents of a cell. */
typedef enum {
    BSP_CELL_EMPTY,
    BSP_CELL_SOLID,
    BSP_CELL_MIXED /* partly solid: it must be cut */
} BspOccupancy;

/* The caller frees it with bsp_solidity_free(). The solid must outlive it, unless
 * bsp_solidity_take_solid() takes it. */
BspSolidity *bsp_solidity_new(const BspSolid *solid);
void bsp_solidity_free(BspSolidity *solidity);

/* Takes ownership of the solid from which it was made, and frees what it does not need. */
void bsp_solidity_take_solid(BspSolidity *solidity, BspSolid *solid);

/* Returns the contents of the cell. For MIXED, *plane receives a brush's plane that leaves more
 * than BSP_THIN of the cell on both sides. */
BspOccupancy bsp_solidity_in_cell(const BspSolidity *solidity, const BspCell *cell,
                                  BspPlane *plane);

/* Whether a brush reaches deeper into the cell than BSP_DOUBT. If so, *plane is as above, or has a
 * zero normal if the whole cell is inside that brush. */
gboolean bsp_solidity_reaches(const BspSolidity *solidity, const BspCell *cell, BspPlane *plane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSolidity, bsp_solidity_free)

#endif
