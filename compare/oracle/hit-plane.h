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
    COMPARE_PLANE_NOTHING_TOUCHED, /* no brush touches the body at the contact */
    /* Solid is in front of the plane, or no solid is behind it, or the face is not on the plane. */
    COMPARE_PLANE_NO_FACE,
    COMPARE_PLANE_NOT_ENTERED, /* the move does not enter the plane */
    COMPARE_PLANE_STUCK,   /* the move could continue along another face, but not along the plane */
    COMPARE_PLANE_NO_UNIT, /* the normal's length is not 1 */
    COMPARE_PLANE_ELSEWHERE, /* the plane does not pass through the contact */
    COMPARE_PLANE_NOT_LEFT,  /* the plane of an exit faces against the move */
    COMPARE_PLANE_NO_POINT,  /* the contact is not the point of the move at t */
    COMPARE_PLANE_OTHER_NAME /* the answer names another brush or plane than that of the hit */
} ComparePlaneVerdict;

typedef struct {
    ComparePlaneVerdict verdict;
    BspVec right; /* the correct normal; zero if it is not known */
} ComparePlaneJudgement;

/* Returns words for messages, such as "no face of the solid". */
const char *compare_plane_words(ComparePlaneVerdict verdict);

typedef struct ComparePlanes ComparePlanes;

/* Creates a judge of planes. The solid must outlive it. It is not thread-safe, because it caches
 * sums of brush and shape. */
ComparePlanes *compare_planes_new(const BspSolid *solid);
void compare_planes_free(ComparePlanes *planes);

/* Judges the plane of the hit, whose class must be BSP_EMPTY_TO_SOLID, and which must be inside its
 * bracket. `mask` selects the brushes that are solid. 0 selects all brushes. The true contact may
 * be anywhere within BSP_TOUCHED of the hit, so the plane is wrong only if it is wrong at all these
 * positions. */
ComparePlaneJudgement compare_planes_judge(ComparePlanes *planes, const BspShape *shape,
                                           guint32 mask, BspVec from, BspVec to,
                                           const BspTransition *hit);

/* Judges the plane of a hit or an exit by weaker rules, because trees may name any plane that the
 * move crosses there. The plane must have a unit normal, and pass through the contact. A straight
 * move must go into the plane of a hit, and out of the plane of an exit. If `bounds`, which is only
 * for straight moves, the plane must bound the sum of a brush that is touched, within the bracket.
 * The move's skin is ignored. */
ComparePlaneVerdict compare_planes_judge_crossed(ComparePlanes *planes, const BspMove *move,
                                                 gboolean turns, const BspTransition *answer,
                                                 gboolean bounds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePlanes, compare_planes_free)

#endif
