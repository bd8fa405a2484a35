/* report-file: "bspcompare report": prints saved results as they were printed when measured. */
#include "command/command.h"
#include "command/options.h"
#include "result/result.h"
#include "text/file.h"

static gboolean parse(CompareOptions *options, char **arguments, int *status)
{
    const CompareCommandLine line = {
        .command = "report",
        .arguments = "RESULT.json...",
        .summary =
            "Reads results that run or sweep wrote with --format json, and prints them as a table "
            "or\na page, as run or sweep would have. Pages have no pictures of levels.",
        .wanted = "result",
        .max = G_MAXUINT,
        .groups = COMPARE_OPTIONS_WIDE | COMPARE_OPTIONS_PRINT,
    };
    return compare_options_parse(&line, arguments, options, status);
}

static gboolean check_inputs(const CompareOptions *options, GError **error)
{
    for (char **file = options->files; *file; file++)
        if (!compare_output_check_input(options->output, *file, error))
            return FALSE;
    return TRUE;
}

static int report(const CompareOptions *options)
{
    GError *error = NULL;
    if (!compare_output_check(options->output, &error) || !check_inputs(options, &error))
        return compare_command_fail(error);
    g_autoptr(CompareResults) results = compare_results_load((const char *const *)options->files,
                                                             g_strv_length(options->files), &error);
    json_object *first = results ? compare_results_at(results, 0) : NULL;
    const char *command = compare_text_at(json_object_object_get(first, "environment"), "command");
    g_autofree char *text =
        results ? compare_results_print(results, options->style, command, NULL, &error) : NULL;
    return text && compare_output_write(options->output, text, &error)
               ? COMPARE_EXIT_GOOD
               : compare_command_fail(error);
}

int compare_command_report(char **arguments)
{
    CompareOptions options = { 0 };
    int status;
    if (parse(&options, arguments, &status))
        status = report(&options);
    compare_options_clear(&options);
    return status;
}
