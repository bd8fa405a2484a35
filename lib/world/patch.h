/* patch: curved surfaces as flat pieces: biquadratic Bezier patches, tessellated.
 *
 * A patch is a grid of (2 m + 1) x (2 n + 1) control points, of which each square of 3 x 3 is a
 * biquadratic Bezier surface. A square becomes a grid of cells, equal in its parameters, and a cell
 * one flat quad or two triangles. There are as many cells as it takes for the outline to be within
 * the error of its chords, and for the surface to be within it of each triangle, square to that.
 * How the parameters spread over the surface does not matter: flat patches stay whole where their
 * outline is straight.
 *
 * Squares that share an edge, which its three control points tell, are cut into the same number of
 * cells along it, whatever patches they belong to, and so all the way across both: the pieces meet
 * corner to corner, and no edge ends in the middle of another's. A patch's squares along its
 * straight direction stay whole. */
#ifndef BSP_PATCH_H
#define BSP_PATCH_H

#include <glib.h>

#include "bsp-vec.h"

/* A square of 3 x 3 control points: p[row][column]. */
typedef struct {
    BspVec p[3][3];
    guint patch; /* the caller's number of the patch it belongs to */
    guint n[2];  /* cells along rows and columns */
} BspPatchSquare;

/* A triangle or a quad, anticlockwise as seen from the front. */
typedef struct {
    guint n, v[4]; /* vertices */
    guint patch;
    BspVec normal; /* of unit length, towards the front */
} BspPatchPiece;

typedef struct {
    GArray *squares;    /* BspPatchSquare */
    GArray *vertices;   /* BspVec, each once */
    GArray *pieces;     /* BspPatchPiece */
    guint n_degenerate; /* pieces left out since they have no breadth */
} BspPatches;

BspPatches *bsp_patches_new(void);
void bsp_patches_free(BspPatches *patches);

/* Adds a patch of width x height finite control points, row by row; both odd and at least 3. Its
 * front is where rows are seen to go to the right and columns up, as in id Tech 3. */
void bsp_patches_add(BspPatches *patches, const BspVec *points, guint width, guint height,
                     guint patch);

/* Makes the pieces of all patches, nowhere farther than `error` units from the surface, a quad
 * being flat but for `flat` units of these. FALSE: that takes more than max_cells cells; *patch is
 * the one that has the most. */
gboolean bsp_patches_divide(BspPatches *patches, double error, double flat, guint max_cells,
                            guint *patch);

/* A point of the surface; u along rows and v along columns, 0..1. */
BspVec bsp_patch_square_point(const BspPatchSquare *square, double u, double v);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspPatches, bsp_patches_free)

#endif
