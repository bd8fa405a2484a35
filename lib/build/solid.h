/* solid: the representation of a solid, for the libraries alone, and the faces of its union (see
 * union). */
#ifndef BSP_SOLID_INSIDE_H
#define BSP_SOLID_INSIDE_H

#include "bsp-inspect.h"
#include "build/job.h"
#include "geometry/brush.h"
#include "geometry/bvh.h"

struct BspSolid {
    GPtrArray *brushes; /* BspBrush, owned unless selected */
    BspBounds *boxes;   /* bounds of the brushes, contiguous because searches read them most */
    BspBvh *bvh;        /* hierarchy over boxes */
    BspBounds bounds;
    guint *numbers; /* in a selection: indices of the brushes in the original solid; else NULL */
};

/* bsp_solid_expand() as part of a job. Returns NULL with the job's error if the job stopped. */
BspSolid *bsp_solid_expand_part(const BspSolid *solid, const BspBounds *box, BspJobPart part,
                                GError **error);

/* bsp_brush_table_new() as part of a job. Returns NULL with an error if the job stopped. */
BspBrushTable *bsp_brush_table_new_part(const BspSolid *solid, guint flags, BspJobPart part,
                                        GError **error);

/* The faces of the union: the parts of the brushes' faces with empty space in front, as convex
 * pieces (Golodetz 2013: "the faces of the expanded brushes are unioned together"). If faces of two
 * brushes overlap and look in the same direction, one copy remains. Gaps narrower than BSP_ON_PLANE
 * count as closed.
 *
 * Returns an array of BspUnionFace that frees its polygons, or NULL with an error if the job
 * stopped. The faces and their order do not depend on the number of threads. */
GArray *bsp_solid_union_faces_part(const BspSolid *solid, BspJobPart part, GError **error);

/* An empty array of BspUnionFace that frees its polygons. */
GArray *bsp_union_faces_new(void);

/* A deep copy of the faces. */
GArray *bsp_union_faces_copy(const GArray *faces);

/* --- solidity: where the brushes are, from their planes alone ---
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
