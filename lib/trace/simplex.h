/* simplex: the point of a point, segment, triangle or tetrahedron nearest to the origin.
 *
 * Header only: calls cost GJK (cast) a twentieth of its time. */
#ifndef BSP_SIMPLEX_H
#define BSP_SIMPLEX_H

#include <string.h>

#include "bsp-vec.h"
#include "trace/compiler.h"

typedef struct {
    BspVec p[4];
    unsigned n;
} BspSimplex;

/* Keeps only the first n of the corners a, b and c. */
static inline void bsp_simplex_keep(BspSimplex *s, unsigned a, unsigned b, unsigned c, unsigned n)
{
    BspVec p[3] = { s->p[a], s->p[b], s->p[c] };
    memcpy(s->p, p, n * sizeof *p);
    s->n = n;
}

static inline BspVec bsp_simplex_on_segment(BspSimplex *s)
{
    BspVec ab = bsp_vec_sub(s->p[1], s->p[0]);
    double t = -bsp_vec_dot(s->p[0], ab), length = bsp_vec_dot(ab, ab);
    if (t <= 0 || length == 0) {
        s->n = 1;
        return s->p[0];
    }
    if (t >= length) {
        bsp_simplex_keep(s, 1, 1, 1, 1);
        return s->p[0];
    }
    /* On a long segment that passes close to the origin, rounding leaves a component along the
     * segment; remove it. */
    BspVec v = bsp_vec_mad(s->p[0], t / length, ab);
    return bsp_vec_mad(v, -bsp_vec_dot(v, ab) / length, ab);
}

/* Ericson 2005, section 5.1.5, for the origin. */
static inline BspVec bsp_simplex_on_triangle(BspSimplex *s)
{
    BspVec a = s->p[0], b = s->p[1], c = s->p[2];
    BspVec ab = bsp_vec_sub(b, a), ac = bsp_vec_sub(c, a);
    double d1 = -bsp_vec_dot(ab, a), d2 = -bsp_vec_dot(ac, a);
    double d3 = -bsp_vec_dot(ab, b), d4 = -bsp_vec_dot(ac, b);
    double d5 = -bsp_vec_dot(ab, c), d6 = -bsp_vec_dot(ac, c);
    if (d1 <= 0 && d2 <= 0) {
        s->n = 1;
        return a;
    }
    if (d3 >= 0 && d4 <= d3) {
        bsp_simplex_keep(s, 1, 1, 1, 1);
        return b;
    }
    if (d6 >= 0 && d5 <= d6) {
        bsp_simplex_keep(s, 2, 2, 2, 1);
        return c;
    }
    double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) {
        bsp_simplex_keep(s, 0, 1, 1, 2);
        return bsp_simplex_on_segment(s);
    }
    if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        bsp_simplex_keep(s, 0, 2, 2, 2);
        return bsp_simplex_on_segment(s);
    }
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        bsp_simplex_keep(s, 1, 2, 2, 2);
        return bsp_simplex_on_segment(s);
    }
    /* The foot of the perpendicular, along the normal: exact even if the barycentric coordinates
     * cancel. */
    BspVec n = bsp_vec_cross(ab, ac);
    double square = bsp_vec_dot(n, n);
    if (square == 0) {
        bsp_simplex_keep(s, 0, 1, 1, 2);
        return bsp_simplex_on_segment(s);
    }
    return bsp_vec_scale(n, bsp_vec_dot(a, n) / square);
}

/* Whether the origin and p lie on different sides of the triangle a b c. */
static inline bool bsp_simplex_separates(BspVec a, BspVec b, BspVec c, BspVec p)
{
    BspVec n = bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(c, a));
    double of_origin = -bsp_vec_dot(a, n), of_p = bsp_vec_dot(bsp_vec_sub(p, a), n);
    return of_p == 0 || of_origin * of_p < 0;
}

/* Returns zero, and keeps all four points, if the origin is inside. If the caller passes `apart`,
 * the origin is known to be outside, and the nearest face is returned even if the origin seems to
 * be inside. Such a tetrahedron is so flat that rounding decides on which side of a face the origin
 * is. */
static inline BspVec bsp_simplex_on_tetrahedron(BspSimplex *s, bool apart)
{
    static const unsigned face[4][4] = {
        { 0, 1, 2, 3 }, { 0, 1, 3, 2 }, { 0, 2, 3, 1 }, { 1, 2, 3, 0 }
    };
    BspSimplex best = *s;
    BspVec nearest = bsp_vec(0, 0, 0);
    double least = HUGE_VAL;
    for (unsigned f = 0; f < 4; f++) {
        BspSimplex t = { { s->p[face[f][0]], s->p[face[f][1]], s->p[face[f][2]] }, 3 };
        if (!apart && !bsp_simplex_separates(t.p[0], t.p[1], t.p[2], s->p[face[f][3]]))
            continue;
        BspVec v = bsp_simplex_on_triangle(&t);
        double square = bsp_vec_dot(v, v);
        if (square < least) {
            least = square;
            nearest = v;
            best = t;
        }
    }
    *s = best;
    return nearest;
}

/* The point nearest to the origin. Reduces the simplex to the face that contains that point. apart:
 * the origin is known to be outside. */
static BSP_ALWAYS_INLINE BspVec bsp_simplex_nearest(BspSimplex *s, bool apart)
{
    switch (s->n) {
    case 1:
        return s->p[0];
    case 2:
        return bsp_simplex_on_segment(s);
    case 3:
        return bsp_simplex_on_triangle(s);
    default:
        return bsp_simplex_on_tetrahedron(s, apart);
    }
}

#endif
