/* sides-iter: the brushes that a moving box comes near to, the nearest first as far as the
 * hierarchy of the table tells. */
#ifndef BSP_SIDES_ITER_H
#define BSP_SIDES_ITER_H

#include "trace/sides.h"

/* A node to be looked at, or a brush, as BspSidesNode.child says, and when its box is reached. */
typedef struct {
    double enter;
    int32_t child;
} BspSidesItem;

typedef struct {
    const BspSides *sides;
    uint32_t mask;            /* of the contents of the brushes asked for; 0: all */
    float lower[3], upper[3]; /* a box round the whole way, rounded outward: what does not overlap
                                 it is not looked at closely */
    /* The moving box overlaps another along an axis while t is between
     * (that one's least - least) * inverse and (its most - most) * inverse. */
    double least[3], most[3], inverse[3];
    double begin, end; /* of t */
    unsigned top;
    BspSidesItem stack[BSP_SIDES_MAX_DEPTH * (BSP_SIDES_WIDE - 1) + 1];
} BspSidesIter;

/* Begins with a box, relative to its reference point, which is grown by `by` units and moves over
 * from + t delta, begin <= t <= end. All are finite numbers. */
void bsp_sides_iter_begin(BspSidesIter *iter, const BspSides *sides, uint32_t mask,
                          const BspBounds *box, double by, BspVec from, BspVec delta, double begin,
                          double end);

/* The next brush whose box is overlapped in that time, and first before `before` or then; each
 * once. false: there is none. */
bool bsp_sides_iter_next(BspSidesIter *iter, double before, uint32_t *brush);

#endif
