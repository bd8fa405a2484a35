/* frame: the frame of a map. */
#include "draw/frame.h"

#include "text/number.h"

/* The largest number of the form 1, 2 or 5 times a power of ten that is at most x. */
static double round_step(double x)
{
    double power = pow(10, floor(log10(x)));
    return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}

static void paint_tick(CompareCanvas *canvas, guint axis, double value)
{
    const CompareMap *map = &canvas->map;
    g_autofree char *text = compare_number_exact(value);
    BspVec p = map->view.mins;
    p.v[axis] = value;
    ComparePlace at = compare_map_place(map, p);
    double bottom = map->top + map->height;
    if (axis == map->across) {
        compare_canvas_line(canvas, (ComparePlace){ at.x, bottom },
                            (ComparePlace){ at.x, bottom + 4 }, canvas->theme.ink, 1);
        compare_canvas_text(canvas, (ComparePlace){ at.x, bottom + 17 }, COMPARE_TEXT_MIDDLE, 11,
                            FALSE, text);
    } else {
        compare_canvas_line(canvas, (ComparePlace){ map->left - 4, at.y },
                            (ComparePlace){ map->left, at.y }, canvas->theme.ink, 1);
        compare_canvas_text(canvas, (ComparePlace){ map->left - 7, at.y + 4 }, COMPARE_TEXT_RIGHT,
                            11, FALSE, text);
    }
}

/* Pixels: the least distance between ticks. */
#define TICKS_APART 64.0

static void paint_axis(CompareCanvas *canvas, guint axis)
{
    const CompareMap *map = &canvas->map;
    double step = round_step(2.5 * TICKS_APART / map->scale);
    double least = map->view.mins.v[axis], most = map->view.maxs.v[axis];
    /* Counts ticks, so that they are whole steps and the loop always ends. */
    double first = ceil(least / step);
    for (guint i = 0; i < 200 && (first + i) * step <= most; i++)
        paint_tick(canvas, axis, (first + i) * step);
    char name[2] = { "xyz"[axis], 0 };
    ComparePlace at = axis == map->across
                          ? (ComparePlace){ map->left + map->width + 8, map->top + map->height + 4 }
                          : (ComparePlace){ map->left, map->top - 6 };
    compare_canvas_text(canvas, at, axis == map->across ? COMPARE_TEXT_LEFT : COMPARE_TEXT_MIDDLE,
                        12, TRUE, name);
}

static void paint_scale_bar(CompareCanvas *canvas)
{
    const CompareMap *map = &canvas->map;
    double length = round_step(0.3 * map->width / map->scale);
    double y = map->top + map->height + 36, end = map->left + length * map->scale;
    g_autofree char *number = compare_number_exact(length);
    g_autofree char *text = g_strdup_printf("%s units", number);
    compare_canvas_line(canvas, (ComparePlace){ map->left, y }, (ComparePlace){ end, y },
                        canvas->theme.ink, 3);
    compare_canvas_text(canvas, (ComparePlace){ end + 8, y + 4 }, COMPARE_TEXT_LEFT, 12, FALSE,
                        text);
}

void compare_frame_paint(CompareCanvas *canvas)
{
    const CompareMap *map = &canvas->map;
    compare_canvas_frame(canvas, (ComparePlace){ map->left, map->top }, map->width, map->height,
                         canvas->theme.ink);
    paint_axis(canvas, map->across);
    paint_axis(canvas, map->up);
    paint_scale_bar(canvas);
}
