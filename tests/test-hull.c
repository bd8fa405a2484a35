/* test-hull: tests points of which no convex hull is made. test-cast casts hulls. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/resource.h>

#include "bsp-hull.h"
#include "shape/shape.h"

Test(hull, bad_points_are_refused)
{
    BspVec flat[] = { { { 0, 0, 5 } }, { { 1, 0, 5 } }, { { 0, 1, 5 } }, { { 7, 9, 5 } } };
    g_autoptr(GError) few = NULL, plane = NULL, none = NULL;
    cr_assert(!bsp_hull_new(flat, 3, &few));
    cr_assert(few && few->code == BSP_ERROR_GEOMETRY && strstr(few->message, "at least 4"));
    cr_assert(!bsp_hull_new(flat, 4, &plane));
    cr_assert(plane && plane->code == BSP_ERROR_GEOMETRY);
    cr_assert(strstr(plane->message, "one plane"));
    flat[3].z = (double)NAN;
    cr_assert(!bsp_hull_new(flat, 4, &none));
    cr_assert(none && strstr(none->message, "point 3 has a coordinate that is not finite"));
}

/* The process cannot open another file. */
Test(hull, without_a_place_for_messages_hulls_are_made)
{
    const BspVec points[] = { { { 0, 0, 0 } }, { { 1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, 0, 1 } } };
    struct rlimit limit, none;
    g_autoptr(GError) error = NULL;
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = 0;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    BspHull *hull = bsp_hull_new(points, 4, &error);
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    cr_assert_null(hull);
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_IO));
    cr_expect(g_str_has_prefix(error->message,
                               "cannot open /dev/null, where qhull writes its messages: "),
              "%s", error->message);
    cr_expect_str_eq(g_quark_to_string(BSP_ERROR), "bsp-error-quark");
}

/* A flat shape of each kind becomes a unit thick. In each direction it reaches as far as before, or
 * farther. */
Test(hull, thin_shapes_become_thick)
{
    const BspVec points[] = {
        { { 0, 0, 0 } }, { { 8, 0, 0 } }, { { 0, 8, 0 } }, { { 3, 3, 1e-3 } }
    };
    g_autoptr(BspHull) hull = bsp_hull_new(points, 4, NULL);
    const BspShape shapes[] = {
        bsp_shape_hull(hull),           bsp_shape_box(bsp_vec(-8, -8, 0), bsp_vec(8, 8, 1e-3)),
        bsp_shape_sphere(0.1),          bsp_shape_capsule(0.1, -8, 8),
        bsp_shape_cylinder(8, 0, 1e-3), bsp_shape_cylinder(0.1, -8, 8)
    };
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        BspShape thick = bsp_shape_thickened(&shapes[i], 1);
        cr_expect_geq(bsp_shape_thickness(&thick), 1 - 1e-9, "shape %u: %g", i,
                      bsp_shape_thickness(&thick));
        for (int k = 0; k < 3; k++)
            cr_expect_float_eq(bsp_shape_support(&thick, bsp_vec_axis(k)), thick.bounds.maxs.v[k],
                               1e-9, "shape %u, axis %d", i, k);
        for (guint k = 0; k < 64; k++) {
            BspVec d = bsp_vec_unit(bsp_vec(cos(k), sin(k), cos(3. * k)));
            cr_expect_geq(bsp_shape_support(&thick, d), bsp_shape_support(&shapes[i], d) - 1e-9,
                          "shape %u, direction %u", i, k);
        }
    }
}
