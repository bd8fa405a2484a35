/* drawing: a picture of a scenario: what is looked at, and how the picture is laid out. */
#include "draw/drawing.h"

#include <cairo-svg.h>
#include <string.h>

#include "draw/subject.h"
#include "text/escape.h"
#include "text/number.h"

const char *const compare_layer_names[] = { "solid", "cells", "bevels", "shifted",
                                            "moves", "stops", NULL };

/* Pixels. */
#define LEFT 58.0
#define RIGHT 16.0
#define TOP 70.0
#define BOTTOM 58.0
#define GAP 20.0
#define LEAST_HEIGHT 160.0

gint compare_drawing_mover(const CompareDrawing *d)
{
    if (d->has_mover)
        return d->mover;
    if (d->scenario->trajectories->len)
        return compare_scenario_mover(
            &g_array_index(d->scenario->trajectories, CompareTrajectory, d->trajectory));
    return d->scenario->spaces->len ? 0 : ~0;
}

const BspShape *compare_drawing_shape(const CompareDrawing *d)
{
    gint mover = compare_drawing_mover(d);
    return mover >= 0 ? &g_array_index(d->scenario->spaces, CompareSpace, mover).shape
                      : &g_array_index(d->scenario->shapes, CompareShape, ~mover).shape;
}

const char *compare_drawing_shape_name(const CompareDrawing *d)
{
    gint mover = compare_drawing_mover(d);
    return mover >= 0 ? g_array_index(d->scenario->spaces, CompareSpace, mover).name
                      : g_array_index(d->scenario->shapes, CompareShape, ~mover).name;
}

/* --- what is looked at --- */

static void add_reach(BspBounds *all, const BspBounds *solid, const BspShape *shape)
{
    BspBounds reach = { bsp_vec_sub(solid->mins, shape->bounds.maxs),
                        bsp_vec_sub(solid->maxs, shape->bounds.mins) };
    bsp_bounds_add(all, &reach);
}

/* Where anything is solid for what is drawn, and a little more. */
static BspBounds whole_level(const CompareDrawing *d)
{
    BspBounds solid = d->scenario->world->solid->bounds, all = solid;
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

static gboolean set_view(const CompareDrawing *d, CompareMap *map, GError **error)
{
    if (d->scenario->world->solid->brushes->len == 0) {
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

/* The map as large as the picture's width lets it be, and no higher than it is wide. */
static void place_map(const CompareDrawing *d, CompareMap *map)
{
    double across = map->view.maxs.v[map->across] - map->view.mins.v[map->across];
    double up = map->view.maxs.v[map->up] - map->view.mins.v[map->up];
    double width = d->width ? d->width : COMPARE_DRAW_WIDTH;
    double room = width - LEFT - GAP - COMPARE_LEGEND_WIDTH - RIGHT;
    map->left = LEFT;
    map->top = TOP;
    map->scale = fmin(room / across, 1.1 * room / up);
    map->width = across * map->scale;
    map->height = up * map->scale;
}

/* --- what is round the map --- */

/* 1, 2 or 5 times a power of ten, the largest that is not over x. */
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

/* Pixels between ticks, at least. */
#define TICKS_APART 64.0

static void paint_axis(CompareCanvas *canvas, guint axis)
{
    const CompareMap *map = &canvas->map;
    double step = round_step(2.5 * TICKS_APART / map->scale);
    double least = map->view.mins.v[axis], most = map->view.maxs.v[axis];
    /* Counted, so that ticks are whole steps, and so that the loop ends whatever the numbers. */
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

/* --- the picture --- */

static CompareTheme theme_of(const CompareDrawing *d)
{
    return d->dark ? compare_theme_dark : compare_theme_light;
}

/* What the legend says, by painting where nobody looks. */
static CompareLegend *find_legend(const CompareSubject *subject, const CompareMap *map)
{
    CompareLegend *legend = compare_legend_new();
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    CompareCanvas canvas = { cairo_create(surface), NULL, theme_of(subject->drawing), *map };
    subject->paint(subject, &canvas, legend);
    cairo_destroy(canvas.cr);
    cairo_surface_destroy(surface);
    return legend;
}

static double legend_left(const CompareMap *map)
{
    return map->left + map->width + GAP;
}

static void paint_all(const CompareSubject *subject, CompareCanvas *canvas,
                      const CompareLegend *legend, double width, double height)
{
    const CompareMap *map = &canvas->map;
    CompareLegend *again = compare_legend_new();
    compare_canvas_box(canvas, (ComparePlace){ 0, 0 }, width, height, canvas->theme.paper, 1);
    subject->paint(subject, canvas, again);
    compare_legend_free(again);
    compare_canvas_frame(canvas, (ComparePlace){ map->left, map->top }, map->width, map->height,
                         canvas->theme.ink);
    compare_canvas_text(canvas, (ComparePlace){ LEFT, 24 }, COMPARE_TEXT_LEFT, 17, TRUE,
                        subject->title);
    compare_canvas_text(canvas, (ComparePlace){ LEFT, 42 }, COMPARE_TEXT_LEFT, 12, FALSE,
                        subject->subtitle);
    paint_axis(canvas, map->across);
    paint_axis(canvas, map->up);
    paint_scale_bar(canvas);
    compare_legend_paint(legend, canvas, (ComparePlace){ legend_left(map), map->top });
}

/* Pixels. What titles need. */
#define LEAST_WIDTH 640.0

/* No wider than what is in it. */
static double picture_width(const CompareDrawing *d, const CompareMap *map)
{
    double wanted = d->width ? d->width : COMPARE_DRAW_WIDTH;
    return ceil(fmin(wanted, fmax(LEAST_WIDTH, legend_left(map) + COMPARE_LEGEND_WIDTH + RIGHT)));
}

typedef struct {
    CompareSubject *subject;
    CompareLegend *legend;
    CompareMap map;
    double width, height;
} Layout;

static gboolean lay_out(const CompareDrawing *d, Layout *layout, GError **error)
{
    *layout = (Layout){ 0 };
    if (!set_view(d, &layout->map, error))
        return FALSE;
    place_map(d, &layout->map);
    CompareSubject *(*const kinds[])(const CompareDrawing *, const CompareMap *,
                                     GError **) = { [COMPARE_DRAW_SLICE] = compare_slice_new,
                                                    [COMPARE_DRAW_PLAN] = compare_plan_new,
                                                    [COMPARE_DRAW_COST] = compare_cost_new };
    layout->subject = kinds[d->kind](d, &layout->map, error);
    if (!layout->subject)
        return FALSE;
    layout->legend = find_legend(layout->subject, &layout->map);
    double inside = fmax(layout->map.height, compare_legend_height(layout->legend));
    layout->width = picture_width(d, &layout->map);
    layout->height = ceil(TOP + fmax(inside, LEAST_HEIGHT) + BOTTOM);
    return TRUE;
}

static void clear_layout(Layout *layout)
{
    layout->subject->free(layout->subject);
    compare_legend_free(layout->legend);
}

/* --- SVG --- */

static cairo_status_t append(void *closure, const unsigned char *data, unsigned length)
{
    g_string_append_len(closure, (const char *)data, length);
    return CAIRO_STATUS_SUCCESS;
}

/* cairo numbers its groups through all pictures of a process: nothing refers to them. In their
 * place stands what the picture is, for those who have it read out. */
static char *finish_svg(GString *svg, const CompareSubject *subject, const GString *text)
{
    g_autofree char *harmless = compare_escape_terminal(subject->title);
    g_autofree char *title = g_markup_escape_text(harmless, -1);
    const char *group = strstr(svg->str, "<g id=\"surface"), *end = strstr(svg->str, "</svg>");
    g_return_val_if_fail(group && end && strchr(group, '>'), NULL);
    const char *inside = strchr(group, '>') + 1;
    GString *out = g_string_new_len(svg->str, group - svg->str);
    g_string_append_printf(out, "<title>%s</title>\n<g>", title);
    g_string_append_len(out, inside, end - inside);
    g_string_append(out, "<g font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, "
                         "sans-serif\">\n");
    g_string_append_len(out, text->str, (gssize)text->len);
    g_string_append(out, "</g>\n</svg>\n");
    return g_string_free(out, FALSE);
}

char *compare_draw_svg(const CompareDrawing *d, GError **error)
{
    Layout layout;
    if (!lay_out(d, &layout, error))
        return NULL;
    g_autoptr(GString) svg = g_string_new(NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(append, svg, layout.width, layout.height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    CompareCanvas canvas = { cairo_create(surface), text, theme_of(d), layout.map };
    paint_all(layout.subject, &canvas, layout.legend, layout.width, layout.height);
    cairo_destroy(canvas.cr);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    char *document = finish_svg(svg, layout.subject, text);
    clear_layout(&layout);
    return document;
}

/* --- PNG --- */

static cairo_status_t append_bytes(void *closure, const unsigned char *data, unsigned length)
{
    g_byte_array_append(closure, data, length);
    return CAIRO_STATUS_SUCCESS;
}

GBytes *compare_draw_png(const CompareDrawing *d, GError **error)
{
    Layout layout;
    if (!lay_out(d, &layout, error))
        return NULL;
    GByteArray *png = g_byte_array_new();
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)layout.width, (int)layout.height);
    CompareCanvas canvas = { cairo_create(surface), NULL, theme_of(d), layout.map };
    paint_all(layout.subject, &canvas, layout.legend, layout.width, layout.height);
    cairo_destroy(canvas.cr);
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, append_bytes, png);
    cairo_surface_destroy(surface);
    clear_layout(&layout);
    if (status == CAIRO_STATUS_SUCCESS)
        return g_byte_array_free_to_bytes(png);
    g_byte_array_unref(png);
    g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "the picture cannot be made: %s",
                cairo_status_to_string(status));
    return NULL;
}
