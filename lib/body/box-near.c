/* box-near: how far a box or a point is from one brush, and in which direction. */
#include "body/box-near.h"

#include "body/pass.h"
#include "trace/compiler.h"

/* Pure number. Planes meet at an edge too sharp to compute with if the square of the sum of their
 * weighted normals is below this, relative to the square of the sum of the weights. The limit is an
 * angle of 1e-4 radians. */
#define SHARPEST 1e-8

/* The greatest number of steps of the search. Two or three are usual, and each increases the
 * distance. */
#define MOST_STEPS 32

/* A plane near the box. */
typedef struct {
    BspVec normal;
    double d;
    uint32_t plane;
} Front;

/* A set of one to three planes, and the distance and direction from the set to the box. */
typedef struct {
    Front fronts[3];
    unsigned n;
    double distance;
    BspVec normal;
} PlaneSet;

/* --- one, two and three planes --- */

/* Replaces *best if all weights are positive and give a larger distance. */
static void try_weights(const Front *const fronts[3], const double weights[3], unsigned n,
                        PlaneSet *best)
{
    double d = 0, total = 0;
    BspVec sum = bsp_vec(0, 0, 0);
    for (unsigned i = 0; i < n; i++) {
        if (!(weights[i] > 0))
            return;
        d += weights[i] * fronts[i]->d;
        total += weights[i];
        sum = bsp_vec_mad(sum, weights[i], fronts[i]->normal);
    }
    double length = bsp_vec_length(sum);
    if (!(length * length > SHARPEST * total * total) || !(d > best->distance * length))
        return;
    best->distance = d / length;
    best->normal = bsp_vec_scale(sum, 1 / length);
    best->n = n;
    for (unsigned i = 0; i < n; i++)
        best->fronts[i] = *fronts[i];
}

static void try_one_plane(const Front *a, PlaneSet *best)
{
    if (!(a->d > best->distance))
        return;
    *best = (PlaneSet){ .fronts = { *a }, .n = 1, .distance = a->d, .normal = a->normal };
}

static void try_two_planes(const Front *a, const Front *b, PlaneSet *best)
{
    double c = bsp_vec_dot(a->normal, b->normal);
    try_weights((const Front *[]){ a, b, NULL }, (double[]){ a->d - c * b->d, b->d - c * a->d, 0 },
                2, best);
}

/* The three planes meet in a point: the sum of d_i cross_i, divided by the determinant of the
 * normals. */
static void try_three_planes(const Front *a, const Front *b, const Front *c, PlaneSet *best)
{
    BspVec cross[3] = { bsp_vec_cross(b->normal, c->normal), bsp_vec_cross(c->normal, a->normal),
                        bsp_vec_cross(a->normal, b->normal) };
    BspVec p = bsp_vec_scale(cross[0], a->d);
    p = bsp_vec_mad(bsp_vec_mad(p, b->d, cross[1]), c->d, cross[2]);
    try_weights(
        (const Front *[]){ a, b, c },
        (double[]){ bsp_vec_dot(p, cross[0]), bsp_vec_dot(p, cross[1]), bsp_vec_dot(p, cross[2]) },
        3, best);
}

/* --- the search --- */

/* Finds the plane that the nearest point of the set is farthest in front of. Returns false if that
 * point is in front of no plane, except for rounding. */
static bool find_cut(const BspSweep *s, const BspTableBrush *b, double t, const PlaneSet *set,
                     Front *front)
{
    const BspReach reach = { set->normal, set->distance };
    double v;
    if (!(s->table->wide->greatest_out(s, b, t, &reach, &front->plane) > s->rounding / 16))
        return false;
    front->normal = bsp_brush_table_plane(s->table, b, front->plane).normal;
    front->d = bsp_sweep_plane(s, b, front->plane, &v);
    front->d += t * v;
    return true;
}

/* Adds a plane, and drops planes that do not meet at the new nearest point. Returns false if the
 * distance does not increase. */
static bool add_front(PlaneSet *set, const Front *front)
{
    PlaneSet best = *set;
    const Front *f = set->fronts;
    try_one_plane(front, &best);
    for (unsigned i = 0; i < set->n; i++)
        try_two_planes(front, &f[i], &best);
    for (unsigned i = 0; i < set->n; i++)
        for (unsigned k = 0; k < i; k++)
            try_three_planes(front, &f[k], &f[i], &best);
    bool grows = best.distance > set->distance;
    *set = best;
    return grows;
}

/* Searches the nearest point from the plane that the box is farthest in front of, which the nearest
 * point is not on. */
static BSP_NO_INLINE void search(const BspSweep *s, const BspTableBrush *b, double t,
                                 BspBoxNear *near)
{
    PlaneSet set = { .n = 1, .distance = near->distance, .normal = near->normal };
    Front front;
    set.fronts[0] = (Front){ near->normal, near->distance, near->planes[0] };
    for (unsigned i = 0; i < MOST_STEPS; i++)
        if (!find_cut(s, b, t, &set, &front) || !add_front(&set, &front))
            break;
    near->distance = set.distance;
    near->normal = set.normal;
    near->n = set.n;
    for (unsigned i = 0; i < set.n; i++) {
        near->planes[i] = set.fronts[i].plane;
        near->ds[i] = set.fronts[i].d;
    }
}

BspBoxNear bsp_box_near(const BspSweep *sweep, uint32_t brush, double t)
{
    const BspReach none = { .distance = 0 };
    const BspTableBrush *b = &sweep->table->brushes[brush];
    BspBoxNear near = { .n = 1 };
    near.ds[0] = near.distance =
        sweep->table->wide->greatest_out(sweep, b, t, &none, &near.planes[0]);
    near.normal = bsp_brush_table_plane(sweep->table, b, near.planes[0]).normal;
    if (near.distance > 0 && !bsp_box_is_over(sweep, brush, near.planes[0], t, near.distance))
        search(sweep, b, t, &near);
    return near;
}

/* The greatest number of Newton steps until the box is at a given distance. Few moves need more
 * than three. Moves that pass an edge at almost that distance need about thirty. */
#define MOST_NEWTON_STEPS 64

bool bsp_box_comes_near(const BspSweep *sweep, uint32_t brush, double distance, double *t,
                        BspBoxNear *near)
{
    for (unsigned i = 0; i < MOST_NEWTON_STEPS && *t <= 1; i++) {
        *near = bsp_box_near(sweep, brush, *t);
        double beyond = near->distance - distance, v = bsp_vec_dot(near->normal, sweep->delta);
        if (!(v < 0))
            return false;
        if (beyond <= sweep->rounding / 16)
            return true;
        *t += beyond / -v;
    }
    return *t <= 1;
}

bool bsp_box_is_over(const BspSweep *s, uint32_t brush, uint32_t plane, double t, double distance)
{
    const BspTableBrush *b = &s->table->brushes[brush];
    const BspReach reach = { bsp_brush_table_plane(s->table, b, plane).normal, distance };
    uint32_t most;
    return s->table->wide->greatest_out(s, b, t, &reach, &most) <= s->rounding / 16;
}
