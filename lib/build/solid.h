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

#endif
