/* run: "bspcompare run" builds every method, runs every trajectory, and prints the results. */
#include "command/command.h"
#include "command/contest.h"
#include "command/page.h"
#include "command/program.h"
#include "command/report.h"
#include "result/result.h"
#include "text/file.h"

static struct {
    char *moves_out;
    CompareContestOptions contest;
} own = { .contest.max_seconds = COMPARE_CONTEST_SECONDS };

static gboolean check_outputs(const char *output, GError **error)
{
    const struct {
        const char *name, *path;
    } outputs[] = { { "the comparison", output ? output : "-" }, { "--moves-out", own.moves_out } };
    for (guint i = 0; i < G_N_ELEMENTS(outputs); i++) {
        for (guint k = 0; outputs[i].path && k < i; k++)
            if (outputs[k].path && compare_output_same(outputs[i].path, outputs[k].path))
                return compare_wrong(error, "%s and %s would be written to the same file, %s",
                                     outputs[i].name, outputs[k].name, outputs[i].path);
        if (outputs[i].path && !compare_output_check(outputs[i].path, error))
            return FALSE;
    }
    return TRUE;
}

/* Checks the options before any long work begins. */
static gboolean check(const CompareOptions *common, GError **error)
{
    guint n_files = g_strv_length(common->files);
    if (own.moves_out && n_files > 1)
        return compare_wrong(
            error,
            "--moves-out needs one scenario, not %u, because its rows do not name a scenario",
            n_files);
    return compare_contest_options_check(&own.contest, error) &&
           check_outputs(common->output, error);
}

/* Writes the results. If a page is written to a file, the table is printed, too. */
static gboolean write_results(const CompareOptions *common, GPtrArray *reports, GError **error)
{
    g_autoptr(CompareResults) results = compare_results_of(reports, common->environment);
    gboolean is_page = common->style.format == COMPARE_FORMAT_HTML;
    json_object *pictures = is_page ? compare_command_pictures(reports) : NULL;
    g_autofree char *text = compare_results_print(results, common->style, pictures), *moves = NULL,
                    *table = NULL;
    CompareText texts[3] = { { common->output, text } };
    guint n = 1;
    if (own.moves_out)
        texts[n++] = (CompareText){ own.moves_out, moves = compare_print_moves(reports->pdata[0]) };
    if (is_page && common->output) {
        CompareStyle style = { .format = COMPARE_FORMAT_TABLE };
        compare_style_fit_terminal(&style);
        table = compare_results_print(results, style, NULL);
        texts[n++] = (CompareText){ NULL, table };
    }
    return compare_outputs_write(texts, n, error);
}

static int run(CompareOptions *common, GError **error)
{
    if (!compare_options_select_default(common, error) || !check(common, error))
        return COMPARE_EXIT_BAD;
    const char *outputs[] = { common->output, own.moves_out };
    g_autoptr(GPtrArray) scenarios =
        compare_command_open(common, outputs, G_N_ELEMENTS(outputs), error);
    if (!scenarios || !compare_command_check_worlds(scenarios, error))
        return COMPARE_EXIT_BAD;
    g_autoptr(GPtrArray) reports =
        compare_command_run_all(scenarios, &common->asked, !common->no_timing, error);
    if (!reports || !compare_command_contest(&own.contest, reports, !common->no_timing, error) ||
        !write_results(common, reports, error))
        return COMPARE_EXIT_BAD;
    return compare_reports_n_wrong(reports) || compare_command_contest_failed(reports)
               ? COMPARE_EXIT_WRONG
               : COMPARE_EXIT_GOOD;
}

static const GOptionEntry entries[] = {
    { "moves-out", 0, 0, G_OPTION_ARG_FILENAME, &own.moves_out,
      "Write every method's answer to every move as CSV", "FILE" },
    { "contestant", 0, 0, G_OPTION_ARG_STRING_ARRAY, &own.contest.contestants,
      "Let this program take part and answer the moves; may be repeated", "NAME=COMMAND" },
    { "navigator", 0, 0, G_OPTION_ARG_STRING_ARRAY, &own.contest.navigators,
      "Let this program find paths for the scenario's agents; may be repeated", "NAME=COMMAND" },
    { "contestant-seconds", 0, 0, G_OPTION_ARG_DOUBLE, &own.contest.max_seconds,
      "End a program that takes more than N seconds (default: 300)", "N" },
    { 0 },
};

const CompareCommand compare_command_run = {
    .name = "run",
    .summary = "build every method, run every trajectory, print the comparison",
    .arguments = "SCENARIO...",
    .about =
        "Builds every method for each scenario, runs every trajectory, and prints the "
        "comparison. Exit status 1 if a method gave a wrong answer, or a contestant gave none.",
    .wanted = "scenario",
    .max = G_MAXUINT,
    .groups = COMPARE_OPTIONS_METHODS | COMPARE_OPTIONS_TREES | COMPARE_OPTIONS_LEVEL |
              COMPARE_OPTIONS_WIDE | COMPARE_OPTIONS_PRINT | COMPARE_OPTIONS_TIMING |
              COMPARE_OPTIONS_EDITS,
    .options = entries,
    .run = run,
};
