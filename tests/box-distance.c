/* box-distance: the distance between a box and a brush, by GJK (Gilbert, Johnson and Keerthi
 * 1988) in long double. Every subset of the simplex is tried. */
#include "box-distance.h"

#include "geometry/cell.h"

typedef struct {
    long double x[3];
} Vec;

static long double dot(Vec a, Vec b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static Vec mad(Vec a, long double s, Vec b)
{
    return (Vec){ { a.x[0] + s * b.x[0], a.x[1] + s * b.x[1], a.x[2] + s * b.x[2] } };
}

static Vec cross(Vec a, Vec b)
{
    return (Vec){ { a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                    a.x[0] * b.x[1] - a.x[1] * b.x[0] } };
}

/* The vertex of (brush - box) that is farthest along -way. */
static Vec support(const BspCell *cell, const BspShape *shape, Vec at, Vec way)
{
    Vec best = { { 0, 0, 0 } };
    long double least = HUGE_VALL;
    for (guint i = 0; i < cell->n_vertices; i++) {
        BspVec v = cell->vertices[i];
        Vec p = mad((Vec){ { (long double)v.x, (long double)v.y, (long double)v.z } }, -1, at);
        if (dot(p, way) < least) {
            least = dot(p, way);
            best = p;
        }
    }
    for (guint k = 0; k < 3; k++)
        best.x[k] -= (long double)(way.x[k] > 0 ? shape->bounds.maxs : shape->bounds.mins).v[k];
    return best;
}

/* Computes the point nearest to the origin on the plane, line or point through the n points, and
 * its weights. Returns FALSE if the points are degenerate, or the nearest point lies outside of
 * their hull. */
static gboolean nearest_of(const Vec *p, guint n, Vec *nearest, long double weights[4])
{
    Vec a = n > 1 ? mad(p[1], -1, p[0]) : p[0], b = n > 2 ? mad(p[2], -1, p[0]) : p[0];
    Vec normal = cross(a, b);
    weights[1] = weights[2] = 0;
    if (n == 2) {
        if (!(dot(a, a) > 0))
            return FALSE;
        weights[1] = -dot(p[0], a) / dot(a, a);
    } else if (n == 3) {
        long double det = dot(normal, normal);
        if (!(det > 0))
            return FALSE;
        Vec to = mad((Vec){ { 0, 0, 0 } }, -1, p[0]);
        weights[1] = dot(cross(to, b), normal) / det;
        weights[2] = dot(cross(a, to), normal) / det;
    }
    weights[0] = 1 - weights[1] - weights[2];
    *nearest = mad(mad(p[0], n > 1 ? weights[1] : 0, a), n > 2 ? weights[2] : 0, b);
    return weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0;
}

static gboolean is_inside(const Vec *p)
{
    for (guint i = 0; i < 4; i++) {
        Vec a = p[(i + 1) % 4], b = p[(i + 2) % 4], c = p[(i + 3) % 4];
        Vec n = cross(mad(b, -1, a), mad(c, -1, a));
        long double origin = -dot(n, a), other = dot(n, mad(p[i], -1, a));
        if (origin * other <= 0)
            return FALSE;
    }
    return TRUE;
}

/* Reduces the simplex to the points whose hull contains the point nearest to the origin. Returns
 * that point. */
static Vec reduce(Vec simplex[4], guint *n)
{
    Vec best = simplex[0], kept[3] = { simplex[0] };
    guint n_kept = 1;
    long double least = HUGE_VALL;
    for (guint bits = 1; bits < 1u << *n; bits++) {
        Vec points[4], at;
        long double weights[4];
        guint k = 0;
        for (guint i = 0; i < *n; i++)
            if (bits >> i & 1)
                points[k++] = simplex[i];
        if (k > 3 || !nearest_of(points, k, &at, weights) || dot(at, at) >= least)
            continue;
        least = dot(at, at);
        best = at;
        n_kept = k;
        memcpy(kept, points, k * sizeof *kept);
    }
    memcpy(simplex, kept, n_kept * sizeof *kept);
    *n = n_kept;
    return best;
}

long double box_distance_at(const BspBrush *brush, const BspShape *shape, BspVec from, BspVec to,
                            long double t)
{
    Vec at, simplex[4];
    for (guint k = 0; k < 3; k++)
        at.x[k] = (long double)from.v[k] + t * ((long double)to.v[k] - (long double)from.v[k]);
    Vec v = support(brush->cell, shape, at, (Vec){ { 1, 1, 1 } });
    guint n = 1;
    simplex[0] = v;
    for (guint i = 0; i < 100; i++) {
        Vec w = support(brush->cell, shape, at, v);
        if (dot(v, v) - dot(v, w) <= 1e-15L * dot(v, v))
            break;
        simplex[n++] = w;
        if (n == 4 && is_inside(simplex))
            return 0;
        Vec nearer = reduce(simplex, &n);
        if (!(dot(nearer, nearer) < dot(v, v)))
            break;
        v = nearer;
    }
    return sqrtl(dot(v, v));
}

double box_distance(const BspBrush *brush, const BspShape *shape, BspVec at)
{
    return (double)box_distance_at(brush, shape, at, at, 0);
}
