/* near: the brushes near a path. */
#include "body/near.h"

#include <math.h>

#include "body/vectors.h"
#include "bsp-constants.h"

/* --- the start of a search --- */

/* Pure number, relative to the coordinates of the path. It is above the sum of their roundings, and
 * matters only for paths that begin or end very far away. */
#define FAR_ROUNDING 1e-15

/* Units: the sum of a path's way along the axes. Around a shorter path there are few bounds that
 * overlap those of the path, but not the path itself, so these are not looked for. */
#define SHORT 96

/* Steps. The moving box is made larger by this much along each axis. Bounds are rounded by less
 * than 1 step. Times are computed in floats: with the limits below, their errors are below half a
 * step. */
#define SLACK 1.5

/* Steps. Along an axis with a shorter way, times would not be exact enough. */
#define SHORTEST_WAY 8

/* Steps. The same holds for a path that begins or ends farther away than this. */
#define FARTHEST 0x1p19

/* A time from 0 to 2, as a float, differs from the same time in doubles by less than this. */
#define TIME_ROUNDING 1e-6F

/* Adds the way along axis k, if its times are exact enough; if not, the bounds of the whole path
 * must do. */
static void add_way(BspNear *near, const BspPath *path, double by, int k)
{
    const BspNearGrid *grid = &near->hierarchy->grid;
    double delta = path->delta.v[k] * grid->per_unit[k], from = path->from.v[k] - grid->origin[k];
    double least = (from + path->box->mins.v[k] - by) * grid->per_unit[k] - SLACK;
    double most = (from + path->box->maxs.v[k] + by) * grid->per_unit[k] + SLACK;
    bool up = delta > 0;
    if (fabs(delta) < SHORTEST_WAY || fabs(delta) > FARTHEST || -least > FARTHEST ||
        most > FARTHEST)
        return;
    BspNearWay *way = &near->ways[near->n_ways++];
    way->axis = (uint8_t)k;
    way->up = up;
    way->first = (float)(up ? most : least);
    way->last = (float)(up ? least : most);
    way->inverse = (float)(1 / delta);
}

/* As bsp_near_step(), for both bounds along an axis; without jumps, if there are vectors. */
static inline void set_steps(BspNear *near, int k, double least, double most)
{
    const BspNearGrid *grid = &near->hierarchy->grid;
#ifdef BSP_VECTORS_16
    typedef double Pair __attribute__((vector_size(16)));
    typedef int64_t Longs __attribute__((vector_size(16)));
    Pair step = ((Pair){ least, most } - grid->origin[k]) * grid->per_unit[k];
    step = (Pair)((Longs)step & (step > 0));
    Longs is_in = step < BSP_NEAR_LAST_STEP;
    step = (Pair)(((Longs)step & is_in) |
                  ((Longs)(Pair){ BSP_NEAR_LAST_STEP, BSP_NEAR_LAST_STEP } & ~is_in));
    near->steps[k][0] = (int16_t)step[0];
    near->steps[k][1] = (int16_t)step[1];
#else
    near->steps[k][0] = bsp_near_step(grid, k, least);
    near->steps[k][1] = bsp_near_step(grid, k, most);
#endif
}

void bsp_near_begin(BspNear *near, const BspHierarchy *hierarchy, const BspPath *path)
{
    double way = fabs(path->delta.x) + fabs(path->delta.y) + fabs(path->delta.z);
    double far = fabs(path->from.x) + fabs(path->from.y) + fabs(path->from.z) + way;
    double by = path->by + 2 * BSP_TOUCH + FAR_ROUNDING * far;
    near->hierarchy = hierarchy;
    near->begin = (float)path->begin - TIME_ROUNDING;
    near->end = (float)path->end + TIME_ROUNDING;
    near->n_ways = near->n_found = near->next = 0;
    near->n_visited = 0;
    for (int k = 0; k < 3; k++) {
        double a = path->begin * path->delta.v[k], b = path->end * path->delta.v[k];
        double least = path->from.v[k] + path->box->mins.v[k] - by + BSP_MIN(a, b);
        double most = path->from.v[k] + path->box->maxs.v[k] + by + BSP_MAX(a, b);
        set_steps(near, k, least, most); /* begin may exceed end */
        if (way >= SHORT)
            add_way(near, path, by, k);
    }
    near->stack[0] = (BspNearItem){ -HUGE_VALF, 0 };
    near->top = hierarchy->n_nodes > 0;
}

/* --- the search, for each kind of vector --- */

#define BYTES 0
#define TARGET
#define NAME(name) name##_plain
#include "body/near-search.h"

#ifdef BSP_VECTORS_16
#define BYTES 16
#include "body/near-search.h"
#endif

#ifdef BSP_VECTORS_64
#define BYTES 32
#include "body/near-search.h"

#define BYTES 64
#include "body/near-search.h"
#endif

BspNearSearch *bsp_near_search(unsigned bytes)
{
#ifdef BSP_VECTORS_64
    if (bytes == 64)
        return search_64;
    if (bytes == 32)
        return search_32;
#endif
#ifdef BSP_VECTORS_16
    if (bytes == 16)
        return search_16;
#endif
    (void)bytes; /* it is 0 */
    return search_plain;
}
