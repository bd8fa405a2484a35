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

/* The support in closed form, or of all vertices. */
static double support_of(const BspShape *s, BspVec d)
{
    double across = sqrt(d.x * d.x + d.y * d.y), length = bsp_vec_length(d), most = -HUGE_VAL;
    switch (s->kind) {
    case BSP_SHAPE_POINT:
        return 0;
    case BSP_SHAPE_BOX:
        most = 0;
        for (int k = 0; k < 3; k++)
            most += fmax(d.v[k] * s->bounds.mins.v[k], d.v[k] * s->bounds.maxs.v[k]);
        return most;
    case BSP_SHAPE_SPHERE:
        return s->radius * length;
    case BSP_SHAPE_CYLINDER:
        return s->radius * across + fmax(d.z * s->top, d.z * s->bottom);
    case BSP_SHAPE_CAPSULE:
        return s->radius * length + fmax(d.z * (s->top - s->radius), d.z * (s->bottom + s->radius));
    case BSP_SHAPE_HULL:
        for (guint v = 0; v < s->hull->n_vertices; v++)
            most = fmax(most, bsp_vec_dot(d, s->hull->vertices[v]));
        return most;
    }
    return HUGE_VAL;
}

/* The support point must belong to the shape and have the support as its height. The bounds are the
 * supports along the axes. */
static void check(const BspShape *shape, guint64 seed)
{
    Random r = random_seeded(seed);
    const char *name = bsp_shape_kind_name(shape->kind);
    for (guint i = 0; i < 300; i++) {
        BspVec d = direction(&r, i), at = bsp_shape_support_point(shape, d);
        double length = bsp_vec_length(d), support = bsp_shape_support(shape, d);
        cr_assert_lt(fabs(support - support_of(shape, d)), 1e-12 * fmax(length, 100), "%s", name);
        cr_assert_lt(outside(shape, at), 1e-9, "%s: the support point is outside", name);
        cr_assert(fabs(bsp_vec_dot(at, d) - support) <= 1e-9 * length, "%s", name);
        cr_assert_eq(bsp_shape_offset(shape, d), bsp_shape_support(shape, bsp_vec_neg(d)));
    }
    for (int k = 0; k < 3; k++) {
        BspVec axis = bsp_vec_axis(k);
        cr_assert_float_eq(bsp_shape_support(shape, axis), shape->bounds.maxs.v[k], 1e-12);
        cr_assert_float_eq(bsp_shape_offset(shape, axis), -shape->bounds.mins.v[k], 1e-12);
    }
    gboolean is_box = shape->kind == BSP_SHAPE_POINT || shape->kind == BSP_SHAPE_BOX;
    cr_assert_eq(bsp_shape_is_box(shape), is_box);
}

Test(shape, supports)
{
    Random r = random_seeded(2);
    for (guint i = 0; i < 60; i++) {
        double radius = random_real(&r, 0, 20), bottom = random_real(&r, -40, 20);
        double top = bottom + 2 * radius + (i % 4 ? random_real(&r, 0, 30) : 0);
        g_autoptr(BspHull) hull = scene_random_hull(&r);
        const BspShape shapes[] = { bsp_shape_point(),
                                    scene_random_box(&r),
                                    bsp_shape_sphere(radius),
                                    bsp_shape_cylinder(radius, bottom, top),
                                    bsp_shape_capsule(radius, bottom, top),
                                    bsp_shape_hull(hull) };
        for (guint k = 0; k < G_N_ELEMENTS(shapes); k++)
            check(&shapes[k], i);
    }
}
