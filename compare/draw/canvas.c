/* canvas: paints pictures as SVG or PNG, with cairo. */
#include "draw/canvas.h"

#include <math.h>

#include "text/strings.h"

/* --- distinguishable colours --- */

#define RGB(hex)                                                                                   \
    {                                                                                              \
        (double)((hex) >> 16 & 255) / 255, (double)((hex) >> 8 & 255) / 255,                       \
            (double)((hex)&255) / 255                                                              \
    }

const CompareTheme compare_theme_light = {
    .paper = RGB(0xffffff), .ink = RGB(0x111111), .faint = RGB(0x8a8a8a), .solid = RGB(0x3c3c3c)
};
const CompareTheme compare_theme_dark = {
    .paper = RGB(0x15181c), .ink = RGB(0xf0f0f0), .faint = RGB(0x8a9099), .solid = RGB(0xc4c8cc)
};

const CompareColour compare_orange = RGB(0xe69f00), compare_sky = RGB(0x56b4e9),
                    compare_green = RGB(0x009e73), compare_blue = RGB(0x0072b2),
                    compare_vermillion = RGB(0xd55e00), compare_purple = RGB(0xcc79a7);

CompareColour compare_palette_colour(guint i)
{
    static const CompareColour colours[] = { RGB(0x56b4e9), RGB(0xe69f00), RGB(0x009e73),
                                             RGB(0xcc79a7), RGB(0xf0e442), RGB(0xd55e00) };
    return colours[i % G_N_ELEMENTS(colours)];
}

CompareColour compare_palette_mix(CompareColour a, CompareColour b, double part)
{
    return (CompareColour){ b.r + part * (a.r - b.r), b.g + part * (a.g - b.g),
                            b.b + part * (a.b - b.b) };
}

CompareColour compare_palette_amount(double x)
{
    static const CompareColour steps[] = { RGB(0x00204d), RGB(0x31446b), RGB(0x666970),
                                           RGB(0x958f78), RGB(0xcbba69), RGB(0xffea46) };
    double place = CLAMP(x, 0, 1) * (G_N_ELEMENTS(steps) - 1);
    guint i = MIN((guint)place, G_N_ELEMENTS(steps) - 2);
    return compare_palette_mix(steps[i + 1], steps[i], place - i);
}

static double round_pixels(double x)
{
    return rint(x * 16) / 16;
}

ComparePlace compare_map_place(const CompareMap *map, BspVec p)
{
    return (ComparePlace){ map->left +
                               (p.v[map->across] - map->view.mins.v[map->across]) * map->scale,
                           map->top + (map->view.maxs.v[map->up] - p.v[map->up]) * map->scale };
}

gboolean compare_map_clip(const CompareMap *map, CompareSegment *segment)
{
    double from = 0, to = 1;
    const guint axes[2] = { map->across, map->up };
    for (guint i = 0; i < 2; i++) {
        guint k = axes[i];
        double a = segment->a.v[k], d = segment->b.v[k] - a;
        double t[2] = { map->view.mins.v[k] - a, map->view.maxs.v[k] - a };
        if (d == 0 && (t[0] > 0 || t[1] < 0))
            return FALSE;
        if (d == 0)
            continue;
        from = fmax(from, fmin(t[0] / d, t[1] / d));
        to = fmin(to, fmax(t[0] / d, t[1] / d));
    }
    CompareSegment all = *segment;
    segment->a = bsp_vec_lerp(all.a, all.b, from);
    segment->b = bsp_vec_lerp(all.a, all.b, to);
    return from <= to;
}

static void set_colour(CompareCanvas *canvas, CompareColour c, double alpha)
{
    cairo_set_source_rgba(canvas->cr, c.r, c.g, c.b, alpha);
}

static void go_to(CompareCanvas *canvas, ComparePlace at, gboolean first)
{
    if (first)
        cairo_move_to(canvas->cr, round_pixels(at.x), round_pixels(at.y));
    else
        cairo_line_to(canvas->cr, round_pixels(at.x), round_pixels(at.y));
}

/* --- on the map --- */

/* Pixels. A point of a line that is nearer than this to the previous one is left out, because the
 * difference would be invisible. */
#define NEAR 0.4

/* Pixels: width of the line around opaque fills. */
#define SEAM 0.5

static gboolean are_near(ComparePlace a, ComparePlace b)
{
    return fabs(a.x - b.x) < NEAR && fabs(a.y - b.y) < NEAR;
}

static void trace_polygon(CompareCanvas *canvas, const BspPolygon *p)
{
    ComparePlace last = compare_map_place(&canvas->map, p->v[0]);
    guint k = 1;
    while (k < p->n && are_near(last, compare_map_place(&canvas->map, p->v[k])))
        k++;
    if (k == p->n)
        return;
    go_to(canvas, last, TRUE);
    for (; k < p->n; k++) {
        ComparePlace at = compare_map_place(&canvas->map, p->v[k]);
        if (are_near(last, at))
            continue;
        go_to(canvas, at, FALSE);
        last = at;
    }
    cairo_close_path(canvas->cr);
}

void compare_canvas_fill(CompareCanvas *canvas, const GPtrArray *polygons, CompareColour colour,
                         double alpha)
{
    if (polygons->len == 0)
        return;
    for (guint i = 0; i < polygons->len; i++)
        trace_polygon(canvas, polygons->pdata[i]);
    set_colour(canvas, colour, alpha);
    cairo_set_fill_rule(canvas->cr, CAIRO_FILL_RULE_WINDING);
    if (alpha < 1) {
        cairo_fill(canvas->cr);
        return;
    }
    /* Covers seams that rounding opens between polygons. */
    cairo_fill_preserve(canvas->cr);
    cairo_set_line_width(canvas->cr, SEAM);
    cairo_stroke(canvas->cr);
}

/* Segments that follow one another are joined to one line. */
static guint trace_segments(CompareCanvas *canvas, const GArray *segments)
{
    ComparePlace last = { (double)NAN, (double)NAN };
    guint n = 0;
    for (guint i = 0; i < segments->len; i++) {
        CompareSegment segment = g_array_index(segments, CompareSegment, i);
        if (!compare_map_clip(&canvas->map, &segment))
            continue;
        ComparePlace a = compare_map_place(&canvas->map, segment.a),
                     b = compare_map_place(&canvas->map, segment.b);
        gboolean follows = are_near(last, a);
        if (are_near(follows ? last : a, b))
            continue;
        if (!follows)
            go_to(canvas, a, TRUE);
        go_to(canvas, b, FALSE);
        last = b;
        n++;
    }
    return n;
}

void compare_canvas_segments(CompareCanvas *canvas, const GArray *segments, CompareColour colour,
                             double width, double alpha)
{
    if (trace_segments(canvas, segments) == 0)
        return;
    set_colour(canvas, colour, alpha);
    cairo_set_line_width(canvas->cr, width);
    cairo_set_line_cap(canvas->cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(canvas->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(canvas->cr);
}

void compare_canvas_dashes(CompareCanvas *canvas, const GArray *segments, CompareColour colour,
                           double width, double dash)
{
    cairo_set_dash(canvas->cr, &dash, dash > 0 ? 1 : 0, 0);
    compare_canvas_segments(canvas, segments, colour, width, 1);
    cairo_set_dash(canvas->cr, NULL, 0, 0);
}

/* --- anywhere --- */

static void trace_mark(CompareCanvas *canvas, ComparePlace at, CompareMark mark, double r)
{
    static const double corners[][4][2] = {
        [COMPARE_MARK_SQUARE] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } },
        [COMPARE_MARK_DIAMOND] = { { 0, -1.3 }, { 1.3, 0 }, { 0, 1.3 }, { -1.3, 0 } },
        [COMPARE_MARK_TRIANGLE] = { { 0, -1.3 }, { 1.2, 0.9 }, { -1.2, 0.9 }, { 0, -1.3 } },
        [COMPARE_MARK_CROSS] = { { -1, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 } },
    };
    if (mark == COMPARE_MARK_DOT || mark == COMPARE_MARK_CIRCLE) {
        cairo_new_sub_path(canvas->cr);
        cairo_arc(canvas->cr, round_pixels(at.x), round_pixels(at.y), r, 0, 2 * G_PI);
        cairo_close_path(canvas->cr);
        return;
    }
    for (guint i = 0; i < 4; i++) {
        const double *corner = corners[mark][i];
        gboolean lift = i == 0 || (mark == COMPARE_MARK_CROSS && i == 2);
        go_to(canvas, (ComparePlace){ at.x + r * corner[0], at.y + r * corner[1] }, lift);
    }
    if (mark != COMPARE_MARK_CROSS)
        cairo_close_path(canvas->cr);
}

/* Paints a mark with a border in the paper's colour, so that it stands out. */
void compare_canvas_mark(CompareCanvas *canvas, ComparePlace at, CompareMark mark, double radius,
                         CompareColour colour)
{
    trace_mark(canvas, at, mark, radius);
    cairo_set_line_cap(canvas->cr, CAIRO_LINE_CAP_ROUND);
    set_colour(canvas, canvas->theme.paper, 0.9);
    cairo_set_line_width(canvas->cr, mark == COMPARE_MARK_DOT ? 2 : 4);
    cairo_stroke(canvas->cr);
    trace_mark(canvas, at, mark, radius);
    set_colour(canvas, colour, 1);
    cairo_set_line_width(canvas->cr, 2);
    if (mark == COMPARE_MARK_DOT)
        cairo_fill(canvas->cr);
    else
        cairo_stroke(canvas->cr);
}

void compare_canvas_line(CompareCanvas *canvas, ComparePlace a, ComparePlace b,
                         CompareColour colour, double width)
{
    go_to(canvas, a, TRUE);
    go_to(canvas, b, FALSE);
    set_colour(canvas, colour, 1);
    cairo_set_line_width(canvas->cr, width);
    cairo_set_line_cap(canvas->cr, CAIRO_LINE_CAP_BUTT);
    cairo_stroke(canvas->cr);
}

static void trace_box(CompareCanvas *canvas, ComparePlace at, double width, double height)
{
    /* Whole pixels, so that adjacent boxes leave no gap. */
    double x = rint(at.x), y = rint(at.y);
    cairo_rectangle(canvas->cr, x, y, rint(at.x + width) - x, rint(at.y + height) - y);
}

void compare_canvas_box(CompareCanvas *canvas, ComparePlace at, double width, double height,
                        CompareColour colour, double alpha)
{
    trace_box(canvas, at, width, height);
    set_colour(canvas, colour, alpha);
    cairo_fill(canvas->cr);
}

void compare_canvas_frame(CompareCanvas *canvas, ComparePlace at, double width, double height,
                          CompareColour colour)
{
    trace_box(canvas, at, width, height);
    set_colour(canvas, colour, 1);
    cairo_set_line_width(canvas->cr, 1);
    cairo_stroke(canvas->cr);
}

/* --- text --- */

static void write_svg(CompareCanvas *canvas, ComparePlace at, CompareAnchor anchor, double size,
                      gboolean bold, const char *text)
{
    static const char *const anchors[] = { "start", "middle", "end" };
    const CompareColour *ink = &canvas->theme.ink;
    char number[2][G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number[0], sizeof number[0], "%.6g", round_pixels(at.x));
    g_ascii_formatd(number[1], sizeof number[1], "%.6g", round_pixels(at.y));
    g_autofree char *escaped = g_markup_escape_text(text, -1);
    g_string_append_printf(canvas->text, "<text x=\"%s\" y=\"%s\" font-size=\"%d\"%s", number[0],
                           number[1], (int)size, bold ? " font-weight=\"bold\"" : "");
    if (anchor != COMPARE_TEXT_LEFT)
        g_string_append_printf(canvas->text, " text-anchor=\"%s\"", anchors[anchor]);
    g_string_append_printf(canvas->text, " fill=\"#%02x%02x%02x\">%s</text>\n",
                           (unsigned)(ink->r * 255), (unsigned)(ink->g * 255),
                           (unsigned)(ink->b * 255), escaped);
}

static void write_pixels(CompareCanvas *canvas, ComparePlace at, CompareAnchor anchor, double size,
                         gboolean bold, const char *text)
{
    cairo_text_extents_t extents;
    cairo_select_font_face(canvas->cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas->cr, size);
    cairo_text_extents(canvas->cr, text, &extents);
    cairo_move_to(canvas->cr, at.x - 0.5 * (double)anchor * extents.x_advance, at.y);
    set_colour(canvas, canvas->theme.ink, 1);
    cairo_show_text(canvas->cr, text);
}

void compare_canvas_text(CompareCanvas *canvas, ComparePlace at, CompareAnchor anchor, double size,
                         gboolean bold, const char *text)
{
    g_autofree char *harmless = compare_escape_terminal(text);
    if (canvas->text)
        write_svg(canvas, at, anchor, size, bold, harmless);
    else
        write_pixels(canvas, at, anchor, size, bold, harmless);
}
