/* patch-brush: the flat pieces of curved surfaces as thin brushes.
 *
 * A brush is a prism behind its piece: the piece is its front face, whole, and its back lies
 * `thickness` units behind that. Where two pieces share an edge, their prisms are mitred: both end
 * at the plane through the edge that halves the angle between them, so that they fill what is
 * behind the edge together, without a gap and without an overlap. Where a piece has no neighbour
 * at an edge, or more than one, or one that is turned away by more than 120 degrees, its prism ends
 * square. Side 0 is the front, side 1 the back. */
#ifndef BSP_PATCH_BRUSH_H
#define BSP_PATCH_BRUSH_H

#include "bsp-brush.h"
#include "world/patch.h"

/* The piece on the other side of each edge: four for each piece, G_MAXUINT: none. Free with
 * g_free(). Edge i goes from vertex i to the next. */
guint *bsp_patches_neighbours(const BspPatches *patches);

/* NULL with BSP_ERROR_GEOMETRY where it is too thin anywhere. */
BspBrush *bsp_patch_brush(const BspPatches *patches, const guint *neighbours, guint piece,
                          double thickness, GError **error);

#endif
