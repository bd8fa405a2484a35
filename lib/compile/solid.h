/* solid: the representation of a solid, internal to the libraries, and the faces of its union
 * (union.c). */
#ifndef BSP_SOLID_INSIDE_H
#define BSP_SOLID_INSIDE_H

#include "compile/job.h"
#include "geometry/brush.h"
#include "table/hierarchy.h"
#include "tools/bsp-inspect.h"

struct BspSolid {
    /* The brushes (BspBrush); owned, except in a selection (bsp_solid_select()). */
    GPtrArray *brushes;
    BspBounds *boxes; /* bounds of the brushes, in one array because searches read them most */
    BspHierarchy *hierarchy; /* the hierarchy of the boxes */
    /* The place of each brush in the order in which brushes carve a face. Brushes that are near
     * each other in space have places near each other. An expanded solid keeps the order, so that
     * the spaces of an onion are cut alike and share subtrees. */
    guint *places;
    BspBounds bounds;
    guint *numbers; /* in a selection, the number of each brush in the original solid; else NULL */
};

/* Number of brushes in one unit of work for a thread. The unit takes about a millisecond, far more
 * than starting it takes. Large levels still have many units for each thread. */
#define BSP_SOLID_CHUNK 64

static inline guint bsp_solid_n_chunks(const BspSolid *solid)
{
    return (solid->brushes->len + BSP_SOLID_CHUNK - 1) / BSP_SOLID_CHUNK;
}

/* Does the same as bsp_solid_expand(), as part of a job. Returns NULL with the job's error if the
 * job stopped. */
BspSolid *bsp_solid_expand_part(const BspSolid *solid, const BspBounds *box, double erosion,
                                BspJobPart part, GError **error);

/* Does the same as bsp_brush_table_new(), as part of a job. Returns NULL with an error if the job
 * stopped. */
BspBrushTable *bsp_brush_table_new_part(const BspSolid *solid, guint flags, BspJobPart part,
                                        GError **error);

/* Returns the faces of the union, which are the parts of the brushes' faces with empty space in
 * front, as convex pieces (Golodetz 2013: "the faces of the expanded brushes are unioned
 * together"). If faces of two brushes overlap and look in the same direction, one copy remains.
 * Gaps narrower than BSP_ON_PLANE count as closed.
 *
 * Returns an array of BspUnionFace that frees its polygons, or NULL with an error if the job
 * stopped. The faces and their order do not depend on the number of threads. */
GArray *bsp_solid_union_faces_part(const BspSolid *solid, BspJobPart part, GError **error);

/* Returns an empty array of BspUnionFace that frees its polygons. */
GArray *bsp_union_faces_new(void);

/* Returns a deep copy of the faces. */
GArray *bsp_union_faces_copy(const GArray *faces);

/* --- the solid parts of space, from the brushes' planes alone ---
 *
 * When no face crosses a region any more, the compiler must decide whether the region is solid
 * (Golodetz 2013, Listing 3). The article tests one point of the region. But that point may lie on
 * the seam of touching brushes, and by rounding be in none of them. Also, a face that was dropped
 * may have separated two parts of the region.
 *
 * So the compiler tests the whole cell. A cell is empty if no brush reaches deeper into it than
 * BSP_TOUCH. It is solid if each of its points is in a brush or within that distance of a brush.
 * Otherwise the result is a plane that cuts the cell.
 *
 * A BspSolidity stores planes and boxes, in about a third of the memory of brushes with polytopes.
 * It is immutable, and any number of threads may read it. */

typedef struct BspSolidity BspSolidity;

/* The contents of a cell. */
typedef enum {
    BSP_CELL_EMPTY,
    BSP_CELL_SOLID,
    BSP_CELL_MIXED /* partly solid, so it must be cut */
} BspOccupancy;

/* Makes the solidity of a solid. The caller frees it with bsp_solidity_free(). The solid must
 * outlive it, unless bsp_solidity_take_solid() takes ownership of the solid. */
BspSolidity *bsp_solidity_new(const BspSolid *solid);
void bsp_solidity_free(BspSolidity *solidity);

/* Takes ownership of the solid from which the solidity was made, and frees the parts that are not
 * needed. */
void bsp_solidity_take_solid(BspSolidity *solidity, BspSolid *solid);

/* Returns the contents of the cell. If they are mixed, *plane receives a plane of a brush that
 * leaves more than BSP_TOUCH of the cell on both sides. */
BspOccupancy bsp_solidity_in_cell(const BspSolidity *solidity, const BspCell *cell,
                                  BspPlane *plane);

/* Returns whether a brush reaches deeper into the cell than BSP_TOUCH. If so, *plane receives a
 * plane of that brush that leaves more than BSP_TOUCH of the cell on both sides. If there is no
 * such plane, because the whole cell is inside the brush, its normal is zero. */
gboolean bsp_solidity_reaches(const BspSolidity *solidity, const BspCell *cell, BspPlane *plane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSolidity, bsp_solidity_free)

#endif
