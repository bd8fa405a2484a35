/* run: "bspcompare run": build every method, run every trajectory, print. */
#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/report.h"
#include "output/print.h"
#include "text/file.h"

typedef struct {
    char *methods, *builder, *fill, *format, *output, *moves_out, *world, *max_seconds, *max_memory;
    gint threads;
    gboolean plain, no_timing, errors, closed_loop;
} Options;

static void options_clear(Options *options)
{
    g_free(options->methods);
    g_free(options->builder);
    g_free(options->fill);
    g_free(options->format);
    g_free(options->output);
    g_free(options->moves_out);
    g_free(options->world);
    g_free(options->max_seconds);
    g_free(options->max_memory);
}

static gboolean parse(Options *options, char **arguments, char ***files, int *status)
{
    const GOptionEntry entries[] = {
        { "methods", 'm', 0, G_OPTION_ARG_STRING, &options->methods,
          "The methods to compare, with commas between; all if not given", "METHOD,..." },
        { "format", 'f', 0, G_OPTION_ARG_STRING, &options->format,
          "table (if not given), markdown, csv or json", "FORMAT" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
          "Write the comparison to FILE, not to standard output", "FILE" },
        { "moves-out", 0, 0, G_OPTION_ARG_FILENAME, &options->moves_out,
          "Write every method's answer to every move as CSV", "FILE" },
        { "builder", 'b', 0, G_OPTION_ARG_STRING, &options->builder,
          "How to choose planes: fast (if not given), counting, or listing2, the article's way",
          "BUILDER" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &options->fill,
          "Count what no start reaches as solid: off (if not given), auto (where sealed), on",
          "WHEN" },
        { "plain", 0, 0, G_OPTION_ARG_NONE, &options->plain,
          "Build trees without what makes them small and fast; the answers are the same", NULL },
        { "threads", 0, 0, G_OPTION_ARG_INT, &options->threads,
          "Build trees on so many threads; 0 (if not given): one per processor", "N" },
        COMPARE_OPTIONS_LIMITS(&options->max_seconds, &options->max_memory),
        { "world", 'w', 0, G_OPTION_ARG_FILENAME, &options->world,
          "Use this world in place of the scenarios' own", "WORLD" },
        { "no-timing", 0, 0, G_OPTION_ARG_NONE, &options->no_timing,
          "Measure no times: the output is the same on every run", NULL },
        { "errors", 0, 0, G_OPTION_ARG_NONE, &options->errors,
          "Print how early each method answers, shape by shape", NULL },
        { "closed-loop", 0, 0, G_OPTION_ARG_NONE, &options->closed_loop,
          "Let each method drive its own objects, and print how far the paths drift apart", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "run",
        .arguments = "SCENARIO...",
        .summary = "Builds every method for each scenario, runs every trajectory, and prints the\n"
                   "comparison. Exit status 1 when a method gave a wrong answer.",
        .wanted = "scenario",
        .max = G_MAXUINT,
        .entries = entries,
    };
    return compare_options_parse(&line, arguments, files, status);
}

/* What can be told before the long work. */
static gboolean check(const Options *options, char **files, CompareFormat *format, GError **error)
{
    const char *name = options->format ? options->format : "table";
    if (!compare_format_find(name, format)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--format: '%s' is none of table, markdown, csv, json", name);
        return FALSE;
    }
    if ((options->errors || options->closed_loop) && *format == COMPARE_FORMAT_JSON) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--%s: not in the format json",
                    options->errors ? "errors" : "closed-loop");
        return FALSE;
    }
    if (options->errors && options->closed_loop && *format == COMPARE_FORMAT_CSV) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "csv holds one table: --errors and --closed-loop are two");
        return FALSE;
    }
    if (options->moves_out && g_strv_length(files) > 1) {
        /* The rows do not say which scenario they belong to. */
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--moves-out takes one scenario, not %u",
                    g_strv_length(files));
        return FALSE;
    }
    const char *output = options->output ? options->output : "-";
    if (options->moves_out && compare_output_same(options->moves_out, output)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--moves-out and the comparison would go to the same place, %s",
                    options->moves_out);
        return FALSE;
    }
    return compare_output_check(options->output, error) &&
           (!options->moves_out || compare_output_check(options->moves_out, error));
}

/* Whether the comparison itself is printed: a CSV file holds one table, and another is wanted. */
static gboolean wants_comparison(const Options *options, CompareFormat format)
{
    return format != COMPARE_FORMAT_CSV || !(options->errors || options->closed_loop);
}

static char *result_text(const Options *options, GPtrArray *reports, CompareFormat format)
{
    const CompareReport *const *all = (const CompareReport *const *)reports->pdata;
    GString *out = g_string_new(NULL);
    if (wants_comparison(options, format)) {
        g_autofree char *comparison = compare_print_reports(reports, format);
        g_string_append(out, comparison);
    }
    if (options->errors) {
        g_autofree char *errors = compare_print_errors(all, reports->len, format);
        g_string_append_printf(out, "%s%s", out->len ? "\n" : "", errors);
    }
    if (options->closed_loop) {
        g_autofree char *drift = compare_print_drift(all, reports->len, format);
        g_string_append_printf(out, "%s%s", out->len ? "\n" : "", drift);
    }
    return g_string_free(out, FALSE);
}

static gboolean write_results(const Options *options, GPtrArray *reports, CompareFormat format,
                              GError **error)
{
    g_autofree char *moves = options->moves_out ? compare_print_moves(reports->pdata[0]) : NULL;
    g_autofree char *text = result_text(options, reports, format);
    const CompareText texts[] = { { options->output, text }, { options->moves_out, moves } };
    return compare_outputs_write(texts, moves ? 2 : 1, error);
}

static gboolean any_wrong(GPtrArray *reports)
{
    for (guint i = 0; i < reports->len; i++) {
        const CompareReport *report = reports->pdata[i];
        for (guint k = 0; k < report->results->len; k++)
            if (((const CompareResult *)report->results->pdata[k])->n_wrong)
                return TRUE;
    }
    return FALSE;
}

static int run(const Options *options, char **files)
{
    CompareFormat format;
    GError *error = NULL;
    CompareTrees trees;
    g_autofree const CompareMethodClass **classes =
        compare_options_methods(options->methods, &error);
    if (!classes ||
        !compare_options_trees(options->builder, options->fill, options->threads, &trees, &error) ||
        !compare_options_limits(options->max_seconds, options->max_memory, &trees.limits, &error) ||
        !check(options, files, &format, &error))
        return compare_command_fail(error);
    trees.plain = options->plain;
    g_autoptr(GPtrArray) scenarios = compare_command_load(files, options->world, &trees, &error);
    if (!scenarios || !compare_command_check_inputs(scenarios, options->output, &error) ||
        !compare_command_check_inputs(scenarios, options->moves_out, &error))
        return compare_command_fail(error);
    gboolean timing = !options->no_timing && wants_comparison(options, format);
    guint flags =
        (timing ? COMPARE_RUN_TIMING : 0) | (options->closed_loop ? COMPARE_RUN_CLOSED_LOOP : 0);
    g_autoptr(GPtrArray) reports = compare_command_reports(scenarios, classes, flags, &error);
    if (!reports || !write_results(options, reports, format, &error))
        return compare_command_fail(error);
    return any_wrong(reports) ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

int compare_command_run(char **arguments)
{
    Options options = { 0 };
    g_auto(GStrv) files = NULL;
    int status;
    if (parse(&options, arguments, &files, &status))
        status = run(&options, files);
    options_clear(&options);
    return status;
}
