/* report: makes reports from the names of scenarios. */
#include "command/report.h"

#include "command/command.h"
#include "command/progress.h"
#include "methods/saved.h"
#include "text/file.h"

static void free_scenario(gpointer scenario)
{
    compare_scenario_free(scenario);
}

static void free_report(gpointer report)
{
    compare_report_free(report);
}

BspWorld *compare_command_read_world(const char *path, guint flags, GError **error)
{
    CompareProgress progress = compare_progress_new();
    g_autofree char *stage = g_strdup_printf("reading %s", path);
    compare_progress_stage(stage, -1, &progress);
    GError *failure = NULL;
    BspWorld *world = bsp_world_load_with(path, flags, &failure);
    compare_progress_end(&progress);
    if (!world) {
        compare_scenario_advise(path, &failure);
        g_propagate_error(error, failure);
    }
    return world;
}

CompareScenario *compare_command_read_scenario(const char *path, const char *world, GError **error)
{
    CompareProgress progress = compare_progress_new();
    g_autofree char *stage = g_strdup_printf("reading %s", path);
    compare_progress_stage(stage, -1, &progress);
    CompareScenario *scenario = compare_scenario_load_over(path, world, error);
    compare_progress_end(&progress);
    if (!scenario && compare_saved_is(path)) {
        g_clear_error(error);
        compare_command_wrong(error,
                              "%s: it is a saved tree, and no scenario: run and regress take it as "
                              "--tree, beside one",
                              path);
    }
    return scenario;
}

GPtrArray *compare_command_load(char **files, const char *world, GError **error)
{
    g_autoptr(GPtrArray) scenarios = g_ptr_array_new_with_free_func(free_scenario);
    for (char **file = files; *file; file++) {
        CompareScenario *scenario = compare_command_read_scenario(*file, world, error);
        if (!scenario)
            return NULL;
        g_ptr_array_add(scenarios, scenario);
    }
    return g_steal_pointer(&scenarios);
}

gboolean compare_command_load_trees(CompareOptions *options, const GPtrArray *scenarios,
                                    GError **error)
{
    options->saved = g_ptr_array_new_with_free_func((GDestroyNotify)compare_saved_free);
    for (guint i = 0; options->trees && options->trees[i]; i++) {
        CompareSaved *saved = compare_saved_read(options->trees[i], error);
        if (!saved)
            return FALSE;
        g_ptr_array_add(options->saved, saved);
        for (guint k = 0; k < scenarios->len; k++)
            if (!compare_saved_check(saved, scenarios->pdata[k], &options->asked.trees, error))
                return FALSE;
    }
    options->asked.trees.saved = options->saved;
    return TRUE;
}

void compare_command_repeat(const GPtrArray *scenarios, guint repeat)
{
    for (guint i = 0; repeat && i < scenarios->len; i++)
        ((CompareScenario *)scenarios->pdata[i])->repeat = repeat;
}

gboolean compare_command_check_inputs(const GPtrArray *scenarios, const char *output,
                                      GError **error)
{
    for (guint i = 0; i < scenarios->len; i++) {
        const CompareScenario *s = scenarios->pdata[i];
        if (!compare_output_check_input(output, s->path, error) ||
            !compare_output_check_input(output, s->world_path, error))
            return FALSE;
    }
    return TRUE;
}

GPtrArray *compare_command_open(const CompareOptions *options, const char *const *outputs, guint n,
                                GError **error)
{
    g_autoptr(GPtrArray) scenarios = compare_command_load(options->files, options->world, error);
    for (guint i = 0; scenarios && options->has_seed && i < scenarios->len; i++)
        if (!compare_scenario_draw_anew(scenarios->pdata[i], options->seed, error))
            return NULL;
    for (guint i = 0; scenarios && i < n; i++)
        if (!compare_command_check_inputs(scenarios, outputs[i], error))
            return NULL;
    return g_steal_pointer(&scenarios);
}

static CompareReport *report_on(const CompareScenario *scenario, const CompareAsked *asked,
                                guint flags, GError **error)
{
    CompareProgress progress = compare_progress_new();
    progress.what = scenario->name;
    CompareReport *report =
        compare_run(scenario, asked, flags, compare_progress_stage, &progress, error);
    compare_progress_end(&progress);
    if (report && !(flags & COMPARE_RUN_TIMING))
        compare_report_forget_measures(report);
    return report;
}

static void print_unused_trees(const CompareTrees *trees)
{
    for (guint i = 0; trees->saved && i < trees->saved->len; i++) {
        const CompareSaved *saved = trees->saved->pdata[i];
        if (!saved->used)
            compare_command_say("--tree: none of the methods has used %s", saved->path);
    }
}

GPtrArray *compare_command_reports(const GPtrArray *scenarios, const CompareAsked *asked,
                                   guint flags, GError **error)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func(free_report);
    for (guint i = 0; i < scenarios->len; i++) {
        const CompareScenario *scenario = scenarios->pdata[i];
        GError *failure = NULL;
        CompareReport *report = report_on(scenario, asked, flags, &failure);
        if (!report) {
            if (!g_str_has_prefix(failure->message, scenario->path))
                g_prefix_error(&failure, "%s: ", scenario->path);
            g_propagate_error(error, failure);
            return NULL;
        }
        g_ptr_array_add(reports, report);
    }
    print_unused_trees(&asked->trees);
    return g_steal_pointer(&reports);
}
