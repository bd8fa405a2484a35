/* plane: whether the plane of a hit is one that a body can slide along.
 *
 * The answer comes from the brushes alone: each brush near the contact is summed (Minkowski) with
 * the mirrored shape, and the union of these sums decides. Trees and queries have no part in it. */
#ifndef COMPARE_PLANE_H
#define COMPARE_PLANE_H

#include "bsp-shape.h"
#include "bsp-transition.h"
#include "build/solid.h"

/* The plane of a hit, or why the plane is wrong. */
typedef enum {
    COMPARE_PLANE_RIGHT,
    COMPARE_PLANE_NOTHING_TOUCHED, /* no brush is touched at the contact */
    COMPARE_PLANE_NO_FACE,         /* solid in front of the plane, or none behind it, or off it */
    COMPARE_PLANE_NOT_ENTERED,     /* the move does not go into the plane */
    COMPARE_PLANE_STUCK /* the move could go on along another face, not along the plane */
} ComparePlaneVerdict;

typedef struct {
    ComparePlaneVerdict verdict;
    BspVec right; /* the normal that should have been named; zero where none is known */
} ComparePlaneJudgement;

/* "no face of the solid", and so on. */
const char *compare_plane_words(ComparePlaneVerdict verdict);

typedef struct ComparePlanes ComparePlanes;

/* The solid must outlive it. Not thread-safe: it remembers sums of brush and shape. */
ComparePlanes *compare_planes_new(const BspSolid *solid);
void compare_planes_free(ComparePlanes *planes);

/* Judges the plane of the hit, which must be of class BSP_EMPTY_TO_SOLID and in its bracket. `mask`
 * selects the brushes that are solid; 0 selects all. A plane is wrong only if it is wrong wherever
 * the contact may be within BSP_TOUCHED. */
ComparePlaneJudgement compare_planes_judge(ComparePlanes *planes, const BspShape *shape,
                                           guint32 mask, BspVec from, BspVec to,
                                           const BspTransition *hit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePlanes, compare_planes_free)

#endif
