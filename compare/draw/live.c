/* live: the part of an SVG that answers the mouse. compare/html/picture.js is its script. */
#include "draw/live.h"

#include <gio/gio.h>

#include "text/strings.h"
#include "tools/bsp-inspect.h"
#include "tools/bsp-json.h"

/* glib-compile-resources generates these functions from page.gresource.xml. */
GResource *compare_page_get_resource(void);
void compare_page_register_resource(void);
void compare_page_unregister_resource(void);

/* Pixels: the baseline of the coordinates above the map, and of the command below it. */
#define WHERE_ABOVE 6.0
#define COMMAND_BELOW 54.0

/* Adds a name and numbers as an attribute. */
static void add_numbers(GString *out, const char *name, const double *numbers, guint n)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(out, " %s=\"", name);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, "%s%s", i ? " " : "",
                               g_ascii_formatd(text, sizeof text, "%.10g", numbers[i]));
    g_string_append_c(out, '"');
}

/* Adds text from files, made harmless, as the content of an element or attribute. */
static void add_text(GString *out, const char *text)
{
    g_autofree char *harmless = compare_escape_terminal(text);
    g_autofree char *escaped = g_markup_escape_text(harmless, -1);
    g_string_append(out, escaped);
}

/* --- tooltips --- */

/* A tooltip lists at most this many textures of a brush. */
#define MOST_TEXTURES 4

/* Adds the brush's textures, each once: ", textures base/wall, base/floor" */
static void add_textures(GString *out, const BspWorld *world, guint number, guint n_sides)
{
    const char *listed[MOST_TEXTURES + 1] = { NULL };
    guint n = 0;
    for (guint side = 0; side < n_sides && n < MOST_TEXTURES; side++) {
        const char *texture = bsp_world_side_texture(world, number, side);
        if (!texture || g_strv_contains(listed, texture))
            continue;
        g_string_append_printf(out, "%s%s", n ? ", " : ", textures ", texture);
        listed[n++] = texture;
    }
}

/* Returns "brush 12: entity 0, brush 11 (line 345), solid, from 0 0 0 to 8 8 8, textures a, b" */
static char *describe_brush(const CompareDrawing *d, guint number)
{
    const BspWorld *world = d->world ? d->world : d->scenario->world;
    const BspBrush *brush = bsp_solid_brush(d->scenario->world->solid, number);
    const BspBounds *box = bsp_brush_bounds(brush);
    g_autofree char *place = bsp_world_brush_place(world, number);
    g_autofree char *contents = bsp_contents_text(bsp_brush_contents(brush));
    g_autofree char *mins = compare_place_hundredths(box->mins.v),
                    *maxs = compare_place_hundredths(box->maxs.v);
    GString *text = g_string_new(NULL);
    g_string_printf(text, "brush %u: %s%s%s, from %s to %s", number, place ? place : "",
                    place ? ", " : "", contents, mins, maxs);
    add_textures(text, world, number, bsp_brush_n_sides(brush));
    return g_string_free(text, FALSE);
}

/* Adds the polygon to a path, in tenths of a pixel. */
static void add_polygon(GString *out, const CompareMap *map, const BspPolygon *p)
{
    char text[2][G_ASCII_DTOSTR_BUF_SIZE];
    for (guint i = 0; i < p->n; i++) {
        ComparePlace at = compare_map_place(map, p->v[i]);
        g_ascii_formatd(text[0], sizeof text[0], "%.1f", at.x);
        g_ascii_formatd(text[1], sizeof text[1], "%.1f", at.y);
        g_string_append_printf(out, "%c%s %s", i ? 'L' : 'M', text[0], text[1]);
    }
    g_string_append_c(out, 'Z');
}

/* Adds the plane of a floor: z = a + b x + c y. */
static void add_floor(GString *out, const BspPlane *plane)
{
    const double numbers[] = { plane->dist / plane->normal.z,
                               -plane->normal.x / plane->normal.z + 0.0,
                               -plane->normal.y / plane->normal.z + 0.0 };
    add_numbers(out, "data-floor", numbers, G_N_ELEMENTS(numbers));
}

static gboolean is_same_area(const CompareArea *a, const CompareArea *b)
{
    const BspPlane *p = &a->plane, *q = &b->plane;
    return a->brush == b->brush && p->normal.x == q->normal.x && p->normal.y == q->normal.y &&
           p->normal.z == q->normal.z && p->dist == q->dist;
}

/* Adds one path for areas that follow one another and belong together. */
static void add_areas(GString *out, const CompareDrawing *d, const CompareMap *map,
                      const GArray *areas)
{
    for (guint i = 0; i < areas->len;) {
        const CompareArea *area = &g_array_index(areas, CompareArea, i);
        g_autofree char *about = describe_brush(d, area->brush);
        g_string_append(out, "<path d=\"");
        guint end = i;
        for (; end < areas->len && is_same_area(area, &g_array_index(areas, CompareArea, end));
             end++)
            add_polygon(out, map, g_array_index(areas, CompareArea, end).outline);
        g_string_append_c(out, '"');
        if (area->is_floor)
            add_floor(out, &area->plane);
        g_string_append(out, "><title>");
        add_text(out, about);
        g_string_append(out, "</title></path>\n");
        i = end;
    }
}

static void add_brushes(GString *out, const CompareSubject *subject, const CompareMap *map)
{
    g_autoptr(GArray) areas = subject->find_areas(subject);
    g_string_append(out, "<g class=\"brushes\" fill=\"none\" pointer-events=\"all\">\n");
    if (areas->len <= COMPARE_LIVE_MOST)
        add_areas(out, subject->drawing, map, areas);
    else
        g_string_append_printf(out, "<!-- %u brushes are too many for tooltips -->\n", areas->len);
    g_string_append(out, "</g>\n");
}

/* --- the script and its data --- */

static void add_data(GString *out, const CompareDrawing *d, const CompareMap *map, double room)
{
    const BspBounds *box = &compare_drawing_shape(d)->bounds;
    const double place[] = { map->left, map->top, map->width, map->height, map->scale },
                 axes[] = { map->across, map->up },
                 corner[] = { map->view.mins.v[map->across], map->view.maxs.v[map->up] },
                 bounds[] = { box->mins.x, box->mins.y, box->mins.z,
                              box->maxs.x, box->maxs.y, box->maxs.z };
    add_numbers(out, "data-map", place, G_N_ELEMENTS(place));
    add_numbers(out, "data-axes", axes, G_N_ELEMENTS(axes));
    add_numbers(out, "data-corner", corner, G_N_ELEMENTS(corner));
    add_numbers(out, "data-box", bounds, G_N_ELEMENTS(bounds));
    add_numbers(out, "data-room", &room, 1);
    if (d->kind == COMPARE_DRAW_SLICE)
        add_numbers(out, "data-at", &d->at, 1);
    g_string_append(out, " data-command=\"");
    add_text(out, d->explain);
    g_string_append_c(out, '"');
}

static void add_line(GString *out, const char *name, const char *anchor, ComparePlace at,
                     CompareColour ink)
{
    const double place[] = { rint(at.x), rint(at.y) };
    g_string_append_printf(out, "<text class=\"%s\" text-anchor=\"%s\" font-size=\"11\"", name,
                           anchor);
    add_numbers(out, "x", &place[0], 1);
    add_numbers(out, "y", &place[1], 1);
    g_string_append_printf(out,
                           " font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\" "
                           "fill=\"#%02x%02x%02x\"></text>\n",
                           (unsigned)(ink.r * 255), (unsigned)(ink.g * 255),
                           (unsigned)(ink.b * 255));
}

static void add_script(GString *out)
{
    g_autoptr(GError) error = NULL;
    compare_page_register_resource();
    g_autoptr(GBytes) script = g_resource_lookup_data(
        compare_page_get_resource(), "/html/picture.js", G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
    if (!script)
        g_error("%s", error->message); /* the program contains the file */
    g_string_append(out, "<script><![CDATA[\n");
    g_string_append_len(out, g_bytes_get_data(script, NULL), (gssize)g_bytes_get_size(script));
    g_string_append(out, "]]></script>\n");
    g_clear_pointer(&script, g_bytes_unref);
    compare_page_unregister_resource();
}

void compare_live_write(const CompareSubject *subject, const CompareMap *map, double room,
                        GString *out)
{
    const CompareDrawing *d = subject->drawing;
    CompareColour ink = (d->dark ? compare_theme_dark : compare_theme_light).ink;
    double right = map->left + map->width, bottom = map->top + map->height;
    g_string_append(out, "<g class=\"live\"");
    add_data(out, d, map, room);
    g_string_append(out, ">\n");
    add_brushes(out, subject, map);
    add_line(out, "where", "end", (ComparePlace){ right, map->top - WHERE_ABOVE }, ink);
    add_line(out, "command", "start", (ComparePlace){ map->left, bottom + COMMAND_BELOW }, ink);
    add_script(out);
    g_string_append(out, "</g>\n");
}
