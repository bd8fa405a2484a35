/* sweep-corner: the plane of a hit where a box meets several planes of its sums with brushes. */
#include "trace/sweep-corner.h"

#include "trace/compiler.h"
#include "trace/touch.h"

bool bsp_sweep_same_plane(const BspSweep *s, uint32_t a, uint32_t b)
{
    return a != BSP_NO_PLANE && b != BSP_NO_PLANE &&
           bsp_same_normal(s->sides->planes[a].normal, s->sides->planes[b].normal);
}

bool bsp_sweep_is_at_edge(const BspSweep *s, uint32_t brush, double t)
{
    const BspTableBrush *b = &s->sides->brushes[brush];
    unsigned n = 0;
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        const BspPlane *plane = &s->sides->planes[i];
        double d = bsp_sweep_distance(s, plane) + t * bsp_vec_dot(plane->normal, s->delta);
        n += fabs(d) <= BSP_CORNER_NEAR;
    }
    return n > 1;
}

/* Adds the sum of a brush and the box, if the contact is at it. */
static void add_cone(const BspSweep *s, uint32_t brush, BspCorner *corner)
{
    const BspTableBrush *b = &s->sides->brushes[brush];
    uint64_t planes = 0;
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        BspPlane plane = s->sides->planes[i];
        plane.dist += bsp_touch_offset(s->shape, plane.normal);
        double d = bsp_plane_distance(&plane, corner->at);
        if (d > BSP_CORNER_NEAR)
            return;
        if (d >= -BSP_CORNER_NEAR)
            planes |= bsp_corner_plane(corner, &plane);
    }
    bsp_corner_cone(corner, planes);
}

static BSP_NO_INLINE void collect(const BspSweep *s, BspCorner *corner)
{
    BspTableIter iter;
    uint32_t brush;
    BspTablePath path = { .box = &s->shape->bounds, .by = BSP_TOUCHED, .from = corner->at };
    bsp_brush_table_iter_begin(&iter, s->sides, s->mask, &path);
    while (bsp_brush_table_iter_next(&iter, 0, &brush))
        add_cone(s, brush, corner);
}

bool bsp_sweep_corner(const BspSweep *s, BspTransition *tr)
{
    BspCorner corner;
    bsp_corner_init(&corner, tr->point);
    collect(s, &corner);
    return bsp_corner_name(&corner, s->from, s->delta, tr);
}
