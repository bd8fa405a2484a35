/* test-shape: supports of shapes, against points of the shapes. */
#include <criterion/criterion.h>

#include "bsp-hull.h"
#include "bsp-shape.h"
#include "scenes.h"

static BspVec direction(Random *r, guint i)
{
    BspVec d = random_direction(r);
    if (i % 3 == 0) { /* along axes and diagonals */
        for (int k = 0; k < 3; k++)
            d.v[k] = random_int(r, -1, 1);
    }
    return bsp_vec_scale(d, i % 5 ? 1 : random_real(r, 0.01, 100));
}

/* The distance of p from the shape, by the shape's definition. */
static double outside(const BspShape *s, BspVec p)
{
    double across = sqrt(p.x * p.x + p.y * p.y), most = -HUGE_VAL;
    switch (s->kind) {
    case BSP_SHAPE_POINT:
        return bsp_vec_length(p);
    case BSP_SHAPE_BOX:
        for (int k = 0; k < 3; k++)
            most = fmax(most, fmax(s->bounds.mins.v[k] - p.v[k], p.v[k] - s->bounds.maxs.v[k]));
        return most;
    case BSP_SHAPE_SPHERE:
        return bsp_vec_length(p) - s->radius;
    case BSP_SHAPE_CYLINDER:
        return fmax(across - s->radius, fmax(s->bottom - p.z, p.z - s->top));
    case BSP_SHAPE_CAPSULE:
        p.z -= CLAMP(p.z, s->bottom + s->radius, s->top - s->radius);
        return bsp_vec_length(p) - s->radius;
    case BSP_SHAPE_HULL:
        for (guint i = 0; i < s->hull->n_planes; i++)
            most = fmax(most, bsp_plane_distance(&s->hull->planes[i], p));
        return most;
    }
    return HUGE_VAL;
}

/* The support point must belong to the shape and have the support as its height. No other point
 * may be farther: neither in the bounds nor on their edge. */
static void check(const BspShape *shape, guint64 seed)
{
    Random r = random_seeded(seed);
    for (guint i = 0; i < 300; i++) {
        BspVec d = direction(&r, i), at = bsp_shape_support_point(shape, d);
        double length = bsp_vec_length(d), support = bsp_shape_support(shape, d);
        cr_assert(outside(shape, at) < 1e-9, "%s: the support point is outside by %g",
                  bsp_shape_kind_name(shape->kind), outside(shape, at));
        cr_assert(fabs(bsp_vec_dot(at, d) - support) <= 1e-9 * length);
        cr_assert(fabs(bsp_shape_offset(shape, d) - bsp_shape_support(shape, bsp_vec_neg(d))) == 0);
        for (guint k = 0; k < 200; k++) {
            BspVec p = random_point(&r, &shape->bounds);
            if (outside(shape, p) <= 0)
                cr_assert(bsp_vec_dot(p, d) <= support + 1e-9 * length);
        }
    }
    /* The bounds are the supports along the axes. */
    for (int k = 0; k < 3; k++) {
        BspVec axis = bsp_vec(0, 0, 0);
        axis.v[k] = 1;
        cr_assert(fabs(bsp_shape_support(shape, axis) - shape->bounds.maxs.v[k]) < 1e-12);
        cr_assert(fabs(bsp_shape_offset(shape, axis) + shape->bounds.mins.v[k]) < 1e-12);
    }
}

Test(shape, point)
{
    BspShape s = bsp_shape_point();
    check(&s, 1);
    cr_assert(bsp_shape_is_box(&s));
}

Test(shape, boxes)
{
    Random r = random_seeded(2);
    for (guint i = 0; i < 60; i++) {
        BspShape s = scene_random_box(&r);
        check(&s, i);
        cr_assert(bsp_shape_is_box(&s));
        /* Brute force over the corners. */
        for (guint k = 0; k < 100; k++) {
            BspVec d = direction(&r, k);
            double most = -HUGE_VAL;
            for (guint c = 0; c < 8; c++)
                most = fmax(most, d.x * (c & 1 ? s.bounds.maxs : s.bounds.mins).x +
                                      d.y * (c & 2 ? s.bounds.maxs : s.bounds.mins).y +
                                      d.z * (c & 4 ? s.bounds.maxs : s.bounds.mins).z);
            cr_assert(bsp_shape_support(&s, d) == most);
        }
    }
}

/* Against closed forms, and against points all over the surface. */
Test(shape, round_shapes)
{
    Random r = random_seeded(3);
    for (guint i = 0; i < 60; i++) {
        double radius = random_real(&r, 0, 20), bottom = random_real(&r, -40, 20);
        double top = bottom + 2 * radius + random_real(&r, 0, 30);
        if (i % 4 == 0)
            top = bottom + 2 * radius;
        BspShape shapes[] = { bsp_shape_sphere(radius), bsp_shape_cylinder(radius, bottom, top),
                              bsp_shape_capsule(radius, bottom, top) };
        for (guint k = 0; k < 3; k++) {
            check(&shapes[k], i);
            cr_assert(!bsp_shape_is_box(&shapes[k]));
        }
        for (guint k = 0; k < 200; k++) {
            BspVec d = random_direction(&r);
            double across = sqrt(d.x * d.x + d.y * d.y);
            double cylinder = radius * across + fmax(d.z * top, d.z * bottom);
            double capsule = radius + fmax(d.z * (top - radius), d.z * (bottom + radius));
            cr_assert(fabs(bsp_shape_support(&shapes[0], d) - radius) < 1e-12);
            cr_assert(fabs(bsp_shape_support(&shapes[1], d) - cylinder) < 1e-12);
            cr_assert(fabs(bsp_shape_support(&shapes[2], d) - capsule) < 1e-12);
        }
    }
}

Test(shape, hulls)
{
    Random r = random_seeded(4);
    for (guint i = 0; i < 60; i++) {
        g_autoptr(BspHull) hull = scene_random_hull(&r);
        BspShape s = bsp_shape_hull(hull);
        check(&s, i);
        for (guint k = 0; k < 200; k++) {
            BspVec d = direction(&r, k);
            double most = -HUGE_VAL;
            for (guint v = 0; v < hull->n_vertices; v++)
                most = fmax(most, bsp_vec_dot(d, hull->vertices[v]));
            cr_assert(bsp_shape_support(&s, d) == most);
        }
    }
}
