/* brushes: a shape swept through a hierarchy of brushes, what engines do today.
 *
 * A baseline. Each brush is expanded at query time by moving its planes, those that any box needs
 * included; a bounding-volume hierarchy finds the brushes on the way. A shape that is no box is
 * then held against the brush itself (cast). Exact for all shapes. Immutable once built;
 * queries may run in any number of threads. */
#ifndef COMPARE_BRUSHES_H
#define COMPARE_BRUSHES_H

#include "bsp-shape.h"
#include "bsp-transition.h"
#include "build/solid.h"

typedef struct CompareBrushes CompareBrushes;

/* The solid must outlive it. */
CompareBrushes *compare_brushes_new(const BspSolid *solid);

/* The same as a job; NULL with an error when it does not go on. */
CompareBrushes *compare_brushes_new_part(const BspSolid *solid, BspJobPart part, GError **error);

void compare_brushes_free(CompareBrushes *brushes);
gsize compare_brushes_bytes(const CompareBrushes *brushes);
guint64 compare_brushes_hash(const CompareBrushes *brushes);

/* Nodes that have children, leaves, and levels of the hierarchy. */
void compare_brushes_shape(const CompareBrushes *brushes, guint64 *nodes, guint64 *leaves,
                           guint *depth);

/* mask: the contents of the brushes that stop it; 0: all do. */
BspTransition compare_brushes_move(const CompareBrushes *brushes, const BspShape *shape,
                                   guint32 mask, BspVec from, BspVec to, BspCounters *counters);

#endif
