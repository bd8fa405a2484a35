/* import: "bspcompare import": converts a world of any format to JSON. */
#include <string.h>

#include "bsp-json.h"
#include "command/command.h"
#include "command/options.h"
#include "command/report.h"
#include "text/file.h"

static int import(const char *path, const char *output)
{
    GError *error = NULL;
    if (!compare_output_check(output, &error) ||
        !compare_output_check_input(output, path, &error) ||
        !compare_options_check_json(output, &error))
        return compare_command_fail(error);
    g_autoptr(BspWorld) world = compare_command_read_world(path, 0, &error);
    g_autofree char *text = world ? bsp_world_to_json(world) : NULL;
    if (text && !bsp_world_json_fits(world, strlen(text), &error))
        g_prefix_error(&error, "%s: ", path);
    if (error || !text || !compare_output_write(output, text, &error))
        return compare_command_fail(error);
    for (guint i = 0; i < world->messages->len; i++)
        compare_command_say("%s: %s", path, (const char *)world->messages->pdata[i]);
    return COMPARE_EXIT_GOOD;
}

int compare_command_import(char **arguments)
{
    CompareOptions options;
    int status;
    const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
          "Write the world to WORLD.json, not to standard output", "WORLD.json" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "import",
        .arguments = "WORLD",
        .summary =
            "Reads a world (.json, .map, .bsp, .obj, or such a file inside of an archive as\n"
            "archive.pk3:path/inside) and writes it as JSON. Contents that JSON\n"
            "worlds cannot hold are reported on standard error.",
        .wanted = "world",
        .max = 1,
        .entries = entries,
        .groups = COMPARE_OPTIONS_PATCHES,
    };
    if (compare_options_parse(&line, arguments, &options, &status))
        status = import(options.files[0], options.output);
    compare_options_clear(&options);
    return status;
}
