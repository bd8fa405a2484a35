/* solid: makes the shapes of a scenario that may have any form, convex or not. */
#include "scenario/solid.h"

#include "bsp-error.h"
#include "tools/bsp-inspect.h"

CompareSolid *compare_solid_new(BspWorld *world, GError **error)
{
    g_autoptr(CompareSolid) solid = g_new(CompareSolid, 1);
    g_atomic_ref_count_init(&solid->refs);
    solid->world = world;
    solid->parts = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_hull_free);
    guint n = bsp_solid_n_brushes(world->solid);
    if (n == 0)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "a solid needs at least one brush");
    for (guint i = 0; i < n; i++) {
        const BspCell *cell = bsp_brush_cell(bsp_solid_brush(world->solid, i));
        BspHull *hull = bsp_hull_new(cell->vertices, cell->n_vertices, error);
        if (!hull)
            return NULL;
        g_ptr_array_add(solid->parts, hull);
    }
    return n ? g_steal_pointer(&solid) : NULL;
}

CompareSolid *compare_solid_ref(CompareSolid *solid)
{
    g_atomic_ref_count_inc(&solid->refs);
    return solid;
}

void compare_solid_unref(CompareSolid *solid)
{
    if (!solid || !g_atomic_ref_count_dec(&solid->refs))
        return;
    g_ptr_array_unref(solid->parts);
    bsp_world_free(solid->world);
    g_free(solid);
}

BspHull *compare_solid_hull(const CompareSolid *solid, GError **error)
{
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    for (guint i = 0; i < solid->parts->len; i++) {
        const BspHull *part = solid->parts->pdata[i];
        g_array_append_vals(points, part->vertices, part->n_vertices);
    }
    return bsp_hull_new((const BspVec *)(void *)points->data, points->len, error);
}

BspFrame compare_solid_frame(const BspTurn *turn, BspVec at)
{
    BspFrame frame = bsp_frame_at(at);
    if (!turn)
        return frame;
    const BspMove nowhere = { .shape = NULL };
    BspTurn round = *turn;
    round.pivot = bsp_vec(0, 0, 0);
    for (guint i = 0; i < 3; i++)
        frame.axis[i] = bsp_turn_point(&round, &nowhere, 0, bsp_vec_axis((int)i));
    frame.origin = bsp_vec_sub(at, bsp_frame_direction_out(&frame, turn->pivot));
    return frame;
}
