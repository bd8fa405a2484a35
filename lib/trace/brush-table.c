/* brush-table: the table of brushes as a whole, and the brushes near a moving box. */
#include "trace/brush-table.h"

#include <stdlib.h>

#include "bsp-brush-table.h"
#include "trace/compiler.h"

void bsp_brush_table_free(BspBrushTable *table)
{
    if (!table)
        return;
    if (!table->is_loaded) {
        free(table->nodes);
        free(table->brushes);
        free(table->planes);
        free(table->groups);
        free(table->cells);
        free(table->tiles);
        free(table->names);
        free(table->vertices);
        free(table->first);
    }
    free(table);
}

unsigned bsp_brush_table_n_brushes(const BspBrushTable *table)
{
    return table->n_brushes;
}

BspBounds bsp_brush_table_bounds(const BspBrushTable *table)
{
    BspBounds all = bsp_bounds_empty();
    for (unsigned i = 0; i < table->n_brushes; i++) {
        const BspTableBrush *b = &table->brushes[i];
        bsp_bounds_add_point(&all, bsp_vec(b->least[0], b->least[1], b->least[2]));
        bsp_bounds_add_point(&all, bsp_vec(b->most[0], b->most[1], b->most[2]));
    }
    return all;
}

bool bsp_brush_table_side(const BspBrushTable *table, uint32_t brush, int32_t side, BspPlane *plane)
{
    if (brush >= table->n_brushes || side < 0)
        return false;
    const BspTableBrush *b = &table->brushes[brush];
    for (uint32_t i = b->first; i < b->first + b->n; i++)
        if (table->names[i].side == side) {
            *plane = table->planes[i];
            return true;
        }
    return false;
}

size_t bsp_brush_table_bytes(const BspBrushTable *table)
{
    size_t bytes = sizeof *table + table->n_nodes * sizeof *table->nodes +
                   table->n_brushes * sizeof *table->brushes +
                   table->n_slots * sizeof *table->groups + table->n_cells * sizeof *table->cells +
                   table->n_tiles * sizeof *table->tiles +
                   table->n_planes * (sizeof *table->planes + sizeof *table->names);
    if (table->first)
        bytes += (2 * (size_t)table->n_brushes + 1) * sizeof *table->first +
                 table->first[2 * (size_t)table->n_brushes] * sizeof *table->vertices;
    return bytes;
}

/* --- the brushes near a moving box --- */

/* Pure number. Replaces 1 / 0 for an axis along which the box does not move, to avoid multiplying
 * by infinity. */
#define LARGEST_INVERSE 1e300

/* Pure number, relative to a coordinate. It exceeds the error of rounding the coordinate to a
 * float. */
#define FLOAT_STEP (1.0 / (1 << 23))

/* Sets the bounds of the path from t = begin to t = end along axis k. begin may exceed end. */
static void set_extent(BspTableIter *iter, int k, double delta)
{
    double a = iter->begin * delta, b = iter->end * delta;
    double lo = iter->most[k] + BSP_MIN(a, b), hi = iter->least[k] + BSP_MAX(a, b);
    iter->lower[k] = (float)(lo - fabs(lo) * FLOAT_STEP);
    iter->upper[k] = (float)(hi + fabs(hi) * FLOAT_STEP);
}

void bsp_brush_table_iter_begin(BspTableIter *iter, const BspBrushTable *table, uint32_t mask,
                                const BspTablePath *path)
{
    double by = path->by + 2 * BSP_TOUCH; /* 2 BSP_TOUCH is far above the rounding in this file */
    iter->table = table;
    iter->mask = mask;
    iter->begin = path->begin;
    iter->end = path->end;
    iter->top = 0;
    for (int k = 0; k < 3; k++) {
        double delta = path->delta.v[k];
        iter->least[k] = path->from.v[k] + path->box->maxs.v[k] + by;
        iter->most[k] = path->from.v[k] + path->box->mins.v[k] - by;
        iter->inverse[k] = fabs(delta) > 1 / LARGEST_INVERSE ? 1 / delta : LARGEST_INVERSE;
        set_extent(iter, k, delta);
    }
    if (table->n_brushes > 0)
        iter->stack[iter->top++] = (BspTableItem){ -HUGE_VAL, 0 };
}

/* Sets *enter to the time at which the path reaches the box of child i. Returns false if it does
 * not reach the box within the iteration's interval. */
static inline bool reaches_child(const BspTableIter *iter, const BspTableNode *node, unsigned i,
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
        if (node->child[i] == BSP_TABLE_NO_CHILD || !reaches_child(iter, node, i, before, &enter))
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
            open_node(iter, &iter->table->nodes[item.child], before);
            continue;
        }
        *brush = (uint32_t)~item.child;
        if (bsp_mask_selects(iter->mask, iter->table->brushes[*brush].contents))
            return true;
    }
    return false;
}
