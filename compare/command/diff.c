/* diff: "bspcompare diff": what changed from one saved result to another. */
#include "result/diff.h"
#include "command/command.h"
#include "command/program.h"
#include "text/file.h"

static double threshold = 5; /* percent */

static gboolean check(const CompareOptions *common, GError **error)
{
    if (g_strv_length(common->files) != 2)
        return compare_command_wrong(
            error, "give two results, the old and the new; see 'bspcompare diff --help'");
    return compare_options_check_number("--threshold", threshold, 0, G_MAXDOUBLE, error) &&
           compare_output_check(common->output, error) &&
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

static int diff(CompareOptions *common, GError **error)
{
    char **files = common->files;
    if (!check(common, error))
        return COMPARE_EXIT_BAD;
    g_autoptr(CompareResults) old = load(files[0], error);
    g_autoptr(CompareResults) now = old ? load(files[1], error) : NULL;
    if (!now)
        return COMPARE_EXIT_BAD;
    g_autoptr(CompareDiff) found = compare_diff(old, now, threshold);
    g_autofree char *text = compare_diff_print(found, common->style);
    if (!compare_output_write(common->output, text, error))
        return COMPARE_EXIT_BAD;
    return compare_diff_is_worse(found) ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

static const GOptionEntry entries[] = {
    { "threshold", 0, 0, G_OPTION_ARG_DOUBLE, &threshold,
      "A time is worse if it is longer by more than this, and its interval shows that it is longer "
      "(default: 5)",
      "PERCENT" },
    { 0 },
};

const CompareCommand compare_command_diff = {
    .name = "diff",
    .summary = "what changed from one saved result to another; exit status 1 if it is worse",
    .arguments = "OLD.json NEW.json",
    .about =
        "Reads two results that run wrote with --format json, and prints what changed from the "
        "first to the second: times with the interval of their ratio, counters exactly. Exit "
        "status 1 if something is worse, or missing in the second.",
    .wanted = "result",
    .max = 2,
    .groups = COMPARE_OPTIONS_PRINT,
    .formats = compare_formats_of_tables,
    .options = entries,
    .run = diff,
};
