/* hard: random groups of brushes with nearly equal planes, from a seed.
 *
 * Levels that were turned, scaled and rounded have such geometry: planes slightly off an axis or
 * off each other, seams, wedges of tiny angles, slivers. A group is a handful of brushes within
 * COMPARE_HARD_REACH of its middle, which may be anywhere. */
#ifndef COMPARE_HARD_H
#define COMPARE_HARD_H

#include "generate/generated.h"
#include "tools/bsp-inspect.h"

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
