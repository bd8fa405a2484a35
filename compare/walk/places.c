/* places: where walkers start, and where they try to go. */
#include "walk/places.h"

GRand *compare_place_rand(guint64 seed)
{
    guint32 words[2] = { (guint32)seed, (guint32)(seed >> 32) };
    return g_rand_new_with_seed_array(words, 2);
}

gint compare_place_draw(GRand *rand, gint lo, gint hi)
{
    return g_rand_int_range(rand, lo, hi + 1);
}

static double draw_real(GRand *rand, double lo, double hi)
{
    return g_rand_double_range(rand, lo, hi);
}

ComparePlace *compare_place_new_level(BspSolid *solid, GArray *starts)
{
    ComparePlace *place = g_new(ComparePlace, 1);
    *place = (ComparePlace){ .solid = solid,
                             .bounds = *bsp_solid_bounds(solid),
                             .room = *bsp_solid_bounds(solid),
                             .starts = starts->len ? starts : NULL,
                             .has_floor = TRUE };
    return place;
}

void compare_place_free(ComparePlace *place)
{
    if (place && place->owns_solid)
        bsp_solid_free(place->solid);
    g_free(place);
}

/* --- how walkers move there --- */

BspVec compare_place_start(const ComparePlace *place, GRand *rand)
{
    BspVec p;
    if (place->starts) {
        gint i = compare_place_draw(rand, 0, (gint)place->starts->len - 1);
        p = g_array_index(place->starts, BspVec, i);
        return bsp_vec_add(
            p, bsp_vec(draw_real(rand, -64, 64), draw_real(rand, -64, 64), draw_real(rand, 0, 24)));
    }
    for (guint k = 0; k < 3; k++)
        p.v[k] = draw_real(rand, place->room.mins.v[k], place->room.maxs.v[k]);
    return p;
}

/* Half of the headings are along an axis, perpendicular to seams. Where there is a floor, some
 * press down on it. */
BspVec compare_place_heading(const ComparePlace *place, GRand *rand)
{
    static const double downs[] = { 0, 0.05, 0.5 };
    static const BspVec axes[] = {
        { { 1, 0, 0 } }, { { -1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, -1, 0 } }
    };
    double a = draw_real(rand, 0, 2 * G_PI);
    BspVec heading =
        g_rand_boolean(rand) ? axes[compare_place_draw(rand, 0, 3)] : bsp_vec(cos(a), sin(a), 0);
    double down = downs[compare_place_draw(rand, 0, 2)];
    heading.z = place->has_floor ? -down : 0;
    return heading;
}

BspVec compare_place_wish(const ComparePlace *place, BspVec heading, BspVec at)
{
    double length = fmax(sqrt(at.x * at.x + at.y * at.y), 1);
    double out = place->pull == COMPARE_PULL_OUT ? 0.7 : -0.7;
    BspVec wish = heading, away = bsp_vec(at.x / length, at.y / length, 0);
    if (place->pull == COMPARE_PULL_OUT || place->pull == COMPARE_PULL_IN)
        wish = bsp_vec((out + heading.x) * away.x - heading.y * away.y,
                       (out + heading.x) * away.y + heading.y * away.x, heading.z);
    if (place->pull == COMPARE_PULL_Y)
        wish.y += at.y > 0 ? -0.5 : 0.5;
    return wish;
}
