/* splitter: the choice of the plane that splits a set of faces. */
#include "build/splitter.h"

#include "geometry/cell-split.h"

BspSplitWeights bsp_split_weights_default(void)
{
    return (BspSplitWeights){ .split = 1,
                              .likely = 1,
                              .volume = 0.5,
                              .spaces = 0.9,
                              .max_candidates = 64,
                              .max_faces = 1024 };
}

BspSplitWeights bsp_split_weights_counting(void)
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

BspCompileFace bsp_build_face(BspPolygon *polygon, guint plane, guint space)
{
    BspBounds bounds = bsp_polygon_bounds(polygon);
    return (BspCompileFace){ polygon, bsp_float_bounds(&bounds), plane, space };
}

/* The same as bsp_polygon_side(), from the polygon's bounds if they tell: along an axis they tell
 * all but for their roughness. */
static BspSide side_along_axis(const BspCompileFace *face, const BspPlane *plane, int axis,
                               double near)
{
    double lo = (double)face->bounds.mins[axis], hi = (double)face->bounds.maxs[axis];
    if (plane->normal.v[axis] < 0) {
        double mirrored = -lo;
        lo = -hi;
        hi = mirrored;
    }
    double least = lo - plane->dist, most = hi - plane->dist;
    gboolean front = most > near, back = least < -near; /* or perhaps */
    if ((front && most - BSP_FLOAT_STEP * fabs(hi) <= near) ||
        (back && least + BSP_FLOAT_STEP * fabs(lo) >= -near))
        return bsp_polygon_side(face->polygon, plane, near);
    if (front)
        return back ? BSP_SIDE_STRADDLE : BSP_SIDE_FRONT;
    return back ? BSP_SIDE_BACK : BSP_SIDE_ON;
}

/* The same for a plane along no axis. */
static BspSide side_askew(const BspCompileFace *face, const BspPlane *plane, double near)
{
    double least, most;
    BspBounds bounds = bsp_bounds_of_float(&face->bounds);
    bsp_plane_range_of_bounds(plane, &bounds, &least, &most);
    if (least > near)
        return BSP_SIDE_FRONT;
    if (most < -near)
        return BSP_SIDE_BACK;
    return bsp_polygon_side(face->polygon, plane, near);
}

/* axis: the plane's. */
static inline BspSide side_of_face(const BspCompileFace *face, const BspPlane *planes,
                                   const BspPlane *plane, int axis, double near)
{
    BspSide side =
        axis < 0 ? side_askew(face, plane, near) : side_along_axis(face, plane, axis, near);
    if (side == BSP_SIDE_ON &&
        fabs(bsp_vec_dot(planes[face->plane].normal, plane->normal)) < PARALLEL)
        return farther_side(face->polygon, plane);
    return side;
}

BspSide bsp_build_face_side(const BspCompileFace *face, const BspPlane *planes,
                            const BspPlane *plane, double near)
{
    return side_of_face(face, planes, plane, bsp_plane_axis(plane), near);
}

static guint step_through(guint n, guint most)
{
    return most ? (n - 1) / most + 1 : 1;
}

/* What a plane does to a set of faces, by BspSide. */
typedef struct {
    guint faces[4];
    guint64 spaces[4]; /* which have faces there, 64 sharing a bit */
} Tally;

/* At even steps through the faces, at most max_faces of them (0: all). */
static Tally count_sides(const BspSplitWeights *weights, const BspPlane *planes,
                         const BspPlane *plane, const BspCompileFace *faces, guint n)
{
    Tally tally = { { 0 }, { 0 } };
    guint step = step_through(n, weights->max_faces);
    int axis = bsp_plane_axis(plane);
    double near = bsp_split_near(weights);
    for (guint i = 0; i < n; i += step) {
        BspSide side = side_of_face(&faces[i], planes, plane, axis, near);
        tally.faces[side]++;
        tally.spaces[side] |= G_GUINT64_CONSTANT(1) << (faces[i].space % 64);
    }
    return tally;
}

static double share(const double part[2])
{
    double all = part[0] + part[1];
    return all > 0 ? CLAMP(part[0] / all, 0, 1) : 0.5;
}

static double n_bits(guint64 bits)
{
    return __builtin_popcountll(bits);
}

/* The faces that a query still has before it, on average. */
static double expected_faces(const BspSplitWeights *weights, const Tally *tally,
                             const BspCell *cell, const BspPlane *plane)
{
    const guint64 *spaces = tally->spaces;
    double n_spaces = n_bits(spaces[BSP_SIDE_FRONT] | spaces[BSP_SIDE_BACK] |
                             spaces[BSP_SIDE_STRADDLE] | spaces[BSP_SIDE_ON]);
    BspCellSplit cut = bsp_cell_measure_split(cell, plane);
    double in_front = (1 - weights->volume) * share(cut.area) + weights->volume * share(cut.volume);
    double likely[2] = { in_front, 1 - in_front };
    static const BspSide sides[2] = { BSP_SIDE_FRONT, BSP_SIDE_BACK };
    double expected = 0;
    for (guint k = 0; k < 2; k++) {
        double here = n_bits(spaces[sides[k]] | spaces[BSP_SIDE_STRADDLE]) / n_spaces;
        double n = tally->faces[sides[k]] + tally->faces[BSP_SIDE_STRADDLE];
        expected += likely[k] * n * (1 - weights->spaces + weights->spaces * here);
    }
    return expected;
}

static double score(const BspSplitWeights *weights, const BspCell *cell, const BspPlane *planes,
                    const BspPlane *plane, const BspCompileFace *faces, guint n)
{
    Tally tally = count_sides(weights, planes, plane, faces, n);
    const guint *count = tally.faces;
    double difference = fabs((double)count[BSP_SIDE_FRONT] - (double)count[BSP_SIDE_BACK]);
    double counted = weights->on * count[BSP_SIDE_ON] - weights->split * count[BSP_SIDE_STRADDLE] -
                     weights->balance * difference;
    if (weights->likely == 0)
        return counted;
    return counted - weights->likely * expected_faces(weights, &tally, cell, plane);
}

guint bsp_choose_splitter(const BspSplitWeights *weights, const BspCell *cell,
                          const BspPlane *planes, const BspCompileFace *faces, guint n)
{
    guint step = step_through(n, weights->max_candidates);
    guint best = faces[0].plane, last = G_MAXUINT;
    double best_score = -HUGE_VAL;
    for (guint i = 0; i < n; i += step) {
        if (faces[i].plane == last)
            continue; /* pieces of one face stand in a row */
        last = faces[i].plane;
        double s = score(weights, cell, planes, &planes[last], faces, n);
        if (s > best_score) {
            best_score = s;
            best = last;
        }
    }
    return best;
}
