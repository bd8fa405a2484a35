/* plan: "bspcompare plan": splits a sweep over levels, seeds and options into pieces of work. */
#include "batch/plan.h"
#include "command/command.h"
#include "command/options.h"
#include "text/file.h"

typedef struct {
    CompareOptions common;
    char **vary, **worlds, *seeds;
} Options;

static gboolean parse(Options *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "world", 'w', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->worlds,
          "Use this world in place of the scenario's own; given again, this one, too", "WORLD" },
        { "seeds", 's', 0, G_OPTION_ARG_STRING, &options->seeds,
          "Draw random trajectories anew for each of these: 1..4, or 1,5,9", "SEED,..." },
        { "vary", 'v', 0, G_OPTION_ARG_STRING_ARRAY, &options->vary,
          "What to vary, as in sweep; given again, with each value of the other",
          "WHAT=VALUE,..." },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "plan",
        .arguments = "SCENARIO... -o MANIFEST.jsonl",
        .summary =
            "Cuts a sweep over levels, seeds and options into pieces of work: one for each world,\n"
            "scenario, value and seed. 'bspcompare work' does them, on any number of machines, "
            "and\n"
            "'bspcompare merge' puts the results together.",
        .wanted = "scenario",
        .max = G_MAXUINT,
        .entries = entries,
        .groups = COMPARE_OPTIONS_METHODS | COMPARE_OPTIONS_BUILDER | COMPARE_OPTIONS_FILE |
                  COMPARE_OPTIONS_REPEAT,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

static gboolean read_plans(const Options *options, CompareManifest *manifest, GError **error)
{
    guint n = options->vary ? g_strv_length(options->vary) : 0;
    if (n > COMPARE_MAX_VARIED) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "--vary is given %u times: at most %d", n,
                    COMPARE_MAX_VARIED);
        return FALSE;
    }
    for (guint i = 0; i < n; i++) {
        CompareSweepPlan plan;
        if (!compare_sweep_plan_parse(options->vary[i], &plan, error))
            return FALSE;
        g_array_append_val(manifest->plans, plan);
    }
    return TRUE;
}

/* Fails if the manifest would replace a file that it names. */
static gboolean check_output(const Options *options, GError **error)
{
    const char *output = options->common.output;
    if (!compare_output_check(output, error))
        return FALSE;
    for (char **file = options->common.files; *file; file++)
        if (!compare_output_check_input(output, *file, error))
            return FALSE;
    for (char **world = options->worlds; world && *world; world++)
        if (!compare_output_check_input(output, *world, error))
            return FALSE;
    return TRUE;
}

static gboolean write_plan(Options *options, CompareManifest *manifest, GError **error)
{
    CompareOptions *common = &options->common;
    g_autoptr(GArray) seeds = options->seeds ? compare_plan_seeds(options->seeds, error) : NULL;
    CompareBatch batch = { common->files, options->worlds, seeds };
    if ((options->seeds && !seeds) || !compare_options_ask_usual(common, error) ||
        !read_plans(options, manifest, error) || !check_output(options, error))
        return FALSE;
    manifest->asked.trees = common->asked.trees;
    manifest->asked.methods = g_steal_pointer(&common->asked.methods);
    manifest->repeat = common->repeat;
    if (!compare_plan_add(manifest, &batch, error))
        return FALSE;
    g_autofree char *text = compare_manifest_text(manifest);
    return compare_output_write(common->output, text, error);
}

static int plan(Options *options)
{
    GError *error = NULL;
    const char *output = options->common.output;
    g_autoptr(CompareManifest) manifest = compare_manifest_new(output ? output : "-");
    return write_plan(options, manifest, &error) ? COMPARE_EXIT_GOOD : compare_command_fail(error);
}

int compare_command_plan(char **arguments)
{
    Options options = { 0 };
    int status;
    if (parse(&options, arguments, &status))
        status = plan(&options);
    compare_options_clear(&options.common);
    g_strfreev(options.vary);
    g_strfreev(options.worlds);
    g_free(options.seeds);
    return status;
}
