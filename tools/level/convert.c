/* convert: "bsplevel convert" writes a world of any format as JSON or .obj. */
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "command/report.h"
#include "level/import.h"
#include "level/level.h"
#include "level/obj.h"
#include "level/proof.h"
#include "text/selection.h"
#include "tools/bsp-file.h"

static struct {
    const CompareOptions *common;
    BspMeshOptions mesh;
    char *up; /* "y", "z" or NULL */
} own = { .mesh.scale = 1 };

static gboolean has_mesh_options(void)
{
    const BspMeshOptions *mesh = &own.mesh;
    return mesh->weld > 0 || mesh->snap > 0 || mesh->sheet > 0 || mesh->scale != 1 || mesh->close ||
           own.up;
}

/* Converts a mesh, and compares the result with it. `file` is the path without a selection. Returns
 * the exit status. */
static int convert_mesh(const char *path, const char *file, BspMeshOptions options, GError **error)
{
    g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
    if (bsp_ending_is(file, BSP_FILE_MESH))
        compare_command_say("%s: libassimp, which crashes for some files, reads this file; convert "
                            "only files that you trust",
                            file);
    g_autoptr(BspMesh) mesh = level_read_mesh(file, own.up, &options, remarks, error);
    if (!mesh)
        return COMPARE_EXIT_BAD;
    g_autoptr(LevelTriangles) triangles = level_triangles_new(mesh, &options);
    g_autoptr(BspWorld) world = bsp_world_of_mesh(file, mesh, &options, error);
    for (guint i = 0; world && i < remarks->len; i++)
        g_ptr_array_add(world->report.messages, g_strdup(remarks->pdata[i]));
    if (!world || !compare_command_check_left(world, path, error) ||
        !level_write_world(world, path, own.common->output, error))
        return COMPARE_EXIT_BAD;
    LevelProof proof = level_prove(triangles, world);
    return level_proof_say(&proof, path);
}

static gboolean convert_level(const char *path, const BspWorldOptions *options, GError **error)
{
    g_autoptr(BspWorld) world = compare_command_read_options(path, options, error);
    return world && compare_command_check_left(world, path, error) &&
           level_write_world(world, path, own.common->output, error);
}

/* Converts a world. Returns the exit status. */
static int convert_world(GError **error)
{
    const char *path = own.common->files[0];
    g_auto(BspWorldOptions) all = { .mesh = own.mesh };
    g_autofree char *name = g_strndup(path, compare_selection(path, NULL)),
                    *file = g_strndup(path, compare_selection(path, &all));
    gboolean by_assimp = bsp_ending_is(file, BSP_FILE_MESH);
    /* A mesh may name other files. The output cannot replace one of them if its name must end in
     * .json or .obj. */
    if (!level_check_output(own.common->output, path, !by_assimp, error))
        return COMPARE_EXIT_BAD;
    if (level_is_obj(file) || by_assimp)
        return convert_mesh(path, file, all.mesh, error);
    if (has_mesh_options() && !level_is_obj(name))
        compare_wrong(error, "--weld, --snap, --sheet, --scale, --up and --close are only for "
                             "meshes: " LEVEL_MESHES);
    else if (convert_level(path, &(BspWorldOptions){ .mesh = own.mesh }, error))
        return COMPARE_EXIT_GOOD;
    return COMPARE_EXIT_BAD;
}

static gboolean check_up(const char *up, GError **error)
{
    return !up || strcmp(up, "y") == 0 || strcmp(up, "z") == 0 ||
           compare_wrong(error, "--up: '%s' is not y or z", up);
}

static int run(CompareOptions *common, GError **error)
{
    own.common = common;
    return level_check_mesh_options(&own.mesh, error) && check_up(own.up, error)
               ? convert_world(error)
               : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "weld", 0, 0, G_OPTION_ARG_DOUBLE, &own.mesh.weld,
      "For a mesh: corners nearer to each other than this become one corner (default: depends on "
      "the size of the mesh)",
      "UNITS" },
    { "snap", 0, 0, G_OPTION_ARG_DOUBLE, &own.mesh.snap,
      "For a mesh: faces nearer than this to a common plane become parts of it (minimum and "
      "default: the distance of --weld)",
      "UNITS" },
    { "sheet", 0, 0, G_OPTION_ARG_DOUBLE, &own.mesh.sheet,
      "For a mesh: give open sheets this thickness, behind their faces (default: they are left "
      "out)",
      "UNITS" },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &own.mesh.scale,
      "For a mesh: multiply all coordinates by N (default: 1)", "N" },
    { "up", 0, 0, G_OPTION_ARG_STRING, &own.up,
      "For a mesh: the axis that is up in the file, y or z (default: depends on the format; z in "
      ".obj, .ply and .stl)",
      "AXIS" },
    { "close", 0, 0, G_OPTION_ARG_NONE, &own.mesh.close, "For a mesh: close large flat holes, too",
      NULL },
    { 0 },
};

const CompareCommand level_command_convert = {
    .name = "convert",
    .summary = "write a level of any format as JSON or .obj",
    .arguments = "LEVEL",
    .about =
        "Writes a level (.json, .map, .bsp, .obj, or such a file inside an archive as "
        "archive.pk3:path/inside), or a mesh that libassimp reads (.glb, .gltf, .ply, .stl, .fbx, "
        ".dae), in the toolkit's JSON. If the output's name ends in .obj, a mesh of its brushes "
        "is written instead. Contents that JSON worlds cannot hold are reported.",
    .wanted = "level",
    .max = 1,
    .groups = COMPARE_OPTIONS_FILE | COMPARE_OPTIONS_INPUT,
    .options = entries,
    .run = run,
};
