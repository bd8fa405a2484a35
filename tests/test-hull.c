/* test-hull: tests points of which no convex hull is made. test-cast casts hulls. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/resource.h>

#include "bsp-hull.h"

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
