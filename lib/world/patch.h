/* patch: divides curved surfaces, biquadratic Bezier patches, into flat pieces.
 *
 * A patch is a grid of (2 m + 1) x (2 n + 1) control points. Each square of 3 x 3 points is a
 * biquadratic Bezier surface. Each square is divided into a grid of cells with equal ranges of
 * parameters, and each cell into one flat quad or two triangles. There are so few cells that more
 * would be needed if the outline were farther than the allowed error from its chords, or any point
 * of the surface from the pieces of its cell. Uneven parameters do not add cells: a flat patch with
 * a straight outline is not divided. Finally, adjacent pieces in one plane are joined.
 *
 * Squares with a common edge (the same three control points) are divided equally along that edge,
 * even in different patches. So pieces meet corner to corner, and no corner lies inside the edge of
 * another piece. Along a straight direction of the patch, squares are not divided. */
#ifndef BSP_PATCH_H
#define BSP_PATCH_H

#include "geometry/prism.h"
#include "world/patch-cell.h"

/* The most corners of a piece. */
#define BSP_PATCH_MAX_CORNERS BSP_PRISM_MAX_CORNERS

/* A flat, convex polygon, anticlockwise seen from the front. */
typedef struct {
    guint n, v[BSP_PATCH_MAX_CORNERS]; /* n: 3 or more; v: indices in BspPatches.vertices */
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

/* Makes the pieces of all patches. No point of a surface is farther than `error` units from a
 * piece. The corners of a piece may be `flat` units out of one plane, which is part of the error;
 * the error must be more than twice that. If more than max_cells cells are needed, returns FALSE,
 * and *patch receives the patch that needs the most cells. */
gboolean bsp_patches_divide(BspPatches *patches, double error, double flat, guint max_cells,
                            guint *patch);

/* --- thin brushes of the pieces --- */

/* Joins adjacent pieces that lie in one plane, except for `flat` units, into convex ones. Vertices
 * inside straight edges are removed from the pieces on both sides. Part of bsp_patches_divide(). */
void bsp_patches_merge(BspPatches *patches, double flat);

/* Sets the normal of a piece from its vertices. Returns whether the piece is wide enough for a
 * brush. */
gboolean bsp_patch_piece_normal(const BspPatches *patches, BspPatchPiece *piece);

/* Returns BSP_PATCH_MAX_CORNERS numbers for each piece: the neighbouring piece at edge i, which
 * goes from vertex i to the next vertex; G_MAXUINT if there is none. The caller frees the array
 * with g_free(). */
guint *bsp_patches_neighbours(const BspPatches *patches);

/* Makes the brush of a piece: see bsp_prism_new(). */
BspBrush *bsp_patch_brush(const BspPatches *patches, const guint *neighbours, guint piece,
                          double thickness, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspPatches, bsp_patches_free)

#endif
