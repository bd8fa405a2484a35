/* leak: decides whether a world is sealed, what filling its outside saves, and where it leaks. */
#include "command/info.h"

#include "bsp-inspect.h"
#include "text/strings.h"

char *compare_leak_point(BspVec p)
{
    g_autofree char *x = compare_number_exact(p.x + 0.0), *y = compare_number_exact(p.y + 0.0),
                    *z = compare_number_exact(p.z + 0.0);
    return g_strdup_printf("%s %s %s", x, y, z);
}

/* Returns "x y z" to 0.1 unit, which is exact enough to follow the path. */
static char *rounded_point(BspVec p)
{
    for (guint i = 0; i < 3; i++)
        p.v[i] = round(p.v[i] * 10) / 10;
    return compare_leak_point(p);
}

static char *path_points(const GArray *path)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < path->len; i++) {
        g_autofree char *point = rounded_point(g_array_index(path, BspVec, i));
        g_string_append_printf(out, "%s\n", point);
    }
    return g_string_free(out, FALSE);
}

static double path_length(const GArray *path)
{
    double length = 0;
    for (guint i = 1; i < path->len; i++)
        length += bsp_vec_length(
            bsp_vec_sub(g_array_index(path, BspVec, i), g_array_index(path, BspVec, i - 1)));
    return length;
}

/* Lists curved patches that were not read: the hole may be in their place. World readers begin such
 * messages with "patches". */
static void describe_patches(GString *out, const BspWorld *world)
{
    for (guint i = 0; i < world->messages->len; i++)
        if (g_str_has_prefix(world->messages->pdata[i], "patches "))
            g_string_append_printf(out, "         the hole may be where one of these was: %s\n",
                                   (const char *)world->messages->pdata[i]);
}

static void describe_leak(CompareLeak *leak, GString *out, const BspWorld *world,
                          const GArray *path)
{
    g_autofree char *from = rounded_point(g_array_index(path, BspVec, 0));
    g_autofree char *to = rounded_point(g_array_index(path, BspVec, path->len - 1));
    g_string_append_printf(out,
                           "sealed   no: %.1f units and %u points from %s to %s, outside of the "
                           "world\n",
                           path_length(path), path->len, from, to);
    describe_patches(out, world);
    leak->points = path_points(path);
}

static BspBuildOptions options_for(const BspWorld *world, BspFillMode fill,
                                   const CompareTrees *trees)
{
    BspBuildOptions options = trees->build;
    options.fill = fill;
    options.starts = world->starts;
    return options;
}

/* Counts the nodes of the world's unexpanded tree. */
static gboolean count_nodes(const BspWorld *world, BspFillMode fill, const CompareTrees *trees,
                            guint *n, GError **error)
{
    BspBuildOptions options = options_for(world, fill, trees);
    g_autoptr(BspTree) tree = bsp_tree_new(world->solid, &options, error);
    if (!tree)
        return FALSE;
    *n = bsp_nodes_size(bsp_tree_nodes(tree)).nodes;
    return TRUE;
}

static gboolean describe_result(const BspWorld *world, const BspSurface *surface,
                                const CompareTrees *trees, CompareLeak *leak, GString *out,
                                GError **error)
{
    guint bare, filled;
    if (surface->leak)
        describe_leak(leak, out, world, surface->leak);
    else if (surface->filled)
        g_string_append_printf(out, "sealed   yes: %u of %u empty leaves are reached\n",
                               surface->n_reached, surface->n_empty);
    else
        g_string_append(out, "sealed   unknown: no start lies in empty space\n");
    if (!count_nodes(world, BSP_FILL_OFF, trees, &bare, error))
        return FALSE;
    g_string_append_printf(out, "nodes    %u\n", bare);
    if (!surface->filled)
        return TRUE;
    if (!count_nodes(world, BSP_FILL_ON, trees, &filled, error))
        return FALSE;
    g_string_append_printf(out, "filled   %u (%.0f%%)\n", filled,
                           bare ? 100.0 * filled / bare : 100.0);
    return TRUE;
}

gboolean compare_leak_find(const BspWorld *world, const CompareTrees *trees, CompareLeak *leak,
                           GError **error)
{
    *leak = (CompareLeak){ 0 };
    BspBuildOptions options = options_for(world, BSP_FILL_AUTO, trees);
    g_autoptr(BspSurface) surface = bsp_surface_new(world->solid, &options, error);
    GString *out = g_string_new(NULL);
    gboolean ok = surface && describe_result(world, surface, trees, leak, out, error);
    leak->text = g_string_free(out, FALSE);
    if (!ok)
        compare_leak_clear(leak);
    return ok;
}

void compare_leak_clear(CompareLeak *leak)
{
    g_clear_pointer(&leak->text, g_free);
    g_clear_pointer(&leak->points, g_free);
}
