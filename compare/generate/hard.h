/* hard: groups of brushes whose planes are hard to tell apart, made up from a seed.
 *
 * What levels are made of when they have been turned, scaled and rounded: planes a hair off an axis
 * or off each other, seams, wedges of next to no angle, slivers. A group is a handful of brushes
 * within COMPARE_HARD_REACH of its middle, wherever that is. */
#ifndef COMPARE_HARD_H
#define COMPARE_HARD_H

#include "geometry/brush.h"

typedef enum {
    COMPARE_HARD_SLIVERS, /* plates, needles and gaps, 1/1024 to 1/16 unit thick */
    COMPARE_HARD_WEDGES, /* bricks that close in on each other at next to no angle, up to a third */
    COMPARE_HARD_AXIAL,  /* boxes with planes tilted by 1e-12 to 1e-3 */
    COMPARE_HARD_COPLANAR, /* rows of pillars in the air, their ends nearly in one plane */
    COMPARE_HARD_BRICKS,   /* touching bricks in rows, seam upon seam, and pillars in the air */
    COMPARE_HARD_KINDS
} CompareHardKind;

/* "slivers", ... */
const char *compare_hard_kind_name(CompareHardKind kind);

/* Units, along each axis. */
#define COMPARE_HARD_REACH 120.0

/* Called with the planes of each brush of a group. */
typedef void (*CompareHardFunc)(const BspPlane *planes, guint n, gpointer user_data);

/* One group: at least one brush, each of them good. */
void compare_hard_group(CompareHardKind kind, GRand *rand, BspVec middle, CompareHardFunc func,
                        gpointer user_data);

#endif
