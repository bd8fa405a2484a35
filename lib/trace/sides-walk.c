/* sides-walk: the brushes that a moving box comes near to. */
#include "trace/sides-walk.h"

#include "trace/compiler.h"
#include "trace/mask.h"
#include "trace/sides-box.h"

/* Pure number. What stands in for 1 / 0, so that nothing is multiplied by infinity. */
#define STILL 1e300

/* Pure number, of a coordinate: a float is nearer to it than this. */
#define FLOAT_STEP (1.0 / (1 << 23))

/* The part of the way that is asked for is in the box from begin to end, whichever is less. */
static void set_extent(BspSidesWalk *walk, int k, double delta)
{
    double a = walk->begin * delta, b = walk->end * delta;
    double lo = walk->most[k] + BSP_MIN(a, b), hi = walk->least[k] + BSP_MAX(a, b);
    walk->lower[k] = (float)(lo - fabs(lo) * FLOAT_STEP);
    walk->upper[k] = (float)(hi + fabs(hi) * FLOAT_STEP);
}

void bsp_sides_walk_begin(BspSidesWalk *walk, const BspSides *sides, uint32_t mask,
                          const BspBounds *box, double by, BspVec from, BspVec delta, double begin,
                          double end)
{
    walk->sides = sides;
    walk->mask = mask;
    walk->begin = begin;
    walk->end = end;
    walk->top = 0;
    by += 2 * BSP_TOUCH; /* far above all rounding below */
    for (int k = 0; k < 3; k++) {
        walk->least[k] = from.v[k] + box->maxs.v[k] + by;
        walk->most[k] = from.v[k] + box->mins.v[k] - by;
        walk->inverse[k] = fabs(delta.v[k]) > 1 / STILL ? 1 / delta.v[k] : STILL;
        set_extent(walk, k, delta.v[k]);
    }
    if (sides->n_brushes > 0)
        walk->stack[walk->top++] = (BspSidesItem){ -HUGE_VAL, 0 };
}

/* When the way comes into the box of child i; false: not in the time that is asked for. */
static inline bool reaches(const BspSidesWalk *walk, const BspSidesNode *node, unsigned i,
                           double before, double *enter)
{
    double from = -HUGE_VAL, to = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        double a = ((double)node->least[k][i] - walk->least[k]) * walk->inverse[k];
        double b = ((double)node->most[k][i] - walk->most[k]) * walk->inverse[k];
        double first = BSP_MIN(a, b), last = BSP_MAX(a, b);
        from = BSP_MAX(first, from);
        to = BSP_MIN(last, to);
    }
    *enter = from;
    return from <= to && from <= before && to >= walk->begin;
}

/* Puts those of the children that are reached on the stack, the nearest on top. */
static void open_node(BspSidesWalk *walk, const BspSidesNode *node, double before)
{
    unsigned first = walk->top, bits = bsp_sides_overlapping(node, walk->lower, walk->upper);
    double enter;
    before = BSP_MIN(before, walk->end);
    for (; bits; bits &= bits - 1) {
        unsigned i = bsp_lowest_bit(bits);
        if (node->child[i] == BSP_SIDES_NO_CHILD || !reaches(walk, node, i, before, &enter))
            continue;
        unsigned at = walk->top++;
        for (; at > first && walk->stack[at - 1].enter < enter; at--)
            walk->stack[at] = walk->stack[at - 1];
        walk->stack[at] = (BspSidesItem){ enter, node->child[i] };
    }
}

bool bsp_sides_walk_next(BspSidesWalk *walk, double before, uint32_t *brush)
{
    while (walk->top > 0) {
        BspSidesItem item = walk->stack[--walk->top];
        if (item.enter > before)
            continue;
        if (item.child >= 0) {
            open_node(walk, &walk->sides->nodes[item.child], before);
            continue;
        }
        *brush = (uint32_t)~item.child;
        if (bsp_mask_selects(walk->mask, walk->sides->brushes[*brush].contents))
            return true;
    }
    return false;
}
