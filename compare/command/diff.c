/* diff: "bspcompare diff" prints the changes from one saved result to another. */
#include "result/diff.h"
#include "command/command.h"
#include "command/program.h"
#include "text/file.h"

/* Percent. In two runs of one program, medians differ by up to a tenth (docs/measurements.md). */
static CompareLimits limits = { .time = 10 };
static char *base;

static gboolean check(const CompareOptions *common, char **old, char **now, GError **error)
{
    if (!*old || !*now || (!base && now[1]))
        return compare_wrong(error, "give two results, the old and the new, or --base "
                                    "OLD,... and new ones; see 'bspcompare diff --help'");
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
      "The old results, of several runs of one program; all arguments are then new results, of "
      "several runs of another. Intervals have the spread between the runs, too",
      "OLD.json,..." },
    { "threshold", 0, 0, G_OPTION_ARG_DOUBLE, &limits.time,
      "A time is worse if it is longer by more than this, and its interval shows that it is longer "
      "(default: 10)",
      "PERCENT" },
    { "threshold-size", 0, 0, G_OPTION_ARG_DOUBLE, &limits.size,
      "Nodes, visited nodes and bytes are worse if they are more by more than this (default: 0)",
      "PERCENT" },
    { "allow-changed-answers", 0, 0, G_OPTION_ARG_NONE, &limits.changed_answers,
      "Another hash of answers is a change, and not worse", NULL },
    { 0 },
};

const CompareCommand compare_command_diff = {
    .name = "diff",
    .summary = "what changed from one saved result to another; exit status 1 if it is worse",
    .arguments = "OLD.json NEW.json",
    .about =
        "Reads two results that run, sweep or regress wrote with --format json, and prints what "
        "changed from the first to the second: times with the interval of their ratio, counters "
        "and answers exactly. Exit status 0 if nothing is worse; 1 if a cost is more, answers "
        "differ, more of them are wrong, early or late, or a method or scenario is missing in the "
        "second; 2 if a file cannot be read.",
    .wanted = "result",
    .max = G_MAXUINT,
    .groups = COMPARE_OPTIONS_PRINT,
    .formats = compare_formats_without_html,
    .options = entries,
    .run = diff,
};
