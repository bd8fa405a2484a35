/* prism: makes thin brushes behind the flat pieces of a surface. */
#ifndef BSP_PRISM_H
#define BSP_PRISM_H

#include "bsp-brush.h"

/* The maximum number of corners of a piece. Pieces of patches have three or four, and a sheet of a
 * mesh is cut into such pieces, too. */
#define BSP_PRISM_MAX_CORNERS 16

/* A piece of a surface, which is a flat, convex polygon, anticlockwise seen from the front. */
typedef struct {
    const BspVec *points;                 /* the points of the surface */
    guint n;                              /* number of corners, from 3 to BSP_PRISM_MAX_CORNERS */
    const guint *corners;                 /* indices of points */
    BspVec normal;                        /* unit normal, towards the front */
    BspVec beside[BSP_PRISM_MAX_CORNERS]; /* beside[i] is the normal of the neighbour at the edge
                                             from corner i to the next corner, or `normal` at an
                                             edge without a neighbour */
} BspPrismFront;

/* Makes the brush with this front, which ends `thickness` units behind it. Side 0 of the brush is
 * the front, side 1 the back. The brushes of two neighbours are mitred. Both end at the plane
 * through the common edge that halves the angle between the pieces. So they leave no gap behind the
 * edge and do not overlap. At an edge without a neighbour, or with one that is turned by more than
 * 120 degrees, the side is perpendicular to the piece.
 *
 * Returns NULL with BSP_ERROR_GEOMETRY if the brush would be too thin. */
BspBrush *bsp_prism_new(const BspPrismFront *front, double thickness, GError **error);

#endif
