/* solid: the inside of a solid, searched with no tree of planes, and the faces of the union (see
 * union). */
#ifndef BSP_SOLID_INSIDE_H
#define BSP_SOLID_INSIDE_H

#include "bsp-solid.h"
#include "build/job.h"
#include "geometry/brush.h"
#include "geometry/bvh.h"

struct BspSolid {
    GPtrArray *brushes; /* BspBrush, owned unless selected */
    BspBounds *boxes;   /* the bounds of each, side by side: what is looked at most */
    BspBvh *bvh;        /* over them */
    BspBounds bounds;
    guint *numbers; /* of the brushes in the solid they were selected from; NULL: from none */
};

static inline const BspBrush *bsp_solid_brush(const BspSolid *solid, guint i)
{
    return solid->brushes->pdata[i];
}

/* The brushes that the mask selects (trace/mask.h), as a solid of their own. They stay the other's,
 * which must outlive it. */
BspSolid *bsp_solid_select(const BspSolid *solid, guint32 mask);

/* The solid expanded for a box, brush by brush (see bsp_brush_expand()). */
BspSolid *bsp_solid_expand(const BspSolid *solid, const BspBounds *box, GError **error);

/* The same as part of a job, which it may also end with: BSP_ERROR_CANCELLED. */
BspSolid *bsp_solid_expand_part(const BspSolid *solid, const BspBounds *box, BspJobPart part,
                                GError **error);

/* bsp_sides_new() as part of a job; NULL with an error when the job does not go on. */
BspSides *bsp_sides_new_part(const BspSolid *solid, guint flags, BspJobPart part, GError **error);

/* A piece of a face. */
typedef struct {
    BspPolygon *polygon;
    BspPlane plane; /* front is empty, back is solid */
    guint brush;    /* whose face it is */
} BspUnionFace;

/* The faces of the union: the parts of the brushes' faces that have empty space in front of them,
 * as convex pieces (Golodetz 2013: "the faces of the expanded brushes are unioned together"). What
 * two brushes cover with faces of one direction is kept once. A gap narrower than BSP_ON_PLANE
 * between brushes counts as closed. Returns an array of BspUnionFace that frees its polygons; NULL
 * with BSP_ERROR_CANCELLED. The faces and their order do not depend on the number of threads. */
GArray *bsp_solid_union_faces_part(const BspSolid *solid, BspJobPart part, GError **error);

/* None so far; frees the polygons of what is added. */
GArray *bsp_union_faces_new(void);

/* A copy of the faces, polygons and all. */
GArray *bsp_union_faces_copy(const GArray *faces);

#endif
