/* solidity: where the brushes of a solid are, from their planes alone.
 *
 * Compiling asks, once no face crosses a region any more, whether the region is solid (Golodetz
 * 2013, Listing 3). The article asks a point of it. But a point may fall on the seam of brushes
 * that touch, where rounding puts it in none of them; and a face that tolerances have dropped may
 * have been all that kept two parts of the region apart. So it is the region that is asked, all of
 * it: a cell is empty when no brush reaches deeper into it than BSP_DOUBT, solid when no part of it
 * is farther than that from some brush, and else there is a plane to cut it by.
 *
 * Planes and boxes take about a third of the memory that brushes with their polytopes do.
 * Immutable; any thread may ask. */
#ifndef BSP_SOLIDITY_H
#define BSP_SOLIDITY_H

#include "build/solid.h"

typedef struct BspSolidity BspSolidity;

/* What is in a cell. */
typedef enum {
    BSP_CELL_EMPTY,
    BSP_CELL_SOLID,
    BSP_CELL_MIXED /* both: it must be cut */
} BspOccupancy;

/* The solid must outlive it, unless bsp_solidity_take_solid() has taken it. */
BspSolidity *bsp_solidity_new(const BspSolid *solid);
void bsp_solidity_free(BspSolidity *solidity);

/* Takes the solid that it was made of, and frees it as far as it is not needed. */
void bsp_solidity_take_solid(BspSolidity *solidity, BspSolid *solid);

/* What is in the cell. Where that is MIXED, *plane is one of a brush's planes that leaves more than
 * BSP_THIN of the cell on either side. */
BspOccupancy bsp_solidity_in_cell(const BspSolidity *solidity, const BspCell *cell,
                                  BspPlane *plane);

/* Whether a brush reaches into the cell deeper than BSP_DOUBT. If one does, *plane is as above, or
 * has a normal of zero when the cell is all inside that brush. */
gboolean bsp_solidity_reaches(const BspSolidity *solidity, const BspCell *cell, BspPlane *plane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSolidity, bsp_solidity_free)

#endif
