/* shape: prepares a shape for one tree. */
#include "shift/tree.h"

#include <stdlib.h>

/* Prepares the shape. A shape that is flat along some normal gets no prepared bands, because
 * queries with prepared bands leave out the checks that flat shapes need. */
ShiftShape *shift_shape_new(const ShiftTree *tree, const BspShape *shape)
{
    const BspNodes *nodes = &tree->nodes;
    bool is_flat = bsp_shape_thickness(shape) <= SHIFT_FLAT;
    ShiftShape *prepared = malloc(sizeof *prepared);
    ShiftBand *bands =
        is_flat ? NULL
                : malloc((nodes->n_normals + 1) *
                         sizeof *bands); /* one more than needed, so that the size is never 0 */
    if (!prepared || (!bands && !is_flat)) {
        free(prepared);
        free(bands);
        return NULL;
    }
    *prepared = (ShiftShape){ tree, *shape, bands };
    for (unsigned i = 0; i < nodes->n_normals && bands; i++)
        bands[i] = shift_band_of(shape, nodes, i);
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
