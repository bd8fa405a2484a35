/* uncovered: expands brushes for a box, and measures the part of a cell that a solid leaves
 * uncovered. */
#ifndef LEVEL_UNCOVERED_H
#define LEVEL_UNCOVERED_H

#include "bsp-brush-table.h"
#include "tools/bsp-cell.h"
#include "tools/bsp-inspect.h"

/* A face that the level's compiler did not move outward when it made a clip hull, as GoldSrc's
 * compiler does with faces that the source of the level marks BEVEL. A compiled level does not name
 * these faces, but its hull ends at them. */
typedef struct {
    const BspBrushTable
        *hull;     /* the solid cells of the level's clip hull; NULL if every face is moved
                    */
    BspBounds box; /* of this hull */
    guint n;       /* the function adds the number of faces that are not moved */
} LevelUnmoved;

/* Adds the solid's brushes, expanded for the box, to `to`. Faces that the level's hull does not
 * move outward are not moved. FALSE with BSP_ERROR. */
gboolean level_add_expanded(GPtrArray *to, const BspSolid *solid, const BspBounds *box,
                            LevelUnmoved *unmoved, GError **error);

/* Returns the largest distance from the solid of a point in the uncovered part of the cell, and
 * stores the point in *at. The tree of the solid cuts that part into pieces. The point is a corner
 * or an inner point of a piece. Returns 0 if no part is uncovered, apart from rounding. */
double level_cell_uncovered(const BspCell *cell, const BspSolid *solid, const BspTree *tree,
                            BspVec *at);

#endif
