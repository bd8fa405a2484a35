/* diff: "bspcompare diff": what changed from one saved result to another. */
#include <math.h>

#include "command/command.h"
#include "command/options.h"
#include "diff/print.h"
#include "text/file.h"
#include "text/strings.h"

typedef struct {
    CompareOptions common;
    CompareThresholds thresholds;
    char *times, *counters; /* as given on the command line */
    gboolean all;
} Options;

/* Percent. */
#define DEFAULT_TIMES 5.0

static gboolean parse(Options *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "threshold", 't', 0, G_OPTION_ARG_STRING, &options->times,
          "A time is worse if it is longer by more than this, and surely so; 5 if not given",
          "PERCENT" },
        { "counter-threshold", 'c', 0, G_OPTION_ARG_STRING, &options->counters,
          "A counter is worse if it is greater by more than this; 0 if not given", "PERCENT" },
        { "all", 'a', 0, G_OPTION_ARG_NONE, &options->all, "Print what did not change, too", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "diff",
        .arguments = "OLD.json NEW.json",
        .summary =
            "Reads two results that run wrote with --format json, and prints what changed from "
            "the\n"
            "first to the second: times with the interval of their ratio, counters exactly.\n"
            "Exit status 1 where something is worse, or missing in the second.",
        .wanted = "result",
        .max = 2,
        .entries = entries,
        .groups = COMPARE_OPTIONS_PRINT,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

static gboolean read_percent(const char *option, const char *text, double *percent, GError **error)
{
    double x;
    if (!text)
        return TRUE;
    if (!compare_number_read(text, &x) || x < 0 || !isfinite(x)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--%s: '%s' is no number of at least 0",
                    option, text);
        return FALSE;
    }
    *percent = x;
    return TRUE;
}

static gboolean check(Options *options, GError **error)
{
    const CompareOptions *common = &options->common;
    options->thresholds = (CompareThresholds){ .times = DEFAULT_TIMES };
    if (g_strv_length(common->files) != 2) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "two results are wanted, the old and the new; see 'bspcompare diff --help'");
        return FALSE;
    }
    if (common->style.format == COMPARE_FORMAT_HTML) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--format: what changed has no page: table, markdown, csv or json is wanted");
        return FALSE;
    }
    return read_percent("threshold", options->times, &options->thresholds.times, error) &&
           read_percent("counter-threshold", options->counters, &options->thresholds.counters,
                        error) &&
           compare_output_check(common->output, error) &&
           compare_output_check_input(common->output, common->files[0], error) &&
           compare_output_check_input(common->output, common->files[1], error);
}

/* Loads the results of one file, which must not be sweeps. */
static CompareKeptResults *load(const char *file, GError **error)
{
    g_autoptr(CompareKeptResults) results = compare_kept_load(&file, 1, error);
    for (guint i = 0; results && i < results->results->len; i++) {
        if (!compare_kept_at(results, i)->is_sweep)
            continue;
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: it holds a sweep: results of run are what diff compares", file);
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
    g_autoptr(CompareKeptResults) old = load(files[0], &error);
    g_autoptr(CompareKeptResults) now = old ? load(files[1], &error) : NULL;
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
    Options options = { 0 };
    int status;
    if (parse(&options, arguments, &status))
        status = diff(&options);
    compare_options_clear(&options.common);
    g_free(options.times);
    g_free(options.counters);
    return status;
}
