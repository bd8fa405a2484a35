/* shape: a shape prepared for one tree. */
#include "shift/tree.h"

#include <stdlib.h>

/* Returns the shape's band for each normal of the tree, or NULL if the shape is flat along some
 * normal. Flat shapes need extra checks, which queries with prepared bands leave out. */
static ShiftBand *bands_of(const BspNodes *nodes, const BspShape *shape, bool *enough_memory)
{
    ShiftBand *bands = malloc(nodes->n_normals * sizeof *bands);
    *enough_memory = bands != NULL;
    for (unsigned i = 0; bands && i < nodes->n_normals; i++) {
        bands[i] = shift_band_of(shape, nodes, i);
        if (shift_band_is_flat(&bands[i])) {
            free(bands);
            return NULL;
        }
    }
    return bands;
}

ShiftShape *shift_shape_new(const ShiftTree *tree, const BspShape *shape)
{
    bool enough_memory = false;
    ShiftShape *prepared = malloc(sizeof *prepared);
    if (prepared)
        *prepared = (ShiftShape){ tree, *shape, bands_of(&tree->nodes, shape, &enough_memory) };
    if (!enough_memory) {
        free(prepared);
        return NULL;
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
