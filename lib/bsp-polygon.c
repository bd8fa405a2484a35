/* bsp-polygon: convex planar polygons, the faces of solids. */
#include "bsp-polygon.h"

static BspPolygon *polygon_alloc(guint n)
{
    BspPolygon *p = g_malloc(sizeof *p + n * sizeof *p->v);
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
    /* The axis the normal is least along gives the best conditioned tangent. */
    int least = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(plane->normal.v[i]) < fabs(plane->normal.v[least]))
            least = i;
    BspVec axis = bsp_vec(0, 0, 0);
    axis.v[least] = 1;
    BspVec u = bsp_vec_unit(bsp_vec_cross(plane->normal, axis));
    BspVec w = bsp_vec_cross(plane->normal, u);
    BspVec middle = bsp_vec_mad(centre, -bsp_plane_distance(plane, centre), plane->normal);
    double r = 2 * half; /* > sqrt (3) half, the cube's farthest corner */

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

BspSide bsp_polygon_side(const BspPolygon *p, const BspPlane *plane, double epsilon)
{
    gboolean front = FALSE, back = FALSE;
    for (guint i = 0; i < p->n; i++) {
        double d = bsp_plane_distance(plane, p->v[i]);
        front |= d > epsilon;
        back |= d < -epsilon;
    }
    if (front)
        return back ? BSP_SIDE_STRADDLE : BSP_SIDE_FRONT;
    return back ? BSP_SIDE_BACK : BSP_SIDE_ON;
}

/* The part of p with sign * distance >= 0; a cut makes at most one vertex more than p has. */
static BspPolygon *clip(const BspPolygon *p, const BspPlane *plane, double sign, double epsilon)
{
    BspPolygon *out = polygon_alloc(p->n + 2);
    out->n = 0;
    double da = sign * bsp_plane_distance(plane, p->v[p->n - 1]);
    for (guint i = 0; i < p->n; i++) {
        BspVec a = p->v[i ? i - 1 : p->n - 1], b = p->v[i];
        double db = sign * bsp_plane_distance(plane, b);
        /* Always cut from the front end, so that both halves get the same vertex to the bit. */
        if (da > epsilon && db < -epsilon)
            out->v[out->n++] =
                sign > 0 ? bsp_vec_lerp(a, b, da / (da - db)) : bsp_vec_lerp(b, a, db / (db - da));
        else if (da < -epsilon && db > epsilon)
            out->v[out->n++] =
                sign > 0 ? bsp_vec_lerp(b, a, db / (db - da)) : bsp_vec_lerp(a, b, da / (da - db));
        if (db >= -epsilon)
            out->v[out->n++] = b;
        da = db;
    }
    if (out->n < 3)
        g_clear_pointer(&out, g_free);
    return out;
}

void bsp_polygon_split(const BspPolygon *p, const BspPlane *plane, double epsilon,
                       BspPolygon **front, BspPolygon **back)
{
    *front = *back = NULL;
    switch (bsp_polygon_side(p, plane, epsilon)) {
    case BSP_SIDE_ON:
        break;
    case BSP_SIDE_FRONT:
        *front = bsp_polygon_new(p->v, p->n);
        break;
    case BSP_SIDE_BACK:
        *back = bsp_polygon_new(p->v, p->n);
        break;
    case BSP_SIDE_STRADDLE:
        *front = clip(p, plane, 1, epsilon);
        *back = clip(p, plane, -1, epsilon);
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
