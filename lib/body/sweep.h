/* sweep: a shape that moves past the brushes of a brush table. The distance of boxes and points is
 * computed from the planes of the Minkowski sums; for other shapes, casts are used (approach.h). */
#ifndef BSP_SWEEP_H
#define BSP_SWEEP_H

#include "body/approach.h"
#include "body/brush-table.h"
#include "body/corner.h"
#include "bsp-move.h"
#include "trace/plane.h"

typedef struct {
    const BspBrushTable *table;
    const BspShape *shape;
    bool is_box; /* a box or a point */
    uint32_t mask;
    BspVec from, delta;
    BspVec middle, half; /* centre and half size of the shape's box, at the start */
    double rounding;     /* the rounding of distances, in units */
    double same;         /* times closer than this count as equal, because of rounding */
} BspSweep;

/* Returns false if the table does not support the shape, or if the move is out of reach. The shape
 * must outlive the sweep. The move's skin is ignored. */
bool bsp_sweep_init(BspSweep *sweep, const BspBrushTable *table, const BspMove *move);

/* The distance of the box, at the start, from a plane of its Minkowski sum with a brush. */
static inline double bsp_sweep_distance(const BspSweep *sweep, const BspPlane *plane)
{
    return bsp_plane_distance_of_box(plane, sweep->middle, sweep->half);
}

/* The distance of the box, at the start, from plane i of a brush. *v receives the way along the
 * plane's normal. For axial planes this is computed from the bounds alone, with equal results. */
static inline double bsp_sweep_plane(const BspSweep *s, const BspTableBrush *b, uint32_t i,
                                     double *v)
{
    if (!bsp_brush_table_is_axial(b, i)) {
        const BspPlane *plane = bsp_brush_table_oblique(s->table, b, i);
        *v = bsp_vec_dot(plane->normal, s->delta);
        return bsp_sweep_distance(s, plane);
    }
    uint32_t face = bsp_brush_table_face(b, i - b->n_before), k = face >> 1;
    *v = face & 1 ? s->delta.v[k] : -s->delta.v[k];
    return (face & 1 ? s->middle.v[k] - b->most[k] : b->least[k] - s->middle.v[k]) - s->half.v[k];
}

/* Sets *hit to a brush and one of its planes. The plane is moved out for the box, and by a further
 * `by` units. */
void bsp_sweep_name(const BspSweep *sweep, uint32_t brush, uint32_t plane, double by, BspHit *hit);

static inline BspApproach bsp_sweep_approach(const BspSweep *sweep, uint32_t brush)
{
    return bsp_approach(sweep->table, sweep->shape, sweep->from, sweep->delta, brush);
}

/* For a shape that starts inside a brush: returns the time at which it is first in no brush; more
 * than 1 if it never is. There is no gap between brushes that touch. A brush that the shape only
 * touches does not count. *plane receives the plane through which the shape leaves. */
double bsp_sweep_leaves(const BspSweep *sweep, BspPlane *plane);

/* A search along a move that visits more nodes than this counts as staying in solid. Usually it
 * visits a few nodes for each brush that it leaves. Only in a malicious file, with boxes that are
 * too large, could it visit every node for every brush. */
static inline uint64_t bsp_sweep_most_visits(const BspSweep *sweep)
{
    return UINT64_C(1024) * sweep->table->n_nodes;
}

/* --- a box that meets several planes --- */

/* Whether the box is at the same position at times t and u, within the tolerance of a corner. */
static inline bool bsp_sweep_meets(const BspSweep *sweep, double t, double u)
{
    double apart = (t - u) * (t - u) * bsp_vec_dot(sweep->delta, sweep->delta);
    return apart <= BSP_CORNER_NEAR * BSP_CORNER_NEAR;
}

/* A plane of a brush. */
typedef struct {
    uint32_t brush, plane;
} BspPlaneOf;

/* Whether planes a and b, both touched by the box, count as the same plane. */
bool bsp_sweep_same_plane(const BspSweep *sweep, BspPlaneOf a, BspPlaneOf b);

/* Whether the box is at two or more planes of the brush. */
bool bsp_sweep_is_at_edge(const BspSweep *sweep, uint32_t brush, double t);

/* Sets the plane of *tr to the plane to name (corner.h), moved out for the box. Returns false if
 * there is none. */
bool bsp_sweep_corner(const BspSweep *sweep, BspTransition *tr);

#endif
