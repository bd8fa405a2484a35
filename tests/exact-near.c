/* exact-near: depths and distances of convex regions, computed in doubles from their planes. */
#include "exact-near.h"

/* The least depth under the planes at t, and its slope there. */
static ExactSlope least_depth(const ExactSlope *slopes, guint n, double t)
{
    ExactSlope least = { HUGE_VAL, 0 };
    for (guint i = 0; i < n; i++) {
        double depth = -(slopes[i].from + t * slopes[i].change);
        if (depth < least.from)
            least = (ExactSlope){ depth, -slopes[i].change };
    }
    return least;
}

/* The depth is a concave function of t, so bisection finds its maximum. */
double exact_slopes_depth(const ExactSlope *slopes, guint n, double t)
{
    double lo = 0, hi = t,
           best = MAX(least_depth(slopes, n, 0).from, least_depth(slopes, n, t).from);
    for (guint i = 0; i < 100 && lo < hi; i++) {
        double middle = 0.5 * (lo + hi);
        ExactSlope at = least_depth(slopes, n, middle);
        best = MAX(best, at.from);
        if (at.change > 0)
            lo = middle;
        else
            hi = middle;
    }
    return best;
}

/* --- distance --- */

/* Computes the point nearest to p that lies on all k <= 3 planes. Returns FALSE if the planes
 * have no common point or are nearly parallel. */
static gboolean nearest_on(const BspPlane *const *planes, guint k, BspVec p, BspVec *q)
{
    double m[3][4]; /* solved for the weights of the normals */
    for (guint i = 0; i < k; i++) {
        for (guint j = 0; j < k; j++)
            m[i][j] = bsp_vec_dot(planes[i]->normal, planes[j]->normal);
        m[i][k] = -bsp_plane_distance(planes[i], p);
    }
    for (guint i = 0; i < k; i++) { /* the matrix is positive definite, so rows need no exchange */
        if (m[i][i] < 1e-14)
            return FALSE;
        for (guint r = 0; r < k; r++) {
            double factor = r == i ? 0 : m[r][i] / m[i][i];
            for (guint c = i; c <= k; c++)
                m[r][c] -= factor * m[i][c];
        }
    }
    *q = p;
    for (guint i = 0; i < k; i++)
        *q = bsp_vec_mad(*q, m[i][k] / m[i][i], planes[i]->normal);
    return TRUE;
}

static gboolean is_behind_all(const BspPlane *planes, guint n, BspVec p, double unsure)
{
    for (guint i = 0; i < n; i++)
        if (bsp_plane_distance(&planes[i], p) > unsure)
            return FALSE;
    return TRUE;
}

/* The nearest point lies on one plane, two or three. The function tries all combinations of some
 * thirty planes. */
double exact_planes_distance(const BspPlane *planes, guint n, BspVec p, double unsure)
{
    double best = HUGE_VAL;
    for (guint i = 0; i < n; i++)
        for (guint j = i; j < n; j++)
            for (guint k = j; k < n; k++) {
                const BspPlane *some[3] = { &planes[i], &planes[j], &planes[k] };
                BspVec q;
                if (j == i && k != j)
                    continue; /* two are the same plane; i < j = k covers this pair */
                if (!nearest_on(some, k > j ? 3 : j > i ? 2 : 1, p, &q))
                    continue;
                double distance = bsp_vec_length(bsp_vec_sub(q, p));
                if (distance < best && is_behind_all(planes, n, q, 16 * unsure))
                    best = distance;
            }
    return best;
}
