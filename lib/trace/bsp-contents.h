/* bsp-contents: what a point is in.
 *
 *     uint32_t contents = bsp_sides_contents(sides, eye);
 *     if (contents & WATER) ... it is under water
 *
 * Asked of the table of a solid's brushes (bsp_sides_new(), bsp-solid.h) in one walk, for all kinds
 * of matter at once, those that no tree was built for among them. It is what the brushes are: an
 * outside that a tree has filled is empty here.
 *
 * Thread-safe; a query allocates nothing. */
#ifndef BSP_CONTENTS_H
#define BSP_CONTENTS_H

#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The contents of all brushes that p is in, together. Touching is not being in, as everywhere: a
 * bit is set where p is solid in the space of a point with that bit as its mask. So what stands on
 * a floor is not in it, but where brushes of one kind touch, p on the seam is in that kind, just as
 * if they were one brush. UINT32_MAX where a coordinate is no finite number. */
uint32_t bsp_sides_contents(const BspSides *sides, BspVec p);

#ifdef __cplusplus
}
#endif

#endif
