/* face-set: the faces in a region while it is being compiled. */
#ifndef BSP_FACE_SET_H
#define BSP_FACE_SET_H

#include "build/splitter.h"

/* With their polygons, which are the set's. */
typedef struct {
    BspCompileFace *v;
    guint n;
} BspFaceSet;

void bsp_face_set_clear(BspFaceSet *faces);

/* Adds a polygon of a face, or nothing if it is NULL. There must be room for it. */
void bsp_face_set_add(BspFaceSet *faces, BspPolygon *polygon, const BspCompileFace *of);

/* Gives each face, or its pieces, to the side of the plane it is on, front and back, in their
 * order. Faces on the plane are used up by it, those of plane `number` whatever rounding says. The
 * faces are taken; those behind keep their place in memory, of which little is left at the root of
 * a large world. */
void bsp_face_set_partition(BspFaceSet *faces, const BspPlane *planes, const BspPlane *plane,
                            guint number, double near, BspFaceSet sides[2]);

/* The faces of the space, which are taken: their polygons in the set are NULL then. Threads may
 * take different spaces at the same time. */
BspFaceSet bsp_face_set_take_space(BspFaceSet *faces, guint space);

#endif
