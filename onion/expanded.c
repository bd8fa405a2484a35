/* expanded: the world expanded for one space, and the data that compiling needs. */
#include "onion/private.h"

static const char *name_of(const OnionSpace *space)
{
    return space->name ? space->name : "";
}

static gboolean check_space(const OnionSpace *space, GError **error)
{
    for (int i = 0; i < 3; i++) {
        double lo = space->box.mins.v[i], hi = space->box.maxs.v[i];
        if (!isfinite(lo) || !isfinite(hi) || lo > hi) {
            g_set_error(
                error, BSP_ERROR, BSP_ERROR_VALUE,
                "space \"%s\": mins exceed maxs on the %c axis (%g > %g), or are not finite",
                name_of(space), "xyz"[i], lo, hi);
            return FALSE;
        }
    }
    return TRUE;
}

gboolean onion_expanded_init(OnionExpanded *expanded, const BspSolid *solid,
                             const OnionSpace *space, const BspBuildOptions *options,
                             BspJobPart part, GError **error)
{
    *expanded = (OnionExpanded){ 0 };
    if (!check_space(space, error))
        return FALSE;
    g_autoptr(BspSolid) selected = space->mask ? bsp_solid_select(solid, space->mask) : NULL;
    solid = selected ? selected : solid;
    if (bsp_space_init_expanded(&expanded->space, &expanded->solid, solid, &space->box, options,
                                part, error))
        return TRUE;
    g_prefix_error(error, "space \"%s\": ", name_of(space));
    return FALSE;
}

void onion_expanded_reduce(OnionExpanded *expanded)
{
    bsp_space_take_solid(&expanded->space, g_steal_pointer(&expanded->solid));
}

void onion_expanded_clear(OnionExpanded *expanded)
{
    bsp_space_clear(&expanded->space);
    g_clear_pointer(&expanded->solid, bsp_solid_free);
}
