/* round: the first contact of a sphere or an upright capsule with one convex polytope, in closed
 * form.
 *
 * The reference points at which the shape meets the body are those within a radius of a larger
 * polytope: the body swept by the capsule's upright core (by a point, for a sphere). What bounds
 * them is flat over its faces, a cylinder round its edges, a ball round its vertices. A segment
 * enters over a face at the time at which it is behind all of them, moved out by the radius, or not
 * at all; else it is the first of the cylinders and balls that it enters.
 *
 * The larger polytope is never built: the planes of the body move by the core's extent, and an edge
 * moves up or down or is swept by the core, as the faces beside it look.
 *
 * Pure functions: no allocation, thread-safe. Lengths are units, t is 0..1 along the move. */
#ifndef BSP_ROUND_H
#define BSP_ROUND_H

#include "trace/cast.h"

/* An edge, by its vertices, and whether one of its faces looks up, and one down. An edge that has
 * both makes a wall when it is swept, and each of its ends an upright edge, for which there is one
 * from a vertex to itself: edges without length stand behind all others. */
typedef struct {
    unsigned a;
    unsigned b : 30, up : 1, down : 1;
} BspRoundEdge;

/* The planes are those of the faces, and upright ones through the edges of which one face looks up
 * and one down. */
typedef struct {
    const BspVec *vertices;
    const BspPlane *planes;
    const BspRoundEdge *edges;
    unsigned n_vertices, n_planes, n_edges;
} BspRoundBody;

/* Many bodies in arrays: first[2 i] is where the planes of body i begin, first[2 i + 1] where its
 * edges do. `body` is the same one, to be cast. */
static inline BspRoundBody bsp_round_body(const BspCastBody *body, const BspPlane *planes,
                                          const BspRoundEdge *edges, const unsigned *first,
                                          unsigned i)
{
    const unsigned *f = first + 2 * (size_t)i;
    return (BspRoundBody){ body->vertices, planes + f[0], edges + f[1],
                           body->n,        f[2] - f[0],   f[3] - f[1] };
}

static inline bool bsp_round_is(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_SPHERE || shape->kind == BSP_SHAPE_CAPSULE;
}

/* Whether the shape, at `at` and near to the plane, is over the inside of the body's face in that
 * plane, farther than BSP_GRAZE from its edges, so that it meets the body where it meets the plane.
 * false where it is not known. */
bool bsp_round_is_over_face(const BspRoundBody *body, const BspShape *shape, const BspPlane *plane,
                            BspVec at);

/* As bsp_cast(): the first contact for t0 <= t <= t1, which counts if the shape gets deeper than
 * BSP_TOUCH. The radius must be larger than that. */
bool bsp_round_cast(const BspRoundBody *body, const BspShape *shape, BspVec from, BspVec delta,
                    double t0, double t1, BspCastHit *hit);

#endif
