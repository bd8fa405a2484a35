/* sweep: "bspcompare sweep": one scenario with one thing about it varied. */
#include "output/sweep.h"
#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/report.h"
#include "run/sweep.h"
#include "text/file.h"

typedef struct {
    char *vary, *methods, *fill, *format, *output, *world, *max_seconds, *max_memory;
    gint threads;
    gboolean no_timing;
} Options;

static void options_clear(Options *options)
{
    g_free(options->vary);
    g_free(options->methods);
    g_free(options->fill);
    g_free(options->format);
    g_free(options->output);
    g_free(options->world);
    g_free(options->max_seconds);
    g_free(options->max_memory);
}

static gboolean parse(Options *options, char **arguments, char ***files, int *status)
{
    const GOptionEntry entries[] = {
        { "vary", 'v', 0, G_OPTION_ARG_STRING, &options->vary,
          "What to vary: bevel-angle, part-at-faces, size, spaces or brushes", "WHAT=VALUE,..." },
        { "methods", 'm', 0, G_OPTION_ARG_STRING, &options->methods,
          "The methods to ask; if not given, those that it makes a difference to", "METHOD,..." },
        { "format", 'f', 0, G_OPTION_ARG_STRING, &options->format,
          "table (if not given), markdown, csv or json", "FORMAT" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
          "Write the rows to FILE, not to standard output", "FILE" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &options->fill,
          "Count what no start reaches as solid: off (if not given), auto (where sealed), on",
          "WHEN" },
        { "threads", 0, 0, G_OPTION_ARG_INT, &options->threads,
          "Build trees on so many threads; 0 (if not given): one per processor", "N" },
        COMPARE_OPTIONS_LIMITS(&options->max_seconds, &options->max_memory),
        { "world", 'w', 0, G_OPTION_ARG_FILENAME, &options->world,
          "Use this world in place of the scenario's own", "WORLD" },
        { "no-timing", 0, 0, G_OPTION_ARG_NONE, &options->no_timing,
          "Measure no times: the output is the same on every run", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "sweep",
        .arguments = "SCENARIO --vary WHAT=VALUE,...",
        .summary =
            "Runs a scenario for each value of one thing, and prints a row for each value and\n"
            "method. --vary bevel-angle=60,90,none,box: the angle between faces above which\n"
            "shift and shift-exact bevel, no bevels, full box bevels; part-at-faces=0,64,256,all: "
            "the\n"
            "faces of each space in a region in which the onion's spaces part: never to at once;\n"
            "size=0.5,1,2: all spaces and shapes so many times as large; spaces=1,2,5: the first\n"
            "of the spaces only; brushes=100,200: the first of the world's brushes only. Exit\n"
            "status 1 when a method gave a wrong answer.",
        .wanted = "scenario",
        .max = 1,
        .entries = entries,
    };
    return compare_options_parse(&line, arguments, files, status);
}

static const char *default_methods(CompareVary vary)
{
    return vary == COMPARE_VARY_BEVEL_ANGLE ? "shift"
           : vary == COMPARE_VARY_SPACES    ? "onion,multi"
                                            : NULL;
}

static gboolean any_wrong(const CompareSweep *sweep)
{
    for (guint i = 0; i < sweep->rows->len; i++)
        if (g_array_index(sweep->rows, CompareSweepRow, i).result->n_wrong)
            return TRUE;
    return FALSE;
}

static int run(const Options *options, const CompareScenario *scenario,
               const CompareSweepPlan *plan, const CompareMethodClass *const *classes,
               CompareFormat format)
{
    GError *error = NULL;
    CompareProgress progress = compare_progress_new();
    progress.what = scenario->name;
    g_autoptr(CompareSweep) sweep = compare_sweep_run(scenario, plan, classes, !options->no_timing,
                                                      compare_progress_stage, &progress, &error);
    compare_progress_end(&progress);
    if (!sweep)
        return compare_command_fail(error);
    g_autofree char *text = compare_print_sweep(sweep, format);
    if (!compare_output_write(options->output, text, &error))
        return compare_command_fail(error);
    for (guint i = 0; i < sweep->notes->len; i++)
        compare_command_say("%s", (const char *)sweep->notes->pdata[i]);
    return any_wrong(sweep) ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

/* What can be told before the long work. */
static gboolean check(const Options *options, CompareSweepPlan *plan, CompareFormat *format,
                      CompareTrees *trees, GError **error)
{
    const char *name = options->format ? options->format : "table";
    if (!options->vary) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "no --vary given; see 'bspcompare sweep --help'");
        return FALSE;
    }
    if (!compare_format_find(name, format)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--format: '%s' is none of table, markdown, csv, json", name);
        return FALSE;
    }
    return compare_options_trees(NULL, options->fill, options->threads, trees, error) &&
           compare_options_limits(options->max_seconds, options->max_memory, &trees->limits,
                                  error) &&
           compare_sweep_plan_parse(options->vary, plan, error) &&
           compare_output_check(options->output, error);
}

static int sweep(const Options *options, char **files)
{
    GError *error = NULL;
    CompareFormat format;
    CompareTrees trees;
    g_auto(CompareSweepPlan) plan = { 0 };
    if (!check(options, &plan, &format, &trees, &error))
        return compare_command_fail(error);
    const char *methods = options->methods ? options->methods : default_methods(plan.vary);
    g_autofree const CompareMethodClass **classes = compare_options_methods(methods, &error);
    if (!classes)
        return compare_command_fail(error);
    g_autoptr(GPtrArray) scenarios = compare_command_load(files, options->world, &trees, &error);
    return scenarios && compare_command_check_inputs(scenarios, options->output, &error)
               ? run(options, scenarios->pdata[0], &plan, classes, format)
               : compare_command_fail(error);
}

int compare_command_sweep(char **arguments)
{
    Options options = { 0 };
    g_auto(GStrv) files = NULL;
    int status;
    if (parse(&options, arguments, &files, &status))
        status = sweep(&options, files);
    options_clear(&options);
    return status;
}
