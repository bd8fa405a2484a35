/* exact-body: describes a brush in rational numbers, with all planes that bound its Minkowski sum
 * with any box. */
#ifndef EXACT_BODY_H
#define EXACT_BODY_H

#include <gmp.h>

#include "geometry/brush.h"

typedef struct {
    mpq_t v[3];
} ExactVec;

/* A half-space normal . x <= support, whose plane touches the body. The normal may have any
 * length. */
typedef struct {
    ExactVec normal;
    mpq_t support;
    double length; /* the length of the normal */
    BspPlane near; /* the plane with a unit normal, rounded */
} ExactPlane;

typedef struct {
    guint n_vertices, n_planes;
    ExactVec *vertices;
    ExactPlane *planes; /* The brush's planes, the axial planes, and planes through an edge parallel
                           to an axis. Moved out by the box's support, they bound the sum with the
                           box. */
} ExactBody;

ExactBody *exact_body_new(const BspCell *cell);
void exact_body_free(ExactBody *body);

void exact_vec_init_set(ExactVec *v, BspVec p);
void exact_vec_clear(ExactVec *v);
void exact_dot(mpq_t dot, const ExactVec *a, const ExactVec *b);

#endif
