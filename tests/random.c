/* random: makes random numbers, points and directions for the tests. A seed determines all of
 * them. */
#include "random.h"

Random random_seeded(guint64 seed)
{
    Random r = { seed * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) + 1 };
    random_bits(&r);
    return r;
}

guint64 random_bits(Random *r)
{
    guint64 z = r->state += G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

gboolean random_flag(Random *r)
{
    return random_bits(r) >> 63 == 1;
}

guint random_below(Random *r, guint n)
{
    return (guint)(random_bits(r) % n);
}

double random_real(Random *r, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(random_bits(r) >> 11) / 9007199254740992.0);
}

int random_int(Random *r, int lo, int hi)
{
    return lo + (int)(random_bits(r) % (guint64)(hi - lo + 1));
}

BspVec random_point(Random *r, const BspBounds *b)
{
    double x = random_real(r, b->mins.x, b->maxs.x);
    double y = random_real(r, b->mins.y, b->maxs.y);
    double z = random_real(r, b->mins.z, b->maxs.z);
    return bsp_vec(x, y, z);
}

BspVec random_point_within(Random *r, double half)
{
    const BspBounds cube = { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) };
    return random_point(r, &cube);
}

BspVec random_point_among(Random *r, const BspVec *points, guint n)
{
    BspVec sum = bsp_vec(0, 0, 0);
    double total = 0;
    for (guint i = 0; i < n; i++) {
        double weight = random_real(r, 0.01, 1);
        sum = bsp_vec_mad(sum, weight, points[i]);
        total += weight;
    }
    return bsp_vec_scale(sum, 1 / total);
}

BspVec random_direction(Random *r)
{
    for (;;) {
        BspVec v = random_point_within(r, 1);
        double length = bsp_vec_length(v);
        if (length > 0.01 && length <= 1)
            return bsp_vec_scale(v, 1 / length);
    }
}

void random_turn(Random *r, BspVec turn[3])
{
    turn[0] = random_direction(r);
    turn[1] = bsp_vec_unit(bsp_vec_cross(turn[0], random_direction(r)));
    turn[2] = bsp_vec_cross(turn[0], turn[1]);
}
