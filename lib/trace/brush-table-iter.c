/* brush-table-iter: the brushes near a moving box. */
#include "trace/brush-table-iter.h"

#include "bsp-contents.h"
#include "trace/brush-table-box.h"
#include "trace/compiler.h"

/* Pure number. Replaces 1 / 0, to avoid multiplying by infinity. */
#define STILL 1e300

/* Pure number, relative to a coordinate: more than the error of rounding it to a float. */
#define FLOAT_STEP (1.0 / (1 << 23))

/* Bounds the path from `begin` to `end` along an axis; `begin` may be the larger. */
static void set_extent(BspTableIter *iter, int k, double delta)
{
    double a = iter->begin * delta, b = iter->end * delta;
    double lo = iter->most[k] + BSP_MIN(a, b), hi = iter->least[k] + BSP_MAX(a, b);
    iter->lower[k] = (float)(lo - fabs(lo) * FLOAT_STEP);
    iter->upper[k] = (float)(hi + fabs(hi) * FLOAT_STEP);
}

void bsp_brush_table_iter_begin(BspTableIter *iter, const BspBrushTable *sides, uint32_t mask,
                                const BspBounds *box, double by, BspVec from, BspVec delta,
                                double begin, double end)
{
    iter->sides = sides;
    iter->mask = mask;
    iter->begin = begin;
    iter->end = end;
    iter->top = 0;
    by += 2 * BSP_TOUCH; /* far above all rounding below */
    for (int k = 0; k < 3; k++) {
        iter->least[k] = from.v[k] + box->maxs.v[k] + by;
        iter->most[k] = from.v[k] + box->mins.v[k] - by;
        iter->inverse[k] = fabs(delta.v[k]) > 1 / STILL ? 1 / delta.v[k] : STILL;
        set_extent(iter, k, delta.v[k]);
    }
    if (sides->n_brushes > 0)
        iter->stack[iter->top++] = (BspTableItem){ -HUGE_VAL, 0 };
}

/* Sets *enter to when the path reaches the box of child i. Returns false if it does not within the
 * iteration's interval. */
static inline bool reaches(const BspTableIter *iter, const BspTableNode *node, unsigned i,
                           double before, double *enter)
{
    double from = -HUGE_VAL, to = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        double a = ((double)node->least[k][i] - iter->least[k]) * iter->inverse[k];
        double b = ((double)node->most[k][i] - iter->most[k]) * iter->inverse[k];
        double first = BSP_MIN(a, b), last = BSP_MAX(a, b);
        from = BSP_MAX(first, from);
        to = BSP_MIN(last, to);
    }
    *enter = from;
    return from <= to && from <= before && to >= iter->begin;
}

/* Pushes the children that the path reaches, the nearest on top. */
static void open_node(BspTableIter *iter, const BspTableNode *node, double before)
{
    unsigned first = iter->top, bits = bsp_brush_table_overlapping(node, iter->lower, iter->upper);
    double enter;
    before = BSP_MIN(before, iter->end);
    for (; bits; bits &= bits - 1) {
        unsigned i = bsp_lowest_bit(bits);
        if (node->child[i] == BSP_TABLE_NO_CHILD || !reaches(iter, node, i, before, &enter))
            continue;
        unsigned at = iter->top++;
        for (; at > first && iter->stack[at - 1].enter < enter; at--)
            iter->stack[at] = iter->stack[at - 1];
        iter->stack[at] = (BspTableItem){ enter, node->child[i] };
    }
}

bool bsp_brush_table_iter_next(BspTableIter *iter, double before, uint32_t *brush)
{
    while (iter->top > 0) {
        BspTableItem item = iter->stack[--iter->top];
        if (item.enter > before)
            continue;
        if (item.child >= 0) {
            open_node(iter, &iter->sides->nodes[item.child], before);
            continue;
        }
        *brush = (uint32_t)~item.child;
        if (bsp_mask_selects(iter->mask, iter->sides->brushes[*brush].contents))
            return true;
    }
    return false;
}
