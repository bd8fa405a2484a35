/* crowd: the bodies of a crowd while they walk, with their possible positions and the planes
 * between them. */
#ifndef BSP_CROWD_INSIDE_H
#define BSP_CROWD_INSIDE_H

#include "bsp-constants.h"
#include "bsp-crowd.h"

/* A body as others meet it. It is a box, to which two radii are added, one horizontally, one in all
 * directions. A cylinder is an upright line with the first radius, a capsule an upright line with
 * the second. So the vector between the nearest points of any two bodies has a closed form. */
typedef struct {
    BspVec centre, half;
    double disc, ball; /* the radii */
    BspVec wish;       /* the displacement of its velocity; 0 if it cannot move */
    BspVec reach;  /* the maximum distance of any part of the body from `centre` during the step */
    uint32_t body; /* its index */
    uint32_t groups, meets;
    /* The level of the grid that it is in, or BSP_CROWD_NOT_MET, and its cell there. */
    uint32_t level, cell[2];
} BspCrowdItem;

/* The level of a body that nobody meets, because its position is not finite or out of reach. */
#define BSP_CROWD_NOT_MET UINT32_MAX

/* Units. How far others may move a body in the step. */
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

/* The number s of the items, in the order of places. */
const BspCrowdItem *bsp_crowd_sorted(const BspCrowd *crowd, uint32_t s);

/* --- the plane between two bodies --- */

/* The number that stands for a normal along no axis. */
#define BSP_CROWD_OBLIQUE 3

/* The plane as one of the bodies sees it. For the other body, everything is equal but opposite. */
typedef struct {
    BspVec normal; /* unit, from this body towards the other */
    int axis;      /* the axis of the normal, or BSP_CROWD_OBLIQUE */
    double
        gap; /* between the bodies along the normal; negative if they overlap in all directions */
    double allowed; /* the distance that this body may go along the normal */
    double slack;   /* the gap minus the distances that both bodies want to go into it */
} BspCrowdPlane;

BspCrowdPlane bsp_crowd_part(const BspCrowdItem *item, const BspCrowdItem *other);

/* Units. A body may be past its plane by this distance without meeting it, because of rounding. It
 * is far above the rounding of coordinates at BSP_WORLD_HALF (1e-9), and far below touching. */
#define BSP_CROWD_PAST (BSP_TOUCH / 64)

#endif
