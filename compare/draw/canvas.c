/* canvas: writes a picture as the text of SVG elements. */
#include "draw/canvas.h"

#include <math.h>

#include "text/strings.h"

/* --- colours --- */

CompareColour compare_colour_mix(CompareColour one, CompareColour other, double part)
{
    CompareColour mixed = 0;
    for (guint shift = 0; shift < 24; shift += 8) {
        double a = one >> shift & 255, b = other >> shift & 255;
        mixed |= (CompareColour)rint(b + part * (a - b)) << shift;
    }
    return mixed;
}

CompareColour compare_colour_amount(double x)
{
    static const CompareColour steps[] = { 0x00204d, 0x31446b, 0x666970,
                                           0x958f78, 0xcbba69, 0xffea46 };
    double place = CLAMP(x, 0, 1) * (G_N_ELEMENTS(steps) - 1);
    guint i = MIN((guint)place, G_N_ELEMENTS(steps) - 2);
    return compare_colour_mix(steps[i + 1], steps[i], place - i);
}

CompareColour compare_colour_of(guint i, guint n)
{
    static const CompareColour colours[COMPARE_COLOURS] = { COMPARE_SKY,   COMPARE_ORANGE,
                                                            COMPARE_GREEN, COMPARE_PURPLE,
                                                            0xf0e442,      COMPARE_VERMILLION };
    return n <= COMPARE_COLOURS ? colours[i] : compare_colour_amount((double)i / (n - 1));
}

/* --- the map --- */

ComparePixel compare_map_pixel(const CompareMap *map, BspVec p)
{
    return (ComparePixel){ map->left +
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

/* --- paths --- */

/* Pixels. A point that is nearer than this to the previous one is left out, because the difference
 * would be invisible. */
#define NEAR 0.4

/* Pixels. The minimum half width of an area's edge. The edge hides the seams that renderers show
 * between adjacent polygons of an area. */
#define SEAM 0.25

static gboolean are_near(ComparePixel a, ComparePixel b)
{
    return fabs(a.x - b.x) < NEAR && fabs(a.y - b.y) < NEAR;
}

static double tenths(double x)
{
    return rint(x * 10) / 10 + 0.0;
}

static void add_point(GString *path, char command, ComparePixel at)
{
    g_string_append_printf(path, "%c%.6g %.6g", command, tenths(at.x), tenths(at.y));
}

static void add_polygon(GString *path, const CompareMap *map, const BspPolygon *p)
{
    ComparePixel last = compare_map_pixel(map, p->v[0]);
    guint k = 1;
    while (k < p->n && are_near(last, compare_map_pixel(map, p->v[k])))
        k++;
    if (k == p->n)
        return;
    add_point(path, 'M', last);
    for (; k < p->n; k++) {
        ComparePixel at = compare_map_pixel(map, p->v[k]);
        if (are_near(last, at))
            continue;
        add_point(path, 'L', at);
        last = at;
    }
    g_string_append_c(path, 'Z');
}

/* The fill is painted over the inner half of the edge. So it hides the edges between polygons. */
void compare_canvas_area(CompareCanvas *canvas, const GPtrArray *polygons, CompareColour fill,
                         CompareColour edge, double width)
{
    g_autoptr(GString) path = g_string_new(NULL);
    for (guint i = 0; i < polygons->len; i++)
        add_polygon(path, &canvas->map, polygons->pdata[i]);
    if (path->len)
        g_string_append_printf(canvas->svg,
                               "<path fill=\"#%06x\" stroke=\"#%06x\" stroke-width=\"%g\" "
                               "stroke-linejoin=\"round\" paint-order=\"stroke\" d=\"%s\"/>\n",
                               fill, edge, 2 * fmax(width, SEAM), path->str);
}

void compare_canvas_polygon(CompareCanvas *canvas, BspPolygon *polygon, CompareColour fill,
                            CompareColour edge, double width)
{
    gpointer one[] = { polygon };
    GPtrArray polygons = { one, 1 };
    compare_canvas_area(canvas, &polygons, fill, edge, width);
}

/* Adds segments to a path. Joins segments that follow one another into one line. */
static void add_segments(GString *path, const CompareMap *map, const GArray *segments)
{
    ComparePixel last = { (double)NAN, (double)NAN };
    for (guint i = 0; i < segments->len; i++) {
        CompareSegment segment = g_array_index(segments, CompareSegment, i);
        if (!compare_map_clip(map, &segment))
            continue;
        ComparePixel a = compare_map_pixel(map, segment.a), b = compare_map_pixel(map, segment.b);
        gboolean follows = are_near(last, a);
        if (are_near(follows ? last : a, b))
            continue;
        if (!follows)
            add_point(path, 'M', a);
        add_point(path, 'L', b);
        last = b;
    }
}

static void write_lines(CompareCanvas *canvas, const char *path, CompareColour colour, double width,
                        double dash)
{
    g_string_append_printf(canvas->svg,
                           "<path fill=\"none\" stroke=\"#%06x\" stroke-width=\"%g\" "
                           "stroke-linecap=\"round\" stroke-linejoin=\"round\" ",
                           colour, width);
    if (dash > 0)
        g_string_append_printf(canvas->svg, "stroke-dasharray=\"%g\" ", dash);
    g_string_append_printf(canvas->svg, "d=\"%s\"/>\n", path);
}

/* Pixels. A line that is at least WIDE wide gets a border in the paper's colour, which adds BORDER
 * to its width. A thinner line would be hard to see between its borders. */
#define WIDE 1.2
#define BORDER 1.8

void compare_canvas_lines(CompareCanvas *canvas, const GArray *segments, CompareColour colour,
                          double width, double dash)
{
    g_autoptr(GString) path = g_string_new(NULL);
    add_segments(path, &canvas->map, segments);
    if (path->len && width >= WIDE)
        write_lines(canvas, path->str, COMPARE_PAPER, width + BORDER, 0);
    if (path->len)
        write_lines(canvas, path->str, colour, width, dash);
}

/* --- marks and text --- */

void compare_canvas_mark(CompareCanvas *canvas, ComparePixel at, CompareMark mark, double radius,
                         CompareColour colour)
{
    static const char *const paths[] = {
        [COMPARE_MARK_DOT] = "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z",
        [COMPARE_MARK_CIRCLE] = "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z",
        [COMPARE_MARK_SQUARE] = "M-1-1H1V1H-1Z",
        [COMPARE_MARK_DIAMOND] = "M0-1.3L1.3 0L0 1.3L-1.3 0Z",
        [COMPARE_MARK_TRIANGLE] = "M0-1.3L1.2.9H-1.2Z",
    };
    g_string_append_printf(canvas->svg,
                           "<g transform=\"translate(%.6g %.6g) scale(%g)\" fill=\"none\">"
                           "<path stroke=\"#%06x\" stroke-width=\"%.3g\" d=\"%s\"/>",
                           tenths(at.x), tenths(at.y), radius, COMPARE_PAPER, 4 / radius,
                           paths[mark]);
    if (mark == COMPARE_MARK_DOT)
        g_string_append_printf(canvas->svg, "<path fill=\"#%06x\" d=\"%s\"/></g>\n", colour,
                               paths[mark]);
    else
        g_string_append_printf(canvas->svg,
                               "<path stroke=\"#%06x\" stroke-width=\"%.3g\" d=\"%s\"/></g>\n",
                               colour, 2 / radius, paths[mark]);
}

void compare_canvas_escape(GString *svg, const char *text)
{
    g_autofree char *harmless = compare_escape_terminal(text);
    g_autofree char *escaped = g_markup_escape_text(harmless, -1);
    g_string_append(svg, escaped);
}

void compare_canvas_text(CompareCanvas *canvas, ComparePixel at, const char *attributes,
                         const char *text)
{
    g_string_append_printf(canvas->svg, "<text x=\"%.6g\" y=\"%.6g\" fill=\"#%06x\" %s>",
                           tenths(at.x), tenths(at.y), COMPARE_INK, attributes);
    compare_canvas_escape(canvas->svg, text);
    g_string_append(canvas->svg, "</text>\n");
}

/* --- the legend --- */

/* Pixels, chosen for text of size 12.5. They are the height of a row, the height and the width of a
 * sign, and the gap between a sign and its text. */
#define ROW 21.0
#define HEIGHT 13.0
#define SIGN 22.0
#define GAP 9.0
#define SIZE "font-size=\"12.5\""

/* The maximum number of characters in a row, so that the row fits into COMPARE_LEGEND_WIDTH beside
 * the sign. Longer text continues in the next row. */
#define MOST_CHARACTERS 31

static double legend_left(const CompareCanvas *canvas)
{
    return canvas->map.left + canvas->map.width + COMPARE_LEGEND_GAP;
}

static void add_sign(CompareCanvas *canvas, const CompareSign *sign)
{
    double x = legend_left(canvas), y = canvas->legend_y + ROW / 2;
    g_autofree char *line = g_strdup_printf("M%.6g %.6gh%g", tenths(x), tenths(y), SIGN);
    if (sign->kind == COMPARE_SIGN_AREA)
        g_string_append_printf(canvas->svg,
                               "<rect x=\"%.6g\" y=\"%.6g\" width=\"%g\" height=\"%g\" "
                               "fill=\"#%06x\" stroke=\"#%06x\"/>\n",
                               tenths(x), tenths(y - HEIGHT / 2), SIGN, HEIGHT, sign->colour,
                               sign->edge);
    else if (sign->kind == COMPARE_SIGN_LINE)
        write_lines(canvas, line, sign->colour, sign->size, sign->dash);
    else if (sign->kind == COMPARE_SIGN_MARK)
        compare_canvas_mark(canvas, (ComparePixel){ x + SIGN / 2, y }, sign->mark, sign->size,
                            sign->colour);
}

static void end_row(CompareCanvas *canvas, double x, GString *row)
{
    compare_canvas_text(canvas, (ComparePixel){ x, canvas->legend_y + 15 }, SIZE, row->str);
    canvas->legend_y += ROW;
    g_string_truncate(row, 0);
}

/* Breaks the text into rows of whole words. Shortens each word that does not fit into one row. */
void compare_canvas_legend(CompareCanvas *canvas, CompareSign sign, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_auto(GStrv) words = g_strsplit(valid, " ", -1);
    g_autoptr(GString) row = g_string_new(NULL);
    double x = legend_left(canvas) + (sign.kind == COMPARE_SIGN_NONE ? 0 : SIGN + GAP);
    add_sign(canvas, &sign);
    for (guint i = 0; words[i]; i++) {
        glong length = g_utf8_strlen(words[i], -1);
        if (row->len && g_utf8_strlen(row->str, -1) + 1 + length > MOST_CHARACTERS)
            end_row(canvas, x, row);
        if (length > MOST_CHARACTERS)
            *g_utf8_offset_to_pointer(words[i], MOST_CHARACTERS - 1) = 0;
        g_string_append_printf(row, "%s%s%s", row->len ? " " : "", words[i],
                               length > MOST_CHARACTERS ? "…" : "");
    }
    end_row(canvas, x, row);
}
