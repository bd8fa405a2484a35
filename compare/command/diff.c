/* diff: "bspcompare diff" prints the changes from one saved result to another. */
#include "result/diff.h"
#include "command/command.h"
#include "command/program.h"
#include "text/file.h"

/* Percent. Medians of two runs of the same program differ by up to a tenth
 * (docs/measurements.md). */
static CompareLimits limits = { .time = 10 };
static char *base;

static gboolean check(const CompareOptions *common, char **old, char **now, GError **error)
{
    if (!*old || !*now || (!base && now[1]))
        return compare_wrong(error,
                             "name two results, the old one and the new one; or give --base "
                             "OLD,... and name the new results; see 'bspcompare diff --help'");
    for (guint side = 0; side < 2; side++)
        for (char **file = side ? now : old; *file; file++)
            if (!compare_output_check_input(common->output, *file, error))
                return FALSE;
    return compare_options_check_number("--threshold", limits.time, 0, G_MAXDOUBLE, error) &&
           compare_options_check_number("--threshold-size", limits.size, 0, G_MAXDOUBLE, error) &&
           compare_output_check(common->output, error);
}

static int diff(CompareOptions *common, GError **error)
{
    g_auto(GStrv) old = g_strsplit(base ? base : common->files[0], ",", base ? -1 : 1);
    char **now = common->files + (base ? 0 : 1);
    if (!check(common, old, now, error))
        return COMPARE_EXIT_BAD;
    g_autoptr(CompareResults) was = compare_results_load_runs(old, error);
    g_autoptr(CompareResults) is = was ? compare_results_load_runs(now, error) : NULL;
    if (!is)
        return COMPARE_EXIT_BAD;
    g_autoptr(CompareDiff) found = compare_diff(was, is, &limits);
    g_autofree char *text = compare_diff_print(found, common->style);
    if (!compare_output_write(common->output, text, error))
        return COMPARE_EXIT_BAD;
    return compare_diff_is_worse(found) ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

static const GOptionEntry entries[] = {
    { "base", 0, 0, G_OPTION_ARG_STRING, &base,
      "The old results, which are of several runs of one program; all arguments are then results "
      "of several runs of another program. Intervals include the spread between runs",
      "OLD.json,..." },
    { "threshold", 0, 0, G_OPTION_ARG_DOUBLE, &limits.time,
      "A time is worse if it is longer by more than this percentage, and the interval excludes "
      "equality (default: 10)",
      "PERCENT" },
    { "threshold-size", 0, 0, G_OPTION_ARG_DOUBLE, &limits.size,
      "Nodes, visited nodes and bytes are worse if they grow by more than this percentage "
      "(default: 0)",
      "PERCENT" },
    { "allow-changed-answers", 0, 0, G_OPTION_ARG_NONE, &limits.changed_answers,
      "Count a different hash of answers as a change, and not as worse", NULL },
    { 0 },
};

const CompareCommand compare_command_diff = {
    .name = "diff",
    .summary = "what changed from one saved result to another; exit status 1 if it is worse",
    .arguments = "OLD.json NEW.json",
    .about = "Reads two results that run, sweep or regress wrote with --format json, and prints "
             "what changed from the first to the second: times with the interval of their ratio, "
             "counters and answers exactly. Exit status 0 if nothing is worse; 1 if a cost is "
             "higher, if answers differ, if more answers are wrong, early or late, or if a method "
             "or scenario is missing in the second result; 2 if a file cannot be read.",
    .wanted = "result",
    .max = G_MAXUINT,
    .groups = COMPARE_OPTIONS_PRINT,
    .formats = compare_formats_without_html,
    .options = entries,
    .run = diff,
};
