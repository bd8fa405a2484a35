/* box-sums: the planes of the Minkowski sums of a solid's brushes with boxes, for tests that
 * check all of them. */
#ifndef BOX_SUMS_H
#define BOX_SUMS_H

#include "build/solid.h"

typedef struct {
    GArray *planes, *first; /* brush i has the planes first[i] to first[i + 1] - 1 */
} BoxSums;

BoxSums box_sums_new(const BspSolid *solid);
void box_sums_clear(BoxSums *sums);

/* The n planes of a brush. Moved out by bsp_shape_offset(), they bound the positions at which a
 * box meets the brush. */
const BspPlane *box_sums_planes(const BoxSums *sums, guint brush, guint *n);

#endif
