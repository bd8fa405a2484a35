/* report: makes reports from the names of scenarios. */
#include "command/report.h"

#include <string.h>

#include "command/command.h"
#include "command/movers.h"
#include "command/progress.h"
#include "generate/generated.h"
#include "run/crowds.h"
#include "run/edits.h"
#include "text/file.h"
#include "text/pipe.h"
#include "text/selection.h"

BspWorld *compare_command_read_options(const char *path, const BspWorldOptions *options,
                                       GError **error)
{
    g_autofree char *stage = g_strdup_printf("reading %s", path);
    compare_progress_stage(stage, -1, NULL);
    GError *failure = NULL;
    BspWorld *world = compare_world_load(path, options, &failure);
    compare_progress_end();
    if (!world) {
        compare_scenario_advise(path, &failure);
        g_propagate_error(error, failure);
    }
    return world;
}

BspWorld *compare_command_read_world(const char *path, guint flags, GError **error)
{
    return compare_command_read_options(path, &(BspWorldOptions){ .flags = flags }, error);
}

static void add_moves(CompareScenario *s, guint n_spaces, guint n_shapes,
                      const CompareOptions *options)
{
    if (options->moves && s->world->starts->len)
        compare_generate_moves(s, n_spaces, n_shapes, (guint)options->moves,
                               compare_options_seed(options));
}

static void set_edits(CompareScenario *s, const CompareOptions *options)
{
    if (options->edits == 0)
        return;
    compare_edits_clear(&s->edits);
    s->edits.n = (guint)options->edits;
    s->edits.seed = compare_options_seed(options);
}

/* Makes a scenario of a level. It has the boxes and shapes of the command line, or else the usual
 * boxes, and random moves from the level's starts. */
static CompareScenario *read_level(const char *path, const CompareOptions *options, GError **error)
{
    g_autoptr(CompareScenario) s = compare_scenario_new(path);
    s->world_path = compare_scenario_select(path, options->world);
    s->world_is_inside = compare_pipe_has(path);
    if (!compare_add_movers(s, options->shapes, error))
        return NULL;
    if (compare_n_movers(s) == 0)
        compare_generate_usual_spaces(s);
    guint flags = compare_scenario_has_masks(s) ? BSP_WORLD_ALL_CONTENTS : 0;
    s->world = compare_command_read_world(s->world_path, flags, error);
    if (!s->world)
        return NULL;
    s->name = g_strdup(s->world->name);
    s->has_seed = options->seed >= 0;
    s->seed = compare_options_seed(options);
    add_moves(s, 0, 0, options);
    set_edits(s, options);
    return g_steal_pointer(&s);
}

/* Adds the command line's boxes and shapes to the scenario, and random moves for them. */
static gboolean extend_scenario(CompareScenario *s, const CompareOptions *options, GError **error)
{
    guint n_spaces = s->spaces->len, n_shapes = s->shapes->len;
    gboolean has_movers = options->shapes != NULL;
    if (options->moves_given && !has_movers)
        return compare_wrong(error,
                             "--moves: %s is a scenario, which has moves of its own; give "
                             "--shapes, too, to add shapes that make random moves",
                             s->path);
    set_edits(s, options);
    if (options->seed >= 0 &&
        !compare_scenario_draw_anew(s, (guint64)options->seed, has_movers ? NULL : error) &&
        !has_movers)
        return FALSE;
    if (!compare_add_movers(s, options->shapes, error))
        return FALSE;
    add_moves(s, n_spaces, n_shapes, options);
    return TRUE;
}

static CompareScenario *load_scenario(const char *path, const char *world, GError **error)
{
    g_autofree char *stage = g_strdup_printf("reading %s", path);
    compare_progress_stage(stage, -1, NULL);
    CompareScenario *scenario = compare_scenario_load(path, world, error);
    compare_progress_end();
    return scenario;
}

gboolean compare_command_is_level(const char *path, const CompareOptions *options)
{
    return (!options->world || options->world[0] == '#') && compare_scenario_is_world(path);
}

CompareScenario *compare_command_read_scenario(const char *path, const CompareOptions *options,
                                               GError **error)
{
    GError *failure = NULL;
    g_autoptr(CompareScenario) scenario = load_scenario(path, options->world, &failure);
    if (!scenario && compare_command_is_level(path, options)) {
        g_error_free(failure);
        return read_level(path, options, error);
    }
    if (!scenario) {
        g_propagate_error(error, failure);
        return NULL;
    }
    return extend_scenario(scenario, options, error) ? g_steal_pointer(&scenario) : NULL;
}

GPtrArray *compare_command_load(const CompareOptions *options, GError **error)
{
    g_autoptr(GPtrArray) scenarios =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_scenario_free);
    for (char **file = options->files; *file; file++) {
        CompareScenario *scenario = compare_command_read_scenario(*file, options, error);
        if (!scenario)
            return NULL;
        if (options->repeat)
            scenario->repeat = (guint)options->repeat;
        g_ptr_array_add(scenarios, scenario);
    }
    return g_steal_pointer(&scenarios);
}

gboolean compare_command_check_moves(const GPtrArray *scenarios, GError **error)
{
    for (guint i = 0; i < scenarios->len; i++) {
        const CompareScenario *s = scenarios->pdata[i];
        if (s->trajectories->len == 0)
            return compare_wrong(error,
                                 "%s: the world has no starts, where moves could begin; use "
                                 "'regress --aim N' or 'explain --from X,Y,Z', which need no "
                                 "starts, or give a world in JSON with \"starts\"",
                                 s->path);
    }
    return TRUE;
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

/* Returns the number after "left out: " in a message of the world. Returns 0 if the message has no
 * such number. */
static guint64 number_left_out(const char *message)
{
    const char *mark = strstr(message, "left out: ");
    return mark ? g_ascii_strtoull(mark + strlen("left out: "), NULL, 10) : 0;
}

gboolean compare_command_check_left(const BspWorld *world, const char *path, GError **error)
{
    const char *reason = "";
    if (bsp_solid_n_brushes(world->solid) > 0)
        return TRUE;
    for (guint i = world->report.messages->len; i-- > 0;)
        if (number_left_out(world->report.messages->pdata[i]) >= number_left_out(reason))
            reason = world->report.messages->pdata[i];
    if (number_left_out(reason))
        return compare_wrong(error, "%s: all brushes were left out; %s", path, reason);
    return world->game == BSP_GAME_UNKNOWN ||
           compare_wrong(error, "%s: the level has no brushes", path);
}

gboolean compare_command_check_worlds(const GPtrArray *scenarios, GError **error)
{
    for (guint i = 0; i < scenarios->len; i++) {
        const CompareScenario *s = scenarios->pdata[i];
        if (bsp_solid_n_brushes(s->world->solid) > 0)
            continue;
        if (s->world->report.n_skipped && s->world_path)
            return compare_wrong(error,
                                 "%s: there is nothing to check, because the world has no brushes "
                                 "(brushes and patches left out: %u); 'bsplevel info %s' says why",
                                 s->path, s->world->report.n_skipped, s->world_path);
        return compare_wrong(
            error, "%s: there is nothing to check, because the world has no brushes", s->path);
    }
    return TRUE;
}

GPtrArray *compare_command_open(const CompareOptions *options, const char *const *outputs, guint n,
                                GError **error)
{
    g_autoptr(GPtrArray) scenarios = compare_command_load(options, error);
    if (scenarios && !compare_command_check_moves(scenarios, error))
        return NULL;
    for (guint i = 0; scenarios && i < n; i++)
        if (!compare_command_check_inputs(scenarios, outputs[i], error))
            return NULL;
    return g_steal_pointer(&scenarios);
}

/* Runs a scenario. `what` is the name of the scenario, for progress. */
static CompareReport *report_on(const CompareScenario *scenario, char *what,
                                const CompareAsked *asked, gboolean timed, GError **error)
{
    const CompareStage stage = { compare_progress_stage, what };
    CompareReport *report = compare_run(scenario, asked, timed, &stage, error);
    if (report && (!compare_crowds(report, timed, &stage, error) ||
                   !compare_edits(report, asked, timed, &stage, error)))
        g_clear_pointer(&report, compare_report_free);
    compare_progress_end();
    if (report && !timed)
        compare_report_forget_measures(report);
    return report;
}

GPtrArray *compare_command_run_all(const GPtrArray *scenarios, const CompareAsked *asked,
                                   gboolean timed, GError **error)
{
    g_autoptr(GPtrArray) reports =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_report_free);
    for (guint i = 0; i < scenarios->len; i++) {
        const CompareScenario *scenario = scenarios->pdata[i];
        GError *failure = NULL;
        g_autofree char *what =
            scenarios->len == 1
                ? g_strdup(scenario->name)
                : g_strdup_printf("%s, scenario %u of %u", scenario->name, i + 1, scenarios->len);
        CompareReport *report = report_on(scenario, what, asked, timed, &failure);
        if (!report) {
            if (!g_str_has_prefix(failure->message, scenario->path))
                g_prefix_error(&failure, "%s: ", scenario->path);
            g_propagate_error(error, failure);
            return NULL;
        }
        g_ptr_array_add(reports, report);
    }
    return g_steal_pointer(&reports);
}
