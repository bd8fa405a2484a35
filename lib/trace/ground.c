/* ground: what a body stands on. */
#include "trace/slide.h"

/* A body may be at several planes at once, of which an answer names one. Where that is too steep,
 * the way down along it tells of the next: one that is met before the body has moved is of those.
 */
static BspGroundKind look_along(const BspTracer *tracer, BspVec down, double walkable,
                                BspGround *ground)
{
    BspVec normals[BSP_GROUND_TRACES];
    unsigned n = 0;
    normals[n++] = ground->contact.tr.plane.normal;
    while (ground->n_traces < BSP_GROUND_TRACES) {
        BspVec way = bsp_slide_along(down, normals, n);
        if (bsp_vec_length(way) <= BSP_SAME_NORMAL * bsp_vec_length(down))
            return BSP_GROUND_WEDGED;
        BspSlideContact c = bsp_slide_ask(tracer, ground->point, bsp_vec_add(ground->point, way),
                                          &ground->n_traces);
        if (c.tr.type != BSP_EMPTY_TO_SOLID || c.tr.t * bsp_vec_length(way) > BSP_TOUCHED)
            return BSP_GROUND_STEEP;
        normals[n++] = c.tr.plane.normal;
        if (c.tr.plane.normal.z < walkable)
            continue;
        ground->contact = c;
        return BSP_GROUND_WALKABLE;
    }
    return BSP_GROUND_STEEP;
}

void bsp_ground_probe(const BspTracer *tracer, BspVec p, double depth, double walkable,
                      BspGround *ground)
{
    static const BspSlideContact none;
    BspVec down = bsp_vec(0, 0, depth > 0 ? -depth : 0);
    ground->point = p;
    ground->n_traces = 0;
    ground->contact = bsp_slide_ask(tracer, p, bsp_vec_add(p, down), &ground->n_traces);
    if (ground->contact.tr.type != BSP_EMPTY_TO_SOLID) {
        ground->kind = bsp_slide_in_solid(&ground->contact.tr) ? BSP_GROUND_SOLID : BSP_GROUND_NONE;
        ground->contact = none;
        return;
    }
    ground->point = ground->contact.tr.point;
    ground->kind = ground->contact.tr.plane.normal.z >= walkable
                       ? BSP_GROUND_WALKABLE
                       : look_along(tracer, down, walkable, ground);
}
