/* bsp-faces: the faces in a region while it is being compiled. */
#ifndef BSP_FACES_H
#define BSP_FACES_H

#include "build/splitter.h"

/* With their polygons, which are the set's. */
typedef struct {
    BspBuildFace *v;
    guint n;
} BspFaces;

void bsp_faces_clear(BspFaces *faces);

/* Adds a polygon of a face, or nothing if it is NULL. There must be room for it. */
void bsp_faces_add(BspFaces *faces, BspPolygon *polygon, const BspBuildFace *of);

/* Gives each face, or its pieces, to the side of the plane it is on, front and back, in their
 * order. Faces on the plane are used up by it, those of plane `number` whatever rounding says. The
 * faces are taken; those behind stay in their
 * place in memory, of which at the root of a large world there is little left. */
void bsp_faces_partition(BspFaces *faces, const BspPlane *planes, const BspPlane *plane,
                         guint number, double near, BspFaces sides[2]);

/* The faces of the layer, which are taken: their polygons in the set are NULL then. Threads may
 * take different layers at the same time. */
BspFaces bsp_faces_take_layer(BspFaces *faces, guint layer);

#endif
