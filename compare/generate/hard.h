/* hard: generates random groups of brushes with nearly equal planes, from a seed.
 *
 * Levels that were turned, scaled and rounded have such planes. These are not quite axial, or not
 * quite equal, and there are seams, wedges with tiny angles, and slivers. A group is a handful of
 * brushes within COMPARE_HARD_REACH of its middle, which may be anywhere. */
#ifndef COMPARE_HARD_H
#define COMPARE_HARD_H

#include "generate/generated.h"
#include "tools/bsp-inspect.h"

/* Units. The maximum distance of a group's brushes from its middle along each axis. With it, a
 * group has about the size of a room's furniture, so that moves of usual lengths meet several of
 * its brushes. */
#define COMPARE_HARD_REACH 120.0

/* Receives the planes of each brush of a group. */
typedef void (*CompareHardFunc)(const BspPlane *planes, guint n, gpointer user_data);

/* Makes one group of at least one brush. All its brushes are valid. */
void compare_hard_group(CompareHardKind kind, GRand *rand, BspVec middle, CompareHardFunc func,
                        gpointer user_data);

#endif
