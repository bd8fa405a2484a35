/* splitter: chooses the plane that splits a region and its faces.
 *
 * A plane is scored by one of two rules. Counting, the rule of most BSP compilers, considers the
 * faces on the plane, the faces that it splits, and how evenly it divides the other faces.
 * Likelihood considers the mean number of faces that a query still meets. It weights each side by
 * the probability that a query is there. The result is deterministic. */
#ifndef BSP_SPLITTER_H
#define BSP_SPLITTER_H

#include <glib.h>

#include "bsp-build.h"
#include "compile/job.h"
#include "geometry/cell.h"
#include "geometry/float-bounds.h"

/* The weights by which a builder chooses the next splitting plane. The score of a candidate plane
 * is
 *     on * faces on it - split * faces it splits - balance * |front - back|
 *     - likely * sum over both sides of (likelihood of the side * faces on the side * spaces).
 * The highest score wins; if several are equal, the first of them wins. */
typedef struct {
    double on, split, balance;
    double likely;
    double volume; /* 0 to 1; the fraction of a side's likelihood that depends on its volume; the
                      rest depends on its surface */
    double spaces; /* 0 to 1; the reduction of the cost of a side for spaces that have no face
                      on it, because their queries end on that side */
    guint max_candidates; /* the maximum number of candidates for a node, taken at even steps
                             through the faces; 0 takes every face */
    guint max_faces; /* the maximum number of faces against which each candidate is scored, taken at
                        even steps; 0 takes every face */
    /* Units; a face within this distance of a plane lies on it; 0 means BSP_ON_PLANE. */
    double near;
} BspSplitWeights;

/* Returns the weights of a rule. */
BspSplitWeights bsp_split_weights(BspSplitRule rule);

/* A face during compilation. It takes only 40 bytes, because compiling begins with all faces of the
 * world. */
typedef struct {
    BspPolygon *polygon;
    BspFloatBounds bounds; /* the polygon's bounds, rounded outward */
    guint plane;           /* index into the compiler's planes */
    guint space;           /* index of its configuration space */
} BspCompileFace;

static inline double bsp_split_near(const BspSplitWeights *weights)
{
    return weights->near > 0 ? weights->near : BSP_ON_PLANE;
}

/* Chooses the best splitting plane among the planes of n >= 1 faces in the cell. Returns its index
 * in `planes`. If the job stops, the result is any of these planes. */
guint bsp_choose_splitter(const BspSplitWeights *weights, const BspCell *cell,
                          const BspPlane *planes, const BspCompileFace *faces, guint n,
                          BspJob *job);

/* --- all faces of a region --- */

/* A set of faces. It owns the faces' polygons. */
typedef struct {
    BspCompileFace *v;
    guint n;
} BspFaceSet;

void bsp_face_set_clear(BspFaceSet *faces);

/* Appends a polygon, with the plane and space of the face `of`. Does nothing if the polygon is
 * NULL. The array must have room for one more face. */
void bsp_face_set_add(BspFaceSet *faces, BspPolygon *polygon, const BspCompileFace *of);

/* Distributes the faces to the front and back of the plane, in order. Faces that straddle the plane
 * are split. Faces on the plane are dropped; all faces of plane `number` count as on it, regardless
 * of rounding. Consumes the faces. The back set reuses their array, because memory is scarce at the
 * root of a large world. */
void bsp_face_set_partition(BspFaceSet *faces, const BspPlane *planes, const BspPlane *plane,
                            guint number, double near, BspFaceSet sides[2]);

/* Removes the faces of one space from the set, and returns them. Their polygons in the set become
 * NULL. Different threads may do this for different spaces at the same time. */
BspFaceSet bsp_face_set_take_space(BspFaceSet *faces, guint space);

#endif
