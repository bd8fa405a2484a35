/* patch-brush: makes thin brushes from the flat pieces of curved surfaces.
 *
 * A brush is a prism. Its front face is the whole piece, and its back is `thickness` units behind
 * it. Prisms of two adjacent pieces are mitred: both end at the plane through the common edge that
 * halves the angle between them. So they leave no gap behind the edge and do not overlap.
 *
 * A prism ends square at an edge with no neighbour, with more than one, or with one that is turned
 * by more than 120 degrees. Side 0 is the front, side 1 the back. */
#ifndef BSP_PATCH_BRUSH_H
#define BSP_PATCH_BRUSH_H

#include "bsp-brush.h"
#include "world/patch.h"

/* The neighbour of each piece at its edge i, which goes from vertex i to the next: four per piece,
 * G_MAXUINT if none. The caller frees the array with g_free(). */
guint *bsp_patches_neighbours(const BspPatches *patches);

/* Makes the brush of a piece. Returns NULL with BSP_ERROR_GEOMETRY if it is too thin. */
BspBrush *bsp_patch_brush(const BspPatches *patches, const guint *neighbours, guint piece,
                          double thickness, GError **error);

#endif
