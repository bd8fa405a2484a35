/* compare-command-info: "bspcompare info": what a world holds. */
#include "compare-command-options.h"
#include "compare-command-output.h"
#include "compare-command.h"
#include "compare-print.h"

/* "x y z" */
static char *point(BspVec p)
{
    g_autofree char *x = compare_print_number(p.x + 0.0), *y = compare_print_number(p.y + 0.0),
                    *z = compare_print_number(p.z + 0.0);
    return g_strdup_printf("%s %s %s", x, y, z);
}

static guint64 count_planes(const BspSolid *solid)
{
    guint64 n = 0;
    for (guint i = 0; i < solid->brushes->len; i++)
        n += bsp_solid_brush(solid, i)->cell->n_faces;
    return n;
}

static char *describe(const BspWorld *world, const char *path)
{
    const BspSolid *solid = world->solid;
    GString *out = g_string_new(NULL);
    g_string_append_printf(
        out, "file     %s\nname     %s\nbrushes  %u\nplanes   %" G_GUINT64_FORMAT "\n", path,
        world->name, solid->brushes->len, count_planes(solid));
    if (solid->brushes->len) {
        g_autofree char *mins = point(solid->bounds.mins), *maxs = point(solid->bounds.maxs);
        g_string_append_printf(out, "bounds   %s to %s\n", mins, maxs);
    }
    g_string_append_printf(out, "starts   %u\n", world->starts->len);
    for (guint i = 0; i < world->starts->len; i++) {
        g_autofree char *start = point(g_array_index(world->starts, BspVec, i));
        g_string_append_printf(out, "         %s\n", start);
    }
    g_string_append_printf(out, "skipped  %u\n", world->n_skipped);
    for (guint i = 0; i < world->messages->len; i++)
        g_string_append_printf(out, "         %s\n", (const char *)world->messages->pdata[i]);
    return g_string_free(out, FALSE);
}

int compare_command_info(char **arguments)
{
    g_auto(GStrv) files = NULL;
    GError *error = NULL;
    int status;
    const CompareCommandLine line = {
        .command = "info",
        .arguments = "WORLD",
        .summary =
            "Tells what a world holds: brushes, their planes, bounds, starts, and what of its\n"
            "file was left out and why.",
        .wanted = "world",
        .max = 1,
    };
    if (!compare_options_parse(&line, arguments, &files, &status))
        return status;
    g_autoptr(BspWorld) world = bsp_world_load(files[0], &error);
    if (!world)
        return compare_command_fail(error);
    g_autofree char *text = describe(world, files[0]);
    return compare_output_write(NULL, text, &error) ? COMPARE_EXIT_GOOD
                                                    : compare_command_fail(error);
}
