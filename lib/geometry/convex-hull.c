/* convex-hull: makes the convex hull of points, with the edges along which queries climb. qhull
 * finds the facets. */
#include "bsp-hull.h"

#include <errno.h>
#include <libqhull_r/qhull_ra.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/out-of-memory.h"
#include "shape/shape.h"

void bsp_hull_free(BspHull *hull)
{
    if (!hull)
        return;
    g_free(hull->vertices);
    g_free(hull->planes);
    g_free(hull->first_edge);
    g_free(hull->neighbour);
    g_free(hull);
}

typedef struct {
    guint a, b;
} Link;

static int compare_links(const void *x, const void *y)
{
    const Link *p = x, *q = y;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

/* Makes the neighbour lists. The links contain each edge of each facet in both directions. */
static void set_edges(BspHull *hull, GArray *links)
{
    qsort(links->data, links->len, sizeof(Link), compare_links);
    hull->first_edge = g_new0(guint, hull->n_vertices + 1);
    hull->neighbour = g_new(guint, MAX(links->len, 1));
    guint n = 0;
    for (guint i = 0; i < links->len; i++) {
        const Link *link = &g_array_index(links, Link, i);
        if (i && compare_links(link, link - 1) == 0)
            continue;
        hull->neighbour[n++] = link->b;
        hull->first_edge[link->a + 1] = n;
    }
    for (guint i = 0; i < hull->n_vertices; i++)
        hull->first_edge[i + 1] = MAX(hull->first_edge[i + 1], hull->first_edge[i]);
    BSP_ASSERT(hull->first_edge[hull->n_vertices] == n);
}

/* Returns half the minimum extent of the hull perpendicular to a facet, which is a lower bound of
 * the thickness. As a proof, let r be the radius of the largest ball inside the hull. The ball
 * touches a facet perpendicular to which the extent is at most 4 r. The extent is at least 2 r in
 * every direction. */
static double hull_thickness(const BspHull *hull)
{
    double least = HUGE_VAL;
    guint from = 0;
    for (guint i = 0; i < hull->n_planes; i++) {
        const BspPlane *plane = &hull->planes[i];
        from = bsp_hull_support(hull, bsp_vec_neg(plane->normal), from);
        least = fmin(least, -bsp_plane_distance(plane, hull->vertices[from]));
    }
    return 0.5 * least;
}

/* Returns the thickness at the distance BSP_BRUSH_THICKNESS from the sharpest corner. On the line
 * from a corner to the middle of the hull, the distance from a facet at the corner grows in
 * proportion to the sine of the angle between line and facet. Each facet has six links, two from
 * each of its corners. */
static double corner_thickness(const BspHull *hull, GArray *links)
{
    BSP_ASSERT(links->len == 6 * hull->n_planes);
    BspVec middle = bsp_vec(0, 0, 0);
    double least = 1;
    for (guint i = 0; i < hull->n_vertices; i++)
        middle = bsp_vec_mad(middle, 1.0 / hull->n_vertices, hull->vertices[i]);
    for (guint i = 0; i < links->len; i += 2) {
        BspVec corner = hull->vertices[g_array_index(links, Link, i).a];
        BspVec inward = bsp_vec_sub(middle, corner);
        double recedes = -bsp_vec_dot(hull->planes[i / 6].normal, inward);
        least = fmin(least, recedes / bsp_vec_length(inward));
    }
    return 2 * BSP_BRUSH_THICKNESS * least;
}

/* Stores the points that are vertices of the hull, in input order. index[i] receives the vertex
 * number of point i. */
static void read_vertices(BspHull *hull, qhT *qh, const BspVec *points, guint n, guint *index)
{
    vertexT *vertex;
    memset(index, 0xff, n * sizeof *index);
    FORALLvertices index[qh_pointid(qh, vertex->point)] = 0;
    for (guint i = 0; i < n; i++) {
        if (index[i] == G_MAXUINT)
            continue;
        index[i] = hull->n_vertices;
        hull->vertices[hull->n_vertices++] = points[i];
        bsp_bounds_add_point(&hull->bounds, points[i]);
    }
}

/* Stores a triangle's plane, moved outward until all three corners are behind it, and links its
 * corners in both directions. */
static void read_facet(BspHull *hull, qhT *qh, const facetT *facet, const guint *index,
                       GArray *links)
{
    BspVec normal = bsp_vec(facet->normal[0], facet->normal[1], facet->normal[2]);
    double length = bsp_vec_length(normal);
    BspPlane plane = { bsp_vec_scale(normal, 1 / length), -HUGE_VAL };
    vertexT *vertex, **vertexp;
    guint corner[3], k = 0;
    FOREACHvertex_(facet->vertices)
    {
        corner[k] = index[qh_pointid(qh, vertex->point)];
        BSP_ASSERT(corner[k] < hull->n_vertices);
        plane.dist = fmax(plane.dist, bsp_vec_dot(plane.normal, hull->vertices[corner[k]]));
        k++;
    }
    BSP_ASSERT(k == 3); /* qhull was asked for triangles */
    for (k = 0; k < 3; k++) {
        Link there = { corner[k], corner[(k + 1) % 3] }, back = { there.b, there.a };
        g_array_append_val(links, there);
        g_array_append_val(links, back);
    }
    hull->planes[hull->n_planes++] = plane;
}

static BspHull *read_hull(qhT *qh, const BspVec *points, guint n)
{
    BspHull *hull = g_new0(BspHull, 1);
    g_autofree guint *index = g_new(guint, n);
    g_autoptr(GArray) links = g_array_new(FALSE, FALSE, sizeof(Link));
    hull->vertices = g_new(BspVec, n);
    hull->planes = g_new(BspPlane, (guint)qh->num_facets);
    hull->bounds = bsp_bounds_empty();
    read_vertices(hull, qh, points, n, index);
    facetT *facet;
    FORALLfacets read_facet(hull, qh, facet, index, links);
    double at_corners =
        corner_thickness(hull, links); /* computed before set_edges() sorts the links */
    set_edges(hull, links);
    hull->thickness = fmin(hull_thickness(hull), at_corners);
    return hull;
}

/* Makes the hull. `moved` is a copy of the points, which qhull may change. The option Qt makes
 * every facet a triangle. qhull writes its messages to `nowhere` instead of standard error. */
static BspHull *run_qhull(BspVec *moved, const BspVec *points, guint n, FILE *nowhere,
                          GError **error)
{
    static char command[] = "qhull Qt";
    qhT qh;
    BspHull *hull = NULL;
    qh_zero(&qh, nowhere);
    int code = qh_new_qhull(&qh, 3, (int)n, moved->v, False, command, NULL, nowhere);
    if (code == qh_ERRmem)
        bsp_out_of_memory();
    if (code == 0)
        hull = read_hull(&qh, points, n);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                    "the %u points do not span a volume, because they lie in one plane, or almost",
                    n);
    int unfreed, unfreed_bytes;
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &unfreed, &unfreed_bytes);
    return hull;
}

BspHull *bsp_hull_new(const BspVec *points, guint n, GError **error)
{
    for (guint i = 0; i < n; i++) {
        if (!bsp_vec_finite(points[i])) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                        "point %u has a coordinate that is not finite", i);
            return NULL;
        }
    }
    if (n < 4) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                    "%u points cannot span a volume; at least 4 points are needed", n);
        return NULL;
    }
    /* qhull reads an array of doubles; a BspVec is three doubles without padding. */
    g_autofree BspVec *copy = g_memdup2(points, n * sizeof *points);
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO,
                    "cannot open /dev/null, where qhull writes its messages: %s",
                    g_strerror(errno));
        return NULL;
    }
    BspHull *hull = run_qhull(copy, points, n, nowhere, error);
    fclose(nowhere);
    return hull;
}
