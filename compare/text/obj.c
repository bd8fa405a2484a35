/* obj: text of Wavefront .obj files. */
#include "text/obj.h"

#include "text/strings.h"
#include "tools/bsp-inspect.h"

void compare_obj_add_vertex(CompareObj *obj, BspVec p)
{
    g_autofree char *x = compare_number_exact(p.x + 0.0), *y = compare_number_exact(p.y + 0.0),
                    *z = compare_number_exact(p.z + 0.0);
    g_string_append_printf(obj->text, "v %s %s %s\n", x, y, z);
    obj->n_vertices++;
}

void compare_obj_add_cell(CompareObj *obj, const BspCell *cell)
{
    guint before = obj->n_vertices;
    for (guint i = 0; i < cell->n_vertices; i++)
        compare_obj_add_vertex(obj, cell->vertices[i]);
    for (guint i = 0; i < cell->n_faces; i++) {
        const BspCellFace *face = &cell->faces[i];
        g_string_append_c(obj->text, 'f');
        for (guint k = 0; k < face->n; k++)
            g_string_append_printf(obj->text, " %u", before + cell->loop[face->first + k] + 1);
        g_string_append_c(obj->text, '\n');
    }
}

void compare_obj_add_brush(CompareObj *obj, const BspWorld *world, guint i, const char *suffix)
{
    g_autofree char *place = bsp_world_brush_place(world, i);
    if (place)
        g_string_append_printf(obj->text, "# %s\n", place);
    g_string_append_printf(obj->text, "o brush-%u%s\n", i, suffix);
    compare_obj_add_cell(obj, bsp_brush_cell(bsp_solid_brush(world->solid, i)));
}

char *compare_obj_of_world(const BspWorld *world)
{
    CompareObj obj = { g_string_new("# bsplevel convert: z is up\n"), 0 };
    for (guint i = 0; i < bsp_solid_n_brushes(world->solid); i++)
        compare_obj_add_brush(&obj, world, i, "");
    return g_string_free(obj.text, FALSE);
}
