/* brush: the representation of a brush, internal to the libraries.
 *
 * A brush stores the convex polytope that its planes bound. Face i of brush->cell lies on
 * brush->cell->faces[i].plane. No face is redundant. */
#ifndef BSP_BRUSH_INSIDE_H
#define BSP_BRUSH_INSIDE_H

#include "geometry/cell.h"
#include "shape/shape.h"
#include "tools/bsp-inspect.h"

/* The maximum number of a brush's faces and of a hull's points in files. The time to make a brush
 * is quadratic in these numbers. Level editors allow at most 128. */
#define BSP_BRUSH_MAX_SIDES 1024

/* The maximum number of faces of any brush. The brush table counts planes in 16 bits
 * (BspTableBrush). No user waits for a larger brush, because making it takes minutes. */
#define BSP_BRUSH_MOST_FACES 50000

struct BspBrush {
    BspCell *cell;
    BspBounds bounds;
    guint32 contents;
    guint n_sides;       /* number of planes that the caller gave */
    guint *side_of_face; /* NULL if face i lies on side i, for all i */
    guint32 *tags;       /* an array of n_sides tags; NULL if all tags are 0 */
};

/* Does the same as bsp_brush_expand(), with all planes moved in by `erosion`. */
BspBrush *bsp_brush_expand_eroded(const BspBrush *brush, const BspBounds *box, double erosion,
                                  GError **error);

#endif
