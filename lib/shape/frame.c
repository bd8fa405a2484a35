/* frame: solids that are rotated and moving. */
#include "bsp-frame.h"

#include "bsp-constants.h"
#include "shape/shape.h"
#include "trace/arithmetic.h"

#define RADIANS (3.14159265358979323846 / 180)

BspFrame bsp_frame_at(BspVec origin)
{
    BspFrame frame = { .origin = origin };
    for (unsigned i = 0; i < 3; i++)
        frame.axis[i].v[i] = 1;
    return frame;
}

static double sine(double degrees)
{
    double turn = fmod(degrees, 360);
    if (fmod(turn, 180) == 0)
        return 0;
    if (fmod(turn, 90) == 0)
        return turn == 90 || turn == -270 ? 1 : -1;
    return sin(turn * RADIANS);
}

BspFrame bsp_frame_turned(BspVec origin, double pitch, double yaw, double roll)
{
    double sp = sine(pitch), cp = sine(pitch + 90), sy = sine(yaw), cy = sine(yaw + 90),
           sr = sine(roll), cr = sine(roll + 90);
    return (
        BspFrame){ .origin = origin,
                   .axis = { bsp_vec(cp * cy, cp * sy, -sp),
                             bsp_vec(sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp),
                             bsp_vec(cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp) } };
}

void bsp_frame_enter(const BspFrame *frame, BspVec from, BspVec to, BspVec *own_from,
                     BspVec *own_to)
{
    BspVec end = bsp_vec_add(frame->origin, frame->travel);
    *own_from = bsp_frame_direction_in(frame, bsp_vec_sub(from, frame->origin));
    *own_to = bsp_frame_direction_in(frame, bsp_vec_sub(to, end));
}

BspPlane bsp_frame_plane_out(const BspFrame *frame, double t, const BspPlane *own)
{
    BspVec normal = bsp_frame_direction_out(frame, own->normal);
    BspVec at = bsp_vec_mad(frame->origin, t, frame->travel);
    return (BspPlane){ normal, own->dist + bsp_vec_dot(normal, at) };
}

BspBounds bsp_frame_bounds_out(const BspFrame *frame, const BspBounds *own)
{
    BspBounds out = bsp_bounds_empty();
    if (!bsp_bounds_overlap(own, own))
        return out;
    for (unsigned i = 0; i < 8; i++) {
        BspVec p =
            bsp_vec_add(frame->origin, bsp_frame_direction_out(frame, bsp_bounds_corner(own, i)));
        bsp_bounds_add_point(&out, p);
        bsp_bounds_add_point(&out, bsp_vec_add(p, frame->travel));
    }
    return bsp_bounds_grown(&out, BSP_BRACKET);
}

void bsp_frame_leave(const BspFrame *frame, BspVec from, BspVec to, BspTransition *transition)
{
    if (transition->type == BSP_EMPTY || transition->type == BSP_SOLID) {
        transition->point = transition->type == BSP_EMPTY ? to : from;
        return;
    }
    transition->point = bsp_vec_lerp(from, to, transition->t);
    transition->plane = bsp_frame_plane_out(frame, transition->t, &transition->plane);
}

/* --- shapes --- */

/* Completes a hull of n vertices, each with n_edges neighbours. The vertices are the corners of a
 * box, numbered as by bsp_bounds_corner(), or the two ends of a segment. */
static BspShape finish_hull(BspRotatedStorage *storage, unsigned n, unsigned n_edges, double radius)
{
    BspHull *hull = &storage->hull;
    hull->n_vertices = n;
    hull->vertices = storage->vertices;
    hull->planes = storage->planes;
    hull->first_edge = storage->first_edge;
    hull->neighbour = storage->neighbour;
    hull->bounds = bsp_bounds_empty();
    for (unsigned i = 0; i < n; i++) {
        storage->first_edge[i] = n_edges * i;
        for (unsigned k = 0; k < n_edges; k++)
            storage->neighbour[n_edges * i + k] = i ^ 1u << k;
        bsp_bounds_add_point(&hull->bounds, storage->vertices[i]);
    }
    storage->first_edge[n] = n_edges * n;
    BspShape shape = bsp_shape_hull(hull);
    shape.radius = radius;
    shape.bounds = bsp_bounds_grown(&hull->bounds, radius);
    return shape;
}

static BspShape rotated_box(const BspShape *shape, const BspFrame *frame,
                            BspRotatedStorage *storage)
{
    BspVec size = bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins);
    storage->hull.thickness = fmin(size.x, fmin(size.y, size.z));
    storage->hull.n_planes = 6;
    for (unsigned i = 0; i < 8; i++)
        storage->vertices[i] = bsp_frame_direction_in(frame, bsp_bounds_corner(&shape->bounds, i));
    for (unsigned i = 0; i < 6; i++) {
        BspVec axis = bsp_vec(0, 0, 0);
        axis.v[i / 2] = i % 2 ? -1 : 1;
        storage->planes[i].normal = bsp_frame_direction_in(frame, axis);
        storage->planes[i].dist =
            i % 2 ? -shape->bounds.mins.v[i / 2] : shape->bounds.maxs.v[i / 2];
    }
    return finish_hull(storage, 8, 3, 0);
}

static BspShape rotated_capsule(const BspShape *shape, const BspFrame *frame,
                                BspRotatedStorage *storage)
{
    storage->hull.thickness = 0;
    storage->hull.n_planes = 0;
    storage->vertices[0] =
        bsp_frame_direction_in(frame, bsp_vec(0, 0, shape->bottom + shape->radius));
    storage->vertices[1] = bsp_frame_direction_in(frame, bsp_vec(0, 0, shape->top - shape->radius));
    return finish_hull(storage, 2, 1, shape->radius);
}

static bool is_unturned(const BspFrame *frame)
{
    return frame->axis[0].x == 1 && frame->axis[1].y == 1 && frame->axis[2].z == 1;
}

bool bsp_frame_has_axes(const BspFrame *frame)
{
    const double error = 1e-4; /* more than the rounding of floats */
    for (unsigned i = 0; i < 3; i++)
        if (!(fabs(bsp_vec_length(frame->axis[i]) - 1) <= error))
            return false;
    BspVec z = bsp_vec_cross(frame->axis[0], frame->axis[1]);
    return bsp_vec_dot(z, frame->axis[2]) >= 1 - 4 * error;
}

bool bsp_shape_rotated(const BspShape *shape, const BspFrame *frame, BspRotatedStorage *storage,
                       BspShape *rotated)
{
    bool upright = frame->axis[2].z == 1, unturned = is_unturned(frame);
    if (!unturned && !bsp_frame_has_axes(frame))
        return false;
    switch (unturned ? BSP_SHAPE_POINT : shape->kind) {
    case BSP_SHAPE_HULL:
        return false;
    case BSP_SHAPE_BOX:
        *rotated = rotated_box(shape, frame, storage);
        return true;
    case BSP_SHAPE_CAPSULE:
        *rotated = upright ? *shape : rotated_capsule(shape, frame, storage);
        return true;
    case BSP_SHAPE_CYLINDER:
        if (!upright)
            return false;
        break;
    default:
        break;
    }
    *rotated = *shape;
    return true;
}
