/* fill: makes the space solid that cannot be reached from a world's starts.
 *
 * A level is a shell of brushes in a void, and its brushes have backs that no player sees. Flooding
 * goes from the starts through the openings between empty leaves and finds the reachable space. All
 * other space may count as solid, and faces that border only on it are not needed in the tree.
 * Quake's compiler and the onion article's engine do the same ("outside fill"). Some trees become
 * ten times smaller.
 *
 * For moves that start in reached space, the filled solid gives the same answers as the original. A
 * world leaks if a start reaches the void; such a world cannot be filled.
 *
 * A fill is immutable. Any number of threads may read it. */
#ifndef BSP_FILL_H
#define BSP_FILL_H

#include "build/compile.h"
#include "build/solidity.h"

typedef struct {
    BspBuildNode *root; /* the tree; value 2: a reached empty leaf, or a branch above one */
    guint n_empty;      /* number of empty leaves */
    guint n_reached;    /* number of them that were reached */
    guint n_starts;     /* number of starts in empty space */
    GArray *leak;       /* BspVec: path from a start to the outside; NULL if there is no leak */
} BspFill;

/* Floods from the starts (array of BspVec) until done or the job stops. Consumes root. Its leaves
 * must have values 0 (empty) or 1 (solid), and its empty leaves their cells, which are freed. */
BspFill *bsp_fill_new(BspBuildNode *root, const GArray *starts, BspJob *job);
void bsp_fill_free(BspFill *fill);

/* Whether the world can be filled: a start is in empty space, and there is no leak. */
static inline gboolean bsp_fill_is_sealed(const BspFill *fill)
{
    return fill->n_starts > 0 && !fill->leak;
}

/* As bsp_solidity_in_cell(), but unreached space counts as solid. solidity: of the flooded solid.
 */
BspOccupancy bsp_fill_in_cell(const BspFill *fill, const BspSolidity *solidity, const BspCell *cell,
                              BspPlane *plane);

/* Copies the faces (array of BspUnionFace) that border on reached space. Returns a new array that
 * frees its polygons; it is incomplete if the job stopped. */
GArray *bsp_fill_faces(const BspFill *fill, const GArray *faces, BspJob *job);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspFill, bsp_fill_free)

#endif
