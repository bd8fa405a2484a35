/* splitter: the choice of the plane that splits a set of faces.
 *
 * Two ways to judge a plane. Counting: the faces it uses up, the faces it cuts, how unevenly it
 * leaves the rest, which is what every BSP compiler balances. Likelihood: the faces that a query
 * will still have before it, behind the plane or in front, each side weighed by how likely a query
 * is to be there. Deterministic: the same faces give the same plane. */
#ifndef BSP_SPLITTER_H
#define BSP_SPLITTER_H

#include <glib.h>

#include "geometry/cell.h"
#include "geometry/float-bounds.h"

/* A face on its way down the tree: 40 bytes, since compiling begins with those of all the world. */
typedef struct {
    BspPolygon *polygon;
    BspFloatBounds bounds; /* of the polygon */
    guint plane;           /* index into the compiler's planes */
    guint space;           /* to which of the superposed worlds it belongs */
} BspCompileFace;

BspCompileFace bsp_build_face(BspPolygon *polygon, guint plane, guint space);

/* The score of a candidate is
 *     on * faces on it - split * faces it splits - balance * |front - back|
 *     - likely * sum over both sides of (likelihood of the side * faces on the side * spaces),
 * and the candidate with the highest score wins, the first of equals. */
typedef struct {
    double on, split, balance;
    double likely;
    double volume; /* 0 to 1: the likelihood of a side is its share of the volume rather than of the
                      surface */
    double spaces; /* 0 to 1: a side counts less in proportion to the spaces that have no face
                      there, since their queries end on entering it */
    guint max_candidates; /* per node, taken at even steps through the faces; 0: every face */
    guint max_faces;      /* that each candidate is held against, likewise; 0: every face */
    double near;          /* units: a face within this of a plane lies on it; 0: BSP_ON_PLANE */
} BspSplitWeights;

static inline double bsp_split_near(const BspSplitWeights *weights)
{
    return weights->near > 0 ? weights->near : BSP_ON_PLANE;
}

/* What measured best on real levels: likelihood, and as dear as a face more for each
 * that is cut. */
BspSplitWeights bsp_split_weights_default(void);

/* Counting alone, as the articles do. */
BspSplitWeights bsp_split_weights_counting(void);

/* The plane (index into planes) of the best candidate among n >= 1 faces in the cell. */
guint bsp_choose_splitter(const BspSplitWeights *weights, const BspCell *cell,
                          const BspPlane *planes, const BspCompileFace *faces, guint n);

/* Where a face, one of planes[face->plane], lies. It is on the plane when it is within `near`
 * of it and parallel to it. A face so narrow that it is within `near` though it looks another
 * way only reaches the plane, and is on the side that it comes from: it may be all that cuts off
 * the tip of a needle. */
BspSide bsp_build_face_side(const BspCompileFace *face, const BspPlane *planes,
                            const BspPlane *plane, double near);

#endif
