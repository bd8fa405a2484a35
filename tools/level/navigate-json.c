/* navigate-json: writes a navigation graph as JSON. */
#include "level/navigate-json.h"

#include <json.h>

#include "text/strings.h"

const char *const level_navigation_types[BSP_NAV_N_TYPES] = { "walk",     "step up", "step down",
                                                              "drop",     "jump",    "pad",
                                                              "teleport", "lift" };

/* Adds an array of the numbers. */
static void add_numbers(GString *out, const double *numbers, guint n)
{
    for (guint i = 0; i < n; i++) {
        g_autofree char *text = compare_number_exact(numbers[i]);
        g_string_append_printf(out, "%s%s", i ? "," : "[", text);
    }
    g_string_append_c(out, ']');
}

void level_navigation_add_name(GString *out, const char *name)
{
    json_object *text = json_object_new_string(name);
    g_string_append(out, json_object_to_json_string_ext(text, JSON_C_TO_STRING_PLAIN));
    json_object_put(text);
}

static void add_number(GString *out, const char *key, double number)
{
    g_autofree char *text = compare_number_exact(number);
    g_string_append_printf(out, ",\"%s\":%s", key, text);
}

static void add_walker(GString *out, const BspNavWalker *walker)
{
    g_string_append(out, "{\"name\":");
    level_navigation_add_name(out, walker->name);
    g_string_append(out, ",\"box\":[");
    add_numbers(out, walker->box.mins.v, 3);
    g_string_append_c(out, ',');
    add_numbers(out, walker->box.maxs.v, 3);
    g_string_append_printf(out, "],\"mask\":%u", walker->mask);
    add_number(out, "skin", walker->skin);
    add_number(out, "step", walker->stepping.height);
    add_number(out, "walkable", walker->stepping.walkable);
    add_number(out, "speed", walker->speed);
    add_number(out, "gravity", walker->gravity);
    add_number(out, "drop", walker->drop);
    add_number(out, "jump", walker->jump);
}

static void add_link(GString *out, const BspNavigation *nav, guint number, guint first)
{
    BspNavLink link;
    bsp_navigation_link(nav, number, &link);
    const double ends[] = { link.right.x, link.right.y, link.left.x, link.left.y };
    g_string_append_printf(out, "{\"to\":%u,\"type\":\"%s\",\"border\":", link.to - first,
                           level_navigation_types[link.type]);
    add_numbers(out, ends, 4);
    gboolean is_carried = link.type == BSP_NAV_TELEPORT || link.type == BSP_NAV_LIFT;
    if (bsp_vec_length(link.push) > 0) {
        g_string_append(out, ",\"push\":");
        add_numbers(out, link.push.v, 3);
    }
    if (bsp_vec_length(link.push) > 0 || is_carried) {
        g_string_append(out, ",\"landing\":");
        add_numbers(out, link.landing.v, 3);
    }
    if (link.entity != BSP_NAV_NO_ENTITY)
        g_string_append_printf(out, ",\"entity\":%u", link.entity);
    if (link.cost > 0)
        add_number(out, "cost", link.cost);
    g_string_append_c(out, '}');
}

/* Adds an area. In links, the numbers of areas count from the size's first area. */
static void add_area(GString *out, const BspNavigation *nav, guint number, guint first)
{
    BspNavArea area;
    bsp_navigation_area(nav, number, &area);
    const double plane[] = { area.plane.normal.x, area.plane.normal.y, area.plane.normal.z,
                             area.plane.dist };
    g_string_append(out, number > first ? ",\n{\"plane\":" : "\n{\"plane\":");
    add_numbers(out, plane, 4);
    g_string_append(out, ",\"vertices\":[");
    for (guint i = 0; i < area.n_vertices; i++) {
        g_string_append(out, i ? "," : "");
        add_numbers(out, &area.vertices[i].x, 2);
    }
    g_string_append(out, "],\"links\":[");
    for (guint i = 0; i < area.n_links; i++) {
        g_string_append(out, i ? "," : "");
        add_link(out, nav, area.first_link + i, first);
    }
    g_string_append(out, "]}");
}

char *level_navigation_json(const BspNavigation *nav)
{
    GString *out = g_string_new("{ \"format\": \"bsp-navigation\", \"version\": 1, \"sizes\": [\n");
    for (guint size = 0; size < bsp_navigation_n_sizes(nav); size++) {
        BspNavWalker walker;
        guint first, n = bsp_navigation_areas(nav, size, &first);
        bsp_navigation_walker(nav, size, &walker);
        g_string_append(out, size ? ",\n" : "");
        add_walker(out, &walker);
        g_string_append(out, ",\"areas\":[");
        for (guint i = 0; i < n; i++)
            add_area(out, nav, first + i, first);
        g_string_append(out, "]}");
    }
    g_string_append(out, " ] }\n");
    return g_string_free(out, FALSE);
}
