/* bsp-transition: the answer to "how far can this move before it hits?", and what it cost. */
#ifndef BSP_TRANSITION_H
#define BSP_TRANSITION_H

#include <glib.h>

#include "bsp-plane.h"

/* Golodetz 2013, "Collision detection": what a segment does first. Together they tell clear, hit,
 * start in solid and all in solid apart. Touching is not colliding: a segment that runs along a
 * face, or ends on one, stays in empty space. */
typedef enum {
    BSP_EMPTY,          /* it stays in empty space */
    BSP_SOLID,          /* it stays in solid matter */
    BSP_EMPTY_TO_SOLID, /* it starts in empty space and enters solid matter at t */
    BSP_SOLID_TO_EMPTY  /* it starts in solid matter and leaves it at t */
} BspTransitionClass;

typedef struct {
    BspTransitionClass type;
    double t;       /* 0..1 along the segment; 1 where EMPTY, 0 where SOLID */
    BspVec point;   /* the reference point at t */
    BspPlane plane; /* crossed at t, facing the side where the segment is in empty space; zero
                       where EMPTY or SOLID */
} BspTransition;

static inline BspTransition bsp_transition_empty(BspVec to)
{
    return (BspTransition){ .type = BSP_EMPTY, .t = 1, .point = to };
}

static inline BspTransition bsp_transition_solid(BspVec from)
{
    return (BspTransition){ .type = BSP_SOLID, .t = 0, .point = from };
}

/* How far the segment may go before anything stops it: 1 where nothing does, 0 where it starts in
 * solid matter, whether it gets out or not. */
static inline double bsp_transition_blocking_time(const BspTransition *tr)
{
    return tr->type == BSP_EMPTY ? 1 : tr->type == BSP_EMPTY_TO_SOLID ? tr->t : 0;
}

/* Whether a segment has a meaning: its ends, and the way between them, are finite numbers. What has
 * none is answered with SOLID at t = 0, which lets nothing pass. One product tells: infinity and
 * NaN times zero are no number, and neither is a sum that one of them is in. */
static inline bool bsp_segment_is_finite(const BspVec *from, const BspVec *delta)
{
    double sum = (from->x + from->y + from->z) + (delta->x + delta->y + delta->z);
    return sum * 0 == 0;
}

/* What queries did; each adds to the counters it is given. */
typedef struct {
    guint64 nodes;  /* nodes visited, bevel nodes included */
    guint64 planes; /* planes whose distance was computed */
    guint64 leaves; /* leaves (or brushes) reached */
    guint64 bevels; /* bevel nodes visited */
} BspCounters;

/* "E", "S", "E2S", "S2E" */
const char *bsp_transition_class_name(BspTransitionClass type);

#endif
