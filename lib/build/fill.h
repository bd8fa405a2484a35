/* fill: what cannot be reached from a world's starts becomes solid.
 *
 * A level is a shell of brushes with nothing but void outside, and brushes have backs that nobody
 * ever sees. Flooding the empty leaves of the tree from the starts, through the openings between
 * leaves, finds the space that matters; everything else may count as solid, and the faces that only
 * border on it need not be in the tree. (Quake's compiler does this as "outside fill", and so does
 * the onion article's engine; some trees shrink tenfold.)
 *
 * The filled solid answers as the true one for every move that starts in reached space. A world
 * whose void can be reached from a start leaks, and cannot be filled.
 *
 * Immutable once made; any thread may ask it. */
#ifndef BSP_FILL_H
#define BSP_FILL_H

#include "build/compile.h"
#include "build/solidity.h"

typedef struct {
    BspBuildNode *root; /* the tree; its empty leaves (value 0) that were reached have value 2, and
                           so have the branches above them */
    guint n_empty;      /* empty leaves */
    guint n_reached;    /* and those that were reached */
    guint n_starts;     /* starts that lie in empty space */
    GArray *leak; /* BspVec, from a start to outside of the world; NULL when it does not leak */
} BspFill;

/* Floods from the starts (array of BspVec), as long as the job goes on. root is consumed: its
 * leaves must have values 0 (empty) and 1 (solid), and its empty ones their cells, which are freed.
 */
BspFill *bsp_fill_new(BspBuildNode *root, const GArray *starts, BspJob *job);
void bsp_fill_free(BspFill *fill);

/* Whether filling makes sense: some start lies in empty space, and it does not leak. */
static inline gboolean bsp_fill_is_sealed(const BspFill *fill)
{
    return fill->n_starts > 0 && !fill->leak;
}

/* As bsp_solidity_in_cell() of the solid that was flooded, what is out of reach being solid, too.
 */
BspOccupancy bsp_fill_in_cell(const BspFill *fill, const BspSolidity *solidity, const BspCell *cell,
                              BspPlane *plane);

/* Those of the faces (array of BspUnionFace) that border on reached space with any part: a new
 * array that frees its polygons. As long as the job goes on. */
GArray *bsp_fill_faces(const BspFill *fill, const GArray *faces, BspJob *job);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspFill, bsp_fill_free)

#endif
