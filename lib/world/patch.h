/* patch: divides curved surfaces, biquadratic Bezier patches, into flat pieces.
 *
 * A patch is a grid of (2 m + 1) x (2 n + 1) control points. Each square of 3 x 3 points is a
 * biquadratic Bezier surface. Each square is divided into a grid of cells with equal ranges of
 * parameters, and each cell into one flat quad or two triangles. The number of cells is chosen such
 * that the outline is within the allowed error of its chords, and the surface within the allowed
 * error of each triangle, measured perpendicular to it. Uneven parameters do not add cells: a flat
 * patch with a straight outline is not divided.
 *
 * Squares with a common edge (the same three control points) are divided equally along that edge,
 * even in different patches. So pieces meet corner to corner, and no corner lies inside the edge of
 * another piece. Along a straight direction of the patch, squares are not divided. */
#ifndef BSP_PATCH_H
#define BSP_PATCH_H

#include <glib.h>

#include "bsp-brush.h"
#include "bsp-vec.h"

/* A square of 3 x 3 control points: p[row][column]. */
typedef struct {
    BspVec p[3][3];
    guint patch; /* the caller's number of the patch */
    guint n[2];  /* number of cells along rows and along columns */
} BspPatchSquare;

/* A triangle or a quad, anticlockwise seen from the front. */
typedef struct {
    guint n, v[4]; /* n: 3 or 4; v: indices in BspPatches.vertices */
    guint patch;
    BspVec normal; /* unit length, towards the front */
} BspPatchPiece;

typedef struct {
    GArray *squares;    /* BspPatchSquare */
    GArray *vertices;   /* BspVec, all different */
    GArray *pieces;     /* BspPatchPiece */
    guint n_degenerate; /* pieces left out because they are too narrow */
} BspPatches;

BspPatches *bsp_patches_new(void);
void bsp_patches_free(BspPatches *patches);

/* Adds a patch of width x height finite control points, row by row. Both numbers are odd and at
 * least 3. Seen from the front, rows go to the right and columns up, as in id Tech 3. */
void bsp_patches_add(BspPatches *patches, const BspVec *points, guint width, guint height,
                     guint patch);

/* Makes the pieces of all patches, which are nowhere farther than `error` units from the surface. A
 * quad may deviate from a plane by `flat` units, which are part of the error. If more than
 * max_cells cells are needed, returns FALSE, and *patch receives the patch that needs the most
 * cells. */
gboolean bsp_patches_divide(BspPatches *patches, double error, double flat, guint max_cells,
                            guint *patch);

/* --- thin brushes of the pieces ---
 *
 * A brush is a prism. Its front face is the whole piece, and its back is `thickness` units behind
 * it. Prisms of two adjacent pieces are mitred: both end at the plane through the common edge that
 * halves the angle between them. So they leave no gap behind the edge and do not overlap.
 *
 * At an edge without a neighbour, with several neighbours, or with a neighbour that is turned by
 * more than 120 degrees, the side of the prism is perpendicular to the piece. Side 0 of the brush
 * is the front, side 1 the back. */

/* Returns four numbers for each piece: the neighbouring piece at edge i, which goes from vertex i
 * to the next vertex; G_MAXUINT if there is none. The caller frees the array with g_free(). */
guint *bsp_patches_neighbours(const BspPatches *patches);

/* Makes the brush of a piece. Returns NULL with BSP_ERROR_GEOMETRY if the brush would be too thin.
 */
BspBrush *bsp_patch_brush(const BspPatches *patches, const guint *neighbours, guint piece,
                          double thickness, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspPatches, bsp_patches_free)

#endif
