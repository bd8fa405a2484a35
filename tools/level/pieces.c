/* pieces: "bsplevel pieces" cuts a mesh into convex pieces, and compares them with the mesh. */
#include "command/command.h"
#include "command/options.h"
#include "command/report.h"
#include "level/import.h"
#include "level/level.h"
#include "level/obj.h"
#include "level/proof.h"
#include "text/file.h"
#include "text/selection.h"
#include "tools/bsp-file.h"

static BspMeshOptions own = { .scale = 1, .bodies = TRUE };

/* --- the command --- */

/* The largest number of shells that are printed. Together with the other lines, they fit on a
 * screen. */
#define MOST_SHELLS 12

static gboolean print_report(const BspWorld *world, const LevelProof *proof, GError **error)
{
    static const char *const kinds[] = { "convex", "cut into pieces", "hollow",
                                         "room",   "open sheet",      "outside" };
    const BspMeshReport *report = world->report.mesh;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < MIN(report->shells->len, MOST_SHELLS); i++) {
        const BspMeshShellReport *shell = &g_array_index(report->shells, BspMeshShellReport, i);
        g_string_append_printf(text, "shell    %u faces, %g cubic units: %s%s\n", shell->n_faces,
                               shell->volume, kinds[shell->kind],
                               shell->turned ? ", was inside out" : "");
    }
    if (report->shells->len > MOST_SHELLS)
        g_string_append_printf(text, "         and %u more\n", report->shells->len - MOST_SHELLS);
    g_string_append_printf(text,
                           "pieces   %u\n"
                           "volume   %.9g cubic units; the mesh as it was read: %.9g\n"
                           "points   %u, of which %u are inside the mesh as it was read\n"
                           "         inside, in no piece: %u\n"
                           "         outside, in a piece: %u\n"
                           "         in more pieces than the mesh winds around them: %u\n",
                           bsp_solid_n_brushes(world->solid), report->volume, proof->volume,
                           proof->n, proof->n_inside, proof->n_in_none, proof->n_in_other,
                           proof->n_in_two);
    return compare_output_write(NULL, text->str, error);
}

/* Cuts the mesh. Returns the exit status. */
static int cut_mesh(const char *path, BspMeshOptions options, const char *output, GError **error)
{
    if (bsp_ending_is(path, BSP_FILE_MESH))
        compare_command_say("%s: libassimp, which crashes for some files, reads this file; name "
                            "only files that you trust",
                            path);
    g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(BspMesh) mesh = level_read_mesh(path, NULL, &options, remarks, error);
    if (!mesh)
        return COMPARE_EXIT_BAD;
    g_autoptr(LevelTriangles) triangles = level_triangles_new(mesh, &options);
    g_autoptr(BspWorld) world = bsp_world_of_mesh(path, mesh, &options, error);
    if (!world || !level_write_world(world, path, output, error))
        return COMPARE_EXIT_BAD;
    LevelProof proof = level_prove(triangles, world);
    if (!print_report(world, &proof, error))
        return COMPARE_EXIT_BAD;
    return level_proof_say(&proof, path);
}

static gboolean check_files(const char *path, const char *output, GError **error)
{
    if (!level_is_obj(path) && !bsp_ending_is(path, BSP_FILE_MESH))
        return compare_wrong(error, "%s: this is not a mesh; its name must end in " LEVEL_MESHES,
                             path);
    if (!output)
        return compare_wrong(
            error, "no output: give -o FILE.obj or -o FILE.json, the file for the pieces");
    return level_check_output(output, path, FALSE, error);
}

static int run(CompareOptions *common, GError **error)
{
    const char *output = common->output;
    g_auto(BspWorldOptions) all = { .mesh = own };
    g_autofree char *path = g_strndup(common->files[0], compare_selection(common->files[0], &all));
    return check_files(path, output, error) && level_check_mesh_options(&all.mesh, error)
               ? cut_mesh(path, all.mesh, output, error)
               : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "sheet", 0, 0, G_OPTION_ARG_DOUBLE, &own.sheet,
      "Give open sheets this thickness, behind their faces (default: they are left out)", "UNITS" },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &own.scale, "Multiply all coordinates by N", "N" },
    { "close", 0, 0, G_OPTION_ARG_NONE, &own.close, "Close large flat holes, too", NULL },
    { 0 },
};

const CompareCommand level_command_pieces = {
    .name = "pieces",
    .summary = "cut a mesh into exact convex pieces",
    .arguments = "MESH",
    .about =
        "Cuts a mesh (" LEVEL_MESHES
        ") into convex pieces whose union is the space that it encloses, and writes each as an "
        "object of an .obj file or a brush of a .json world. Prints the shells of the mesh, the "
        "volumes of the mesh and of the pieces, and how many of up to 100000 points are in no "
        "piece, or in two. --output is required. Exit status 1 if the pieces differ from the mesh "
        "at more than 1 percent of the points, or by more than a tenth of the volume.",
    .wanted = "mesh",
    .max = 1,
    .groups = COMPARE_OPTIONS_FILE | COMPARE_OPTIONS_INPUT,
    .options = entries,
    .run = run,
};
