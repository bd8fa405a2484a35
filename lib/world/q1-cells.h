/* q1-cells: finds the cells into which the nodes of a tree of Quake or GoldSrc divide space.
 *
 * Compilers share equal subtrees, so several paths may lead to a node. The tree in the file may
 * also be damaged or malicious. The traversal fails if a path has more than BSP_MAX_DEPTH nodes.
 * This happens if a node is below itself. It also fails if the cells have far more faces than in
 * real levels. So time and memory are at most proportional to the size of the file, whatever number
 * of models is read. */
#ifndef BSP_WORLD_Q1_CELLS_H
#define BSP_WORLD_Q1_CELLS_H

#include "geometry/cell.h"
#include "world/q1-level.h"

/* Units. If the outside of a level is solid, the solid is unbounded. The cells are then cut off at
 * this distance outside the model's bounds in the file, expanded for the box of the hull, so that
 * outer walls keep a thickness. It can be any distance far above BSP_BRUSH_THICKNESS. */
#define BSP_Q1_MARGIN 8

typedef struct {
    GPtrArray *cells;   /* the cells (BspCell) */
    GArray *contents;   /* contents of each cell (guint32) */
    guint n_endless[2]; /* the number of unbounded leaves: n_endless[FALSE] are not solid,
                           n_endless[TRUE] are solid */
    guint n_sky;        /* number of sky leaves of a clip hull, which stop no move there */
} BspQ1Cells;

/* Finds the cells of a model, in one hull, whose contents have a bit of `wanted`. Hull 0 is the
 * tree that is drawn. `box` is the box of the hull. If no solid leaf is endless, the cells are
 * exact, whatever bounds the file has. The caller calls bsp_q1_cells_clear() in any case. */
gboolean bsp_q1_cells_read(BspQ1Cells *cells, BspQ1Level *level, guint model, guint hull,
                           const BspBounds *box, guint32 wanted);
void bsp_q1_cells_clear(BspQ1Cells *cells);

#endif
