/* inspect: gives tools access to the internals of brushes and solids (bsp-inspect.h). */
#include "tools/bsp-inspect.h"

#include "compile/bodies.h"
#include "compile/space.h"
#include "compile/tree.h"
#include "shape/advance.h"

/* --- brushes --- */

const BspCell *bsp_brush_cell(const BspBrush *brush)
{
    return brush->cell;
}

const BspBounds *bsp_brush_bounds(const BspBrush *brush)
{
    return &brush->bounds;
}

guint bsp_brush_side_of_face(const BspBrush *brush, guint i)
{
    return brush->side_of_face ? brush->side_of_face[i] : i;
}

/* --- solids --- */

guint bsp_solid_n_brushes(const BspSolid *solid)
{
    return solid->brushes->len;
}

const BspBrush *bsp_solid_brush(const BspSolid *solid, guint i)
{
    return solid->brushes->pdata[i];
}

const BspBounds *bsp_solid_bounds(const BspSolid *solid)
{
    return &solid->bounds;
}

gboolean bsp_solid_overlapping(const BspSolid *solid, const BspBounds *box, BspHierarchyFunc func,
                               gpointer user_data)
{
    return bsp_hierarchy_overlapping(solid->hierarchy, box, func, user_data);
}

BspBrushTable *bsp_brush_table_new_with(const BspSolid *solid, guint flags,
                                        const BspBuildOptions *options, GError **error)
{
    g_autoptr(BspJob) job = bsp_build_job(options);
    return bsp_brush_table_new_part(solid, flags, (BspJobPart){ job, 1 }, error);
}

/* --- the surface of a solid --- */

BspSurface *bsp_surface_new(const BspSolid *solid, const BspBuildOptions *options, GError **error)
{
    g_autoptr(BspJob) job = bsp_build_job(options);
    BspSurface *surface = NULL;
    BspSpace space = { 0 };
    if (bsp_space_init(&space, &(BspSpaceSource){ .solid = solid }, options, (BspJobPart){ job, 1 },
                       error)) {
        surface = g_new0(BspSurface, 1);
        surface->faces = g_steal_pointer(&space.faces);
        surface->leak = g_steal_pointer(&space.leak);
        surface->filled = space.fill != NULL;
        surface->n_reached = space.fill ? space.fill->n_reached : 0;
        surface->n_empty = space.fill ? space.fill->n_empty : 0;
    }
    bsp_space_clear(&space);
    return surface;
}

void bsp_surface_free(BspSurface *surface)
{
    if (!surface)
        return;
    g_array_unref(surface->faces);
    g_clear_pointer(&surface->leak, g_array_unref);
    g_free(surface);
}

/* --- map trees --- */

const BspNodes *bsp_tree_nodes(const BspTree *tree)
{
    return &tree->nodes;
}

gboolean bsp_tree_is_filled(const BspTree *tree)
{
    return tree->filled;
}

/* --- a shape and one cell --- */

BspCellCast bsp_cell_cast(const BspCell *cell, const BspShape *shape, BspVec from, BspVec delta,
                          BspVec at)
{
    g_autoptr(GArray) vertices = g_array_new(FALSE, FALSE, sizeof(BspVec));
    BspCastPlace place = bsp_cast_add_body(vertices, cell);
    BspCastBody body = bsp_cast_body((const BspVec *)(gpointer)vertices->data, &place);
    BspMotion motion;
    BspMeeting hit;
    bsp_motion_init_straight(&motion, shape, from, delta);
    BspCellCast cast = { .meets = bsp_cast(&body, &motion, 0, 0, 1, &hit) };
    cast.t = cast.meets ? hit.t : 1;
    body = bsp_cast_eroded(&body);
    cast.away = bsp_cast_separate(&body, shape, NULL, at).normal;
    return cast;
}
