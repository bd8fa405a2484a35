/* diff: "bspcompare diff": what changed from one saved result to another. */
#include "result/diff.h"
#include "command/command.h"
#include "command/options.h"
#include "text/file.h"

typedef struct {
    CompareOptions common;
    CompareThresholds thresholds;
    gboolean all;
} Options;

/* Percent by which a time must be longer to count as worse. */
#define DEFAULT_TIMES 5.0

static gboolean parse(Options *options, char **arguments, int *status)
{
    CompareThresholds *thresholds = &options->thresholds;
    const CompareOption own[] = {
        compare_option_number("threshold", &thresholds->times, 0, G_MAXDOUBLE, "PERCENT",
                              "A time is worse if it is longer by more than this, and its interval "
                              "shows that it is longer; 5 if not given"),
        compare_option_number("counter-threshold", &thresholds->counters, 0, G_MAXDOUBLE, "PERCENT",
                              "A counter is worse if it is greater by more than this; 0 if not "
                              "given"),
        compare_option_flag("all", &options->all, "Also print what did not change"),
    };
    const CompareCommandLine line = {
        .command = "diff",
        .arguments = "OLD.json NEW.json",
        .summary =
            "Reads two results that run wrote with --format json, and prints what changed from "
            "the\n"
            "first to the second: times with the interval of their ratio, counters exactly.\n"
            "Exit status 1 if something is worse, or missing in the second.",
        .wanted = "result",
        .max = 2,
        .options = own,
        .n_options = G_N_ELEMENTS(own),
        .formats = compare_formats_without_html,
        .groups = COMPARE_OPTIONS_PRINT,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

static gboolean check(Options *options, GError **error)
{
    const CompareOptions *common = &options->common;
    if (g_strv_length(common->files) != 2)
        return compare_command_wrong(
            error, "give two results, the old and the new; see 'bspcompare diff --help'");
    return compare_output_check(common->output, error) &&
           compare_output_check_input(common->output, common->files[0], error) &&
           compare_output_check_input(common->output, common->files[1], error);
}

/* Loads the results of one file, which must not be sweeps. */
static CompareResults *load(const char *file, GError **error)
{
    g_autoptr(CompareResults) results = compare_results_load(&file, 1, error);
    for (guint i = 0; results && i < results->all->len; i++) {
        if (!compare_result_is_sweep(compare_results_at(results, i)))
            continue;
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: it holds a sweep: diff compares only results of run", file);
        return NULL;
    }
    return g_steal_pointer(&results);
}

static int diff(Options *options)
{
    char **files = options->common.files;
    GError *error = NULL;
    if (!check(options, &error))
        return compare_command_fail(error);
    g_autoptr(CompareResults) old = load(files[0], &error);
    g_autoptr(CompareResults) now = old ? load(files[1], &error) : NULL;
    if (!now)
        return compare_command_fail(error);
    g_autoptr(CompareDiff) found = compare_diff_new(old, now, &options->thresholds);
    const CompareDiffPrint what = { found, files[0], files[1], &options->thresholds, options->all };
    g_autofree char *text = compare_diff_print(&what, options->common.style);
    if (!compare_output_write(options->common.output, text, &error))
        return compare_command_fail(error);
    return compare_diff_is_worse(found) ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

int compare_command_diff(char **arguments)
{
    Options options = { .thresholds.times = DEFAULT_TIMES };
    int status;
    if (parse(&options, arguments, &status))
        status = diff(&options);
    compare_options_clear(&options.common);
    return status;
}
