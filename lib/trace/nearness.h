/* nearness: how a box or point that has hit something is near to a brush, as far as is told soon.
 *
 * Header only: it is asked of every brush that comes into question, and inlined there. */
#ifndef BSP_NEARNESS_H
#define BSP_NEARNESS_H

#include "trace/compiler.h"
#include "trace/touch.h"

typedef enum {
    BSP_NEARNESS_APART,       /* it does not touch it, nor nearly */
    BSP_NEARNESS_WITHIN_SIDE, /* it touches it within a side on the plane of the answer, away from
                                 the side's edges: it could not be touched any better */
    BSP_NEARNESS_OTHER        /* to be looked at closely */
} BspNearness;

/* The planes of a brush that the box is not clearly behind. */
typedef struct {
    unsigned n;
    double gap; /* how far it is outside the last of them */
    uint32_t plane;
} BspNearPlanes;

/* false where the box is apart. */
static inline bool bsp_nearness_take(BspNearPlanes *near, double gap, uint32_t plane)
{
    if (gap < -BSP_TOUCHED)
        return true;
    near->n++;
    near->gap = gap;
    near->plane = plane;
    return gap <= 2 * BSP_BRACKET;
}

/* By the planes first .. end; false where the box is apart. */
static inline bool bsp_nearness_take_planes(const BspContact *c, uint32_t first, uint32_t end,
                                            BspNearPlanes *near)
{
    BspVec p = c->middle, h = c->half;
    for (uint32_t i = first; i < end; i++) {
        const BspPlane *at = &c->sides->planes[i];
        BspVec n = at->normal;
        double reach = fabs(n.x) * h.x + fabs(n.y) * h.y + fabs(n.z) * h.z;
        if (!bsp_nearness_take(near, bsp_vec_dot(n, p) - at->dist - reach, i))
            return false;
    }
    return true;
}

/* The plane of the nearer of the bounds across an axis; UINT32_MAX: it has none. */
static inline uint32_t bsp_nearness_bound(const BspContact *c, const BspSidesBrush *b,
                                          uint32_t axis)
{
    double p = c->middle.v[axis];
    unsigned most = p - b->least[axis] > b->most[axis] - p;
    unsigned bound = b->bound[2 * axis + most];
    return bound == BSP_SIDES_NO_BOUND ? UINT32_MAX : b->axial + bound;
}

/* By the bounds of the brush; false where the box is apart. Of two bounds across an axis one will
 * do: no brush is so thin that a box could be near to both. */
static inline bool bsp_nearness_take_bounds(const BspContact *c, const BspSidesBrush *b,
                                            BspNearPlanes *near)
{
    for (uint32_t k = 0; k < 3; k++) {
        double before = b->least[k] - c->middle.v[k], after = c->middle.v[k] - b->most[k];
        if (!bsp_nearness_take(near, BSP_MAX(before, after) - c->half.v[k], k))
            return false;
    }
    if (near->n == 1)
        near->plane = bsp_nearness_bound(c, b, near->plane);
    return true;
}

/* *plane receives the side's where it is WITHIN_SIDE. */
static inline BspNearness bsp_nearness(const BspContact *c, uint32_t brush, uint32_t *plane)
{
    const BspSidesBrush *b = &c->sides->brushes[brush];
    BspNearPlanes near = { .n = 0 };
    if (!bsp_nearness_take_bounds(c, b, &near) ||
        !bsp_nearness_take_planes(c, b->first, b->axial, &near) ||
        !bsp_nearness_take_planes(c, b->axial + b->n_axial, b->first + b->n, &near))
        return BSP_NEARNESS_APART;
    if (!c->goes_on || near.n != 1 || near.gap > BSP_TOUCHED || near.plane == UINT32_MAX)
        return BSP_NEARNESS_OTHER;
    *plane = near.plane;
    return bsp_same_normal(c->sides->planes[near.plane].normal, c->answer->plane.normal)
               ? BSP_NEARNESS_WITHIN_SIDE
               : BSP_NEARNESS_OTHER;
}

#endif
