/* test-polygon: faces of solids: area, splitting, slivers. */
#include <criterion/criterion.h>

#include "geometry/polygon.h"
#include "random.h"

/* A convex polygon on a random plane. Its corners lie on a circle. */
static BspPolygon *random_polygon(Random *r, BspPlane *plane)
{
    const BspBounds room = { bsp_vec(-100, -100, -100), bsp_vec(100, 100, 100) };
    BspVec middle = random_point(r, &room), v[12];
    plane->normal = random_direction(r);
    plane->dist = bsp_vec_dot(plane->normal, middle);
    BspVec u = bsp_vec_unit(bsp_vec_cross(plane->normal, random_direction(r)));
    BspVec w = bsp_vec_cross(plane->normal, u);
    guint n = (guint)random_int(r, 3, 12);
    double radius = random_real(r, 0.5, 50), turn = random_real(r, 0, 6);
    for (guint i = 0; i < n; i++) {
        double a = turn + 2 * G_PI * i / n;
        v[i] = bsp_vec_mad(bsp_vec_mad(middle, radius * cos(a), u), radius * sin(a), w);
    }
    return bsp_polygon_new(v, n);
}

/* Twice the area, seen from the front of the plane. It is positive if the polygon is
 * anticlockwise. */
static double turning(const BspPolygon *p, BspVec normal)
{
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint i = 0; i < p->n; i++)
        sum = bsp_vec_add(sum, bsp_vec_cross(bsp_vec_sub(p->v[i], p->v[0]),
                                             bsp_vec_sub(p->v[(i + 1) % p->n], p->v[0])));
    return bsp_vec_dot(sum, normal);
}

static BspPolygon *square(double size)
{
    BspVec v[] = { { { 0, 0, 0 } }, { { size, 0, 0 } }, { { size, size, 0 } }, { { 0, size, 0 } } };
    return bsp_polygon_new(v, 4);
}

static gboolean same_bits(BspVec a, BspVec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static gboolean has_vertex(const BspPolygon *p, BspVec v)
{
    for (guint i = 0; i < p->n; i++)
        if (same_bits(p->v[i], v))
            return TRUE;
    return FALSE;
}

/* Both halves share the vertices of the cut exactly, lie on their sides, and add up to the
 * whole. */
Test(polygon, split_conserves_area_and_shares_the_cut)
{
    Random r = random_seeded(2);
    guint straddling = 0;
    for (guint i = 0; i < 20000; i++) {
        BspPlane own, cut = { random_direction(&r), 0 };
        g_autoptr(BspPolygon) p = random_polygon(&r, &own);
        BspBounds bounds = bsp_polygon_bounds(p);
        cut.dist = bsp_vec_dot(cut.normal, random_point(&r, &bounds));
        if (i % 5 == 0) /* through a vertex */
            cut.dist = bsp_vec_dot(cut.normal, p->v[0]);
        BspPolygon *front, *back;
        bsp_polygon_split(p, &cut, 1e-7, &front, &back);
        double area = bsp_polygon_area(p);
        double sum = (front ? bsp_polygon_area(front) : 0) + (back ? bsp_polygon_area(back) : 0);
        cr_assert(fabs(sum - area) < 1e-9 * area + 1e-5, "%.17g and %.17g", sum, area);
        cr_assert(!front || (turning(front, own.normal) > 0 && front->n <= p->n + 1));
        cr_assert(!back || (turning(back, own.normal) > 0 && back->n <= p->n + 1));
        cr_assert(!front || bsp_polygon_side(front, &cut, 1.1e-7) == BSP_SIDE_FRONT);
        cr_assert(!back || bsp_polygon_side(back, &cut, 1.1e-7) == BSP_SIDE_BACK);
        if (front && back) {
            guint shared = 0;
            straddling++;
            for (guint k = 0; k < front->n; k++) {
                gboolean on = fabs(bsp_plane_distance(&cut, front->v[k])) <= 1e-7;
                cr_assert(on == has_vertex(back, front->v[k]));
                shared += on ? 1 : 0;
            }
            cr_assert(shared == 2);
        }
        g_free(front);
        g_free(back);
    }
    cr_assert(straddling > 5000);
}

/* An edge is cut at the same point, whichever of its two faces is split. */
Test(polygon, neighbours_that_share_an_edge_are_cut_at_one_point)
{
    Random r = random_seeded(3);
    const BspBounds room = { bsp_vec(-50, -50, -50), bsp_vec(50, 50, 50) };
    for (guint i = 0; i < 5000; i++) {
        BspVec a = random_point(&r, &room), b = random_point(&r, &room);
        BspVec one[] = { a, b, random_point(&r, &room) }, two[] = { b, a, random_point(&r, &room) };
        g_autoptr(BspPolygon) p = bsp_polygon_new(one, 3);
        g_autoptr(BspPolygon) q = bsp_polygon_new(two, 3);
        BspPlane cut = { random_direction(&r), 0 };
        cut.dist = bsp_vec_dot(cut.normal, bsp_vec_lerp(a, b, random_real(&r, 0.1, 0.9)));
        BspPolygon *pf, *pb, *qf, *qb;
        bsp_polygon_split(p, &cut, 1e-7, &pf, &pb);
        bsp_polygon_split(q, &cut, 1e-7, &qf, &qb);
        if (fabs(bsp_plane_distance(&cut, a)) > 1e-6 && fabs(bsp_plane_distance(&cut, b)) > 1e-6) {
            guint shared = 0;
            for (guint k = 0; k < pf->n; k++)
                shared += fabs(bsp_plane_distance(&cut, pf->v[k])) < 1e-7 &&
                          has_vertex(qf, pf->v[k]) && has_vertex(qb, pf->v[k]);
            cr_assert(shared == 1, "%u points in common", shared);
        }
        g_free(pf);
        g_free(pb);
        g_free(qf);
        g_free(qb);
    }
}

Test(polygon, sliver_is_told_by_its_width)
{
    BspVec v[] = { { { 0, 0, 0 } }, { { 100, 0, 0 } }, { { 100, 0.01, 0 } }, { { 0, 0.01, 0 } } };
    g_autoptr(BspPolygon) strip = bsp_polygon_new(v, 4);
    g_autoptr(BspPolygon) small = square(0.01);
    cr_assert(bsp_polygon_is_sliver(strip, 0.03));
    cr_assert(!bsp_polygon_is_sliver(strip, 0.005));
    cr_assert(!bsp_polygon_is_sliver(small, 0.005));
    BspVec needle[] = { { { 0, 0, 0 } }, { { 50, 0, 0 } }, { { 100, 1e-5, 0 } } };
    g_autoptr(BspPolygon) p = bsp_polygon_new(needle, 3);
    cr_assert(bsp_polygon_is_sliver(p, 1e-4));
}
