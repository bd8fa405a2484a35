/* patch: divides curved surfaces, which are biquadratic Bezier patches, into flat pieces, and makes
 * thin brushes of them.
 *
 * A patch is a grid of (2 m + 1) x (2 n + 1) control points. Each square of 3 x 3 points is a
 * biquadratic Bezier surface. Each square is divided into a grid of cells with equal ranges of
 * parameters, and each cell into one flat quad or two triangles. Squares get more cells until all
 * points of the surface are within the error of these pieces, and all points of its outline are
 * within the error of the pieces' outlines.
 *
 * Squares with a common edge, which is the same three control points, are divided equally along it,
 * even in different patches. So pieces meet corner to corner, and no corner lies inside the edge of
 * another piece. */
#ifndef BSP_PATCH_H
#define BSP_PATCH_H

#include "bsp-brush.h"

/* A square of 3 x 3 control points, p[row][column]. */
typedef struct {
    BspVec p[3][3];
    guint patch; /* the caller's number of the patch */
    guint n[2];  /* number of cells along rows and along columns */
} BspPatchSquare;

/* A flat, convex polygon, anticlockwise seen from the front. */
typedef struct {
    guint n, v[4]; /* the number of corners, 3 or 4, and their indices in BspPatches.vertices */
    guint patch;
    BspVec normal;   /* unit normal, towards the front */
    guint beside[4]; /* beside[i] is the neighbouring piece at edge i, from vertex i to the next
                        vertex; the piece itself if there is no neighbour */
} BspPatchPiece;

typedef struct {
    GArray *squares;    /* the squares of all patches (BspPatchSquare) */
    GArray *vertices;   /* corners of the pieces (BspVec), all different */
    GArray *pieces;     /* the pieces (BspPatchPiece), in ascending order of patches */
    guint n_degenerate; /* number of pieces left out because they are too narrow */
} BspPatches;

BspPatches *bsp_patches_new(void);
void bsp_patches_free(BspPatches *patches);

/* Adds a patch of width x height finite control points, row by row. Both numbers are odd and at
 * least 3. Seen from the front, rows go to the right and columns up, as in id Tech 3. */
void bsp_patches_add(BspPatches *patches, const BspVec *points, guint width, guint height,
                     guint patch);

/* Makes the pieces of all patches. No point of a surface is farther than `error` units from a
 * piece. The corners of a quad may be `flat` units out of one plane, which is part of the error.
 * Returns FALSE if the division needs more than max_cells cells, or about the time that they would
 * take. Then *patch receives the patch at which the limit was exceeded. */
gboolean bsp_patches_divide(BspPatches *patches, double error, double flat, guint max_cells,
                            guint *patch);

/* Appends the brushes of one patch. Its first piece is *piece. Sets *piece to the first piece of
 * the next patch. Each piece is the front of a prism (geometry/prism.h); prisms whose union is
 * convex are then merged. Returns the number of pieces that are too narrow for a brush. */
guint bsp_patch_thicken(const BspPatches *patches, guint *piece, double thickness,
                        GPtrArray *brushes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspPatches, bsp_patches_free)

#endif
