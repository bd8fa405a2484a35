/* sweep: "bspcompare sweep" varies one parameter of one scenario. */
#include "command/command.h"
#include "command/program.h"
#include "command/progress.h"
#include "command/report.h"
#include "result/result.h"
#include "run/vary.h"
#include "text/file.h"

static struct {
    char *vary, *asked;
} own;

static const char *default_methods(CompareVary vary)
{
    return vary == COMPARE_VARY_BEVEL_ANGLE ? "shift"
           : vary == COMPARE_VARY_SPACES    ? "onion,multi"
                                            : NULL;
}

static int run(const CompareOptions *common, const CompareScenario *scenario,
               const CompareSweepPlan *plan, GError **error)
{
    g_autoptr(CompareSweep) sweep =
        compare_sweep_run(scenario, plan, &common->asked, !common->no_timing,
                          &(CompareStage){ compare_progress_stage, scenario->name }, error);
    compare_progress_end();
    if (!sweep)
        return COMPARE_EXIT_BAD;
    g_autoptr(CompareResults) results = compare_results_of_sweep(sweep, common->environment);
    g_autofree char *text = compare_results_print(results, common->style, NULL);
    if (!compare_output_write(common->output, text, error))
        return COMPARE_EXIT_BAD;
    return compare_reports_n_wrong(sweep->reports) ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

/* Splits the names of --asked. A later step checks that these movers exist and move. */
static gboolean split_asked(CompareSweepPlan *plan, GError **error)
{
    if (!own.asked)
        return TRUE;
    plan->asked = g_strsplit(own.asked, ",", -1);
    for (char **name = plan->asked; *name; name++)
        g_strstrip(*name);
    return plan->asked[0] || compare_wrong(error, "--asked: the list of names is empty");
}

/* Checks the options before any long work begins. */
static gboolean check(CompareOptions *common, CompareSweepPlan *plan, GError **error)
{
    if (!own.vary)
        return compare_wrong(error,
                             "give --vary, which says what to vary; see 'bspcompare sweep --help'");
    return compare_sweep_plan_parse(own.vary, plan, error) && split_asked(plan, error) &&
           (common->asked.methods ||
            compare_options_select(common, default_methods(plan->vary), error)) &&
           compare_output_check(common->output, error);
}

static int sweep(CompareOptions *common, GError **error)
{
    g_auto(CompareSweepPlan) plan = { 0 };
    if (!check(common, &plan, error))
        return COMPARE_EXIT_BAD;
    const char *output = common->output;
    g_autoptr(GPtrArray) scenarios = compare_command_open(common, &output, 1, error);
    if (!scenarios || !compare_command_check_worlds(scenarios, error))
        return COMPARE_EXIT_BAD;
    return run(common, scenarios->pdata[0], &plan, error);
}

static const GOptionEntry entries[] = {
    { "vary", 0, 0, G_OPTION_ARG_STRING, &own.vary,
      "What to vary: bevel-angle, space-node-faces, spaces or angle", "WHAT=VALUE,..." },
    { "asked", 0, 0, G_OPTION_ARG_STRING, &own.asked,
      "Query only the moves of these spaces and shapes (default: of all that exist at every value)",
      "NAME,..." },
    { 0 },
};

const CompareCommand compare_command_sweep = {
    .name = "sweep",
    .summary = "one scenario with one parameter varied: a row for each value",
    .arguments = "SCENARIO --vary WHAT=VALUE,...",
    .about =
        "Runs a scenario for each value of one parameter, always over the same moves, and prints a "
        "row for each value and method. What --vary takes:\n  bevel-angle=60,90,none,box     the "
        "angle above which shift bevels an edge\n  space-node-faces=0,64,256,all  the maximum mean "
        "number of faces of a space node\n  spaces=1..64*2                 the number of spaces: "
        "the first 1, 2, 4, ... 64\n  angle=0,45,90                  degrees of every turn\nExit "
        "status 1 if a method gave a wrong answer.",
    .wanted = "scenario",
    .max = 1,
    .groups = COMPARE_OPTIONS_METHODS | COMPARE_OPTIONS_FILL | COMPARE_OPTIONS_LEVEL |
              COMPARE_OPTIONS_WIDE | COMPARE_OPTIONS_PRINT | COMPARE_OPTIONS_TIMING,
    .options = entries,
    .run = sweep,
};
