/* patch-cell: a cell of a patch: its pieces, and whether the surface is near them. */
#ifndef BSP_PATCH_CELL_H
#define BSP_PATCH_CELL_H

#include <glib.h>

#include "bsp-vec.h"

/* A square of 3 x 3 control points: p[row][column]. */
typedef struct {
    BspVec p[3][3];
    guint patch; /* the caller's number of the patch */
    guint n[2];  /* number of cells along rows and along columns */
} BspPatchSquare;

/* Compares n points each. Returns a number below 0, 0, or above 0. */
int bsp_patch_compare_points(const BspVec *a, const BspVec *b, guint n);

/* A point of the grid. Both squares with a common edge give the same points on it, to the last bit.
 */
BspVec bsp_patch_grid_point(const BspPatchSquare *s, guint i, guint k);

/* The point of the surface with parameters u, along rows, and v, along columns, each from 0 to 1.
 */
BspVec bsp_patch_square_point(const BspPatchSquare *square, double u, double v);

/* Whether a triangle or convex polygon is wide enough for a brush. *normal receives its unit
 * normal.
 */
gboolean bsp_patch_is_wide(const BspVec *p, guint n, BspVec *normal);

/* The pieces of a cell. The cell's corners have numbers 0 to 3, anticlockwise. */
typedef struct {
    guint n;            /* number of pieces: 0 to 2; 0: the cell has no breadth */
    guint n_corners;    /* of each piece: 3 or 4 */
    guint corner[2][4]; /* the corners of each piece */
    guint diagonal;     /* the corner where the diagonal begins that divides the cell: 0 or 1 */
} BspPatchCell;

/* Sets p[0] to p[3] to the corners of cell (i, k). */
void bsp_patch_cell_corners(const BspPatchSquare *s, guint i, guint k, BspVec *p);

/* Divides cell (i, k) into pieces. p: its corners. */
BspPatchCell bsp_patch_divide_cell(const BspPatchSquare *s, guint i, guint k, const BspVec *p,
                                   double flat);

/* Whether the surface is within the error of the pieces of the square. If not, *found may receive
 * the distance of a point that is farther away. */
gboolean bsp_patch_is_square_near(const BspPatchSquare *s, double error, double flat,
                                  double *found);

#endif
