/* plan: draws the level from above, with moves. The colour of a floor shows its height. */
#include "draw/drawing.h"
#include "draw/floors.h"
#include "text/strings.h"

/* The number of the lowest floor's colour, on the scale of amounts from 0 (dark) to 1. On darker
 * colours, moves would be invisible. */
#define LOWEST 0.35

static void add_height(CompareCanvas *canvas, const char *which, double z, double amount)
{
    CompareColour colour = compare_colour_amount(amount);
    g_autofree char *text = compare_number_rounded(z);
    compare_canvas_legend(canvas,
                          (CompareSign){ COMPARE_SIGN_AREA, .colour = colour, .edge = colour },
                          "%s floor, at its middle: z = %s", which, text);
}

void compare_paint_plan(const CompareDrawing *d, CompareCanvas *canvas)
{
    g_autoptr(GArray) floors = compare_floors_new(d->scenario->world, &canvas->map.view);
    const CompareFloor *all = (const CompareFloor *)(gconstpointer)floors->data;
    double lowest = floors->len ? all[0].z : 0, highest = floors->len ? all[floors->len - 1].z : 0;
    for (guint i = 0; i < floors->len; i++) {
        double part = highest > lowest ? (all[i].z - lowest) / (highest - lowest) : 0;
        CompareColour fill = compare_colour_amount(LOWEST + (1 - LOWEST) * part);
        compare_canvas_polygon(canvas, all[i].flat, fill, COMPARE_SOLID, 0.25);
    }
    if (floors->len) {
        add_height(canvas, "highest", highest, 1);
        add_height(canvas, "lowest", lowest, LOWEST);
    }
    compare_paint_moves(d, canvas);
}
