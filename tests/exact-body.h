/* exact-body: a brush in rational numbers, and all planes that bound its sum with any box. */
#ifndef EXACT_BODY_H
#define EXACT_BODY_H

#include <gmp.h>

#include "geometry/brush.h"

typedef struct {
    mpq_t v[3];
} ExactVec;

/* normal . x <= support, touched by the body. The normal need not be of unit length. */
typedef struct {
    ExactVec normal;
    mpq_t support;
    double length; /* of the normal */
    BspPlane near; /* the plane with a unit normal, rounded */
} ExactPlane;

typedef struct {
    guint n_vertices, n_planes;
    ExactVec *vertices;
    ExactPlane *planes; /* the brush's own, the axial ones, and those through an edge along an axis:
                           moved out by the box's support, they bound the sum with it */
} ExactBody;

ExactBody *exact_body_new(const BspCell *cell);
void exact_body_free(ExactBody *body);

void exact_vec_init(ExactVec *v);
void exact_vec_init_set(ExactVec *v, BspVec p);
void exact_vec_clear(ExactVec *v);
void exact_dot(mpq_t dot, const ExactVec *a, const ExactVec *b);

#endif
