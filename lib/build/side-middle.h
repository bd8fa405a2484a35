/* side-middle: finds the part of a brush's side that is away from the brush's other planes. */
#ifndef BSP_SIDE_MIDDLE_H
#define BSP_SIDE_MIDDLE_H

#include "geometry/cell.h"
#include "trace/brush-table.h"

/* A side of a brush. */
typedef struct {
    guint brush, plane;  /* indices in the brush table */
    const BspCell *cell; /* the brush's cell */
    guint face;          /* index in cell->faces of the side */
} BspSideOf;

/* A rectangle along two axes. */
typedef struct {
    double least[2], most[2];
} BspSideMiddle;

/* Finds a rectangle on the side, given along two axes. Each point in it is farther from the brush's
 * other planes than the error of a contact. The rectangle is not the largest, but it cannot be
 * extended along an axis. Returns FALSE if none was found. */
gboolean bsp_side_middle(BspSideMiddle *middle, const BspBrushTable *sides, const BspSideOf *side,
                         const guint8 axes[2]);

#endif
