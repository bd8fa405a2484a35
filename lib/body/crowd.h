/* crowd: the bodies of a crowd while they walk, with their possible positions and the planes
 * between them. */
#ifndef BSP_CROWD_INSIDE_H
#define BSP_CROWD_INSIDE_H

#include "bsp-constants.h"
#include "bsp-crowd.h"

/* A body as other bodies meet it. It is a box that is grown by two radii, one in horizontal
 * directions, one in all directions. A cylinder is an upright line with the first radius, a capsule
 * an upright line with the second. So the vector between the nearest points of any two bodies has a
 * closed form. */
typedef struct {
    BspVec centre, half;
    double disc, ball; /* the two radii, in units: horizontal, and in all directions */
    BspVec wish; /* the displacement by which the body's velocity would move it in the step; 0 if it
                    cannot move */
    BspVec reach;  /* the maximum distance of any part of the body from `centre` during the step */
    uint32_t body; /* index of the body in BspCrowd.bodies */
    uint32_t groups, meets;
    /* The level of the grid that the body is in, or BSP_CROWD_NOT_MET, and its cell there. */
    uint32_t level, cell[2];
} BspCrowdItem;

/* The level of a body that nobody meets, because its position is not finite or out of reach. */
#define BSP_CROWD_NOT_MET UINT32_MAX

/* Returns the distance, in units, by which other bodies may move a body in the step. */
static inline double bsp_crowd_yield(const BspCrowd *crowd)
{
    double most = crowd->yield * crowd->seconds;
    return most > 0 ? (most < BSP_WORLD_HALF ? most : BSP_WORLD_HALF) : 0;
}

/* --- near bodies --- */

/* Calls `meet` for each other body that this one may meet during the step. The order has no
 * meaning. */
typedef void (*BspCrowdMeet)(void *data, const BspCrowdItem *other);
void bsp_crowd_find(const BspCrowd *crowd, const BspCrowdItem *item, BspCrowdMeet meet, void *data);

/* Returns the item with the number s, in the order of bsp_crowd_sort(). */
const BspCrowdItem *bsp_crowd_sorted(const BspCrowd *crowd, uint32_t s);

/* --- the plane between two bodies --- */

/* The value of `axis` for a normal that is not axial. */
#define BSP_CROWD_OBLIQUE 3

/* The plane between two bodies, as one of them sees it. For the other body the normal is
 * opposite. */
typedef struct {
    BspVec normal;  /* unit vector from this body towards the other */
    int axis;       /* number of the axis that the normal is parallel to, or BSP_CROWD_OBLIQUE */
    double gap;     /* units between the bodies along the normal; negative if they overlap in all
                       directions */
    double allowed; /* the distance that this body may go along the normal */
    double slack;   /* the gap minus the distances that both bodies want to go into it */
} BspCrowdPlane;

BspCrowdPlane bsp_crowd_part(const BspCrowdItem *item, const BspCrowdItem *other);

/* Units. A body may be past its plane by this distance without meeting it, because of rounding. It
 * is far above the rounding of coordinates at BSP_WORLD_HALF (1e-9), and far below touching. */
#define BSP_CROWD_PAST (BSP_TOUCH / 64)

#endif
