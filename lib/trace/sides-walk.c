/* sides-walk: the brushes that a moving box comes near to. */
#include "trace/sides-walk.h"

#include "trace/compiler.h"

/* Pure number. What stands in for 1 / 0, so that nothing is multiplied by infinity. */
#define STILL 1e300

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
    }
    if (sides->n_brushes > 0)
        walk->stack[walk->top++] = (BspSidesItem){ -HUGE_VAL, 0 };
}

/* Puts those of the children that are reached on the stack, the nearest on top. */
static void push_children(BspSidesWalk *walk, const BspSidesNode *node, const double *enter,
                          const double *leave, double before)
{
    unsigned first = walk->top;
    for (unsigned i = 0; i < BSP_SIDES_WIDE; i++) {
        if (!(enter[i] <= leave[i] && enter[i] <= before && leave[i] >= walk->begin) ||
            node->child[i] == BSP_SIDES_NO_CHILD)
            continue;
        unsigned at = walk->top++;
        for (; at > first && walk->stack[at - 1].enter < enter[i]; at--)
            walk->stack[at] = walk->stack[at - 1];
        walk->stack[at] = (BspSidesItem){ enter[i], node->child[i] };
    }
}

static void open_node(BspSidesWalk *walk, const BspSidesNode *node, double before)
{
    double enter[BSP_SIDES_WIDE], leave[BSP_SIDES_WIDE];
    for (unsigned i = 0; i < BSP_SIDES_WIDE; i++) {
        enter[i] = -HUGE_VAL;
        leave[i] = HUGE_VAL;
    }
    for (int k = 0; k < 3; k++) {
        double least = walk->least[k], most = walk->most[k], inverse = walk->inverse[k];
        for (unsigned i = 0; i < BSP_SIDES_WIDE; i++) {
            double a = ((double)node->least[k][i] - least) * inverse;
            double b = ((double)node->most[k][i] - most) * inverse;
            double lo = BSP_MIN(a, b), hi = BSP_MAX(a, b);
            enter[i] = BSP_MAX(lo, enter[i]);
            leave[i] = BSP_MIN(hi, leave[i]);
        }
    }
    push_children(walk, node, enter, leave, BSP_MIN(before, walk->end));
}

static bool is_asked_for(const BspSidesWalk *walk, uint32_t brush)
{
    return walk->mask == 0 || (walk->sides->brushes[brush].contents & walk->mask) != 0;
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
        if (is_asked_for(walk, *brush))
            return true;
    }
    return false;
}
