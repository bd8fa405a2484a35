/* brush: the representation of a brush, for the libraries alone.
 *
 * A brush stores the convex polytope that its planes bound. Face i of brush->cell lies on
 * brush->cell->faces[i].plane. No face is redundant. */
#ifndef BSP_BRUSH_INSIDE_H
#define BSP_BRUSH_INSIDE_H

#include "bsp-inspect.h"
#include "geometry/cell.h"
#include "trace/shape.h"

struct BspBrush {
    BspCell *cell;
    BspBounds bounds;
    guint32 contents;
    guint n_sides;       /* number of planes given by the caller */
    guint *side_of_face; /* NULL: face i lies on side i, for all i */
    guint32 *tags;       /* n_sides of them; NULL: all are 0 */
};

#endif
