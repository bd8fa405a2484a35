/* test-hull: convex hulls, and climbing along their edges. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/resource.h>

#include "bsp-hull.h"
#include "scenes.h"
#include "trace/shape.h"

static double most_along(const BspHull *hull, BspVec d)
{
    double most = -HUGE_VAL;
    for (guint i = 0; i < hull->n_vertices; i++)
        most = fmax(most, bsp_vec_dot(d, hull->vertices[i]));
    return most;
}

/* Each edge is listed at both of its ends. No vertex is its own neighbour, and none is listed
 * twice. */
static void check_edges(const BspHull *hull)
{
    cr_assert(hull->first_edge[0] == 0);
    for (guint i = 0; i < hull->n_vertices; i++) {
        cr_assert(hull->first_edge[i + 1] - hull->first_edge[i] >= 3, "vertex %u", i);
        for (guint e = hull->first_edge[i]; e < hull->first_edge[i + 1]; e++) {
            guint j = hull->neighbour[e];
            gboolean back = FALSE;
            cr_assert(j < hull->n_vertices && j != i);
            for (guint k = hull->first_edge[j]; k < hull->first_edge[j + 1]; k++)
                back |= hull->neighbour[k] == i;
            cr_assert(back, "%u knows %u, but not the other way", i, j);
            for (guint k = hull->first_edge[i]; k < e; k++)
                cr_assert(hull->neighbour[k] != j);
        }
    }
}

Test(hull, planes_face_outward_and_touch)
{
    Random r = random_seeded(1);
    for (guint i = 0; i < 200; i++) {
        g_autoptr(BspHull) hull = scene_random_hull(&r);
        check_edges(hull);
        for (guint p = 0; p < hull->n_planes; p++) {
            guint on = 0;
            cr_assert(fabs(bsp_vec_length(hull->planes[p].normal) - 1) < 1e-12);
            for (guint v = 0; v < hull->n_vertices; v++) {
                double d = bsp_plane_distance(&hull->planes[p], hull->vertices[v]);
                cr_assert(d < 1e-9);
                on += d > -1e-9;
            }
            cr_assert(on >= 3, "only %u vertices on plane %u", on, p);
        }
    }
}

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
    cr_assert(none && strstr(none->message, "point 3 is not finite"));
}

/* Facets with many vertices: a prism's caps, whose edges are all equally far. */
Test(hull, climbing_crosses_flat_facets)
{
    for (guint sides = 3; sides <= 64; sides++) {
        BspVec points[128];
        for (guint i = 0; i < sides; i++) {
            double a = 2 * G_PI * i / sides;
            points[2 * i] = bsp_vec(10 * cos(a), 10 * sin(a), -4);
            points[2 * i + 1] = bsp_vec(10 * cos(a), 10 * sin(a), 4);
        }
        g_autoptr(BspHull) hull = bsp_hull_new(points, 2 * sides, NULL);
        cr_assert(hull && hull->n_vertices == 2 * sides);
        Random r = random_seeded(sides);
        for (guint k = 0; k < 300; k++) {
            BspVec d = random_direction(&r);
            if (k % 3 == 0) { /* perpendicular to a side, up and down */
                double a = 2 * G_PI * (k + 0.5) / sides;
                d = k % 2 ? bsp_vec(cos(a), sin(a), 0) : bsp_vec(0, 0, k % 4 ? 1 : -1);
            }
            guint at =
                bsp_hull_support(hull, d, (guint)random_int(&r, 0, (int)(2 * sides - 1)), NULL);
            double got = bsp_vec_dot(d, hull->vertices[at]), most = most_along(hull, d);
            cr_assert(got > most - 1e-9, "%u sides: %.17g of %.17g", sides, got, most);
        }
    }
}

/* The process may open no more files. */
Test(hull, without_a_place_for_messages)
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
