/* bsp-transition: the answer to "how far can this move before it hits?", and what it cost. */
#ifndef BSP_TRANSITION_H
#define BSP_TRANSITION_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-plane.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Golodetz 2013, "Collision detection": what a segment does first. Together they tell clear, hit,
 * start in solid and all in solid apart. Touching is not colliding: a segment that runs along a
 * face, or ends on one, stays in empty space. */
typedef enum {
    BSP_EMPTY,          /* it stays in empty space */
    BSP_SOLID,          /* it stays in solid matter */
    BSP_EMPTY_TO_SOLID, /* it starts in empty space and enters solid matter at t */
    BSP_SOLID_TO_EMPTY  /* it starts in solid matter and leaves it at t */
} BspTransitionClass;

/* The plane of an EMPTY_TO_SOLID answer is a face that the move goes into.
 *
 * A face is a plane through the contact, within tolerance, that has empty space in front of it and
 * matter behind it at some place arbitrarily near to the contact. Matter is the union of all
 * brushes, grown by the shape that moves. So neither a side that a neighbour buries is a face, nor
 * a plane of a tree that bounds no matter there. Steps lower than BSP_TOUCH count as none.
 *
 * Where several faces meet, as at an edge, the answer names one that the rest of the move can go on
 * along: that one which takes least from the move. In a concave corner the move may go on along
 * none: the answer names the one that the move goes into most steeply. A slide along the named
 * plane (bsp-character.h) therefore makes progress wherever there is any to make. */
typedef struct {
    BspTransitionClass type;
    double t;       /* 0..1 along the segment; 1 if EMPTY, 0 if SOLID */
    BspVec point;   /* the reference point at t */
    BspPlane plane; /* through the contact, moved out for the shape; the normal points to the empty
                       side. SOLID_TO_EMPTY: a plane crossed at t. Zero if EMPTY or SOLID */
} BspTransition;

/* The answer where nothing stops the segment, and where all of it is in solid matter. Number by
 * number: what is copied as a whole goes by way of the stack, and waits there. */
static inline BspTransition bsp_transition_empty(BspVec to)
{
    BspTransition tr;
    tr.type = BSP_EMPTY;
    tr.t = 1;
    tr.point.x = to.x;
    tr.point.y = to.y;
    tr.point.z = to.z;
    tr.plane.normal.x = tr.plane.normal.y = tr.plane.normal.z = 0;
    tr.plane.dist = 0;
    return tr;
}

static inline BspTransition bsp_transition_solid(BspVec from)
{
    BspTransition tr = bsp_transition_empty(from);
    tr.type = BSP_SOLID;
    tr.t = 0;
    return tr;
}

/* How far the segment may go before anything stops it: 1 where nothing does, 0 where it starts in
 * solid matter, whether it gets out or not. */
static inline double bsp_transition_blocking_time(const BspTransition *tr)
{
    return tr->type == BSP_EMPTY ? 1 : tr->type == BSP_EMPTY_TO_SOLID ? tr->t : 0;
}

/* Of the answers of two things to one move, as of the world and of a door, the one that counts:
 * that which starts in solid, of two the one that stays in it, or leaves it later; else the first
 * hit. Of equal ones a. By t alone they cannot be told apart, which says of some where they leave.
 */
static inline const BspTransition *bsp_transition_first(const BspTransition *a,
                                                        const BspTransition *b)
{
    static const int order[] = { 3, 0, 2, 1 }; /* of the classes */
    if (order[a->type] != order[b->type])
        return order[a->type] < order[b->type] ? a : b;
    if (a->type == BSP_SOLID_TO_EMPTY)
        return b->t > a->t ? b : a;
    return b->t < a->t ? b : a;
}

/* What queries did; each adds to the counters it is given. */
typedef struct {
    uint64_t nodes;  /* nodes visited, bevel nodes included */
    uint64_t planes; /* planes whose distance was computed */
    uint64_t leaves; /* leaves (or brushes) reached */
    uint64_t bevels; /* bevel nodes visited */
} BspCounters;

/* "E", "S", "E2S", "S2E"; type: one of the four. */
const char *bsp_transition_class_name(BspTransitionClass type);

#ifdef __cplusplus
}
#endif

#endif
