/* parting: planes that separate a shape from a brush. If the shape is in front of one of them, it
 * is free of the brush.
 *
 * All planes of the brush in the table are such planes, moved out for the shape. For boxes and
 * points they suffice, because they bound the Minkowski sum. The sum with a round shape also has
 * curved parts. There a plane perpendicular to the shortest line between shape and brush is needed,
 * which depends on the shape's position. So for other shapes the caller adds planes seen from a
 * position.
 *
 * With these planes the distance of a sphere or a capsule from a brush, and its depth inside, are
 * exact. A cylinder or a hull may be less deep than all planes report. So a cylinder adds a plane
 * perpendicular to the shortest line to its axis, and an upright one. A hull adds its own planes,
 * and the one through which it leaves the brush if it moves straight away from the brush's middle.
 * The latter is the nearest plane where two edges have just crossed. */
#ifndef BSP_PARTING_H
#define BSP_PARTING_H

#include "trace/cast.h"
#include "trace/touch.h"

/* The most planes seen from one position; a BspParting holds those from two. */
#define BSP_PARTING_SEEN 6

typedef struct {
    const BspBrushTable *sides;
    const BspShape *shape;
    uint32_t brush;
    BspCastBody body; /* only for shapes other than boxes */
    unsigned n_table, n_hull, n_seen;
    BspPlane seen[2 * BSP_PARTING_SEEN];
} BspParting;

/* Whether the table supports the shape and the position is finite. */
bool bsp_parting_is_asked(const BspBrushTable *sides, const BspShape *shape, BspVec at);

/* sides and shape must outlive *parting. */
void bsp_parting_init(BspParting *parting, const BspBrushTable *sides, const BspShape *shape,
                      uint32_t brush);

/* Adds the planes seen with the shape at a position; none for a box. */
void bsp_parting_look(BspParting *parting, BspVec at);

/* The number of planes. */
static inline unsigned bsp_parting_n(const BspParting *p)
{
    return p->n_table + p->n_hull + p->n_seen;
}

/* Plane i of those that are not in the table, moved out for the shape. */
BspPlane bsp_parting_other_plane(const BspParting *parting, unsigned i);

/* Plane i of all, moved out for the shape. */
static inline BspPlane bsp_parting_plane(const BspParting *p, unsigned i)
{
    if (i >= p->n_table)
        return bsp_parting_other_plane(p, i - p->n_table);
    BspPlane plane = p->sides->planes[p->sides->brushes[p->brush].first + i];
    plane.dist += bsp_touch_offset(p->shape, plane.normal);
    return plane;
}

/* The largest signed distance of the shape from any of the planes. *plane receives that plane's
 * number. */
double bsp_parting_outside(const BspParting *parting, BspVec at, unsigned *plane);

/* The same, after adding the planes seen from `at`. It stops adding planes once the distance
 * exceeds `most`, since each one is slow to compute. */
double bsp_parting_look_outside(BspParting *parting, BspVec at, double most);

/* Whether the shape only touches the brush although it is deeper than BSP_TOUCH by all planes: it
 * does not meet the eroded brush that casts use. Never true for a box. */
bool bsp_parting_only_touches(const BspParting *parting, BspVec at);

/* Sets *hit to the brush and that plane. */
void bsp_parting_name(const BspParting *parting, unsigned plane, BspHit *hit);

#endif
