/* obj: makes worlds of meshes, which are Wavefront .obj files or meshes that a program made. */
#include "world/reading.h"

/* Bytes. A larger file has more corners than a mesh may have. */
#define MAX_BYTES (64 << 20)

BspWorld *bsp_world_of_mesh(const char *path, BspMesh *mesh, const BspMeshOptions *options,
                            GError **error)
{
    g_autoptr(BspMeshReport) report = NULL;
    BspSolid *solid = bsp_solid_of_mesh(mesh, options, &report, error);
    if (!solid)
        return NULL;
    g_autofree char *name = bsp_world_default_name(path);
    BspWorld *world = bsp_world_new(name, bsp_world_brushes_new(), NULL);
    bsp_solid_free(world->solid);
    world->solid = solid;
    for (guint i = 0; i < report->messages->len; i++)
        bsp_world_remark(world, "%s", (const char *)report->messages->pdata[i]);
    world->report.n_skipped = report->n_thin + (report->sheet > 0 ? 0 : report->n_sheets);
    world->report.mesh = g_steal_pointer(&report);
    return world;
}

BspMesh *bsp_mesh_read_obj_file(const char *path, const char *text, gsize length, GError **error)
{
    return bsp_world_check_text(path, text, length, "mesh", MAX_BYTES, error)
               ? bsp_mesh_read_obj(path, text, error)
               : NULL;
}

BspWorld *bsp_world_read_obj(const char *path, const char *text, gsize length,
                             const BspWorldOptions *options, GError **error)
{
    g_autoptr(BspMesh) mesh = bsp_mesh_read_obj_file(path, text, length, error);
    return mesh ? bsp_world_of_mesh(path, mesh, &options->mesh, error) : NULL;
}
