/* turning-moves: random turns and bodies for tests, and functions that turn vectors. */
#include "turning-moves.h"

const double turning_floor[2][6] = { { -400, -400, -16, 0, 400, 0 },
                                     { 0, -400, -16, 400, 400, 0 } };

BspVec turning_vector(const BspTurn *turn, double t, BspVec v)
{
    const double *q = turn->orientation;
    BspVec u = bsp_vec(q[1], q[2], q[3]), twice = bsp_vec_scale(bsp_vec_cross(u, v), 2);
    v = bsp_vec_add(bsp_vec_mad(v, q[0], twice), bsp_vec_cross(u, twice));
    if (turn->degrees == 0)
        return v;
    double a = t * turn->degrees * RADIANS;
    BspVec k = bsp_vec_unit(turn->axis);
    return bsp_vec_mad(bsp_vec_mad(bsp_vec_scale(v, cos(a)), sin(a), bsp_vec_cross(k, v)),
                       (1 - cos(a)) * bsp_vec_dot(k, v), k);
}

double turning_reach_down(const BspTurn *turn, double t, const BspShape *body)
{
    BspVec down = bsp_vec(0, 0, 0); /* the direction down, in the axes of the body */
    for (int k = 0; k < 3; k++)
        down.v[k] = -turning_vector(turn, t, bsp_vec_axis(k)).z;
    return bsp_shape_support(body, down) - bsp_vec_dot(down, turn->pivot);
}

BspTurn turning_random(Random *r, gboolean far_pivot)
{
    BspVec axis = random_direction(r);
    BspTurn turn = bsp_turn_of(axis, random_real(r, -180, 180));
    double a = random_real(r, 0, G_PI);
    BspVec k = random_direction(r);
    turn.orientation[0] = cos(a);
    for (int i = 0; i < 3; i++)
        turn.orientation[i + 1] = sin(a) * k.v[i];
    if (far_pivot)
        turn.pivot = random_point_within(r, 30);
    return turn;
}

BspShape turning_body(Random *r, guint kind, BspHull **hull)
{
    BspVec points[12], half;
    for (guint k = 0; k < 3; k++)
        half.v[k] = random_real(r, 1, 16);
    double radius = random_real(r, 1, 8), end = radius + random_real(r, 0, 16);
    *hull = NULL;
    switch (kind % 6) {
    case 0:
        return bsp_shape_box(bsp_vec_neg(half), half);
    case 1:
        return bsp_shape_box(bsp_vec(-24, -2, -0.5), bsp_vec(24, 2, 0.5));
    case 2:
        for (guint i = 0; i < 12; i++)
            points[i] = random_point_within(r, 16);
        *hull = bsp_hull_new(points, 12, NULL);
        return bsp_shape_hull(*hull);
    case 3:
        return bsp_shape_capsule(radius, -end, end);
    case 4:
        return bsp_shape_cylinder(radius, -end, end);
    default:
        return bsp_shape_sphere(radius);
    }
}
