/* test-polygon: tests the faces of solids, the points at which faces that share an edge are cut,
 * and slivers. test-solid checks areas. */
#include <criterion/criterion.h>

#include "geometry/polygon.h"
#include "random.h"

static BspPolygon *square(double size)
{
    BspVec v[] = { { { 0, 0, 0 } }, { { size, 0, 0 } }, { { size, size, 0 } }, { { 0, size, 0 } } };
    return bsp_polygon_new(v, 4);
}

static gboolean has_vertex(const BspPolygon *p, BspVec v)
{
    for (guint i = 0; i < p->n; i++)
        if (p->v[i].x == v.x && p->v[i].y == v.y && p->v[i].z == v.z)
            return TRUE;
    return FALSE;
}

/* An edge is cut at the same point when either of its two faces is split. */
Test(polygon, neighbours_that_share_an_edge_are_cut_at_one_point)
{
    Random r = random_seeded(3);
    for (guint i = 0; i < 5000; i++) {
        BspVec a = random_point_within(&r, 50), b = random_point_within(&r, 50);
        BspVec one[] = { a, b, random_point_within(&r, 50) },
               two[] = { b, a, random_point_within(&r, 50) };
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
