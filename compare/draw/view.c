/* view: the part of the level that a drawing shows. */
#include "draw/view.h"

#include "text/number.h"

static void add_reach(BspBounds *all, const BspBounds *solid, const BspShape *shape)
{
    BspBounds reach = { bsp_vec_sub(solid->mins, shape->bounds.maxs),
                        bsp_vec_sub(solid->maxs, shape->bounds.mins) };
    bsp_bounds_add(all, &reach);
}

/* The bounds of all solid of the drawing, with a margin. */
static BspBounds whole_level(const CompareDrawing *d)
{
    BspBounds solid = *bsp_solid_bounds(d->scenario->world->solid), all = solid;
    if (d->kind == COMPARE_DRAW_SLICE) {
        add_reach(&all, &solid, compare_drawing_shape(d));
        for (guint i = 0; i < d->scenario->spaces->len && !d->has_mover; i++)
            add_reach(&all, &solid, &g_array_index(d->scenario->spaces, CompareSpace, i).shape);
    }
    return all;
}

static gboolean nothing_there(const char *what, const BspBounds *level, guint axis, GError **error)
{
    g_autofree char *least = compare_number_rounded(level->mins.v[axis]),
                    *most = compare_number_rounded(level->maxs.v[axis]);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s is beside the level, which has %c from %s to %s", what, "xyz"[axis], least,
                most);
    return FALSE;
}

static gboolean set_region(const CompareDrawing *d, CompareMap *map, const BspBounds *level,
                           GError **error)
{
    const guint axes[2] = { map->across, map->up };
    for (guint i = 0; i < 2; i++) {
        double margin = 0.02 * (level->maxs.v[axes[i]] - level->mins.v[axes[i]]);
        double least = d->has_region ? d->region[i] : level->mins.v[axes[i]] - margin;
        double most = d->has_region ? d->region[2 + i] : level->maxs.v[axes[i]] + margin;
        if (!(most - least >= 1e-3)) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                        "the region has nothing between its least %c and its most", "xyz"[axes[i]]);
            return FALSE;
        }
        if (most < level->mins.v[axes[i]] || least > level->maxs.v[axes[i]])
            return nothing_there("the region", level, axes[i], error);
        map->view.mins.v[axes[i]] = least;
        map->view.maxs.v[axes[i]] = most;
    }
    return TRUE;
}

gboolean compare_view_init(const CompareDrawing *d, CompareMap *map, GError **error)
{
    if (bsp_solid_n_brushes(d->scenario->world->solid) == 0) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "the world has no brushes to draw");
        return FALSE;
    }
    BspBounds level = whole_level(d);
    guint axis = d->kind == COMPARE_DRAW_SLICE ? d->axis : 2;
    map->across = axis == 0 ? 1 : 0;
    map->up = axis == 2 ? 1 : 2;
    double at = d->kind == COMPARE_DRAW_SLICE ? d->at : 0;
    map->view.mins.v[axis] = map->view.maxs.v[axis] = at;
    if (d->kind == COMPARE_DRAW_SLICE && !(at >= level.mins.v[axis] && at <= level.maxs.v[axis]))
        return nothing_there("the plane", &level, axis, error);
    return set_region(d, map, &level, error);
}
