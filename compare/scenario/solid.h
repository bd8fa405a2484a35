/* solid: declares a shape of a scenario that may have any form, such as an L, a prefab or a
 * vehicle. It is a world that stands somewhere in the scenario's world. */
#ifndef COMPARE_SOLID_H
#define COMPARE_SOLID_H

#include "bsp-hull.h"
#include "bsp-shape.h"
#include "bsp-turn.h"
#include "bsp-world.h"

/* A solid never changes, so copies of a scenario share it. */
typedef struct {
    gatomicrefcount refs;
    BspWorld *world;
    GPtrArray *parts; /* an array of BspHull: the body of each brush */
} CompareSolid;

/* Creates a solid and takes ownership of the world. Returns NULL with BSP_ERROR_VALUE if the world
 * has no brushes, or with an error of bsp_hull_new(). The caller frees the solid with
 * compare_solid_unref(). */
CompareSolid *compare_solid_new(BspWorld *world, GError **error);
CompareSolid *compare_solid_ref(CompareSolid *solid);
void compare_solid_unref(CompareSolid *solid);

/* Returns the shape of brush i. The solid must outlive it. */
static inline BspShape compare_solid_part(const CompareSolid *solid, guint i)
{
    return bsp_shape_hull(solid->parts->pdata[i]);
}

/* Returns the convex hull of all brushes. The caller frees it with bsp_hull_free(). */
BspHull *compare_solid_hull(const CompareSolid *solid, GError **error);

/* Returns the frame of a solid whose pivot is at `at`. `turn` is its orientation and pivot. If it
 * is NULL, the solid is not turned, and the pivot is its origin. */
BspFrame compare_solid_frame(const BspTurn *turn, BspVec at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSolid, compare_solid_unref)

#endif
