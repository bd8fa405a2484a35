/* side-middle: where on a side of a brush no other plane of the brush is near. */
#ifndef BSP_SIDE_MIDDLE_H
#define BSP_SIDE_MIDDLE_H

#include "geometry/cell.h"
#include "trace/sides.h"

/* A side of a brush. */
typedef struct {
    guint brush, plane;  /* their numbers in the table of sides */
    const BspCell *cell; /* of the brush, in which the side is a face */
    guint face;
} BspSideOf;

/* A rectangle along two axes. */
typedef struct {
    double least[2], most[2];
} BspSideMiddle;

/* A rectangle on the side, told along two axes: no place in it is nearer to another of the brush's
 * planes than what a contact may be off by. It is not the largest, but reaches as far as it can
 * from where it is. FALSE: none is found. */
gboolean bsp_side_middle(BspSideMiddle *middle, const BspSides *sides, const BspSideOf *side,
                         const guint8 axes[2]);

#endif
