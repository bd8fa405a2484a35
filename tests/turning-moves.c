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
