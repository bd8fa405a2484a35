/* bsp-splitter: the choice of the plane that splits a set of faces. */
#include "bsp-splitter.h"

BspSplitWeights bsp_split_weights_default(void)
{
    return (BspSplitWeights){ .on = 1, .split = 8, .balance = 1, .max_candidates = 32 };
}

/* |cosine| of the angle up to which faces count as parallel: 2.6 degrees. */
#define PARALLEL 0.999

/* The side on which the polygon reaches farther from the plane. */
static BspSide farther_side(const BspPolygon *p, const BspPlane *plane)
{
    double farthest = 0;
    for (guint i = 0; i < p->n; i++) {
        double d = bsp_plane_distance(plane, p->v[i]);
        if (fabs(d) > fabs(farthest))
            farthest = d;
    }
    return farthest > 0 ? BSP_SIDE_FRONT : BSP_SIDE_BACK;
}

BspSide bsp_build_face_side(const BspBuildFace *face, const BspPlane *planes, const BspPlane *plane)
{
    double least, most;
    bsp_plane_range_of_bounds(plane, &face->bounds, &least, &most);
    if (least > BSP_ON_PLANE)
        return BSP_SIDE_FRONT;
    if (most < -BSP_ON_PLANE)
        return BSP_SIDE_BACK;
    BspSide side = bsp_polygon_side(face->polygon, plane, BSP_ON_PLANE);
    if (side == BSP_SIDE_ON &&
        fabs(bsp_vec_dot(planes[face->plane].normal, plane->normal)) < PARALLEL)
        return farther_side(face->polygon, plane);
    return side;
}

static double score(const BspSplitWeights *weights, const BspPlane *planes, const BspPlane *plane,
                    const BspBuildFace *faces, guint n)
{
    guint count[4] = { 0 };
    for (guint i = 0; i < n; i++)
        count[bsp_build_face_side(&faces[i], planes, plane)]++;
    double difference = fabs((double)count[BSP_SIDE_FRONT] - (double)count[BSP_SIDE_BACK]);
    return weights->on * count[BSP_SIDE_ON] - weights->split * count[BSP_SIDE_STRADDLE] -
           weights->balance * difference + (bsp_plane_axis(plane) >= 0 ? weights->axial : 0);
}

guint bsp_choose_splitter(const BspSplitWeights *weights, const BspPlane *planes,
                          const BspBuildFace *faces, guint n)
{
    guint step = weights->max_candidates ? (n - 1) / weights->max_candidates + 1 : 1;
    guint best = faces[0].plane, last = G_MAXUINT;
    double best_score = -HUGE_VAL;
    for (guint i = 0; i < n; i += step) {
        if (faces[i].plane == last)
            continue; /* pieces of one face stand in a row */
        last = faces[i].plane;
        double s = score(weights, planes, &planes[last], faces, n);
        if (s > best_score) {
            best_score = s;
            best = last;
        }
    }
    return best;
}
