/* nearness: how a box or point that has hit something is near to a side of a brush, as far as is
 * told soon.
 *
 * Header only: it is asked of every side that comes into question, and inlined there. */
#ifndef BSP_NEARNESS_H
#define BSP_NEARNESS_H

#include "trace/compiler.h"
#include "trace/touch.h"

typedef enum {
    BSP_NEARNESS_APART,       /* it does not touch the brush, nor nearly */
    BSP_NEARNESS_WITHIN_SIDE, /* it touches the side, which is on the plane of the answer, away from
                                 its edges: the brush could not be touched any better */
    BSP_NEARNESS_OTHER        /* the brush is to be looked at closely */
} BspNearness;

/* How far the box is outside a plane. */
static inline double bsp_nearness_gap(const BspContact *c, const BspPlane *plane)
{
    return bsp_plane_distance_of_box(plane, c->middle, c->half);
}

/* Counts a plane that the box is not clearly behind; false where it is apart. */
static inline bool bsp_nearness_take(double gap, unsigned *n_near)
{
    *n_near += gap >= -BSP_TOUCHED;
    return gap <= 2 * BSP_BRACKET;
}

/* By the bounds of the brush along an axis. Of the two one will do: no brush is so thin that a box
 * could be near to both. */
static inline bool bsp_nearness_take_bound(const BspContact *c, const BspSidesBrush *b, int k,
                                           unsigned *n_near)
{
    double before = b->least[k] - c->middle.v[k], after = c->middle.v[k] - b->most[k];
    return bsp_nearness_take(BSP_MAX(before, after) - c->half.v[k], n_near);
}

/* By the planes first .. end. */
static inline bool bsp_nearness_take_planes(const BspContact *c, uint32_t first, uint32_t end,
                                            unsigned *n_near)
{
    for (uint32_t i = first; i < end; i++)
        if (!bsp_nearness_take(bsp_nearness_gap(c, &c->sides->planes[i]), n_near))
            return false;
    return true;
}

/* Whether the box touches the plane, which is that of the answer. */
static inline bool bsp_nearness_on_plane(const BspContact *c, const BspPlane *plane)
{
    return fabs(bsp_nearness_gap(c, plane)) <= BSP_TOUCHED &&
           bsp_same_normal(plane->normal, c->answer->plane.normal);
}

static inline BspNearness bsp_nearness(const BspContact *c, uint32_t brush, uint32_t plane)
{
    const BspSidesBrush *b = &c->sides->brushes[brush];
    unsigned n_near = 0;
    if (!bsp_nearness_take_bound(c, b, 0, &n_near) || !bsp_nearness_take_bound(c, b, 1, &n_near) ||
        !bsp_nearness_take_bound(c, b, 2, &n_near) ||
        !bsp_nearness_take_planes(c, b->first, b->axial, &n_near) ||
        !bsp_nearness_take_planes(c, b->axial + b->n_axial, b->first + b->n, &n_near))
        return BSP_NEARNESS_APART;
    bool within = c->goes_on && n_near == 1 && bsp_nearness_on_plane(c, &c->sides->planes[plane]);
    return within ? BSP_NEARNESS_WITHIN_SIDE : BSP_NEARNESS_OTHER;
}

#endif
