/* merge: "bspcompare merge": combines the finished pieces of a plan. */
#include "batch/merge.h"

#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "text/file.h"

typedef struct {
    CompareOptions common;
    gboolean by_machine;
} Options;

static gboolean parse(Options *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "times-by-machine", 0, 0, G_OPTION_ARG_NONE, &options->by_machine,
          "Keep times of machines that differ, each with its machine, not to be compared", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "merge",
        .arguments = "MANIFEST.jsonl DIRECTORY...",
        .summary =
            "Puts the pieces of a plan together that 'bspcompare work' has done, in one directory\n"
            "or in several: the same bytes whoever did which of them. Exit status 1 when a method\n"
            "gave a wrong answer, 2 when a piece is missing, damaged or of another build.",
        .wanted = "manifest",
        .max = G_MAXUINT,
        .entries = entries,
        .groups = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE | COMPARE_OPTIONS_WIDE,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

static gboolean check(const Options *options, GError **error)
{
    const CompareOptions *common = &options->common;
    if (!common->files[1])
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "no directory given; see 'bspcompare merge --help'");
    else if (common->style.format == COMPARE_FORMAT_HTML)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--format html: not of merged pieces");
    else
        return compare_output_check(common->output, error) &&
               compare_output_check_input(common->output, common->files[0], error);
    return FALSE;
}

/* Fails if the output is one of the pieces in the directory. An unreadable directory is reported
 * later, when pieces are searched for. */
static gboolean check_pieces(const char *directory, const char *output, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(directory, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(directory, name, NULL);
        if (compare_done_number(name) >= 0 && !compare_output_check_input(output, path, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean check_directories(const CompareOptions *common, GError **error)
{
    for (char **directory = common->files + 1; common->output && *directory; directory++)
        if (!check_pieces(*directory, common->output, error))
            return FALSE;
    return TRUE;
}

static void print_dropped_times(const CompareTimes *times, gboolean kept)
{
    if (!times->why || kept)
        return;
    gboolean alone = strcmp(times->odd, times->first) == 0; /* only one machine differs */
    compare_command_say("times are left out: %s: %s%s%s; --times-by-machine keeps them", times->why,
                        times->odd, alone ? "" : " is not as ", alone ? "" : times->first);
}

static int merge(const Options *options)
{
    const CompareOptions *common = &options->common;
    GError *error = NULL;
    if (!check(options, &error))
        return compare_command_fail(error);
    g_autoptr(CompareManifest) manifest = compare_manifest_load(common->files[0], &error);
    g_autoptr(CompareMerge) merged =
        manifest ? compare_merge_new(manifest, common->files + 1, &error) : NULL;
    if (!merged || !check_directories(common, &error) ||
        !compare_merge_write(merged, common->style, options->by_machine, common->output, &error))
        return compare_command_fail(error);
    print_dropped_times(&merged->times, options->by_machine);
    return merged->any_wrong ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

int compare_command_merge(char **arguments)
{
    Options options = { 0 };
    int status;
    if (parse(&options, arguments, &status))
        status = merge(&options);
    compare_options_clear(&options.common);
    return status;
}
