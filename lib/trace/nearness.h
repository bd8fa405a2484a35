/* nearness: a quick test of how a box or point that has hit something touches a side of a brush.
 *
 * Header only, so that it is inlined: it runs for every candidate side. */
#ifndef BSP_NEARNESS_H
#define BSP_NEARNESS_H

#include "trace/compiler.h"
#include "trace/touch.h"

typedef enum {
    BSP_NEARNESS_APART,       /* it is not near the brush */
    BSP_NEARNESS_WITHIN_SIDE, /* it touches the side, which is on the answer's plane, away from its
                                 edges: the best way to touch a brush */
    BSP_NEARNESS_OTHER        /* undecided: the brush needs the full test */
} BspNearness;

/* How far the box is in front of a plane. */
static inline double bsp_nearness_gap(const BspContact *c, const BspPlane *plane)
{
    return bsp_plane_distance_of_box(plane, c->middle, c->half);
}

/* Counts a plane that the box is not clearly behind. Returns false if the box is in front of it. */
static inline bool bsp_nearness_take(double gap, unsigned *n_near)
{
    *n_near += gap >= -BSP_TOUCHED;
    return gap <= 2 * BSP_BRACKET;
}

/* The same for the two bounds of the brush along an axis. At most one of the two is near, since no
 * brush is thin enough for a box to be near both. */
static inline bool bsp_nearness_take_bound(const BspContact *c, const BspTableBrush *b, int k,
                                           unsigned *n_near)
{
    double before = b->least[k] - c->middle.v[k], after = c->middle.v[k] - b->most[k];
    return bsp_nearness_take(BSP_MAX(before, after) - c->half.v[k], n_near);
}

/* The same for the planes first .. end - 1. */
static inline bool bsp_nearness_take_planes(const BspContact *c, uint32_t first, uint32_t end,
                                            unsigned *n_near)
{
    for (uint32_t i = first; i < end; i++)
        if (!bsp_nearness_take(bsp_nearness_gap(c, &c->sides->planes[i]), n_near))
            return false;
    return true;
}

/* Whether the box touches the plane, which must be that of the answer. */
static inline bool bsp_nearness_on_plane(const BspContact *c, const BspPlane *plane)
{
    return fabs(bsp_nearness_gap(c, plane)) <= BSP_TOUCHED &&
           bsp_same_normal(plane->normal, c->answer->plane.normal);
}

static inline BspNearness bsp_nearness(const BspContact *c, uint32_t brush, uint32_t plane)
{
    const BspTableBrush *b = &c->sides->brushes[brush];
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
