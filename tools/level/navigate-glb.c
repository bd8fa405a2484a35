/* navigate-glb: writes a navigation graph as glTF 2.0, in a binary file. */
#include "level/navigate-glb.h"

#include <math.h>
#include <string.h>

#include "draw/canvas.h"
#include "level/navigate-area.h"
#include "level/navigate-json.h"

/* Constants of glTF, and of its binary files. */
enum { FLOAT = 5126, UNSIGNED = 5125, LINES = 1, TRIANGLES = 4 };
#define MAGIC 0x46546c67 /* the bytes "glTF" */
#define JSON_CHUNK 0x4e4f534a
#define BINARY_CHUNK 0x004e4942

typedef struct {
    const BspNavigation *nav;
    GByteArray *bytes; /* the contents of the binary chunk */
    GString *views, *accessors, *nodes, *meshes;
    guint n_accessors; /* the number of accessors; each has one view */
    guint n_meshes;
} Glb;

/* Appends a number. Numbers of the file are little-endian. */
static void put(GByteArray *bytes, guint32 number)
{
    guint32 little = GUINT32_TO_LE(number);
    g_byte_array_append(bytes, (const guint8 *)&little, sizeof little);
}

/* --- points and lines of a size --- */

static void add_point(GArray *points, BspVec p)
{
    float xyz[] = { (float)p.x, (float)p.z, (float)-p.y };
    g_array_append_vals(points, xyz, 3);
}

static void add_area(const BspNavArea *area, GArray *points, GArray *corners)
{
    guint first = points->len / 3;
    for (guint i = 0; i < area->n_vertices; i++)
        add_point(points, level_area_point(area, area->vertices[i]));
    for (guint i = 2; i < area->n_vertices; i++) {
        guint triangle[] = { first, first + i - 1, first + i };
        g_array_append_vals(corners, triangle, 3);
    }
}

/* Adds the line of a link. It goes from the border to the position at which the body lands. If the
 * body walks, it goes from the area's middle to the border. The link of the other area has the
 * other half. */
static void add_link(const BspNavArea *area, const BspNavLink *link, GArray *points)
{
    BspVec border = level_area_point(area, level_link_middle(link));
    gboolean walks = level_link_walks(link);
    add_point(points, walks ? level_area_point(area, level_area_middle(area)) : border);
    add_point(points, walks ? border : link->landing);
}

/* --- the parts of the file --- */

static void separate(GString *list)
{
    if (list->len > 0)
        g_string_append_c(list, ',');
}

/* Adds an accessor for points or for indices. Returns its number. */
static guint add_numbers(Glb *g, const GArray *numbers, gboolean are_points)
{
    const guint32 *bits = (const guint32 *)(gconstpointer)numbers->data;
    const float *floats = (const float *)(gconstpointer)numbers->data;
    guint n = numbers->len;
    separate(g->views);
    separate(g->accessors);
    g_string_append_printf(g->views, "{\"buffer\":0,\"byteOffset\":%u,\"byteLength\":%u}",
                           g->bytes->len, 4 * n);
    g_string_append_printf(g->accessors,
                           "{\"bufferView\":%u,\"componentType\":%d,\"count\":%u,\"type\":\"%s\"",
                           g->n_accessors, are_points ? FLOAT : UNSIGNED, are_points ? n / 3 : n,
                           are_points ? "VEC3" : "SCALAR");
    for (guint end = 0; are_points && end < 2; end++) {
        g_string_append(g->accessors, end ? ",\"max\":[" : ",\"min\":[");
        for (guint axis = 0; axis < 3; axis++) {
            char text[G_ASCII_DTOSTR_BUF_SIZE];
            float most = floats[axis];
            for (guint i = axis; i < n; i += 3)
                most = end ? fmaxf(most, floats[i]) : fminf(most, floats[i]);
            g_string_append(g->accessors, axis ? "," : "");
            g_string_append(g->accessors, g_ascii_formatd(text, sizeof text, "%.9g", (double)most));
        }
        g_string_append_c(g->accessors, ']');
    }
    g_string_append_c(g->accessors, '}');
    for (guint i = 0; i < n; i++)
        put(g->bytes, bits[i]);
    return g->n_accessors++;
}

/* Adds a primitive, which is drawn with one material. `indices` is NULL for lines. */
static void add_primitive(Glb *g, const GArray *points, const GArray *indices, guint material)
{
    if (points->len == 0)
        return;
    guint first = add_numbers(g, points, TRUE);
    if (g->meshes->str[g->meshes->len - 1] == '}')
        g_string_append_c(g->meshes, ',');
    g_string_append_printf(g->meshes,
                           "{\"attributes\":{\"POSITION\":%u},\"mode\":%d,\"material\":%u", first,
                           indices ? TRIANGLES : LINES, material);
    if (indices)
        g_string_append_printf(g->meshes, ",\"indices\":%u", add_numbers(g, indices, FALSE));
    g_string_append_c(g->meshes, '}');
}

/* Begins a node. If the size has areas, the node gets a mesh. A mesh without primitives is not
 * allowed. */
static void add_node(Glb *g, const BspNavWalker *walker, gboolean has_areas)
{
    separate(g->nodes);
    g_string_append(g->nodes, "{\"name\":");
    level_navigation_add_name(g->nodes, walker->name);
    if (has_areas) {
        g_string_append_printf(g->nodes, ",\"mesh\":%u", g->n_meshes++);
        separate(g->meshes);
        g_string_append(g->meshes, "{\"primitives\":[");
    }
    g_string_append_c(g->nodes, '}');
}

static void add_size(Glb *g, guint size)
{
    guint first, n = bsp_navigation_areas(g->nav, size, &first);
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(float));
    g_autoptr(GArray) corners = g_array_new(FALSE, FALSE, sizeof(guint32));
    GArray *lines[BSP_NAV_N_TYPES];
    BspNavWalker walker;
    bsp_navigation_walker(g->nav, size, &walker);
    for (guint i = 0; i < BSP_NAV_N_TYPES; i++)
        lines[i] = g_array_new(FALSE, FALSE, sizeof(float));
    for (guint i = first; i < first + n; i++) {
        BspNavArea area;
        BspNavLink link;
        bsp_navigation_area(g->nav, i, &area);
        add_area(&area, points, corners);
        for (guint k = 0; k < area.n_links; k++) {
            bsp_navigation_link(g->nav, area.first_link + k, &link);
            add_link(&area, &link, lines[link.type]);
        }
    }
    add_node(g, &walker, n > 0);
    add_primitive(g, points, corners, BSP_NAV_N_TYPES + size);
    for (guint i = 0; i < BSP_NAV_N_TYPES; i++) {
        add_primitive(g, lines[i], NULL, i);
        g_array_unref(lines[i]);
    }
    if (n > 0)
        g_string_append(g->meshes, "]}");
}

/* Adds a material. The colours of glTF are linear. */
static void add_material(GString *out, const char *name, CompareColour colour)
{
    separate(out);
    g_string_append(out, "{\"name\":");
    level_navigation_add_name(out, name);
    g_string_append(out, ",\"doubleSided\":true,\"pbrMetallicRoughness\":{\"metallicFactor\":0,"
                         "\"baseColorFactor\":[");
    for (guint shift = 24; shift > 0; shift -= 8) {
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        double part = (double)(colour >> (shift - 8) & 0xff) / 255;
        g_string_append(out, g_ascii_formatd(text, sizeof text, "%.3f,", pow(part, 2.2)));
    }
    g_string_append(out, "1]}}");
}

static char *materials(const BspNavigation *nav)
{
    GString *out = g_string_new(NULL);
    guint n = bsp_navigation_n_sizes(nav);
    for (guint i = 0; i < BSP_NAV_N_TYPES; i++)
        add_material(out, level_navigation_types[i], compare_colour_of(i, BSP_NAV_N_TYPES));
    for (guint i = 0; i < n; i++) {
        BspNavWalker walker;
        bsp_navigation_walker(nav, i, &walker);
        add_material(out, walker.name, compare_colour_of(i, n));
    }
    return g_string_free(out, FALSE);
}

static GBytes *pack(const Glb *g, GString *json)
{
    GByteArray *file = g_byte_array_new();
    while (json->len % 4 > 0)
        g_string_append_c(json, ' ');
    guint32 length = 12 + 8 + (guint32)json->len + 8 + g->bytes->len;
    guint32 header[] = { MAGIC, 2, length, (guint32)json->len, JSON_CHUNK };
    for (guint i = 0; i < G_N_ELEMENTS(header); i++)
        put(file, header[i]);
    g_byte_array_append(file, (const guint8 *)json->str, (guint)json->len);
    put(file, g->bytes->len);
    put(file, BINARY_CHUNK);
    g_byte_array_append(file, g->bytes->data, g->bytes->len);
    return g_byte_array_free_to_bytes(file);
}

GBytes *level_navigation_glb(const BspNavigation *nav)
{
    Glb g = { .nav = nav, .bytes = g_byte_array_new() };
    GString **parts[] = { &g.views, &g.accessors, &g.nodes, &g.meshes };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        *parts[i] = g_string_new(NULL);
    g_autofree char *all_materials = materials(nav);
    g_autoptr(GString) json =
        g_string_new("{\"asset\":{\"version\":\"2.0\",\"generator\":\"bsplevel\"},\"scene\":0,"
                     "\"scenes\":[{\"nodes\":[");
    guint n = bsp_navigation_n_sizes(nav);
    for (guint i = 0; i < n; i++) {
        add_size(&g, i);
        g_string_append_printf(json, i ? ",%u" : "%u", i);
    }
    g_string_append_printf(json,
                           "]}],\"nodes\":[%s],\"meshes\":[%s],\"materials\":[%s],"
                           "\"accessors\":[%s],\"bufferViews\":[%s],"
                           "\"buffers\":[{\"byteLength\":%u}]}",
                           g.nodes->str, g.meshes->str, all_materials, g.accessors->str,
                           g.views->str, g.bytes->len);
    GBytes *file = pack(&g, json);
    g_byte_array_unref(g.bytes);
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        g_string_free(*parts[i], TRUE);
    return file;
}
