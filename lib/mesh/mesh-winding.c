/* mesh-winding: computes the generalized winding number of faces around a point, and finds the
 * faces near a point. */
#include "mesh/mesh-winding.h"

/* A node's approximation is used at points farther from its centre than this multiple of its
 * radius. The error of one node of 40 random triangles is then at most 1.5e-4. */
#define FAR 3.5

/* The moments of a node's triangles. The area vector of a triangle is its normal times its area. */
typedef struct BspMeshMoments {
    BspVec centre;    /* mean of the centroids, weighted by area */
    double radius;    /* upper bound of the distance of a corner from `centre` */
    double area;      /* sum of the areas */
    BspVec first;     /* sum of the area vectors */
    BspVec second[3]; /* second[i].v[j] is the sum of (centroid - centre)[i] * (area vector)[j] */
} Moments;

typedef BspMeshTriangle Triangle;

/* --- moments --- */

static void compute_leaf_moments(Moments *moments, const BspVec v[3])
{
    moments->first =
        bsp_vec_scale(bsp_vec_cross(bsp_vec_sub(v[1], v[0]), bsp_vec_sub(v[2], v[0])), 0.5);
    moments->area = bsp_vec_length(moments->first);
    moments->centre = bsp_vec_scale(bsp_vec_add(bsp_vec_add(v[0], v[1]), v[2]), 1 / 3.0);
}

static void compute_inner_moments(Moments *moments, const Moments *children)
{
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint k = 0; k < 2; k++) {
        moments->area += children[k].area;
        moments->first = bsp_vec_add(moments->first, children[k].first);
        sum = bsp_vec_mad(sum, children[k].area, children[k].centre);
    }
    if (moments->area > 0)
        moments->centre = bsp_vec_scale(sum, 1 / moments->area);
    for (guint k = 0; k < 2; k++) {
        BspVec offset = bsp_vec_sub(children[k].centre, moments->centre);
        for (guint i = 0; i < 3; i++)
            moments->second[i] =
                bsp_vec_add(moments->second[i],
                            bsp_vec_mad(children[k].second[i], offset.v[i], children[k].first));
    }
}

/* Returns the greatest distance between p and a point of the box. */
static double farthest_in_box(const BspBounds *box, BspVec p)
{
    BspVec distance;
    for (guint k = 0; k < 3; k++)
        distance.v[k] = MAX(p.v[k] - box->mins.v[k], box->maxs.v[k] - p.v[k]);
    return bsp_vec_length(distance);
}

static void compute_moments(BspMeshWinding *winding)
{
    guint n_nodes = 2 * winding->n;
    winding->moments = g_new0(Moments, n_nodes);
    /* Children follow their parent in the array. */
    for (guint i = n_nodes - 1; winding->n > 0 && i-- > 0;) {
        const BspBinary *node = &winding->nodes[i];
        Moments *moments = &winding->moments[i];
        if (node->child) {
            BSP_ASSERT(node->child > i && node->child + 1 < n_nodes);
            moments->centre = bsp_bounds_centre(&node->bounds);
            compute_inner_moments(moments, &winding->moments[node->child]);
            moments->radius = farthest_in_box(&node->bounds, moments->centre);
        } else {
            compute_leaf_moments(moments, winding->triangles[node->item].v);
        }
    }
}

/* --- making --- */

BspMeshWinding *bsp_mesh_winding_new(const BspMesh *mesh, const guint *faces, guint n)
{
    BspMeshWinding *winding = g_new0(BspMeshWinding, 1);
    for (guint i = 0; i < n; i++)
        winding->n += bsp_mesh_face(mesh, faces ? faces[i] : i)->n - 2;
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(winding->n, 1));
    Triangle *t = winding->triangles = g_new(Triangle, MAX(winding->n, 1));
    for (guint i = 0; i < n; i++) {
        guint f = faces ? faces[i] : i;
        const BspMeshFace *face = bsp_mesh_face(mesh, f);
        for (guint k = 1; k + 1 < face->n; k++, t++) {
            *t = (Triangle){ { bsp_mesh_point(mesh, face, 0), bsp_mesh_point(mesh, face, k),
                               bsp_mesh_point(mesh, face, k + 1) },
                             f };
            BspBounds *box = &boxes[t - winding->triangles];
            *box = bsp_bounds_empty();
            for (guint c = 0; c < 3; c++)
                bsp_bounds_add_point(box, t->v[c]);
        }
    }
    BSP_ASSERT(t == winding->triangles + winding->n);
    winding->nodes = bsp_binary_new(boxes, winding->n);
    compute_moments(winding);
    return winding;
}

void bsp_mesh_winding_free(BspMeshWinding *winding)
{
    if (!winding)
        return;
    g_free(winding->nodes);
    g_free(winding->triangles);
    g_free(winding->moments);
    g_free(winding);
}

/* --- evaluating --- */

/* Returns the solid angle of a triangle seen from p, divided by 4 pi. It is positive if p is behind
 * the triangle (van Oosterom and Strackee 1983). */
static double triangle_winding(const Triangle *t, BspVec p)
{
    BspVec a = bsp_vec_sub(t->v[0], p), b = bsp_vec_sub(t->v[1], p), c = bsp_vec_sub(t->v[2], p);
    double la = bsp_vec_length(a), lb = bsp_vec_length(b), lc = bsp_vec_length(c);
    double numerator = bsp_vec_dot(a, bsp_vec_cross(b, c));
    double denominator =
        la * lb * lc + bsp_vec_dot(a, b) * lc + bsp_vec_dot(b, c) * la + bsp_vec_dot(c, a) * lb;
    return atan2(numerator, denominator) / (2 * G_PI);
}

/* Sets *sum to the approximate winding number of the node's triangles. Returns FALSE if p is too
 * near. */
static gboolean approximate_winding(const Moments *moments, BspVec p, double *sum)
{
    BspVec r = bsp_vec_sub(moments->centre, p);
    double length = bsp_vec_length(r), reach = FAR * moments->radius;
    if (!(length > reach))
        return FALSE;
    /* Dividing step by step avoids underflow of a power of a small length. */
    r = bsp_vec_scale(r, 1 / length);
    double second = 0;
    for (guint i = 0; i < 3; i++)
        second += moments->second[i].v[i] - 3 * r.v[i] * bsp_vec_dot(moments->second[i], r);
    *sum = (bsp_vec_dot(moments->first, r) + second / length) / length / length / (4 * G_PI);
    return TRUE;
}

/* Returns the winding number of the triangles below a node. */
static double node_winding(const BspMeshWinding *winding, guint i, BspVec p, guint64 *n_examined)
{
    BSP_ASSERT(i < 2 * winding->n - 1); /* a tree of n leaves has n - 1 other nodes */
    const BspBinary *node = &winding->nodes[i];
    double sum;
    ++*n_examined;
    if (!node->child)
        return triangle_winding(&winding->triangles[node->item], p);
    if (approximate_winding(&winding->moments[i], p, &sum))
        return sum;
    return node_winding(winding, node->child, p, n_examined) +
           node_winding(winding, node->child + 1, p, n_examined);
}

double bsp_mesh_winding_at(const BspMeshWinding *winding, BspVec p, guint64 *n_examined)
{
    return winding->n ? node_winding(winding, 0, p, n_examined) : 0;
}

double bsp_mesh_winding_exact(const BspMeshWinding *winding, BspVec p, guint64 *n_examined)
{
    double sum = 0;
    for (guint i = 0; i < winding->n; i++)
        sum += triangle_winding(&winding->triangles[i], p);
    *n_examined += winding->n;
    return sum;
}

/* --- distances --- */

static double triangle_distance(BspVec p, const BspVec corners[3])
{
    BspVec normal =
        bsp_vec_cross(bsp_vec_sub(corners[1], corners[0]), bsp_vec_sub(corners[2], corners[0]));
    double length = bsp_vec_length(normal), least = G_MAXDOUBLE;
    gboolean is_over = length > 0;
    for (guint k = 0; k < 3; k++) {
        BspVec a = corners[k], b = corners[(k + 1) % 3];
        BspVec side = bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(p, a));
        is_over = is_over && bsp_vec_dot(side, normal) >= 0;
        least = MIN(least, bsp_segment_distance(a, b, p));
    }
    return is_over ? fabs(bsp_vec_dot(normal, bsp_vec_sub(p, corners[0]))) / length : least;
}

static gboolean node_is_near(const BspMeshWinding *winding, guint i, BspVec p, double distance,
                             guint64 *n_examined)
{
    const BspBinary *node = &winding->nodes[i];
    BspBounds around = bsp_bounds_grown(&node->bounds, distance);
    ++*n_examined;
    if (!bsp_bounds_contain(&around, p))
        return FALSE;
    if (!node->child)
        return triangle_distance(p, winding->triangles[node->item].v) <= distance;
    return node_is_near(winding, node->child, p, distance, n_examined) ||
           node_is_near(winding, node->child + 1, p, distance, n_examined);
}

gboolean bsp_mesh_winding_is_near(const BspMeshWinding *winding, BspVec p, double distance,
                                  guint64 *n_examined)
{
    return winding->n && node_is_near(winding, 0, p, distance, n_examined);
}
