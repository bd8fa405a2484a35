/* shape: a shape made ready for one tree. */
#include "shift-shape.h"

#include "shift/private.h"

/* NULL when the shape is flat along some normal: what is flat is clipped with more care, and the
 * query that looks up is made for what is not. */
static ShiftBand *bands_of(const BspNodes *nodes, const BspShape *shape)
{
    g_autofree ShiftBand *bands = g_new(ShiftBand, nodes->n_normals);
    for (guint i = 0; i < nodes->n_normals; i++) {
        bands[i] = shift_band_of(shape, nodes, i);
        if (shift_band_is_flat(&bands[i]))
            return NULL;
    }
    return g_steal_pointer(&bands);
}

ShiftShape *shift_shape_new(const ShiftTree *tree, const BspShape *shape)
{
    ShiftShape *prepared = g_new(ShiftShape, 1);
    *prepared = (ShiftShape){ tree, *shape, bands_of(&tree->nodes, shape) };
    return prepared;
}

void shift_shape_free(ShiftShape *shape)
{
    if (!shape)
        return;
    g_free(shape->bands);
    g_free(shape);
}

gsize shift_shape_bytes(const ShiftShape *shape)
{
    return sizeof *shape + (shape->bands ? shape->tree->nodes.n_normals * sizeof *shape->bands : 0);
}
