/* hard: random groups of brushes with nearly equal planes, from a seed.
 *
 * Levels that were turned, scaled and rounded have such geometry: planes slightly off an axis or
 * off each other, seams, wedges of tiny angles, slivers. A group is a handful of brushes within
 * COMPARE_HARD_REACH of its middle, which may be anywhere. */
#ifndef COMPARE_HARD_H
#define COMPARE_HARD_H

#include "tools/bsp-inspect.h"

typedef enum {
    COMPARE_HARD_SLIVERS,  /* plates, needles and gaps, 1/1024 to 1/16 unit thick */
    COMPARE_HARD_WEDGES,   /* bricks that meet at tiny angles; a third brick closes some gaps */
    COMPARE_HARD_AXIAL,    /* boxes with planes tilted by 1e-12 to 1e-3 */
    COMPARE_HARD_COPLANAR, /* rows of pillars in the air, with ends that are nearly in one plane */
    COMPARE_HARD_BRICKS,   /* touching bricks in rows, seam upon seam, and pillars in the air */
    COMPARE_HARD_KINDS
} CompareHardKind;

/* A name such as "slivers". */
const char *compare_hard_kind_name(CompareHardKind kind);

/* Units, along each axis. */
#define COMPARE_HARD_REACH 120.0

/* Receives the planes of each brush of a group. */
typedef void (*CompareHardFunc)(const BspPlane *planes, guint n, gpointer user_data);

/* Makes one group of at least one brush. All its brushes are valid. */
void compare_hard_group(CompareHardKind kind, GRand *rand, BspVec middle, CompareHardFunc func,
                        gpointer user_data);

#endif
