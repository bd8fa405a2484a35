/* face-set: the faces of a region during compilation. */
#ifndef BSP_FACE_SET_H
#define BSP_FACE_SET_H

#include "build/splitter.h"

/* The set owns the faces' polygons. */
typedef struct {
    BspCompileFace *v;
    guint n;
} BspFaceSet;

void bsp_face_set_clear(BspFaceSet *faces);

/* Appends a polygon with the plane and space of the face `of`. Ignores NULL. The array must have
 * room. */
void bsp_face_set_add(BspFaceSet *faces, BspPolygon *polygon, const BspCompileFace *of);

/* Distributes the faces to the front and back of the plane, in order. Faces that straddle it are
 * split. Faces on it are dropped, and all faces of plane `number` count as on it, whatever rounding
 * says. Consumes the faces. The back set reuses their memory, because memory is scarce at the root
 * of a large world. */
void bsp_face_set_partition(BspFaceSet *faces, const BspPlane *planes, const BspPlane *plane,
                            guint number, double near, BspFaceSet sides[2]);

/* Removes and returns the faces of one space. Their polygons in the set become NULL. Threads may
 * take different spaces at the same time. */
BspFaceSet bsp_face_set_take_space(BspFaceSet *faces, guint space);

#endif
