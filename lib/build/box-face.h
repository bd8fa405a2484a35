/* box-face: where all is solid behind a face of a box. */
#ifndef BSP_BOX_FACE_H
#define BSP_BOX_FACE_H

#include "build/view.h"

/* A face as seen along its axis: the two axes after that one, in turn, give a place on it. */
typedef struct {
    double least[2], most[2];
} BspFaceRect;

/* The whole face, and where its back is not solid, or more than its plane is in front of it. */
typedef struct {
    guint axis;
    BspFaceRect whole;
    GArray *spoilt; /* BspFaceRect, which may overlap */
} BspBoxFace;

/* face: 3 * side + axis. FALSE: nothing is known of it; otherwise clear it. */
gboolean bsp_box_face_init(BspBoxFace *face, const BspTraceView *view, const BspGrownBox *box,
                           guint number);
void bsp_box_face_clear(BspBoxFace *face);

/* The rectangle about a point of the face that nothing spoils, as large as may be; none if the
 * point is spoilt. */
BspFaceRect bsp_box_face_rect(const BspBoxFace *face, const double p[2]);

#define BSP_FACE_RECTS 4

/* Some large rectangles that nothing spoils. Returns how many. */
guint bsp_box_face_rects(const BspBoxFace *face, BspFaceRect rects[BSP_FACE_RECTS]);

#endif
