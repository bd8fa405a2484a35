/* mesh-winding: the generalized winding number of a mesh, computed with a tree. */
#include "mesh/mesh-winding.h"

#include "compile/hierarchy.h"

/* A node's approximation is used at points farther from its centre than this multiple of its
 * radius. The error of one node of 40 random triangles is then at most 1.5e-4. */
#define FAR 3.5

typedef struct {
    BspVec v[3];
} Triangle;

/* The moments of a node's triangles. The area vector of a triangle is its normal times its area. */
typedef struct {
    BspVec centre;    /* mean of the centroids, weighted by area */
    double radius;    /* upper bound of the distance of a corner from `centre` */
    double area;      /* sum of the areas */
    BspVec first;     /* sum of the area vectors */
    BspVec second[3]; /* second[i].v[j]: sum of (centroid - centre)[i] * (area vector)[j] */
} Moments;

struct BspMeshWinding {
    BspBinary *nodes; /* of a tree of the triangles */
    Triangle *triangles;
    guint n;          /* number of triangles */
    Moments *moments; /* of each node */
};

/* --- moments --- */

static BspVec area_vector(const Triangle *t)
{
    return bsp_vec_scale(
        bsp_vec_cross(bsp_vec_sub(t->v[1], t->v[0]), bsp_vec_sub(t->v[2], t->v[0])), 0.5);
}

static BspVec centroid(const Triangle *t)
{
    return bsp_vec_scale(bsp_vec_add(bsp_vec_add(t->v[0], t->v[1]), t->v[2]), 1 / 3.0);
}

/* Adds the moment of an area vector at `offset` from the centre. */
static void add_second_moment(Moments *moments, BspVec offset, BspVec area)
{
    for (guint i = 0; i < 3; i++)
        moments->second[i] = bsp_vec_add(moments->second[i], bsp_vec_scale(area, offset.v[i]));
}

static void compute_leaf_moments(Moments *moments, const Triangle *triangle)
{
    moments->first = area_vector(triangle);
    moments->area = bsp_vec_length(moments->first);
    moments->centre = centroid(triangle);
    for (guint k = 0; k < 3; k++)
        moments->radius =
            MAX(moments->radius, bsp_vec_length(bsp_vec_sub(triangle->v[k], moments->centre)));
}

static void compute_inner_moments(Moments *moments, const Moments *children)
{
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint k = 0; k < 2; k++) {
        moments->area += children[k].area;
        moments->first = bsp_vec_add(moments->first, children[k].first);
        sum = bsp_vec_add(sum, bsp_vec_scale(children[k].centre, children[k].area));
    }
    if (moments->area > 0)
        moments->centre = bsp_vec_scale(sum, 1 / moments->area);
    for (guint k = 0; k < 2; k++) {
        BspVec offset = bsp_vec_sub(children[k].centre, moments->centre);
        add_second_moment(moments, offset, children[k].first);
        for (guint i = 0; i < 3; i++)
            moments->second[i] = bsp_vec_add(moments->second[i], children[k].second[i]);
        moments->radius = MAX(moments->radius, bsp_vec_length(offset) + children[k].radius);
    }
}

/* The greatest distance between p and a point of the box. */
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
            moments->centre = bsp_bounds_centre(&node->bounds);
            compute_inner_moments(moments, &winding->moments[node->child]);
            moments->radius = MIN(moments->radius, farthest_in_box(&node->bounds, moments->centre));
        } else {
            compute_leaf_moments(moments, &winding->triangles[node->item]);
        }
    }
}

/* --- making --- */

BspMeshWinding *bsp_mesh_winding_new(const BspMesh *mesh)
{
    BspMeshWinding *winding = g_new0(BspMeshWinding, 1);
    const BspVec *points = (const BspVec *)(gconstpointer)mesh->points->data;
    g_autofree guint *corners = bsp_mesh_triangles(mesh, &winding->n);
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(winding->n, 1));
    winding->triangles = g_new(Triangle, MAX(winding->n, 1));
    for (guint i = 0; i < winding->n; i++) {
        boxes[i] = bsp_bounds_empty();
        for (guint k = 0; k < 3; k++) {
            winding->triangles[i].v[k] = points[corners[3 * i + k]];
            bsp_bounds_add_point(&boxes[i], winding->triangles[i].v[k]);
        }
    }
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

/* The solid angle of a triangle seen from p, divided by 4 pi. It is positive if p is behind the
 * triangle (van Oosterom and Strackee 1983). */
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

double bsp_mesh_winding_at(const BspMeshWinding *winding, BspVec p, guint64 *n_examined)
{
    guint stack[BSP_NEAR_MAX_DEPTH + 1], top = 0;
    double sum = 0;
    if (winding->n > 0)
        stack[top++] = 0;
    while (top > 0) {
        guint i = stack[--top];
        const BspBinary *node = &winding->nodes[i];
        double part = 0;
        ++*n_examined;
        if (!node->child) {
            sum += triangle_winding(&winding->triangles[node->item], p);
        } else if (approximate_winding(&winding->moments[i], p, &part)) {
            sum += part;
        } else {
            stack[top++] = node->child + 1;
            stack[top++] = node->child;
        }
    }
    return sum;
}

double bsp_mesh_winding_exact(const BspMeshWinding *winding, BspVec p, guint64 *n_examined)
{
    double sum = 0;
    for (guint i = 0; i < winding->n; i++)
        sum += triangle_winding(&winding->triangles[i], p);
    *n_examined += winding->n;
    return sum;
}
