/* brush-table: the table of brushes as a whole, and the brushes near a moving box. */
#include "trace/brush-table.h"

#include <stdlib.h>

#include "bsp-brush-table.h"
#include "trace/compiler.h"

void bsp_brush_table_free(BspBrushTable *sides)
{
    if (!sides)
        return;
    if (!sides->is_loaded) {
        free(sides->nodes);
        free(sides->brushes);
        free(sides->planes);
        free(sides->groups);
        free(sides->cells);
        free(sides->tiles);
        free(sides->names);
        free(sides->vertices);
        free(sides->first);
    }
    free(sides);
}

unsigned bsp_brush_table_n_brushes(const BspBrushTable *sides)
{
    return sides->n_brushes;
}

BspBounds bsp_brush_table_bounds(const BspBrushTable *sides)
{
    BspBounds all = bsp_bounds_empty();
    for (unsigned i = 0; i < sides->n_brushes; i++) {
        const BspTableBrush *b = &sides->brushes[i];
        bsp_bounds_add_point(&all, bsp_vec(b->least[0], b->least[1], b->least[2]));
        bsp_bounds_add_point(&all, bsp_vec(b->most[0], b->most[1], b->most[2]));
    }
    return all;
}

size_t bsp_brush_table_bytes(const BspBrushTable *sides)
{
    size_t bytes = sizeof *sides + sides->n_nodes * sizeof *sides->nodes +
                   sides->n_brushes * sizeof *sides->brushes +
                   sides->n_slots * sizeof *sides->groups + sides->n_cells * sizeof *sides->cells +
                   sides->n_tiles * sizeof *sides->tiles +
                   sides->n_planes * (sizeof *sides->planes + sizeof *sides->names);
    if (sides->first)
        bytes += (2 * (size_t)sides->n_brushes + 1) * sizeof *sides->first +
                 sides->first[2 * (size_t)sides->n_brushes] * sizeof *sides->vertices;
    return bytes;
}

/* --- the brushes near a moving box --- */

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
                                const BspTablePath *path)
{
    double by = path->by + 2 * BSP_TOUCH; /* far above all rounding below */
    iter->sides = sides;
    iter->mask = mask;
    iter->begin = path->begin;
    iter->end = path->end;
    iter->top = 0;
    for (int k = 0; k < 3; k++) {
        double delta = path->delta.v[k];
        iter->least[k] = path->from.v[k] + path->box->maxs.v[k] + by;
        iter->most[k] = path->from.v[k] + path->box->mins.v[k] - by;
        iter->inverse[k] = fabs(delta) > 1 / STILL ? 1 / delta : STILL;
        set_extent(iter, k, delta);
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
