/* sum: the Minkowski sum of a brush and a mirrored shape, as a union of convex pieces. Each piece's
 * intersection with a segment has a closed form.
 *
 * The sum is the set of reference points at which the shape meets the brush. It is never built as a
 * surface. A point of the sum is in the brush itself, or over one of its faces, edges or vertices,
 * and each of these makes one piece. */
#ifndef COMPARE_SUM_H
#define COMPARE_SUM_H

#include "bsp-inspect.h"

typedef struct CompareSum CompareSum;

/* The sum with the shape grown by `grow` units on all sides (negative: shrunk). If the sum is
 * empty, no segment enters it. */
CompareSum *compare_sum_new(const BspBrush *brush, const BspShape *shape, double grow);

/* The same, but round: all reference points at which the shape is at most `by` from the brush.
 * (compare_sum_new() moves a polytope's faces, and so extends farther at its edges.) A cylinder
 * becomes wider and higher, and keeps its rims. */
CompareSum *compare_sum_new_round(const BspBrush *brush, const BspShape *shape, double by);

/* The sum with a box or a hull as a new brush, which the caller frees with bsp_brush_free(). NULL
 * if the sum is empty. */
BspBrush *compare_sum_polytope(const BspBrush *brush, const BspShape *shape);

void compare_sum_free(CompareSum *sum);

/* TRUE if the segment from + t delta, 0 <= t <= 1, meets the sum. Sets the first t and, if wanted,
 * the outward normal of the piece there. The normal is zero if the segment starts inside. */
gboolean compare_sum_enter(const CompareSum *sum, BspVec from, BspVec delta, double *t,
                           BspVec *normal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSum, compare_sum_free)

#endif
