/* drawing: describes the content of a picture. */
#include "draw/drawing.h"

const char *const compare_layer_names[] = { "solid", "cells", "bevels", "shifted",
                                            "moves", "stops", NULL };

gint compare_drawing_mover(const CompareDrawing *d)
{
    if (d->has_mover)
        return d->mover;
    if (d->scenario->trajectories->len)
        return compare_scenario_mover(compare_scenario_trajectory(d->scenario, d->trajectory));
    return d->scenario->spaces->len ? 0 : ~0;
}

const BspShape *compare_drawing_shape(const CompareDrawing *d)
{
    gint mover = compare_drawing_mover(d);
    return mover >= 0 ? &g_array_index(d->scenario->spaces, CompareSpace, mover).shape
                      : &g_array_index(d->scenario->shapes, CompareShape, ~mover).shape;
}

guint32 compare_drawing_mask(const CompareDrawing *d)
{
    return compare_scenario_mover_mask(d->scenario, compare_drawing_mover(d));
}

const char *compare_drawing_shape_name(const CompareDrawing *d)
{
    gint mover = compare_drawing_mover(d);
    return mover >= 0 ? g_array_index(d->scenario->spaces, CompareSpace, mover).name
                      : g_array_index(d->scenario->shapes, CompareShape, ~mover).name;
}
