/* brushes: sweeps a shape through a hierarchy of brushes, as engines do today.
 *
 * A baseline. A bounding-volume hierarchy finds the brushes near the move. A query expands each of
 * them by moving its planes, including the bevels that boxes need. A shape other than a box is then
 * cast against the brush itself. Exact for all shapes. Immutable once built; any number of threads
 * may query it. */
#ifndef COMPARE_BRUSHES_H
#define COMPARE_BRUSHES_H

#include "bsp-move.h"
#include "bsp-shape.h"
#include "build/solid.h"

typedef struct CompareBrushes CompareBrushes;

/* The solid must outlive the brushes. */
CompareBrushes *compare_brushes_new(const BspSolid *solid);

/* Like compare_brushes_new(), as part of a job. Returns NULL with an error if the job is cancelled.
 */
CompareBrushes *compare_brushes_new_part(const BspSolid *solid, BspJobPart part, GError **error);

void compare_brushes_free(CompareBrushes *brushes);
gsize compare_brushes_bytes(const CompareBrushes *brushes);
guint64 compare_brushes_hash(const CompareBrushes *brushes);

/* Counts the inner nodes, leaves and levels of the hierarchy. */
void compare_brushes_shape(const CompareBrushes *brushes, guint64 *nodes, guint64 *leaves,
                           guint *depth);

/* Answers a move. mask: the contents of the brushes that stop the shape; 0: all brushes. */
BspTransition compare_brushes_move(const CompareBrushes *brushes, const BspShape *shape,
                                   guint32 mask, BspVec from, BspVec to, BspCounters *counters);

#endif
