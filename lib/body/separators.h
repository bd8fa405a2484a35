/* separators: planes that separate a shape from a brush. If the shape is in front of one such
 * plane, it does not overlap the brush.
 *
 * The planes of the brush in the table are such planes, after they are moved out for the shape. For
 * boxes and points these planes suffice, because they bound the Minkowski sum. The sum with a round
 * shape also has curved parts. There a plane perpendicular to the shortest line between shape and
 * brush is needed, which depends on the shape's position. So for other shapes the caller adds
 * planes that are computed for a position (bsp_separators_look()).
 *
 * With these planes the distance of a shape from a brush, and its depth inside, are exact. The
 * depth of cylinders, and of hulls with very many corners, has the limits of bsp_cast_way_out(). */
#ifndef BSP_SEPARATORS_H
#define BSP_SEPARATORS_H

#include "shape/cast.h"
#include "shape/shape.h"
#include "table/brush-table.h"

/* The maximum number of planes that are computed for positions. The search for the way out looks at
 * two positions of each brush. */
#define BSP_SEPARATORS_SEEN 2

typedef struct {
    const BspBrushTable *table;
    const BspShape *shape;
    const BspFrame *frame; /* the shape's axes in the world; NULL if it is not rotated */
    uint32_t brush;
    BspCastBody body; /* the brush; empty for a box that is not rotated */
    unsigned n_table, n_faces, n_seen;
    BspPlane seen[BSP_SEPARATORS_SEEN];
} BspSeparators;

/* Returns whether the table supports the shape and the position is finite. */
bool bsp_separators_is_valid(const BspBrushTable *table, const BspShape *shape, BspVec at);

/* Prepares the planes of a brush. `table` and `shape` must outlive *separators. */
void bsp_separators_init(BspSeparators *separators, const BspBrushTable *table,
                         const BspShape *shape, uint32_t brush);

/* Does the same as bsp_separators_init(), for a shape with these axes in the world. */
void bsp_separators_init_rotated(BspSeparators *separators, const BspBrushTable *table,
                                 const BspShape *shape, const BspFrame *frame, uint32_t brush);

/* Returns the supporting plane with that normal, moved out for the shape. The brush lies behind the
 * supporting plane and touches it. */
BspPlane bsp_separators_support(const BspCastBody *body, const BspShape *shape, BspVec normal);

/* Adds the plane that is perpendicular to the shortest line between brush and shape at the position
 * `at`. If they overlap, it is perpendicular to the shortest way out. For a box no plane is
 * added. */
void bsp_separators_look(BspSeparators *separators, BspVec at);

/* Returns the number of all planes. */
static inline unsigned bsp_separators_n(const BspSeparators *p)
{
    return p->n_table + p->n_faces + p->n_seen;
}

/* Returns the distance by which a plane with this normal is moved out for the shape. */
static inline double bsp_separators_offset(const BspSeparators *p, BspVec normal)
{
    return bsp_shape_plane_offset(p->shape,
                                  p->frame ? bsp_frame_direction_in(p->frame, normal) : normal);
}

/* Returns plane i of the planes that are not in the table, moved out for the shape. */
BspPlane bsp_separators_other_plane(const BspSeparators *separators, unsigned i);

/* Returns plane i of all planes, moved out for the shape. */
static inline BspPlane bsp_separators_plane(const BspSeparators *p, unsigned i)
{
    if (i >= p->n_table)
        return bsp_separators_other_plane(p, i - p->n_table);
    BspPlane plane = bsp_brush_table_plane(p->table, bsp_brush_table_row(p->table, p->brush), i);
    plane.dist += bsp_separators_offset(p, plane.normal);
    return plane;
}

/* Returns the largest signed distance of the shape from any of the planes. *plane receives the
 * number of the plane with that distance. */
double bsp_separators_outside(const BspSeparators *separators, BspVec at, unsigned *plane);

/* Does the same as bsp_separators_outside(), for the sides of the brush alone. */
double bsp_separators_side(const BspSeparators *separators, BspVec at, unsigned *side);

/* Does the same as bsp_separators_outside(), but first adds the plane computed for `at`. This plane
 * is slow to compute. If the distance without it exceeds `most`, it is not added. */
double bsp_separators_look_outside(BspSeparators *separators, BspVec at, double most);

/* Returns whether a shape that is deeper than BSP_TOUCH behind all planes only touches the brush.
 * `plane` is the plane nearest to the shape. A shape that only touches does not meet the eroded
 * brush that casts use, at least after it has moved out of the plane by BSP_IN_SOLID - BSP_TOUCH.
 * For shapes other than boxes. */
bool bsp_separators_only_touches(const BspSeparators *separators, BspVec at, unsigned plane);

/* Sets *hit to the brush and its plane number `plane`. */
void bsp_separators_name(const BspSeparators *separators, unsigned plane, BspHit *hit);

#endif
