/* report-file: "bspcompare report" prints saved results in the same way as the run that made
 * them. */
#include "command/command.h"
#include "command/program.h"
#include "result/result.h"
#include "text/file.h"

static gboolean check_inputs(const CompareOptions *options, GError **error)
{
    for (char **file = options->files; *file; file++)
        if (!compare_output_check_input(options->output, *file, error))
            return FALSE;
    return TRUE;
}

static int report(CompareOptions *options, GError **error)
{
    if (!compare_output_check(options->output, error) || !check_inputs(options, error))
        return COMPARE_EXIT_BAD;
    g_autoptr(CompareResults) results = compare_results_load((const char *const *)options->files,
                                                             g_strv_length(options->files), error);
    g_autofree char *text = results ? compare_results_print(results, options->style, NULL) : NULL;
    return text && compare_output_write(options->output, text, error) ? COMPARE_EXIT_GOOD
                                                                      : COMPARE_EXIT_BAD;
}

const CompareCommand compare_command_report = {
    .name = "report",
    .summary = "print saved results (JSON) as a table or a page",
    .arguments = "RESULT.json...",
    .about = "Reads results that run or sweep wrote with --format json, and prints them as a table "
             "or a page, as run or sweep would have. Pages have no pictures of levels.",
    .wanted = "result",
    .max = G_MAXUINT,
    .groups = COMPARE_OPTIONS_WIDE | COMPARE_OPTIONS_PRINT,
    .run = report,
};
