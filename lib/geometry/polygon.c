/* polygon: splits and measures convex planar polygons, which are the faces of solids. */
#include "geometry/polygon.h"

#include "trace/compiler.h"
#include "trace/plane.h"

static BspPolygon *polygon_alloc(guint n)
{
    BSP_ASSERT(n >= 3);
    BspPolygon *p = g_malloc(sizeof *p + n * sizeof *p->v);
    p->v = (BspVec *)(gpointer)(p + 1);
    p->n = n;
    return p;
}

BspPolygon *bsp_polygon_new(const BspVec *vertices, guint n)
{
    g_return_val_if_fail(n >= 3, NULL);
    BspPolygon *p = polygon_alloc(n);
    for (guint i = 0; i < n; i++)
        p->v[i] = vertices[i];
    return p;
}

BspPolygon *bsp_polygon_new_large(const BspPlane *plane, BspVec centre, double half)
{
    BSP_ASSERT(bsp_plane_is_unit(plane) && half > 0);
    /* Cross the normal with the axis that is most nearly perpendicular to it, because this is most
     * precise. */
    int least = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(plane->normal.v[i]) < fabs(plane->normal.v[least]))
            least = i;
    BspVec u = bsp_vec_unit(bsp_vec_cross(plane->normal, bsp_vec_axis(least)));
    BspVec w = bsp_vec_cross(plane->normal, u);
    BspVec middle = bsp_vec_mad(centre, -bsp_plane_distance(plane, centre), plane->normal);
    double r =
        2 * half; /* more than sqrt(3) * half, the distance of the cube's corners from its centre */

    BspPolygon *p = polygon_alloc(4);
    const double sign[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    for (guint i = 0; i < 4; i++)
        p->v[i] = bsp_vec_mad(bsp_vec_mad(middle, r * sign[i][0], u), r * sign[i][1], w);
    return p;
}

BspBounds bsp_polygon_bounds(const BspPolygon *p)
{
    BspBounds b = bsp_bounds_empty();
    for (guint i = 0; i < p->n; i++)
        bsp_bounds_add_point(&b, p->v[i]);
    return b;
}

double bsp_polygon_area(const BspPolygon *p)
{
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint i = 1; i + 1 < p->n; i++)
        sum = bsp_vec_add(
            sum, bsp_vec_cross(bsp_vec_sub(p->v[i], p->v[0]), bsp_vec_sub(p->v[i + 1], p->v[0])));
    return 0.5 * bsp_vec_length(sum);
}

BspVec bsp_polygon_centre(const BspPolygon *p)
{
    BspVec sum = p->v[0];
    for (guint i = 1; i < p->n; i++)
        sum = bsp_vec_add(sum, p->v[i]);
    return bsp_vec_scale(sum, 1.0 / p->n);
}

/* The sides of a plane that a polygon's vertices reach. */
typedef struct {
    gboolean front, back;
} Reach;

static void add_distance(Reach *r, double d, double epsilon)
{
    r->front |= d > epsilon;
    r->back |= d < -epsilon;
}

BspSide bsp_polygon_side(const BspPolygon *p, const BspPlane *plane, double epsilon)
{
    Reach r = { FALSE, FALSE };
    for (guint i = 0; i < p->n; i++)
        add_distance(&r, bsp_plane_distance(plane, p->v[i]), epsilon);
    return bsp_side_reached(r.front, r.back);
}

/* --- splitting --- */

/* A polygon that straddles a plane. */
typedef struct {
    const BspPolygon *p;
    const double *distance; /* each vertex's distance from the plane */
    double epsilon;
} Split;

static guint vertex_before(const Split *s, guint i)
{
    return (i ? i : s->p->n) - 1;
}

/* Returns whether the plane crosses the edge that ends at vertex i. */
static gboolean edge_crosses(const Split *s, guint i)
{
    double a = s->distance[vertex_before(s, i)], b = s->distance[i];
    return (a > s->epsilon && b < -s->epsilon) || (a < -s->epsilon && b > s->epsilon);
}

/* Returns the point where the edge that ends at vertex i crosses the plane. Interpolates from the
 * front end, so that a neighbouring polygon, where the edge is reversed, gets exactly the same
 * vertex. */
static BspVec edge_crossing(const Split *s, guint i)
{
    guint front = vertex_before(s, i), back = i;
    if (s->distance[front] < 0) {
        back = front;
        front = i;
    }
    double t = s->distance[front] / (s->distance[front] - s->distance[back]);
    BSP_ASSERT(t > 0 && t < 1);
    return bsp_vec_lerp(s->p->v[front], s->p->v[back], t);
}

/* Counts the vertices of each part. So exactly enough memory is allocated, because a large world
 * has millions of polygons at a time. */
static void count_vertices(const Split *s, guint count[2])
{
    count[0] = count[1] = 0;
    for (guint i = 0; i < s->p->n; i++) {
        guint cut = edge_crosses(s, i) ? 1 : 0;
        count[0] += cut + (s->distance[i] >= -s->epsilon);
        count[1] += cut + (s->distance[i] <= s->epsilon);
    }
}

static void split_polygon(const Split *s, BspPolygon **front, BspPolygon **back)
{
    guint count[2];
    count_vertices(s, count);
    *front = polygon_alloc(count[0]);
    *back = polygon_alloc(count[1]);
    BspVec *f = (*front)->v, *b = (*back)->v;
    for (guint i = 0; i < s->p->n; i++) {
        if (edge_crosses(s, i))
            *f++ = *b++ = edge_crossing(s, i);
        if (s->distance[i] >= -s->epsilon)
            *f++ = s->p->v[i];
        if (s->distance[i] <= s->epsilon)
            *b++ = s->p->v[i];
    }
    BSP_ASSERT(f == (*front)->v + (*front)->n && b == (*back)->v + (*back)->n);
}

/* A polygon with at most this number of vertices stores its distances on the stack. Nearly all
 * polygons of levels have fewer. */
#define FEW_VERTICES 16

void bsp_polygon_split(const BspPolygon *p, const BspPlane *plane, double epsilon,
                       BspPolygon **front, BspPolygon **back)
{
    double few[FEW_VERTICES];
    g_autofree double *many = p->n > FEW_VERTICES ? g_new(double, p->n) : NULL;
    double *distance = many ? many : few;
    Reach r = { FALSE, FALSE };
    for (guint i = 0; i < p->n; i++) {
        distance[i] = bsp_plane_distance(plane, p->v[i]);
        add_distance(&r, distance[i], epsilon);
    }
    *front = *back = NULL;
    switch (bsp_side_reached(r.front, r.back)) {
    case BSP_SIDE_ON:
        break;
    case BSP_SIDE_FRONT:
        *front = bsp_polygon_new(p->v, p->n);
        break;
    case BSP_SIDE_BACK:
        *back = bsp_polygon_new(p->v, p->n);
        break;
    case BSP_SIDE_STRADDLE:
        split_polygon(&(Split){ p, distance, epsilon }, front, back);
        break;
    }
}

gboolean bsp_polygon_is_sliver(const BspPolygon *p, double width)
{
    double longest = 0;
    for (guint i = 0; i < p->n; i++) {
        BspVec e = bsp_vec_sub(p->v[i], p->v[0]), f = bsp_vec_sub(p->v[i], p->v[(i + 1) % p->n]);
        longest = fmax(longest, fmax(bsp_vec_dot(e, e), bsp_vec_dot(f, f)));
    }
    return bsp_polygon_area(p) < 0.5 * width * sqrt(longest);
}
