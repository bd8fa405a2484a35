/* brush-table: the table that identifies what was hit, as a whole. */
#include "trace/brush-table.h"

#include <stdlib.h>

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
