/* box-sums: the planes of the sums of a solid's brushes with boxes, for tests that look at all of
 * them. */
#ifndef BOX_SUMS_H
#define BOX_SUMS_H

#include "build/solid.h"

typedef struct {
    GArray *planes, *first; /* those of brush i: from first[i] on, up to first[i + 1] */
} BoxSums;

BoxSums box_sums_new(const BspSolid *solid);
void box_sums_clear(BoxSums *sums);

/* The n planes of a brush. Moved out by bsp_shape_offset() they bound where a box meets it. */
const BspPlane *box_sums_planes(const BoxSums *sums, guint brush, guint *n);

#endif
