/* drawing: draws a level as an SVG document. */
#include "draw/drawing.h"

#include "bsp-shape.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

gint compare_drawing_mover(const CompareDrawing *d)
{
    if (d->has_mover)
        return d->mover;
    if (d->scenario->trajectories->len)
        return compare_scenario_trajectory(d->scenario, d->trajectory)->mover;
    return compare_mover_at(d->scenario, 0);
}

const CompareMover *compare_drawing_body(const CompareDrawing *d)
{
    return compare_mover(d->scenario, compare_drawing_mover(d));
}

/* --- the region of the level that a drawing shows --- */

static void add_reach(BspBounds *all, const BspBounds *solid, const BspShape *shape)
{
    BspBounds reach = { bsp_vec_sub(solid->mins, shape->bounds.maxs),
                        bsp_vec_sub(solid->maxs, shape->bounds.mins) };
    bsp_bounds_add(all, &reach);
}

static BspBounds whole_level(const CompareDrawing *d)
{
    BspBounds solid = *bsp_solid_bounds(d->scenario->world->solid), all = solid;
    if (d->kind == COMPARE_DRAW_SLICE) {
        add_reach(&all, &solid, &compare_drawing_body(d)->shape);
        for (guint i = 0; i < d->scenario->spaces->len && !d->has_mover; i++)
            add_reach(&all, &solid, &g_array_index(d->scenario->spaces, CompareMover, i).shape);
        /* A clip hull or a list of brushes may be solid far beyond the level's own brushes. */
        if (d->claimed)
            bsp_bounds_add(&all, bsp_solid_bounds(d->claimed));
        if (d->exact)
            bsp_bounds_add(&all, bsp_solid_bounds(d->exact));
    }
    return all;
}

static gboolean nothing_there(const char *what, const BspBounds *level, guint axis, GError **error)
{
    g_autofree char *least = compare_number_rounded(level->mins.v[axis]),
                    *most = compare_number_rounded(level->maxs.v[axis]);
    return compare_wrong(error, "%s is outside the level, where %c goes from %s to %s", what,
                         "xyz"[axis], least, most);
}

/* Sets the map's range of coordinates along one of its axes, which is `across` if i is 0, and `up`
 * if i is 1. */
static gboolean set_region(const CompareDrawing *d, CompareMap *map, const BspBounds *level,
                           guint i, GError **error)
{
    guint axis = i ? map->up : map->across;
    double margin = 0.02 * (level->maxs.v[axis] - level->mins.v[axis]);
    double least = d->has_region ? d->region[i] : level->mins.v[axis] - margin;
    double most = d->has_region ? d->region[2 + i] : level->maxs.v[axis] + margin;
    if (!(most - least >= 1e-3))
        return compare_wrong(error,
                             "the region is empty, because its maximum %c is not above its minimum",
                             "xyz"[axis]);
    if (most < level->mins.v[axis] || least > level->maxs.v[axis])
        return nothing_there("the region", level, axis, error);
    map->view.mins.v[axis] = least;
    map->view.maxs.v[axis] = most;
    return TRUE;
}

/* Pixels. The margins of the picture around the map and the legend. They hold the title, the axes'
 * names and the numbers at the ticks. */
#define LEFT 58.0
#define RIGHT 16.0
#define TOP 70.0
#define BOTTOM 42.0

/* Makes the map as large as the picture's width allows. Its height is at most 1.1 times that
 * width. */
static gboolean set_map(const CompareDrawing *d, CompareMap *map, GError **error)
{
    if (bsp_solid_n_brushes(d->scenario->world->solid) == 0)
        return compare_wrong(error, "there is nothing to draw, because the world has no brushes");
    BspBounds level = whole_level(d);
    guint axis = d->kind == COMPARE_DRAW_SLICE ? d->axis : 2;
    double at = d->kind == COMPARE_DRAW_SLICE ? d->at : 0;
    map->across = axis == 0 ? 1 : 0;
    map->up = axis == 2 ? 1 : 2;
    map->view.mins.v[axis] = map->view.maxs.v[axis] = at;
    if (d->kind == COMPARE_DRAW_SLICE && !(at >= level.mins.v[axis] && at <= level.maxs.v[axis]))
        return nothing_there("the plane", &level, axis, error);
    if (!set_region(d, map, &level, 0, error) || !set_region(d, map, &level, 1, error))
        return FALSE;
    double across = map->view.maxs.v[map->across] - map->view.mins.v[map->across];
    double up = map->view.maxs.v[map->up] - map->view.mins.v[map->up];
    double width = d->width ? d->width : COMPARE_DRAW_WIDTH;
    double room = width - LEFT - COMPARE_LEGEND_GAP - COMPARE_LEGEND_WIDTH - RIGHT;
    map->left = LEFT;
    map->top = TOP;
    map->scale = fmin(room / across, 1.1 * room / up);
    map->width = across * map->scale;
    map->height = up * map->scale;
    return TRUE;
}

/* --- the frame of the map, with the level's coordinates --- */

/* Returns the largest number of the form 1, 2 or 5 times a power of ten that is at most x. */
static double round_step(double x)
{
    double power = pow(10, floor(log10(x)));
    return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}

static void add_line(CompareCanvas *canvas, ComparePixel at, const char *way)
{
    g_string_append_printf(canvas->svg,
                           "<path stroke=\"#%06x\" fill=\"none\" "
                           "d=\"M%.1f %.1f%s\"/>\n",
                           COMPARE_INK, at.x, at.y, way);
}

static void paint_tick(CompareCanvas *canvas, guint axis, double value)
{
    const CompareMap *map = &canvas->map;
    g_autofree char *text = compare_number_exact(value);
    BspVec p = map->view.mins;
    p.v[axis] = value;
    ComparePixel at = compare_map_pixel(map, p);
    gboolean across = axis == map->across;
    add_line(canvas, at, across ? "v4" : "h-4");
    at.x -= across ? 0 : 7;
    at.y += across ? 17 : 4;
    compare_canvas_text(canvas, at,
                        across ? "font-size=\"11\" text-anchor=\"middle\""
                               : "font-size=\"11\" text-anchor=\"end\"",
                        text);
}

/* Pixels. The ticks' distance is at most this, and at least two fifths of it. So numbers of seven
 * digits at the ticks do not overlap. */
#define TICKS_APART 160.0

static void paint_axis(CompareCanvas *canvas, guint axis)
{
    const CompareMap *map = &canvas->map;
    double step = round_step(TICKS_APART / map->scale);
    double least = map->view.mins.v[axis], most = map->view.maxs.v[axis];
    /* The loop counts ticks, so that positions are multiples of the step, and so that the loop ends
     * even if the step is tiny. A map has far fewer than 200 ticks. */
    double first = ceil(least / step);
    for (guint i = 0; i < 200 && (first + i) * step <= most; i++)
        paint_tick(canvas, axis, (first + i) * step);
    char name[2] = { "xyz"[axis], 0 };
    ComparePixel at = axis == map->across
                          ? (ComparePixel){ map->left + map->width + 8, map->top + map->height + 4 }
                          : (ComparePixel){ map->left - 4, map->top - 6 };
    compare_canvas_text(canvas, at, "font-size=\"12\" font-weight=\"bold\"", name);
}

static void paint_frame(CompareCanvas *canvas)
{
    const CompareMap *map = &canvas->map;
    g_autofree char *box =
        g_strdup_printf("h%.1fv%.1fh%.1fZ", map->width, map->height, -map->width);
    add_line(canvas, (ComparePixel){ map->left, map->top }, box);
    paint_axis(canvas, map->across);
    paint_axis(canvas, map->up);
}

/* --- the document --- */

/* Returns the plane's position for the title. If the exact number is short, it was probably typed,
 * so it is not rounded. */
static char *plane_text(double at)
{
    char *exact = compare_number_exact(at);
    if (strlen(exact) <= 8)
        return exact;
    g_free(exact);
    return compare_number_in_steps(at, 100);
}

static char *find_title(const CompareDrawing *d)
{
    if (d->kind == COMPARE_DRAW_PLAN)
        return g_strdup_printf("%s: seen from above", d->scenario->name);
    g_autofree char *at = plane_text(d->at);
    return g_strdup_printf("%s: a slice at %c = %s", d->scenario->name, "xyz"[d->axis], at);
}

static void paint_titles(const CompareDrawing *d, CompareCanvas *canvas, const char *title)
{
    compare_canvas_text(canvas, (ComparePixel){ LEFT, 24 }, "font-size=\"17\" font-weight=\"bold\"",
                        title);
    if (d->paint)
        return;
    g_autofree char *tree = d->method ? g_strdup_printf("; tree: %s, %s", d->method->klass->name,
                                                        d->method->klass->summary)
                                      : g_strdup("");
    g_autofree char *subtitle =
        g_strdup_printf("what moves: %s%s", compare_drawing_body(d)->name, tree);
    compare_canvas_text(canvas, (ComparePixel){ LEFT, 42 }, "font-size=\"12\"", subtitle);
}

/* Pixels. LEAST_HEIGHT is the minimum height of the map's area, into which the first rows of the
 * legend fit. LEAST_WIDTH is the width that titles need. */
#define LEAST_HEIGHT 160.0
#define LEAST_WIDTH 640.0

/* Returns the document, with its head and foot. The legend may be longer than the map is high. */
static char *finish(const CompareDrawing *d, const CompareCanvas *canvas, const char *title)
{
    const CompareMap *map = &canvas->map;
    double wanted = d->width ? d->width : COMPARE_DRAW_WIDTH;
    double used = LEFT + map->width + COMPARE_LEGEND_GAP + COMPARE_LEGEND_WIDTH + RIGHT;
    double width = ceil(fmin(wanted, fmax(LEAST_WIDTH, used)));
    double inside = fmax(map->height, canvas->legend_y - TOP);
    double height = ceil(TOP + fmax(inside, LEAST_HEIGHT) + BOTTOM);
    GString *out = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    g_string_append_printf(out,
                           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
                           "viewBox=\"0 0 %g %g\" font-family=\"DejaVu Sans, Verdana, Helvetica, "
                           "Arial, sans-serif\">\n<title>",
                           width, height, width, height);
    compare_canvas_escape(out, title);
    g_string_append_printf(out, "</title>\n<path fill=\"#%06x\" d=\"M0 0H%gV%gH0Z\"/>\n",
                           COMPARE_PAPER, width, height);
    g_string_append_len(out, canvas->svg->str, (gssize)canvas->svg->len);
    g_string_append(out, "</svg>\n");
    return g_string_free(out, FALSE);
}

char *compare_draw_svg(const CompareDrawing *d, GError **error)
{
    g_autoptr(GString) svg = g_string_new(NULL);
    g_autofree char *title = find_title(d);
    CompareCanvas canvas = { .svg = svg, .legend_y = TOP };
    if (!set_map(d, &canvas.map, error))
        return NULL;
    if (d->kind == COMPARE_DRAW_PLAN && d->paint)
        d->paint(d->paint_data, &canvas);
    else if (d->kind == COMPARE_DRAW_PLAN)
        compare_paint_plan(d, &canvas);
    else if (!compare_paint_slice(d, &canvas, error))
        return NULL;
    paint_titles(d, &canvas, title);
    paint_frame(&canvas);
    return finish(d, &canvas, title);
}
