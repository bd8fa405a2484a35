/* corner: the plane that a hit names where several planes meet at the contact.
 *
 * Near a contact the matter is a union of convex cones: of each convex piece (a solid leaf of a
 * tree, or the Minkowski sum of a brush and the shape) the planes that pass through the contact.
 * The caller collects the cones; bsp_corner_choose() finds the right plane, as bsp-transition.h
 * defines it: a face of the union, which the move goes into and, if possible, can go on along.
 *
 * All planes count as passing through the contact exactly, so steps lower than the caller's
 * tolerance vanish. */
#ifndef BSP_CORNER_H
#define BSP_CORNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsp-transition.h"

/* Units. Planes farther from the contact than this do not meet there. It is the depth of touching,
 * and what building a tree may move planes by (BSP_DOUBT). */
#define BSP_CORNER_NEAR (4 * BSP_TOUCH)

/* The most planes and the most cones of a corner. Real levels need fewer than a dozen of each. */
#define BSP_CORNER_PLANES 64
#define BSP_CORNER_CONES 64

typedef struct {
    BspPlane plane; /* the normal points out of the matter */
    int32_t id;     /* the caller's name for it */
} BspCornerPlane;

typedef struct {
    BspVec at; /* the contact */
    unsigned n_planes, n_cones;
    BspCornerPlane planes[BSP_CORNER_PLANES];
    uint64_t cones[BSP_CORNER_CONES]; /* bit i: the cone lies behind plane i */
} BspCorner;

static inline void bsp_corner_init(BspCorner *corner, BspVec at)
{
    corner->at = at;
    corner->n_planes = corner->n_cones = 0;
}

/* Adds a plane, and returns the bit that stands for it in a cone; 0 if there is no room. Planes
 * with the same normal are one, of which the outermost is kept. */
uint64_t bsp_corner_plane(BspCorner *corner, const BspPlane *plane, int32_t id);

/* Adds a convex piece of matter: what lies behind all planes of these bits. Returns false if there
 * is no room. */
bool bsp_corner_cone(BspCorner *corner, uint64_t planes);

/* The plane to name for a move in the direction of delta; NULL if no plane is right. `crossed` is
 * the normal of the plane that the move was found to enter last: if it is right, it is kept unless
 * another takes much less from the move. */
const BspCornerPlane *bsp_corner_choose(const BspCorner *corner, BspVec delta, BspVec crossed);

/* Names that plane in *tr, the hit at corner->at of the move from + t delta, which names the plane
 * that was crossed; false if no plane is right. A contact deeper than touching behind the plane is
 * moved back to where the move crosses the plane, if that is near: the next move would begin in
 * solid matter. */
bool bsp_corner_name(const BspCorner *corner, BspVec from, BspVec delta, BspTransition *tr);

#endif
