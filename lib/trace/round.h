/* round: the first contact of a sphere or an upright capsule with one convex polytope, in closed
 * form.
 *
 * The shape meets the body if its reference point is within the radius of a larger polytope: the
 * body swept by the capsule's upright core (for a sphere, a point). The surface of this region is
 * flat over faces, cylindrical around edges, and spherical around vertices. If the path of the
 * reference point enters over a face, it does so when it gets behind the last of the face planes,
 * moved out by the radius. Otherwise it enters through the first cylinder or sphere on its way.
 *
 * The larger polytope is never built. The planes of the body move by the extent of the core. An
 * edge moves up or down, or is swept by the core, depending on whether its faces look up or down.
 *
 * Pure functions: no allocation, thread-safe. Lengths are in units; t is 0..1 along the move. */
#ifndef BSP_ROUND_H
#define BSP_ROUND_H

#include "trace/cast.h"

/* An edge from vertex a to vertex b. `up`: one of its faces looks up; `down`: one looks down. If
 * both are set, sweeping the edge makes a wall, with an upright edge at each end. An upright edge
 * is stored as an edge from a vertex to itself. These edges of length 0 come last. */
typedef struct {
    unsigned a;
    unsigned b : 30, up : 1, down : 1;
} BspRoundEdge;

/* A body for round casts. Its planes are the planes of the faces, and upright planes through the
 * edges between a face that looks up and a face that looks down. */
typedef struct {
    const BspVec *vertices;
    const BspPlane *planes;
    const BspRoundEdge *edges;
    unsigned n_vertices, n_planes, n_edges;
} BspRoundBody;

/* Body i of many bodies in arrays. Its planes begin at planes[first[2 i]], its edges at
 * edges[first[2 i + 1]]. `body` is the same body, as bsp_cast() uses it. */
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

/* Whether the shape, which is near the plane, is over the interior of the body's face in that
 * plane, farther than BSP_GRAZE from the face's edges. Then it meets the body exactly when it meets
 * the plane. Returns false if this is uncertain. */
bool bsp_round_is_over_face(const BspRoundBody *body, const BspShape *shape, const BspPlane *plane,
                            BspVec at);

/* Finds the first contact, as bsp_cast() does. There is a hit only if the shape gets deeper than
 * BSP_TOUCH. The radius must exceed BSP_TOUCH. */
bool bsp_round_cast(const BspRoundBody *body, const BspShape *shape, const BspCastPath *path,
                    BspCastHit *hit);

#endif
