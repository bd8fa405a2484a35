/* shape: a shape made ready for one tree.
 *
 * How far a plane moves for a shape depends on its normal alone, and many planes of a level share
 * one normal. A prepared shape holds how far, once for each normal of the tree (Melax 2000, section
 * 3: "the offsets are specified at runtime and may depend on the plane's normal"), so that a query
 * looks up what it would else compute at every plane. Its answers and counters are those of
 * the queries of shift-tree, bit for bit.
 *
 * Immutable; may be asked from any number of threads. Queries allocate nothing and keep their
 * scratch on the stack. */
#ifndef SHIFT_SHAPE_H
#define SHIFT_SHAPE_H

#include "shift-tree.h"

typedef struct ShiftShape ShiftShape;

/* Prepares the shape, which is copied, for the tree, which must outlive it; so must the hull of a
 * hull. Free with shift_shape_free(). */
ShiftShape *shift_shape_new(const ShiftTree *tree, const BspShape *shape);
void shift_shape_free(ShiftShape *shape);

/* What its queries need resident besides the tree. */
gsize shift_shape_bytes(const ShiftShape *shape);

/* As shift_tree_hit_check() and shift_tree_hit_check_exact(). */
BspTransition shift_shape_hit_check(const ShiftShape *shape, BspVec from, BspVec to,
                                    BspCounters *counters);
BspTransition shift_shape_hit_check_exact(const ShiftShape *shape, BspVec from, BspVec to,
                                          BspCounters *counters);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShiftShape, shift_shape_free)

#endif
