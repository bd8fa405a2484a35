/* picture: makes an SVG or PNG document from a drawing. */
#include "draw/picture.h"

#include <cairo-svg.h>
#include <string.h>

#include "draw/drawing.h"
#include "draw/live.h"
#include "text/strings.h"

/* Pixels that the frame needs to the left of the map and below it. */
#define COMPARE_FRAME_LEFT 58.0
#define COMPARE_FRAME_BOTTOM 58.0

/* --- the frame of a map: axes with the level's coordinates, and a scale --- */

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

static void frame_paint(CompareCanvas *canvas)
{
    const CompareMap *map = &canvas->map;
    compare_canvas_frame(canvas, (ComparePlace){ map->left, map->top }, map->width, map->height,
                         canvas->theme.ink);
    paint_axis(canvas, map->across);
    paint_axis(canvas, map->up);
    paint_scale_bar(canvas);
}

/* --- the part of the level that a drawing shows --- */

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
                "%s is outside the level, where %c goes from %s to %s", what, "xyz"[axis], least,
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
                        "the region is empty: its least %c is not below its greatest",
                        "xyz"[axes[i]]);
            return FALSE;
        }
        if (most < level->mins.v[axes[i]] || least > level->maxs.v[axes[i]])
            return nothing_there("the region", level, axes[i], error);
        map->view.mins.v[axes[i]] = least;
        map->view.maxs.v[axes[i]] = most;
    }
    return TRUE;
}

/* Sets the map's axes and its part of the level, but not its place in the picture. FALSE with
 * BSP_ERROR_VALUE if the part is empty. */
static gboolean view_init(const CompareDrawing *d, CompareMap *map, GError **error)
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

/* Pixels: margins and gaps of the picture, and the least height of its map. */
#define RIGHT 16.0
#define TOP 70.0
#define GAP 20.0
#define LEAST_HEIGHT 160.0

/* Makes the map as large as the picture's width allows, and at most as high as wide. */
static void place_map(const CompareDrawing *d, CompareMap *map)
{
    double across = map->view.maxs.v[map->across] - map->view.mins.v[map->across];
    double up = map->view.maxs.v[map->up] - map->view.mins.v[map->up];
    double width = d->width ? d->width : COMPARE_DRAW_WIDTH;
    double room = width - COMPARE_FRAME_LEFT - GAP - COMPARE_LEGEND_WIDTH - RIGHT;
    map->left = COMPARE_FRAME_LEFT;
    map->top = TOP;
    map->scale = fmin(room / across, 1.1 * room / up);
    map->width = across * map->scale;
    map->height = up * map->scale;
}

static CompareTheme theme_of(const CompareDrawing *d)
{
    return d->dark ? compare_theme_dark : compare_theme_light;
}

/* Fills the legend by painting on a canvas that is discarded. */
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
    compare_canvas_text(canvas, (ComparePlace){ COMPARE_FRAME_LEFT, 24 }, COMPARE_TEXT_LEFT, 17,
                        TRUE, subject->title);
    compare_canvas_text(canvas, (ComparePlace){ COMPARE_FRAME_LEFT, 42 }, COMPARE_TEXT_LEFT, 12,
                        FALSE, subject->subtitle);
    frame_paint(canvas);
    compare_legend_paint(legend, canvas, (ComparePlace){ legend_left(map), map->top });
}

/* Pixels: the width that titles need. */
#define LEAST_WIDTH 640.0

/* Makes the picture no wider than its content. */
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
    if (!view_init(d, &layout->map, error))
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
    layout->height = ceil(TOP + fmax(inside, LEAST_HEIGHT) + COMPARE_FRAME_BOTTOM);
    return TRUE;
}

static void clear_layout(Layout *layout)
{
    layout->subject->free(layout->subject);
    compare_legend_free(layout->legend);
}

/* --- SVG --- */

static cairo_status_t append_text(void *closure, const unsigned char *data, unsigned length)
{
    g_string_append_len(closure, (const char *)data, length);
    return CAIRO_STATUS_SUCCESS;
}

/* Replaces cairo's group numbers, which count through all pictures of a process and are not
 * referenced. The description of the picture for screen readers takes their place. */
static char *finish_svg(GString *svg, const Layout *layout, const GString *text)
{
    const CompareSubject *subject = layout->subject;
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
    g_string_append(out, "</g>\n");
    if (subject->drawing->explain)
        compare_live_write(subject, &layout->map, layout->width - layout->map.left - RIGHT, out);
    g_string_append(out, "</svg>\n");
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
        cairo_svg_surface_create_for_stream(append_text, svg, layout.width, layout.height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    CompareCanvas canvas = { cairo_create(surface), text, theme_of(d), layout.map };
    paint_all(layout.subject, &canvas, layout.legend, layout.width, layout.height);
    cairo_destroy(canvas.cr);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    char *document = finish_svg(svg, &layout, text);
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
