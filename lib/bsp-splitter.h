/* bsp-splitter: the choice of the plane that splits a set of faces.
 *
 * The weights are those every BSP compiler balances: faces the plane uses up, faces it splits, and
 * how unevenly it leaves the rest. Deterministic: the same faces give the same plane. */
#ifndef BSP_SPLITTER_H
#define BSP_SPLITTER_H

#include <glib.h>

#include "bsp-polygon.h"

/* A face on its way down the tree. */
typedef struct {
    BspPolygon *polygon;
    BspBounds bounds; /* of the polygon */
    guint plane;      /* index into the compiler's planes */
    guint layer;      /* to which of the superposed worlds it belongs */
} BspBuildFace;

/* The score of a candidate is
 *     on * faces on it - split * faces it splits - balance * |front - back|, + axial if axial,
 * and the candidate with the highest score wins, the first of equals. */
typedef struct {
    double on, split, balance, axial;
    guint max_candidates; /* per node, taken at even steps through the faces; 0: every face */
} BspSplitWeights;

/* What measured best for small trees on real levels. */
BspSplitWeights bsp_split_weights_default(void);

/* The plane (index into planes) of the best candidate among n >= 1 faces. */
guint bsp_choose_splitter(const BspSplitWeights *weights, const BspPlane *planes,
                          const BspBuildFace *faces, guint n);

/* Where a face, one of planes[face->plane], lies. It is on the plane when it is within BSP_ON_PLANE
 * of it and parallel to it. A face so narrow that it is within BSP_ON_PLANE though it looks another
 * way only reaches the plane, and is on the side that it comes from: it may be all that cuts off
 * the tip of a needle. */
BspSide bsp_build_face_side(const BspBuildFace *face, const BspPlane *planes,
                            const BspPlane *plane);

#endif
