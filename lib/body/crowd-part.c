/* crowd-part: finds the plane between two bodies of a crowd.
 *
 * Both bodies compute the same plane, because the body with the lower position always comes
 * first. */
#include "body/crowd.h"
#include "bsp-constants.h"
#include "trace/arithmetic.h"
#include "trace/compiler.h"

/* Units. The gap that two bodies keep. Each body may be past its plane by BSP_CROWD_PAST, and the
 * other half of the gap is for rounding. */
#define KEPT (4 * BSP_CROWD_PAST)

typedef struct {
    const BspCrowdItem *low, *high;
    /* `from` leads from centre to centre; `sign` has the signs of its coordinates, 1 for 0 */
    BspVec from, sign;
    BspVec apart;             /* the gap of the boxes along each axis, negative if they overlap */
    double disc, ball;        /* sums of the radii */
    BspCrowdPlane best;       /* the best plane so far, as `low` sees it */
    double low_way, high_way; /* distances that `low` and `high` want to go towards each other along
                                 best.normal */
} Pair;

/* --- which plane --- */

/* Compares a plane with the best plane so far. If the plane is better, stores its numbers and
 * returns true. `gap` is the distance between the two bodies along the plane's normal. `low` and
 * `high` are the distances that they want to go into this gap. A plane that separates the bodies is
 * better than a plane that does not. Among planes that separate them, the plane with the most slack
 * holds up both bodies least. If no plane separates them, the best is the plane along whose normal
 * they overlap least. */
static bool consider(Pair *p, double gap, double low, double high)
{
    double slack = gap - low - high;
    bool parts = gap >= 0, best_parts = p->best.gap >= 0;
    if (parts != best_parts ? best_parts : parts ? slack <= p->best.slack : gap <= p->best.gap)
        return false;
    p->best.gap = gap;
    p->best.slack = slack;
    p->low_way = low;
    p->high_way = high;
    return true;
}

static void consider_axis(Pair *p, int axis)
{
    double sign = p->sign.v[axis];
    double low = BSP_MAX(sign * p->low->wish.v[axis], 0);
    double high = BSP_MAX(-sign * p->high->wish.v[axis], 0);
    if (consider(p, p->apart.v[axis] - p->ball - (axis < 2 ? p->disc : 0), low, high))
        p->best.axis = axis;
}

static void consider_oblique(Pair *p, BspVec normal, double gap)
{
    double low = BSP_MAX(bsp_vec_dot(normal, p->low->wish), 0);
    double high = BSP_MAX(-bsp_vec_dot(normal, p->high->wish), 0);
    if (!consider(p, gap, low, high))
        return;
    p->best.axis = BSP_CROWD_OBLIQUE;
    p->best.normal = normal;
}

/* Considers a plane across the direction between the nearest points of the boxes. */
static void consider_nearest(Pair *p)
{
    double x = BSP_MAX(p->apart.x, 0), y = BSP_MAX(p->apart.y, 0), aside = sqrt(x * x + y * y);
    if (!(aside > 0))
        return;
    BspVec along = bsp_vec(p->sign.x * x / aside, p->sign.y * y / aside, 0);
    consider_oblique(p, along, aside - p->disc - p->ball);
    double left = aside - p->disc, up = p->apart.z;
    if (!(p->ball > 0 && left > 0 && up > 0))
        return;
    double length = sqrt(left * left + up * up);
    along = bsp_vec_scale(along, left / length);
    along.z = p->sign.z * up / length;
    consider_oblique(p, along, length - p->ball);
}

/* Considers a plane between bodies with the same centre, as after many spawns at one position. The
 * highest bit in which their indices differ chooses its axis. So half of a heap leaves along x, and
 * half of each half along y, and many can move at once. */
static void consider_indices(Pair *p)
{
    uint32_t differ = p->low->body ^ p->high->body;
    int axis = 0;
    while (differ >>= 1)
        axis ^= 1;
    consider_axis(p, axis);
}

/* --- the distance that each body may go --- */

/* Returns this body's part of the gap, in proportion to the distances that both bodies want to
 * go. */
static double share(double room, double own, double other)
{
    double sum = own + other;
    return sum > 0 ? room * (own / sum) : room / 2;
}

static bool comes_first(const BspCrowdItem *item, const BspCrowdItem *other)
{
    for (int k = 0; k < 3; k++)
        if (item->centre.v[k] != other->centre.v[k])
            return item->centre.v[k] < other->centre.v[k];
    return item->body < other->body;
}

static void choose_plane(Pair *p)
{
    bool is_one_place = true;
    for (int k = 0; k < 3; k++) {
        double d = p->high->centre.v[k] - p->low->centre.v[k];
        is_one_place = is_one_place && d == 0;
        p->sign.v[k] = d < 0 ? -1 : 1;
        p->apart.v[k] = fabs(d) - (p->low->half.v[k] + p->high->half.v[k]);
    }
    if (is_one_place) {
        consider_indices(p);
        return;
    }
    for (int axis = 0; axis < 3; axis++)
        consider_axis(p, axis);
    if (p->disc > 0 || p->ball > 0)
        consider_nearest(p);
}

BspCrowdPlane bsp_crowd_part(const BspCrowdItem *item, const BspCrowdItem *other)
{
    bool low = comes_first(item, other);
    Pair p = { .low = low ? item : other,
               .high = low ? other : item,
               .disc = item->disc + other->disc,
               .ball = item->ball + other->ball,
               .best = { .gap = -HUGE_VAL, .slack = -HUGE_VAL } };
    choose_plane(&p);
    if (p.best.axis != BSP_CROWD_OBLIQUE) {
        p.best.normal = bsp_vec(0, 0, 0);
        p.best.normal.v[p.best.axis] = p.sign.v[p.best.axis];
    }
    /* Bodies that overlap, or touch, come no nearer. */
    double room = p.best.gap - KEPT;
    p.best.allowed = room > 0
                         ? share(room, low ? p.low_way : p.high_way, low ? p.high_way : p.low_way)
                         : -BSP_CROWD_PAST;
    if (!low)
        p.best.normal = bsp_vec_neg(p.best.normal);
    return p.best;
}
