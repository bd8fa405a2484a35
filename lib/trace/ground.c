/* ground: finds the ground that a body stands on. */
#include "trace/slide.h"

/* Sets the face that bears the body: the plane of the contact unless that is at an edge. */
static bool bears(const BspTracer *tracer, double walkable, BspGround *ground)
{
    const BspPlane *plane = &ground->contact.tr.plane;
    ground->face = *plane;
    if (plane->normal.z > 0 && plane->normal.z < 1 - BSP_SAME_NORMAL && tracer->face)
        tracer->face(tracer->data, &ground->contact, &ground->face);
    return ground->face.normal.z >= walkable;
}

/* A body may be at several planes at once, but an answer names only one. If that plane is too
 * steep, a trace down along it finds the next. If the trace hits a plane before the body has moved,
 * the body is at that plane, too. */
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
        BspGround next = { .contact = c };
        if (!bears(tracer, walkable, &next))
            continue;
        ground->contact = c;
        ground->face = next.face;
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
        ground->face = none.tr.plane;
        return;
    }
    ground->point = ground->contact.tr.point;
    ground->kind = bears(tracer, walkable, ground) ? BSP_GROUND_WALKABLE
                                                   : look_along(tracer, down, walkable, ground);
    if (ground->kind != BSP_GROUND_WALKABLE)
        ground->face = none.tr.plane;
}
