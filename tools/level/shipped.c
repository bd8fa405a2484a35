/* shipped: what a .bsp file has besides its world, for audits. */
#include "level/shipped.h"

#include "world/q1bsp.h"

/* --- original brushes --- */

static void clear_brush(gpointer data)
{
    LevelShippedBrush *brush = data;
    g_free(brush->problem);
}

void level_shipped_free(LevelShipped *shipped)
{
    if (!shipped)
        return;
    g_array_unref(shipped->brushes);
    g_array_unref(shipped->planes);
    g_free(shipped);
}

/* A BspSidesFunc. */
static void add_brush(const BspSides *sides, const GError *problem, gpointer user_data)
{
    LevelShipped *shipped = user_data;
    LevelShippedBrush brush = { .number = sides->number,
                                .contents = sides->contents,
                                .first = shipped->planes->len,
                                .n = sides->n,
                                .brush = problem ? -1 : (gint)shipped->n_made,
                                .problem = problem ? g_strdup(problem->message) : NULL };
    shipped->n_made += !problem;
    g_array_append_vals(shipped->planes, sides->planes, sides->n);
    g_array_append_val(shipped->brushes, brush);
}

LevelShipped *level_shipped_read(const char *path, const char *data, gsize length,
                                 const BspWorldOptions *options, GError **error)
{
    g_autoptr(LevelShipped) shipped = g_new0(LevelShipped, 1);
    shipped->brushes = g_array_new(FALSE, FALSE, sizeof(LevelShippedBrush));
    shipped->planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_array_set_clear_func(shipped->brushes, clear_brush);
    const BspSidesWatch watch = { add_brush, shipped };
    g_autoptr(BspWorld) world =
        bsp_world_read_bsp_sides(path, data, length, options, &watch, error);
    return world ? g_steal_pointer(&shipped) : NULL;
}

/* --- the bounds of models --- */

/* Adds the extent of the model, unless it has no solid or its solid has no end. */
static gboolean add_extent(BspQ1Level *level, guint model, GArray *extents)
{
    BspQ1Cells cells;
    gboolean ok = bsp_q1_cells_read(&cells, level, model, 0, bsp_q1bsp_hull(level->version, 0),
                                    BSP_CONTENTS_SOLID);
    if (ok && cells.cells->len && !cells.n_endless[TRUE]) {
        LevelExtent extent = { model, bsp_q1_level_bounds(level, model), bsp_bounds_empty() };
        for (guint i = 0; i < cells.cells->len; i++) {
            BspBounds bounds = bsp_cell_bounds(cells.cells->pdata[i]);
            bsp_bounds_add(&extent.solid, &bounds);
        }
        g_array_append_val(extents, extent);
    }
    bsp_q1_cells_clear(&cells);
    return ok;
}

GArray *level_extents_read(const char *path, const char *data, gsize length, GError **error)
{
    g_autoptr(GArray) extents = g_array_new(FALSE, FALSE, sizeof(LevelExtent));
    BspQ1Level level;
    gboolean ok = bsp_q1_level_open(&level, path, data, length, error);
    for (guint i = 0; ok && i < level.lumps.lumps[BSP_Q1_MODELS].n; i++)
        ok = add_extent(&level, i, extents);
    bsp_q1_level_close(&level);
    return ok ? g_steal_pointer(&extents) : NULL;
}
