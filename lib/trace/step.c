/* step: a slide that climbs steps: up, along, and down again. */
#include "trace/compiler.h"
#include "trace/plane.h"
#include "trace/slide.h"

static bool meets(const BspSlide *slide, const BspPlane *plane)
{
    for (unsigned i = 0; i < slide->n_contacts; i++) {
        const BspPlane *met = &slide->contacts[i].tr.plane;
        if (bsp_same_normal(met->normal, plane->normal) &&
            fabs(met->dist - plane->dist) <= BSP_TOUCHED)
            return true;
    }
    return false;
}

/* Whether the body meets something steep below that it does not meet above. Without this test a
 * body that walks up a ramp beside a wall would get farther above the ramp, although there is no
 * step. */
static bool is_step(const BspSlide *below, const BspSlide *above, double walkable)
{
    for (unsigned i = 0; i < below->n_contacts; i++) {
        const BspPlane *plane = &below->contacts[i].tr.plane;
        if (plane->normal.z < walkable && !meets(above, plane))
            return true;
    }
    return false;
}

/* The horizontal distance gained in the direction of delta. */
static double progress(const BspSlide *slide, BspVec from, BspVec delta)
{
    BspVec way = bsp_vec(delta.x, delta.y, 0);
    double length = bsp_vec_length(way);
    return length > 0 ? bsp_vec_dot(bsp_vec_sub(slide->point, from), way) / length : 0;
}

/* Adds the ground to the contacts. Clips the remaining displacement by all planes that the body is
 * still at, and for the ground by the face that bears it. */
static void land(BspSlide *slide, const BspGround *ground)
{
    BspVec normals[BSP_SLIDE_TRACES + 1];
    unsigned n = 0;
    slide->point = ground->point;
    for (unsigned i = 0; i < slide->n_contacts; i++) {
        const BspTransition *tr = &slide->contacts[i].tr;
        if (bsp_vec_dot(tr->plane.normal, bsp_vec_sub(slide->point, tr->point)) <= BSP_TOUCHED)
            normals[n++] = tr->plane.normal;
    }
    normals[n++] = ground->face.normal;
    slide->contacts[slide->n_contacts++] = ground->contact;
    slide->delta = bsp_slide_along(slide->delta, normals, n);
}

/* The height of the body on the face that bears it. At an edge this is higher than its present
 * height. */
static double height_on(const BspPlane *face, BspVec at)
{
    return (face->dist - face->normal.x * at.x - face->normal.y * at.y) / face->normal.z;
}

/* Tries the path over a step. Returns false if it does not end on walkable ground; sets
 * over->n_traces in either case. */
static bool go_over(const BspTracer *tracer, BspVec from, BspVec delta, const BspStepping *stepping,
                    const BspSlide *below, BspSlide *over)
{
    double height = BSP_MIN(stepping->height, 2 * BSP_WORLD_HALF);
    BspVec above = bsp_vec(from.x, from.y, from.z + height);
    unsigned n_traces = 0;
    over->n_traces = 0;
    BspSlideContact up = bsp_slide_ask(tracer, from, above, &n_traces);
    double raised = up.tr.point.z - from.z;
    bool may = !bsp_slide_in_solid(&up.tr) && raised > BSP_TOUCH;
    if (may)
        bsp_slide_walking(tracer, up.tr.point, delta, stepping->walkable, over);
    over->n_traces += n_traces;
    if (!may || over->stuck || !is_step(below, over, stepping->walkable))
        return false;
    BspGround ground;
    bsp_ground_probe(tracer, over->point, raised + height, stepping->walkable, &ground);
    over->n_traces += ground.n_traces;
    if (ground.kind != BSP_GROUND_WALKABLE ||
        height_on(&ground.face, ground.point) > from.z + height + BSP_TOUCHED)
        return false;
    land(over, &ground);
    over->climbed = over->point.z - from.z;
    return true;
}

void bsp_step_move(const BspTracer *tracer, BspVec from, BspVec delta, const BspStepping *stepping,
                   BspSlide *slide)
{
    bsp_slide_walking(tracer, from, delta, stepping->walkable, slide);
    BspSlide over = { .n_contacts = 0 };
    if (slide->stuck || !(stepping->height > 0) || !is_step(slide, &over, stepping->walkable))
        return;
    bool arrives = go_over(tracer, from, delta, stepping, slide, &over);
    unsigned n_traces = slide->n_traces + over.n_traces;
    if (arrives && progress(&over, from, delta) > progress(slide, from, delta) + BSP_TOUCHED)
        *slide = over;
    slide->n_traces = n_traces;
}
