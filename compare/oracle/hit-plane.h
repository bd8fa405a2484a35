/* hit-plane: decides whether a body can slide along the plane of a hit.
 *
 * The answer comes from the brushes alone. Each brush near the contact is summed (Minkowski) with
 * the mirrored shape, and the union of these sums decides. Trees and queries are not used. */
#ifndef COMPARE_HIT_PLANE_H
#define COMPARE_HIT_PLANE_H

#include <glib.h>

#include "bsp-move.h"
#include "bsp-plane.h"
#include "bsp-shape.h"
#include "tools/bsp-inspect.h"

/* The verdict on the plane of a hit, with the reason if it is wrong. */
typedef enum {
    COMPARE_PLANE_RIGHT,
    COMPARE_PLANE_NOTHING_TOUCHED, /* no brush is touched at the contact */
    /* solid is in front of the plane, or none is behind it, or the face is not on the plane */
    COMPARE_PLANE_NO_FACE,
    COMPARE_PLANE_NOT_ENTERED, /* the move does not enter the plane */
    COMPARE_PLANE_STUCK,   /* the move could continue along another face, but not along the plane */
    COMPARE_PLANE_NO_UNIT, /* the normal's length is not 1 */
    COMPARE_PLANE_ELSEWHERE, /* the plane does not pass through the contact */
    COMPARE_PLANE_NOT_LEFT,  /* the plane of an exit faces against the move */
    COMPARE_PLANE_NO_POINT,  /* the contact is not the point of the move at t */
    COMPARE_PLANE_OTHER_NAME /* the brush or the plane that the answer names is not that of the hit
                              */
} ComparePlaneVerdict;

typedef struct {
    ComparePlaneVerdict verdict;
    BspVec right; /* the correct normal; zero if it is not known */
} ComparePlaneJudgement;

/* Returns words for messages, such as "no face of the solid". */
const char *compare_plane_words(ComparePlaneVerdict verdict);

typedef struct ComparePlanes ComparePlanes;

/* Creates a judge of planes. The solid must outlive it. Not thread-safe, because it caches sums of
 * brush and shape. */
ComparePlanes *compare_planes_new(const BspSolid *solid);
void compare_planes_free(ComparePlanes *planes);

/* Judges the plane of the hit, which must be of class BSP_EMPTY_TO_SOLID and inside its bracket.
 * `mask` selects the brushes that are solid; 0 selects all. The contact may be anywhere within
 * BSP_TOUCHED. So the plane is wrong only if it is wrong at every such position. */
ComparePlaneJudgement compare_planes_judge(ComparePlanes *planes, const BspShape *shape,
                                           guint32 mask, BspVec from, BspVec to,
                                           const BspTransition *hit);

/* Judges the plane of a hit or an exit as one that the move crosses there, which a tree may name.
 * The plane has a unit normal and passes through the contact. A straight move goes into the plane
 * of a hit, and out through that of an exit. If `bounds`, the move is straight, and the plane must
 * bound the sum of a brush that is touched, within the bracket. The move's skin is ignored. */
ComparePlaneVerdict compare_planes_judge_crossed(ComparePlanes *planes, const BspMove *move,
                                                 gboolean turns, const BspTransition *answer,
                                                 gboolean bounds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePlanes, compare_planes_free)

#endif
