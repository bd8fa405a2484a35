/* bsp-solid: the union of brushes, which may overlap and touch: what trees are built of.
 *
 * Immutable once built; may be asked from any number of threads. */
#ifndef BSP_SOLID_H
#define BSP_SOLID_H

#include "bsp-brush.h"
#include "bsp-hit.h"

G_BEGIN_DECLS

typedef struct BspSolid BspSolid;

/* Takes the array of BspBrush, whose free function must be bsp_brush_free(). */
BspSolid *bsp_solid_new(GPtrArray *brushes);
void bsp_solid_free(BspSolid *solid);

typedef enum {
    BSP_SIDES_ALL_SHAPES =
        1 << 0 /* not only boxes and points: takes about half as much memory again */
} BspSidesFlags;

/* The table that tells what was hit (bsp-hit.h), of a solid, which is not kept. flags:
 * BspSidesFlags. Free with bsp_sides_free(). */
BspSides *bsp_sides_new(const BspSolid *solid, guint flags);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSolid, bsp_solid_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSides, bsp_sides_free)

G_END_DECLS

#endif
