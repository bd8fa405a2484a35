/* brush-table: the table of brushes as a whole. */
#include "table/brush-table.h"

#include <stdlib.h>

#include "bsp-brush-table.h"
#include "trace/compiler.h"

void bsp_brush_table_free(BspBrushTable *table)
{
    if (!table)
        return;
    if (table->release) {
        table->release(table);
        return;
    }
    if (table->is_loaded) {
        onion_tree_free(((BspLoadedTable *)table)->onion);
        shift_tree_free(((BspLoadedTable *)table)->shift);
    } else {
        free(table->hierarchy.memory);
        free(table->brushes);
        free(table->groups);
        free(table->names);
        free(table->axials);
        free(table->vertices);
        free(table->bodies);
    }
    free(table->file);
    free(table);
}

unsigned bsp_brush_table_n_brushes(const BspBrushTable *table)
{
    return table->n_brushes;
}

unsigned bsp_brush_table_n_nodes(const BspBrushTable *table)
{
    return table->hierarchy.n_nodes;
}

BspBounds bsp_brush_table_bounds(const BspBrushTable *table)
{
    BspBounds all = bsp_bounds_empty();
    for (unsigned i = 0; i < table->n_brushes; i++) {
        const BspTableBrush *b = bsp_brush_table_row(table, i);
        if (!bsp_brush_table_has(table, i))
            continue;
        bsp_bounds_add_point(&all, bsp_vec(b->least[0], b->least[1], b->least[2]));
        bsp_bounds_add_point(&all, bsp_vec(b->most[0], b->most[1], b->most[2]));
    }
    return all;
}

bool bsp_brush_table_side(const BspBrushTable *table, uint32_t brush, int32_t side, BspPlane *plane)
{
    if (!bsp_brush_table_has(table, brush) || side < 0)
        return false;
    const BspTableBrush *b = bsp_brush_table_row(table, brush);
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
    size_t of_group = sizeof *table->groups + BSP_TABLE_LANES * sizeof *table->names;
    size_t of_brush = sizeof *table->brushes + BSP_TABLE_AXIAL * sizeof *table->axials;
    of_brush += table->vertices ? sizeof *table->bodies : 0;
    return sizeof *table + table->hierarchy.n_nodes * sizeof *table->hierarchy.nodes +
           table->n_brushes * of_brush + table->n_groups * of_group +
           table->n_vertices * sizeof *table->vertices;
}
