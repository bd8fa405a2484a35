/* uncovered: expands brushes for a box, and measures the part of a cell that a solid leaves
 * uncovered. */
#ifndef LEVEL_UNCOVERED_H
#define LEVEL_UNCOVERED_H

#include "bsp-brush-table.h"
#include "tools/bsp-cell.h"
#include "tools/bsp-inspect.h"

/* How to recognise the faces that the compiler did not move outward when it made a clip hull.
 * GoldSrc's compiler does this with faces that the source of the level marks BEVEL. A compiled
 * level does not name these faces, but its hull ends at them. */
typedef struct {
    /* The solid cells of the level's clip hull. NULL if every face is moved. */
    const BspBrushTable *hull;
    BspBounds box; /* the box of this hull */
    guint n;       /* the functions add the number of faces that are not moved */
} LevelUnmoved;

/* Adds the solid's brushes, expanded for the box, to `to`. Does not move faces that the level's
 * hull did not move outward. Returns FALSE with BSP_ERROR. */
gboolean level_add_expanded(GPtrArray *to, const BspSolid *solid, const BspBounds *box,
                            LevelUnmoved *unmoved, GError **error);

/* Returns the largest distance from the solid to a point in the uncovered part of the cell, and
 * stores that point in *at. The tree of the solid cuts the uncovered part into pieces, and the
 * measured points are the pieces' corners and inner points. Returns 0 if no part is uncovered,
 * apart from rounding. */
double level_cell_uncovered(const BspCell *cell, const BspSolid *solid, const BspTree *tree,
                            BspVec *at);

#endif
