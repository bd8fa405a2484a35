/* sum: makes the Minkowski sum of a brush and a mirrored shape, as a union of convex pieces. The
 * intersection of a segment with a piece has a closed form.
 *
 * The sum is the set of reference points at which the shape meets the brush. It is never built as a
 * surface. Each point of the sum is in the brush itself, or over one of its faces, edges or
 * vertices. Each of these makes one piece. */
#ifndef COMPARE_SUM_H
#define COMPARE_SUM_H

#include "tools/bsp-inspect.h"

typedef struct CompareSum CompareSum;

/* Creates the sum with the shape grown by `grow` units on all sides. A negative `grow` shrinks it.
 * The sum may be empty; then no segment enters it. */
CompareSum *compare_sum_new(const BspBrush *brush, const BspShape *shape, double grow);

/* Creates a round sum, which is the set of reference points at which the shape is at most `by`
 * units from the brush. compare_sum_new() moves the faces of a polytope instead, so its sum extends
 * farther at edges. For a cylinder, the round sum is that of a wider and higher cylinder, with
 * sharp rims. */
CompareSum *compare_sum_new_round(const BspBrush *brush, const BspShape *shape, double by);

/* Returns the sum of the brush and a box or a hull as a new brush, or NULL if the sum is empty. The
 * caller frees it with bsp_brush_free(). */
BspBrush *compare_sum_polytope(const BspBrush *brush, const BspShape *shape);

void compare_sum_free(CompareSum *sum);

/* Returns whether the segment from + t delta, 0 <= t <= 1, meets the sum. Stores the smallest such
 * t. If `normal` is not NULL, stores the outward normal of the piece at this point, or zero if the
 * segment starts inside. */
gboolean compare_sum_enter(const CompareSum *sum, BspVec from, BspVec delta, double *t,
                           BspVec *normal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSum, compare_sum_free)

#endif
