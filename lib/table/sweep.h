/* sweep: a moving shape and the brushes of a brush table. The distance of boxes and points is
 * computed from the planes of the Minkowski sums, and that of other shapes by casts
 * (distance.h). */
#ifndef BSP_SWEEP_H
#define BSP_SWEEP_H

#include "bsp-move.h"
#include "shape/advance.h"
#include "table/brush-table.h"
#include "trace/plane.h"

typedef struct {
    const BspBrushTable *table;
    const BspShape *shape;
    bool is_box; /* the shape is a box or a point */
    uint32_t mask;
    BspVec from, delta;
    BspVec middle, half; /* centre and half size of the shape's box, at the start */
    double length;       /* units, the length of the move */
    double along; /* units; a move that approaches a plane by less than this runs along the plane */
    double rounding; /* the rounding of distances, in units */
    double same;     /* times closer than this count as equal, because of rounding */
} BspSweep;

/* Sets *sweep for the move. Returns false if the table does not support the shape, or if the move
 * is out of reach. The shape must outlive the sweep. The move's skin is ignored. */
bool bsp_sweep_init(BspSweep *sweep, const BspBrushTable *table, const BspMove *move);

/* Returns the rounding, in units, of distances of a box that moves between these points. */
static inline double bsp_sweep_rounding(BspVec from, BspVec to)
{
    double most = 1;
    for (int k = 0; k < 3; k++)
        most = BSP_MAX(most, BSP_MAX(fabs(from.v[k]), fabs(to.v[k])));
    return BSP_SKIN_ROUNDING * most;
}

/* Returns whether a shape is in a brush, given its distance, which is negative inside. All queries
 * use this rule (see BSP_IN_SOLID). */
static inline bool bsp_is_in_solid(double distance)
{
    return distance < -BSP_IN_SOLID;
}

/* Returns the distance of the box, at the start of the move, from a plane of a brush. The box's
 * reference point has the same distance from the shifted plane of the Minkowski sum. */
static inline double bsp_sweep_distance(const BspSweep *sweep, const BspPlane *plane)
{
    return bsp_plane_distance_of_box(plane, sweep->middle, sweep->half);
}

/* The first function returns the distance of the box, at the start, from a face of the bounds
 * (bsp_brush_table_face()), the second from an oblique plane. *v receives the part of the move
 * along the plane's normal. */
static inline double bsp_sweep_face(const BspSweep *s, const BspTableBrush *b, uint32_t face,
                                    double *v)
{
    BSP_ASSERT(face < BSP_TABLE_AXIAL);
    uint32_t k = face >> 1;
    *v = face & 1 ? s->delta.v[k] : -s->delta.v[k];
    return (face & 1 ? s->middle.v[k] - b->most[k] : b->least[k] - s->middle.v[k]) - s->half.v[k];
}

static inline double bsp_sweep_oblique(const BspSweep *s, const BspPlane *plane, double *v)
{
    *v = bsp_vec_dot(plane->normal, s->delta);
    return bsp_sweep_distance(s, plane);
}

/* Returns the distance of the box, at the start, from plane i of a brush. */
static inline double bsp_sweep_plane(const BspSweep *s, const BspTableBrush *b, uint32_t i,
                                     double *v)
{
    if (bsp_brush_table_is_axial(b, i))
        return bsp_sweep_face(s, b, bsp_brush_table_face(b, i - b->n_before), v);
    BspPlane plane = bsp_brush_table_oblique(s->table, b, bsp_brush_table_nth_oblique(b, i));
    return bsp_sweep_oblique(s, &plane, v);
}

/* The interval of time, enter < t < leave, in which a box is nearer than some distance to all
 * planes of a brush. If enter >= leave, there is no such time. */
typedef struct {
    double enter, leave;  /* times, at least 0, and at most 2, which is after the move */
    uint32_t last, first; /* the planes crossed at `enter` and at `leave`; BSP_NO_PLANE if no plane
                             is crossed */
} BspPassage;

/* Finds the interval in which the box is nearer than `distance` to all planes. Returns false,
 * without setting *passage, if the box stays at least that distance in front of a plane. */
static BSP_ALWAYS_INLINE bool bsp_sweep_passage(const BspSweep *s, const BspTableBrush *b,
                                                double distance, BspPassage *passage)
{
    BspPassage p = { 0, 2, BSP_NO_PLANE, BSP_NO_PLANE };
    for (uint32_t i = 0, n = bsp_brush_table_n_planes(b); i < n; i++) {
        double v, d = bsp_sweep_plane(s, b, i, &v) - distance;
        if (d >= 0 && d + v >= 0)
            return false;
        if (d > p.enter * -v && d > 0) {
            p.enter = d / -v;
            p.last = i;
        } else if (v > 0 && -d < p.leave * v) {
            p.leave = -d / v;
            p.first = i;
        }
    }
    BSP_ASSERT(p.enter >= 0 && p.enter <= 1 && p.leave >= 0 && p.leave <= 2);
    *passage = p;
    return true;
}

/* Sets *hit to a brush and one of its planes, moved out for the box and by a further `by` units. */
void bsp_sweep_name(const BspSweep *sweep, uint32_t brush, uint32_t plane, double by, BspHit *hit);

/* Returns the brush, for casts of shapes other than boxes. */
static inline BspCastBody bsp_sweep_body(const BspSweep *sweep, uint32_t brush)
{
    BSP_ASSERT(!sweep->is_box);
    return bsp_brush_table_body(sweep->table, brush);
}

#endif
