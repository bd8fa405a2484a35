/* convert: "bsplevel convert": writes a world of any format as JSON or .obj. */
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "command/report.h"
#include "level/level.h"
#include "text/file.h"
#include "text/obj.h"
#include "tools/bsp-file.h"
#include "tools/bsp-json.h"

typedef struct {
    CompareOptions common;
    BspMeshOptions mesh;
} Options;

static gboolean has_mesh_options(const Options *options)
{
    const BspMeshOptions *mesh = &options->mesh;
    return mesh->weld > 0 || mesh->snap > 0 || mesh->sheet > 0 || mesh->scale > 0 || mesh->close;
}

/* Whether the path is that of a Wavefront file or, if `any`, of any mesh. */
static gboolean is_mesh(const char *path, gboolean any)
{
    g_autofree char *file = g_strndup(path, bsp_world_selection(path, NULL));
    BspFileKind kind;
    const char *ending = bsp_ending_text(file, &kind);
    return ending && (strcmp(ending, ".obj") == 0 ||
                      (any && (strcmp(ending, ".glb") == 0 || strcmp(ending, ".gltf") == 0)));
}

static char *world_as_json(const BspWorld *world, const char *path, GError **error)
{
    g_autofree char *text = bsp_world_to_json(world);
    if (bsp_world_json_fits(world, strlen(text), error))
        return g_steal_pointer(&text);
    g_prefix_error(error, "%s: ", path);
    return NULL;
}

static gboolean convert_world(const Options *options, GError **error)
{
    const char *path = options->common.files[0], *output = options->common.output;
    gboolean to_obj = output && is_mesh(output, FALSE);
    if (!compare_output_check(output, error) || !compare_output_check_input(output, path, error) ||
        !(to_obj || compare_options_check_json(output, error)))
        return FALSE;
    if (has_mesh_options(options) && !is_mesh(path, TRUE))
        return compare_command_wrong(error, "--weld, --snap, --sheet, --scale and --close: only "
                                            "for meshes: .obj, .glb and .gltf");
    g_autoptr(BspWorld) world =
        compare_command_read_options(path, &(BspWorldOptions){ .mesh = options->mesh }, error);
    if (!world)
        return FALSE;
    if (!compare_command_check_left(world, path, error))
        return FALSE;
    g_autofree char *text =
        to_obj ? compare_obj_of_world(world) : world_as_json(world, path, error);
    if (!text || !compare_output_write(output, text, error))
        return FALSE;
    for (guint i = 0; i < world->messages->len; i++)
        compare_command_say("%s: %s", path, (const char *)world->messages->pdata[i]);
    return TRUE;
}

static gboolean parse(Options *options, char **arguments, int *status)
{
    const CompareOption own[] = {
        compare_option_number("weld", &options->mesh.weld, 1e-9, 1, "UNITS",
                              "For a mesh: corners nearer than this become one; by default chosen "
                              "by the size of the mesh"),
        compare_option_number("snap", &options->mesh.snap, 1e-9, 1, "UNITS",
                              "For a mesh: faces nearer than this to a plane become parts of it; "
                              "at least, and by default, the distance of --weld"),
        compare_option_number("sheet", &options->mesh.sheet, 0.01, 4096, "UNITS",
                              "For a mesh: the thickness that open sheets get, behind their faces; "
                              "they are left out if not given"),
        compare_option_number("scale", &options->mesh.scale, 1e-6, 1e6, "N",
                              "For a mesh: multiply all coordinates by N"),
        compare_option_flag("close", &options->mesh.close,
                            "For a mesh: close large flat holes, too"),
    };
    const CompareCommandLine line = {
        .command = "convert",
        .arguments = "LEVEL",
        .summary =
            "Writes a level (.json, .map, .bsp, .obj, .glb, .gltf, or such a file inside an "
            "archive as\narchive.pk3:path/inside) in the toolkit's JSON. If the output's name ends "
            "in .obj, a mesh of its\nbrushes is written instead. Contents that JSON worlds cannot "
            "hold are reported.",
        .wanted = "level",
        .max = 1,
        .options = own,
        .n_options = G_N_ELEMENTS(own),
        .groups = COMPARE_OPTIONS_PATCHES | COMPARE_OPTIONS_FILE,
        .output_argument = "FILE.json",
        .output_help = "Write to FILE.json, not to standard output; or a mesh to FILE.obj",
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

int level_command_convert(char **arguments)
{
    Options options = { 0 };
    GError *error = NULL;
    int status;
    if (parse(&options, arguments, &status))
        status = convert_world(&options, &error) ? COMPARE_EXIT_GOOD : compare_command_fail(error);
    compare_options_clear(&options.common);
    return status;
}
