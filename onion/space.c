/* onion-layer: the world expanded for one space, and what compiling needs to know of it. */
#include "onion/private.h"

static gboolean check_space(const OnionSpace *space, GError **error)
{
    for (int i = 0; i < 3; i++) {
        double lo = space->box.mins.v[i], hi = space->box.maxs.v[i];
        if (!isfinite(lo) || !isfinite(hi) || lo > hi) {
            g_set_error(
                error, BSP_ERROR, BSP_ERROR_VALUE,
                "space \"%s\": mins exceed maxs on the %c axis (%g > %g), or are not finite",
                space->name, "xyz"[i], lo, hi);
            return FALSE;
        }
    }
    return TRUE;
}

gboolean onion_layer_init(OnionLayer *layer, const BspSolid *solid, const OnionSpace *space,
                          const BspLayerOptions *options, BspPart part, GError **error)
{
    *layer = (OnionLayer){ 0 };
    if (!check_space(space, error))
        return FALSE;
    if (bsp_layer_init_expanded(&layer->layer, &layer->solid, solid, &space->box, options, part,
                                error))
        return TRUE;
    g_prefix_error(error, "space \"%s\": ", space->name);
    return FALSE;
}

void onion_layer_reduce(OnionLayer *layer)
{
    bsp_layer_take_solid(&layer->layer, g_steal_pointer(&layer->solid));
}

void onion_layer_clear(OnionLayer *layer)
{
    bsp_layer_clear(&layer->layer);
    g_clear_pointer(&layer->solid, bsp_solid_free);
}
