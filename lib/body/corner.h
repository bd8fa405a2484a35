/* corner: chooses the plane that a hit names if several planes meet at the contact.
 *
 * Near a contact the solid is a union of convex cones. Each cone comes from one convex piece, which
 * is a solid leaf of a tree or the Minkowski sum of a brush and the shape. A cone is bounded by the
 * planes of its piece that pass through the contact. The caller collects the cones.
 * bsp_corner_choose() finds the right plane, as bsp-move.h defines it. This is the plane of a face
 * of the union that the move goes into and, if possible, can slide along.
 *
 * All these planes are treated as passing exactly through the contact. So steps lower than the
 * caller's tolerance vanish. */
#ifndef BSP_CORNER_H
#define BSP_CORNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsp-plane.h"
#include "trace/plane.h"

/* The maximum numbers of planes and of cones of a corner. Real levels need fewer than a dozen of
 * each, and a mask of planes has 64 bits. */
#define BSP_CORNER_PLANES 64
#define BSP_CORNER_CONES 64

typedef struct {
    BspVec at; /* the contact */
    unsigned n_planes, n_cones;
    uint64_t used;                      /* bit i is set if plane i is near the contact */
    BspPlane planes[BSP_CORNER_PLANES]; /* the normals point out of the solid */
    double out[BSP_CORNER_PLANES];      /* distance of the contact in front of each plane */
    uint64_t cones[BSP_CORNER_CONES];   /* bit i is set if the cone lies behind plane i */
} BspCorner;

static inline void bsp_corner_init(BspCorner *corner, BspVec at)
{
    corner->at = at;
    corner->used = 0;
    corner->n_planes = corner->n_cones = 0;
}

/* Adds a plane, and returns its bit in the cones' masks. Returns 0 if the corner has
 * BSP_CORNER_PLANES planes already. Planes with the same normal and, within rounding, the same
 * distance are one plane. */
uint64_t bsp_corner_plane(BspCorner *corner, const BspPlane *plane);

/* Adds a convex piece of the solid, which is the points behind all planes whose bits are set.
 * Returns false if the corner has BSP_CORNER_CONES cones already. */
bool bsp_corner_cone(BspCorner *corner, uint64_t planes);

/* Returns the plane to name for a move in the direction of delta; NULL if the move goes into no
 * face. `crossed` is the normal of the plane that the move entered last. If that plane is suitable,
 * it is named unless another plane removes much less of the move. At first only cones and planes
 * count that are within touching of the contact. If the move goes into no face there, as at a step
 * lower than the errors of building a tree, planes within the bracket count, too. If it neither
 * goes into a face nor along one, as in a gap that is narrower than touching, only planes through
 * the contact itself count. */
const BspPlane *bsp_corner_choose(const BspCorner *corner, BspVec delta, BspVec crossed);

#endif
