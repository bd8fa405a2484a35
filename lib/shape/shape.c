/* shape: the convex shapes that move, relative to their reference point. */
#include "shape/shape.h"

#include <stddef.h>

#include "trace/arithmetic.h"

BspShape bsp_shape_point(void)
{
    return (BspShape){ .kind = BSP_SHAPE_POINT };
}

BspShape bsp_shape_box(BspVec mins, BspVec maxs)
{
    return (BspShape){ .kind = BSP_SHAPE_BOX, .bounds = { mins, maxs } };
}

static BspShape round_shape(BspShapeKind kind, double radius, double bottom, double top)
{
    return (
        BspShape){ .kind = kind,
                   .bounds = { bsp_vec(-radius, -radius, bottom), bsp_vec(radius, radius, top) },
                   .radius = radius,
                   .bottom = bottom,
                   .top = top };
}

BspShape bsp_shape_sphere(double radius)
{
    return round_shape(BSP_SHAPE_SPHERE, radius, -radius, radius);
}

BspShape bsp_shape_cylinder(double radius, double bottom, double top)
{
    return round_shape(BSP_SHAPE_CYLINDER, radius, bottom, top);
}

BspShape bsp_shape_capsule(double radius, double bottom, double top)
{
    return round_shape(BSP_SHAPE_CAPSULE, radius, bottom, top);
}

BspShape bsp_shape_hull(const BspHull *hull)
{
    return (BspShape){ .kind = BSP_SHAPE_HULL, .bounds = hull->bounds, .hull = hull };
}

const char *bsp_shape_kind_name(BspShapeKind kind)
{
    static const char *const names[] = { "point", "box", "sphere", "cylinder", "capsule", "hull" };
    return names[kind];
}

double bsp_shape_thickness(const BspShape *shape)
{
    BspVec size = bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins);
    switch (shape->kind) {
    case BSP_SHAPE_HULL:
        return shape->hull->thickness + 2 * shape->radius;
    case BSP_SHAPE_CAPSULE:
        return 2 * shape->radius;
    default:
        return fmin(size.x, fmin(size.y, size.z));
    }
}

static void thicken(double *lo, double *hi, double thickness)
{
    double by = 0.5 * (thickness - (*hi - *lo));
    if (by > 0) {
        *lo -= by;
        *hi += by;
    }
}

BspShape bsp_shape_thickened(const BspShape *shape, double thickness)
{
    BspShape thick = *shape;
    double lack = 0.5 * fmax(thickness - bsp_shape_thickness(shape), 0);
    switch (shape->kind) {
    case BSP_SHAPE_CYLINDER:
        thicken(&thick.bottom, &thick.top, thickness);
        return bsp_shape_cylinder(fmax(shape->radius, 0.5 * thickness), thick.bottom, thick.top);
    case BSP_SHAPE_SPHERE:
        return bsp_shape_sphere(shape->radius + lack);
    case BSP_SHAPE_CAPSULE:
        return bsp_shape_capsule(shape->radius + lack, shape->bottom - lack, shape->top + lack);
    case BSP_SHAPE_HULL:
        thick.radius += lack;
        thick.bounds = bsp_bounds_grown(&shape->bounds, lack);
        return thick;
    default:
        thick.kind = BSP_SHAPE_BOX;
        for (unsigned k = 0; k < 3; k++)
            thicken(&thick.bounds.mins.v[k], &thick.bounds.maxs.v[k], thickness);
        return thick;
    }
}

static BspVec hull_support_point(const BspShape *shape, BspVec d)
{
    BspVec corner = shape->hull->vertices[bsp_hull_support(shape->hull, d, 0)];
    double length = shape->radius > 0 ? bsp_vec_length(d) : 0;
    return length > 0 ? bsp_vec_mad(corner, shape->radius / length, d) : corner;
}

BspVec bsp_shape_support_point(const BspShape *shape, BspVec d)
{
    double across, length, end;
    switch (shape->kind) {
    case BSP_SHAPE_POINT:
        return bsp_vec(0, 0, 0);
    case BSP_SHAPE_BOX:
        return bsp_vec(d.x > 0 ? shape->bounds.maxs.x : shape->bounds.mins.x,
                       d.y > 0 ? shape->bounds.maxs.y : shape->bounds.mins.y,
                       d.z > 0 ? shape->bounds.maxs.z : shape->bounds.mins.z);
    case BSP_SHAPE_CYLINDER: /* the point is on the rim (Melax 2000, section 3) */
        across = sqrt(d.x * d.x + d.y * d.y);
        end = d.z > 0 ? shape->top : shape->bottom;
        if (across == 0)
            return bsp_vec(0, 0, end);
        return bsp_vec(d.x * shape->radius / across, d.y * shape->radius / across, end);
    case BSP_SHAPE_SPHERE:
    case BSP_SHAPE_CAPSULE:
        length = bsp_vec_length(d);
        end = d.z > 0 ? shape->top - shape->radius : shape->bottom + shape->radius;
        if (length == 0)
            return bsp_vec(0, 0, end);
        return bsp_vec_mad(bsp_vec(0, 0, end), shape->radius / length, d);
    case BSP_SHAPE_HULL:
        return hull_support_point(shape, d);
    }
    return bsp_vec(0, 0, 0); /* there is no such kind */
}

double bsp_shape_support(const BspShape *shape, BspVec direction)
{
    return bsp_vec_dot(direction, bsp_shape_support_point(shape, direction));
}

/* --- the core --- */

unsigned bsp_core_n_points(const BspShape *shape)
{
    switch (shape->kind) {
    case BSP_SHAPE_BOX:
        return 8;
    case BSP_SHAPE_HULL:
        return shape->hull->n_vertices;
    case BSP_SHAPE_CYLINDER:
    case BSP_SHAPE_CAPSULE:
        return 2;
    default:
        return 1;
    }
}

BspVec bsp_core_point(const BspShape *shape, unsigned i)
{
    BSP_ASSERT(i < bsp_core_n_points(shape));
    double r = shape->kind == BSP_SHAPE_CAPSULE ? shape->radius : 0;
    switch (shape->kind) {
    case BSP_SHAPE_BOX:
        return bsp_bounds_corner(&shape->bounds, i);
    case BSP_SHAPE_HULL:
        return shape->hull->vertices[i];
    case BSP_SHAPE_CYLINDER:
    case BSP_SHAPE_CAPSULE:
        return bsp_vec(0, 0, i ? shape->top - r : shape->bottom + r);
    default:
        return bsp_vec(0, 0, 0);
    }
}

/* --- a convex hull, climbed along its edges --- */

unsigned bsp_hull_support(const BspHull *hull, BspVec direction, unsigned start)
{
    unsigned best = start;
    double most = bsp_vec_dot(direction, hull->vertices[best]);
    for (bool climbing = true; climbing;) {
        climbing = false;
        unsigned from = best;
        for (unsigned e = hull->first_edge[from]; e < hull->first_edge[from + 1]; e++) {
            double d = bsp_vec_dot(direction, hull->vertices[hull->neighbour[e]]);
            if (d > most) {
                most = d;
                best = hull->neighbour[e];
                climbing = true;
            }
        }
    }
    return best;
}
