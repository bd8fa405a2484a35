/* obj: writes a world as JSON or as a Wavefront .obj file. */
#include "level/obj.h"

#include <string.h>

#include "command/command.h"
#include "text/file.h"
#include "text/strings.h"
#include "tools/bsp-file.h"
#include "tools/bsp-inspect.h"
#include "tools/bsp-json.h"

gboolean level_is_obj(const char *path)
{
    return g_strcmp0(bsp_ending_text(path), ".obj") == 0;
}

/* Adds the cell's faces, anticlockwise seen from outside. `first` is the number of its first
 * vertex. */
static void add_cell(GString *text, const BspCell *cell, guint first)
{
    for (guint i = 0; i < cell->n_vertices; i++) {
        g_autofree char *vertex = compare_point_text(cell->vertices[i].v, 0);
        g_string_append_printf(text, "v %s\n", vertex);
    }
    for (guint i = 0; i < cell->n_faces; i++) {
        const BspCellFace *face = &cell->faces[i];
        g_string_append_c(text, 'f');
        for (guint k = 0; k < face->n; k++)
            g_string_append_printf(text, " %u", first + cell->loop[face->first + k]);
        g_string_append_c(text, '\n');
    }
}

/* Returns the text of a world, which has an object "brush-I" for each brush. Numbers are exact. The
 * caller frees the text with g_free(). */
static char *obj_of_world(const BspWorld *world)
{
    GString *text = g_string_new("# bsplevel: each object is a convex brush; z is up\n");
    for (guint i = 0, first = 1; i < bsp_solid_n_brushes(world->solid); i++) {
        const BspCell *cell = bsp_brush_cell(bsp_solid_brush(world->solid, i));
        g_autofree char *place = bsp_world_brush_place(world, i);
        if (place)
            g_string_append_printf(text, "# %s\n", place);
        g_string_append_printf(text, "o brush-%u\n", i);
        add_cell(text, cell, first);
        first += cell->n_vertices;
    }
    return g_string_free(text, FALSE);
}

gboolean level_check_output(const char *output, const char *input, gboolean any, GError **error)
{
    gboolean is_named = !output || bsp_ending_is(output, BSP_FILE_JSON) || level_is_obj(output) ||
                        (any && !bsp_ending_text(output));
    return compare_output_check(output, error) &&
           compare_output_check_input(output, input, error) &&
           (is_named || compare_wrong(error, "%s: the name must end in .json or .obj", output));
}

/* Says on standard error what an .obj cannot hold: starts, and contents other than solid. */
static void say_left_out(const BspWorld *world, const char *output)
{
    guint n_starts = world->starts->len, n_brushes = 0;
    for (guint i = 0; i < bsp_solid_n_brushes(world->solid); i++)
        n_brushes += bsp_brush_contents(bsp_solid_brush(world->solid, i)) != BSP_CONTENTS_SOLID;
    if (n_starts || n_brushes)
        compare_command_say("%s: starts left out: %u, contents of brushes left out: %u, because an "
                            ".obj cannot hold them; a .json can",
                            output, n_starts, n_brushes);
}

gboolean level_write_world(const BspWorld *world, const char *input, const char *output,
                           GError **error)
{
    gboolean to_obj = output && level_is_obj(output);
    g_autofree char *text = to_obj ? obj_of_world(world) : bsp_world_to_json(world);
    if (!to_obj && !bsp_world_json_fits(world, strlen(text), error)) {
        g_prefix_error(error, "%s: ", input);
        return FALSE;
    }
    if (!compare_output_write(output, text, error))
        return FALSE;
    if (to_obj)
        say_left_out(world, output);
    for (guint i = 0; i < world->report.messages->len; i++)
        compare_command_say("%s: %s", input, (const char *)world->report.messages->pdata[i]);
    return TRUE;
}
