/* drawing: the mover of a drawing, and the tooltips of brushes. */
#include "draw/drawing.h"

#include "bsp-shape.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

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
    return compare_scenario_mover_shape(d->scenario, compare_drawing_mover(d));
}

guint32 compare_drawing_mask(const CompareDrawing *d)
{
    return compare_scenario_mover_mask(d->scenario, compare_drawing_mover(d));
}

const char *compare_drawing_shape_name(const CompareDrawing *d)
{
    return compare_scenario_mover_name(d->scenario, compare_drawing_mover(d));
}

/* --- tooltips --- */

/* Returns "brush 12: entity 0, brush 11 (line 345), solid, from 0 0 0 to 8 8 8" */
static char *describe_brush(const CompareDrawing *d, guint number)
{
    const BspWorld *world = d->world ? d->world : d->scenario->world;
    const BspBrush *brush = bsp_solid_brush(d->scenario->world->solid, number);
    const BspBounds *box = bsp_brush_bounds(brush);
    g_autofree char *place = bsp_world_brush_place(world, number);
    g_autofree char *contents = bsp_contents_text(bsp_brush_contents(brush));
    g_autofree char *mins = compare_place_hundredths(box->mins.v),
                    *maxs = compare_place_hundredths(box->maxs.v);
    return g_strdup_printf("brush %u: %s%s%s, from %s to %s", number, place ? place : "",
                           place ? ", " : "", contents, mins, maxs);
}

void compare_paint_brush(const CompareDrawing *d, CompareCanvas *canvas, guint brush,
                         BspPolygon *polygon, CompareColour fill, const BspPlane *floor)
{
    gpointer one[] = { polygon };
    GPtrArray polygons = { one, 1 };
    CompareColour edge = floor ? COMPARE_SOLID : fill;
    if (d->explain) {
        g_autofree char *about = describe_brush(d, brush);
        g_string_append(canvas->svg, "<g");
        if (floor) {
            double standing =
                floor->dist + bsp_shape_offset(compare_drawing_shape(d), floor->normal);
            g_string_append_printf(canvas->svg, " data-floor=\"%.10g %.10g %.10g\"",
                                   standing / floor->normal.z, -floor->normal.x / floor->normal.z,
                                   -floor->normal.y / floor->normal.z);
        }
        g_string_append(canvas->svg, "><title>");
        compare_canvas_escape(canvas->svg, about);
        g_string_append(canvas->svg, "</title>");
    }
    compare_canvas_area(canvas, &polygons, fill, edge, floor ? 0.25 : 0);
    if (d->explain)
        g_string_append(canvas->svg, "</g>\n");
}
