/* navigate-picture: draws a navigation graph from above, with the areas of each size, and a path
 * for each of two sizes. */
#include "level/navigate-picture.h"

#include <math.h>

#include "draw/drawing.h"
#include "draw/floors.h"
#include "run/navigator.h"

/* The number of pairs of places that are tried. In most levels, this finds a door that only one
 * size passes. It takes milliseconds. */
#define PAIRS 200

/* Units. A start may be this far from an area, because starts are above the floor, and a wide body
 * does not fit at each of them. */
#define START_REACH 64.0

typedef struct {
    guint number; /* the number of the size in the graph */
    BspNavWalker walker;
    double surface; /* the area of the floor seen from above, in square units */
    CompareGraph graph;
    CompareNavigator navigator;
    GArray *starts; /* array of BspNavPoint: the starts of the world that are on an area */
    GArray *path;   /* array of BspNavCorner: the corners of the path after its start; empty if no
                       path was found */
    double length;
} Size;

typedef struct {
    const BspNavigation *nav;
    const BspWorld *world;
    Size *sizes; /* array of n sizes; the size with the most floor is the first */
    guint n;
    BspVec start; /* the start of both paths */
} Picture;

/* --- sizes --- */

static BspPolygon *polygon_of(const BspNavArea *area)
{
    g_autofree BspVec *v = g_new(BspVec, area->n_vertices);
    for (guint i = 0; i < area->n_vertices; i++)
        v[i] = bsp_vec(area->vertices[i].x, area->vertices[i].y, 0);
    return bsp_polygon_new(v, area->n_vertices);
}

static double surface_of(const BspNavigation *nav, guint size)
{
    guint first, n = bsp_navigation_areas(nav, size, &first);
    double sum = 0;
    for (guint i = first; i < first + n; i++) {
        BspNavArea area;
        bsp_navigation_area(nav, i, &area);
        g_autofree BspPolygon *polygon = polygon_of(&area);
        sum += bsp_polygon_area(polygon);
    }
    return sum;
}

static gint compare_sizes(gconstpointer a, gconstpointer b)
{
    double x = ((const Size *)a)->surface, y = ((const Size *)b)->surface;
    return (x < y) - (x > y);
}

static void open_sizes(Picture *p)
{
    p->n = bsp_navigation_n_sizes(p->nav);
    p->sizes = g_new0(Size, p->n);
    for (guint i = 0; i < p->n; i++) {
        p->sizes[i] = (Size){ .number = i, .surface = surface_of(p->nav, i) };
        bsp_navigation_walker(p->nav, i, &p->sizes[i].walker);
    }
    qsort(p->sizes, p->n, sizeof *p->sizes, compare_sizes);
    for (guint i = 0; i < p->n; i++) {
        Size *size = &p->sizes[i];
        size->navigator = compare_graph_init(&size->graph, p->nav, size->number, 1);
        size->path = g_array_new(FALSE, FALSE, sizeof(BspNavCorner));
        size->starts = g_array_new(FALSE, FALSE, sizeof(BspNavPoint));
        for (guint k = 0; k < p->world->starts->len; k++) {
            BspVec start = g_array_index(p->world->starts, BspVec, k);
            BspNavPoint point;
            if (bsp_navigation_find(p->nav, size->number, start, START_REACH, &point))
                g_array_append_val(size->starts, point);
        }
    }
}

static void close_sizes(Picture *p)
{
    for (guint i = 0; i < p->n; i++) {
        compare_graph_clear(&p->sizes[i].graph);
        g_array_unref(p->sizes[i].path);
        g_array_unref(p->sizes[i].starts);
    }
    g_free(p->sizes);
}

/* --- paths --- */

/* Finds the path of `size` between two positions at which a body of size `of` stands. Returns FALSE
 * if there is none. */
static gboolean find_path(Size *size, const Size *of, BspVec from, BspVec to, GArray *path,
                          double *length)
{
    double rise = of->walker.box.mins.z - size->walker.box.mins.z, ns = 0;
    from.z += rise;
    to.z += rise;
    *length = 0;
    if (!size->navigator.path(&size->graph, 0, from, to, path, &ns))
        return FALSE;
    for (guint i = 0; i < path->len; i++) {
        BspVec at = g_array_index(path, BspNavCorner, i).at;
        *length += bsp_vec_length(bsp_vec_sub(at, from));
        from = at;
    }
    return TRUE;
}

/* Chooses the pair of places for which both sizes have paths whose lengths differ most. */
static void choose_paths(Picture *p)
{
    Size *small = &p->sizes[0], *big = &p->sizes[p->n - 1];
    g_autoptr(GArray) one = g_array_new(FALSE, FALSE, sizeof(BspNavCorner));
    g_autoptr(GArray) other = g_array_new(FALSE, FALSE, sizeof(BspNavCorner));
    double most = -1, shorter, longer;
    for (guint i = 0; i < PAIRS; i++) {
        BspVec from, to;
        if (!big->navigator.point(&big->graph, 0, &from) ||
            !big->navigator.point(&big->graph, 0, &to) ||
            !find_path(small, big, from, to, one, &shorter) ||
            !find_path(big, big, from, to, other, &longer) || longer - shorter <= most)
            continue;
        most = longer - shorter;
        p->start = from;
        g_array_set_size(small->path, 0);
        g_array_append_vals(small->path, one->data, one->len);
        g_array_set_size(big->path, 0);
        g_array_append_vals(big->path, other->data, other->len);
        small->length = shorter;
        big->length = longer;
    }
}

/* --- painting --- */

static void paint_floors(const Picture *p, CompareCanvas *canvas)
{
    g_autoptr(GArray) floors = compare_floors_new(p->world, &canvas->map.view);
    CompareColour pale = compare_colour_mix(COMPARE_FAINT, COMPARE_PAPER, 0.25);
    for (guint i = 0; i < floors->len; i++)
        compare_canvas_polygon(canvas, g_array_index(floors, CompareFloor, i).flat, pale,
                               COMPARE_FAINT, 0.25);
    compare_canvas_legend(canvas,
                          (CompareSign){ COMPARE_SIGN_AREA, .colour = pale, .edge = COMPARE_FAINT },
                          "floors");
}

/* Returns whether the area can be reached from a start, so that roofs are not shown. If no start is
 * on an area, all areas are shown. */
static gboolean is_shown(const Picture *p, const Size *size, guint area)
{
    BspNavPoint to = { .size = size->number, .area = area };
    for (guint i = 0; i < size->starts->len; i++)
        if (bsp_navigation_reachable(p->nav, &g_array_index(size->starts, BspNavPoint, i), &to) !=
            BSP_NAV_NEVER)
            return TRUE;
    return size->starts->len == 0;
}

static void paint_areas(const Picture *p, const Size *size, CompareColour colour,
                        CompareCanvas *canvas)
{
    guint first, n = bsp_navigation_areas(p->nav, size->number, &first);
    for (guint i = first; i < first + n; i++) {
        BspNavArea area;
        bsp_navigation_area(p->nav, i, &area);
        if (!is_shown(p, size, i))
            continue;
        g_autofree BspPolygon *polygon = polygon_of(&area);
        compare_canvas_polygon(canvas, polygon, colour, colour, 0.25);
    }
    const char *form = p->n == 1                     ? "%s fits"
                       : size == p->sizes            ? "only %s fits"
                       : size == &p->sizes[p->n - 1] ? "all fit, also %s"
                                                     : "%s fits, too";
    g_autofree char *text = g_strdup_printf(form, size->walker.name);
    compare_canvas_legend(
        canvas, (CompareSign){ COMPARE_SIGN_AREA, .colour = colour, .edge = colour }, "%s", text);
}

static void paint_path(const Picture *p, const Size *size, CompareColour colour, double dash,
                       CompareCanvas *canvas)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    CompareSegment line = { p->start, p->start };
    for (guint i = 0; i < size->path->len; i++) {
        line = (CompareSegment){ line.b, g_array_index(size->path, BspNavCorner, i).at };
        g_array_append_val(lines, line);
    }
    if (lines->len == 0)
        return;
    compare_canvas_lines(canvas, lines, colour, 2.5, dash);
    compare_canvas_mark(canvas, compare_map_pixel(&canvas->map, line.b), COMPARE_MARK_SQUARE, 4,
                        COMPARE_INK);
    compare_canvas_legend(
        canvas, (CompareSign){ COMPARE_SIGN_LINE, .colour = colour, .size = 2.5, .dash = dash },
        "the path of %s: %.0f units", size->walker.name, size->length);
}

static void paint(gconstpointer data, CompareCanvas *canvas)
{
    const Picture *p = data;
    paint_floors(p, canvas);
    compare_canvas_legend(canvas, (CompareSign){ .kind = COMPARE_SIGN_NONE },
                          "where a box's reference point can be:");
    for (guint i = 0; i < p->n; i++)
        paint_areas(p, &p->sizes[i],
                    compare_colour_mix(compare_colour_of(i, p->n), COMPARE_PAPER, 0.45), canvas);
    paint_path(p, &p->sizes[0], COMPARE_INK, 0, canvas);
    if (p->n > 1)
        paint_path(p, &p->sizes[p->n - 1], COMPARE_VERMILLION, 5, canvas);
    if (p->sizes[0].path->len > 0)
        compare_canvas_mark(canvas, compare_map_pixel(&canvas->map, p->start), COMPARE_MARK_CIRCLE,
                            5, COMPARE_INK);
}

char *level_navigation_picture(const BspNavigation *nav, const BspWorld *world, GError **error)
{
    CompareScenario s = { .name = world->name, .world = (BspWorld *)(gsize)world };
    Picture p = { .nav = nav, .world = world };
    CompareDrawing drawing = {
        .kind = COMPARE_DRAW_PLAN, .scenario = &s, .paint = paint, .paint_data = &p
    };
    open_sizes(&p);
    choose_paths(&p);
    char *svg = compare_draw_svg(&drawing, error);
    close_sizes(&p);
    return svg;
}
