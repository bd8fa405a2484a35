/* sides: the table that tells what was hit, as a whole. */
#include "trace/sides.h"

#include <stdlib.h>

void bsp_sides_free(BspSides *sides)
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

unsigned bsp_sides_n_brushes(const BspSides *sides)
{
    return sides->n_brushes;
}

size_t bsp_sides_bytes(const BspSides *sides)
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
