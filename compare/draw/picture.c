/* picture: makes an SVG or PNG document from a drawing. */
#include "draw/picture.h"

#include <cairo-svg.h>
#include <string.h>

#include "draw/frame.h"
#include "draw/subject.h"
#include "draw/view.h"
#include "text/escape.h"

/* Pixels. */
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
    compare_frame_paint(canvas);
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
    if (!compare_view_init(d, &layout->map, error))
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

static cairo_status_t append(void *closure, const unsigned char *data, unsigned length)
{
    g_string_append_len(closure, (const char *)data, length);
    return CAIRO_STATUS_SUCCESS;
}

/* Replaces cairo's group numbers, which count through all pictures of a process and are not
 * referenced. The description of the picture for screen readers takes their place. */
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
