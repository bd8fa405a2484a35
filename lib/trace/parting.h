/* parting: planes that part a shape from a brush: where the shape is in front of one of them, it is
 * free of the brush.
 *
 * All planes of the table's brush do, moved out for the shape, and of a box and a point no others
 * are needed: they bound the sum of the two. The sum with a round shape is bounded by curved
 * pieces, too. There the plane is needed that is square to the shortest way between the two, as
 * they stand at some place: so the planes of other shapes are seen from places. With it they tell
 * exactly how far a sphere or a capsule is outside of a brush, or inside. A cylinder and a hull may
 * be inside by less than any of them tells. So of a cylinder there are one that is square to the
 * way to its axis, and an upright one; of a hull its own, and the one by which it leaves the brush
 * if it goes straight away from the middle of that: the nearest, where two edges have just
 * crossed. */
#ifndef BSP_PARTING_H
#define BSP_PARTING_H

#include "trace/cast.h"
#include "trace/touch.h"

/* Seen from one place there are at most as many; and they can be seen from two. */
#define BSP_PARTING_SEEN 6

typedef struct {
    const BspSides *sides;
    const BspShape *shape;
    uint32_t brush;
    BspCastBody body; /* of shapes that are no boxes */
    unsigned n_table, n_hull, n_seen;
    BspPlane seen[2 * BSP_PARTING_SEEN];
} BspParting;

/* Whether the table can tell of the shape, and the place is finite. */
bool bsp_parting_is_asked(const BspSides *sides, const BspShape *shape, BspVec at);

/* Both must outlive it. */
void bsp_parting_init(BspParting *parting, const BspSides *sides, const BspShape *shape,
                      uint32_t brush);

/* Adds what is seen with the shape at a place: nothing, of a box. */
void bsp_parting_look(BspParting *parting, BspVec at);

/* How many planes there are. */
static inline unsigned bsp_parting_n(const BspParting *p)
{
    return p->n_table + p->n_hull + p->n_seen;
}

/* One of those that are not the table's. */
BspPlane bsp_parting_other_plane(const BspParting *parting, unsigned i);

/* One of them, moved out for the shape. */
static inline BspPlane bsp_parting_plane(const BspParting *p, unsigned i)
{
    if (i >= p->n_table)
        return bsp_parting_other_plane(p, i - p->n_table);
    BspPlane plane = p->sides->planes[p->sides->brushes[p->brush].first + i];
    plane.dist += bsp_touch_offset(p->shape, plane.normal);
    return plane;
}

/* How far the shape is outside of the brush, by the plane by which it is most. */
double bsp_parting_outside(const BspParting *parting, BspVec at, unsigned *plane);

/* How far it is outside of the brush by these planes and what is seen from there, which this adds;
 * looks no further once it is outside by more than `most`, as each look takes long. */
double bsp_parting_look_outside(BspParting *parting, BspVec at, double most);

/* Whether the shape, though it is deeper in the brush than BSP_TOUCH by all planes, only touches
 * it: it does not meet the eroded brush, as casts have it. Boxes never do. */
bool bsp_parting_only_touches(const BspParting *parting, BspVec at);

/* What is told of the brush, and of that plane. */
void bsp_parting_name(const BspParting *parting, unsigned plane, BspHit *hit);

#endif
