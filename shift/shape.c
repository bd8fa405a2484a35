/* shape: prepares a shape for one tree. */
#include "shift/tree.h"

#include <stdlib.h>

/* Prepares the shape. If its band is flat along some normal, the shape gets no prepared bands,
 * because queries with prepared bands leave out the checks that flat bands need. */
ShiftShape *shift_shape_new(const ShiftTree *tree, const BspShape *shape)
{
    const BspNodes *nodes = &tree->nodes;
    ShiftShape *prepared = malloc(sizeof *prepared);
    ShiftBand *bands =
        malloc((nodes->n_normals + 1) *
               sizeof *bands); /* one more than needed, so that the size is never 0 */
    bool is_flat = false;
    if (!prepared || !bands) {
        free(prepared);
        free(bands);
        return NULL;
    }
    *prepared = (ShiftShape){ tree, *shape, bands };
    for (unsigned i = 0; i < nodes->n_normals; i++) {
        bands[i] = shift_band_of(shape, nodes, i);
        is_flat |= shift_band_is_flat(&bands[i]);
    }
    if (is_flat) {
        free(bands);
        prepared->bands = NULL;
    }
    return prepared;
}

void shift_shape_free(ShiftShape *shape)
{
    if (!shape)
        return;
    free(shape->bands);
    free(shape);
}

size_t shift_shape_bytes(const ShiftShape *shape)
{
    return sizeof *shape + (shape->bands ? shape->tree->nodes.n_normals * sizeof *shape->bands : 0);
}
