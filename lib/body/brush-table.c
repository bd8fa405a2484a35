/* brush-table: the table of brushes as a whole, and the brushes near a moving box. */
#include "body/brush-table.h"

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
        free(table->names);
        free(table->vertices);
        free(table->first);
    }
    free(table->file);
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
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        if (bsp_brush_table_plane_name(table, brush, i)->side != side)
            continue;
        *plane = bsp_brush_table_plane(table, b, i);
        return true;
    }
    return false;
}

size_t bsp_brush_table_bytes(const BspBrushTable *table)
{
    size_t n = table->n_brushes, n_names = table->n_planes + BSP_TABLE_AXIAL * n;
    size_t bytes = sizeof *table + table->n_nodes * sizeof *table->nodes +
                   (n + 1) * sizeof *table->brushes + table->n_planes * sizeof *table->planes +
                   n_names * sizeof *table->names;
    if (table->first)
        bytes += (2 * n + 1) * sizeof *table->first + table->first[2 * n] * sizeof *table->vertices;
    return bytes;
}

/* --- the brushes near a moving box --- */

/* Steps. The moving box is made larger by this much, which is far above the rounding of times near
 * the grid. */
#define SLACK (1.0 / 16)

/* Pure number, relative to the coordinates of the path. It is above the sum of their roundings, and
 * matters only for paths that begin or end very far away. */
#define FAR_ROUNDING 1e-15

/* Steps. A shorter way along an axis counts as none. */
#define SHORTEST_WAY 1e-9

/* Sets the bounds of the path along axis k. begin may exceed end. */
static void set_extent(BspTableIter *iter, const BspTablePath *path, double by, int k)
{
    const BspTableGrid *grid = &iter->table->grid;
    double a = path->begin * path->delta.v[k], b = path->end * path->delta.v[k];
    double least = path->from.v[k] + path->box->mins.v[k] - by + BSP_MIN(a, b);
    double most = path->from.v[k] + path->box->maxs.v[k] + by + BSP_MAX(a, b);
    iter->around.least[k] = bsp_brush_table_four(bsp_brush_table_step(grid, k, least));
    iter->around.most[k] =
        bsp_brush_table_four(bsp_brush_table_step(grid, k, most)) | BSP_TABLE_SPARE;
}

/* Adds the way along axis k, unless the box does not move along it. A bound of the other box is
 * only known to be within its step. A greatest step includes its spare bit. */
static void add_way(BspTableIter *iter, const BspTablePath *path, double by, int k)
{
    const BspTableGrid *grid = &iter->table->grid;
    double delta = path->delta.v[k] * grid->per_unit[k], from = path->from.v[k] - grid->origin[k];
    double least =
        (from + path->box->mins.v[k] - by) * grid->per_unit[k] - SLACK - 1 + BSP_TABLE_SPARE_STEP;
    double most = (from + path->box->maxs.v[k] + by) * grid->per_unit[k] + SLACK;
    bool up = delta > 0;
    if (fabs(delta) < SHORTEST_WAY)
        return;
    iter->ways[iter->n_ways].near = 2 * (unsigned)k + (up ? 0 : 1);
    iter->ways[iter->n_ways].far = 2 * (unsigned)k + (up ? 1 : 0);
    iter->ways[iter->n_ways].first = up ? most : least;
    iter->ways[iter->n_ways].last = up ? least : most;
    iter->ways[iter->n_ways++].inverse = 1 / delta;
}

void bsp_brush_table_iter_begin(BspTableIter *iter, const BspBrushTable *table, uint32_t mask,
                                const BspTablePath *path)
{
    iter->table = table;
    iter->mask = mask;
    iter->begin = path->begin;
    iter->end = path->end;
    iter->top = iter->n_ways = 0;
    iter->n_visited = 0;
    for (int k = 0; k < 3; k++) {
        double far = fabs(path->from.v[k]) + fabs(path->delta.v[k]);
        double by = path->by + 2 * BSP_TOUCH + FAR_ROUNDING * far;
        set_extent(iter, path, by, k);
        add_way(iter, path, by, k);
    }
    if (table->n_brushes > 0)
        iter->stack[iter->top++] = (BspTableItem){ -HUGE_VAL, 0 };
}

/* Sets *enter to the time at which the path reaches child i. Returns false if it does not reach the
 * child within the iteration's interval. */
static inline bool reaches_child(const BspTableIter *iter, const BspTableNode *node, unsigned i,
                                 double before, double *enter)
{
    double from = -HUGE_VAL, to = HUGE_VAL;
    for (unsigned w = 0; w < iter->n_ways; w++) {
        double near = node->bounds[iter->ways[w].near].steps[i];
        double far = node->bounds[iter->ways[w].far].steps[i];
        double reached = (near - iter->ways[w].first) * iter->ways[w].inverse;
        double left = (far - iter->ways[w].last) * iter->ways[w].inverse;
        from = BSP_MAX(reached, from);
        to = BSP_MIN(left, to);
    }
    *enter = from;
    return from <= to && from <= before && to >= iter->begin;
}

/* Pushes the children that the path reaches, the nearest on top. */
static void open_node(BspTableIter *iter, const BspTableNode *node, double before)
{
    unsigned first = iter->top;
    uint64_t children = bsp_brush_table_overlapping(node, &iter->around);
    double enter;
    before = BSP_MIN(before, iter->end);
    for (; children; children &= children - 1) {
        unsigned i = bsp_brush_table_first_child(children), at;
        if (!reaches_child(iter, node, i, before, &enter))
            continue;
        for (at = iter->top++; at > first && iter->stack[at - 1].enter < enter; at--)
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
            iter->n_visited++;
            open_node(iter, &iter->table->nodes[item.child], before);
            continue;
        }
        *brush = (uint32_t)~item.child;
        if (bsp_mask_selects(iter->mask, iter->table->brushes[*brush].contents))
            return true;
    }
    return false;
}
