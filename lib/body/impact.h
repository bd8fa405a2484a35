/* impact: when a moving shape first hits one brush of a brush table. */
#ifndef BSP_IMPACT_H
#define BSP_IMPACT_H

#include "bsp-shape.h"
#include "table/brush-table.h"

/* A shape whose reference point moves from `from` to from + delta. The table must support it. */
typedef struct {
    const BspBrushTable *table;
    const BspShape *shape;
    BspVec from, delta;
} BspPassing;

typedef struct {
    double t;
    BspVec normal; /* of the contact, out of the brush; unless the shape starts inside */
    bool inside;   /* the shape starts in the brush, deeper than touching; t is 0 */
} BspImpact;

/* Returns whether the shape hits the brush before the time `latest`. Touching is not hitting. */
bool bsp_impact(const BspPassing *passing, uint32_t brush, double latest, BspImpact *impact);

#endif
