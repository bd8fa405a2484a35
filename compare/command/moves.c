/* moves: "bspcompare moves": resolves a scenario's moves and writes them as recorded ones. */
#include <string.h>

#include "command/command.h"
#include "command/names.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/report.h"
#include "contest/stream.h"
#include "output/recorded.h"
#include "scenario/recording.h"
#include "scenario/scenario.h"
#include "text/file.h"
#include "text/path.h"

typedef struct {
    CompareOptions common;
    char *space, *shape;
    gboolean for_contestants;
} Options;

static gboolean parse(Options *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "space", 0, 0, G_OPTION_ARG_STRING, &options->space,
          "Have this space of the scenario, or this box, make all of the moves",
          "NAME[=MINS:MAXS[:CONTENTS]]" },
        { "shape", 0, 0, G_OPTION_ARG_STRING, &options->shape,
          "Have this shape of the scenario, or this space, or this round one, make all of the "
          "moves",
          "NAME[=KIND:RADIUS[,BOTTOM,TOP]]" },
        { "for-contestants", 0, 0, G_OPTION_ARG_NONE, &options->for_contestants,
          "Write world, shapes and moves as text for programs that run --contestant could ask",
          NULL },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->common.output,
          "Write the scenario to SCENARIO.json, not to standard output; compressed if the name "
          "ends "
          "in .gz",
          "SCENARIO.json" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "moves",
        .arguments = "SCENARIO",
        .summary =
            "Works out a scenario's random walks and waypoints, and writes it as a scenario\n"
            "of recorded moves: the same moves, to be kept, changed, or asked of another\n"
            "space or shape.",
        .wanted = "scenario",
        .max = 1,
        .entries = entries,
        .groups = COMPARE_OPTIONS_WORLD,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

static gboolean report_resolving(double done, gpointer progress)
{
    compare_progress_stage("resolving moves", done, progress);
    return TRUE;
}

static GArray *resolve(const CompareScenario *s, GError **error)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    CompareProgress progress = compare_progress_new();
    progress.what = s->name;
    report_resolving(0, &progress);
    GArray *moves = compare_resolve_telling(s, oracle, report_resolving, &progress, error);
    compare_progress_end(&progress);
    return moves;
}

static gboolean write_stream(const Options *options, const CompareScenario *s, GError **error)
{
    g_autoptr(GArray) moves = resolve(s, error);
    if (!moves)
        return FALSE;
    g_autoptr(CompareStream) stream = compare_stream_new(s, moves);
    return compare_gzip_write(options->common.output, stream->text->str, error);
}

static gboolean write_moves(const Options *options, const CompareScenario *scenario, GError **error)
{
    if (options->for_contestants)
        return write_stream(options, scenario, error);
    gint mover = COMPARE_OWN_MOVER;
    g_autoptr(CompareScenario) s = compare_variant_new(scenario);
    if ((options->space || options->shape) &&
        !compare_find_or_add_mover(s, options->space, options->shape, &mover, error))
        return FALSE;
    g_autoptr(GArray) moves = resolve(s, error);
    if (!moves)
        return FALSE;
    g_autofree char *world = compare_path_in_document(s->world_path, options->common.output, error);
    g_autofree char *text = world ? compare_recorded_text(s, moves, mover, world, error) : NULL;
    return text && compare_recording_check_length(s->path, strlen(text), error) &&
           compare_gzip_write(options->common.output, text, error);
}

static gboolean check(const Options *options, GError **error)
{
    if (options->space && options->shape) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--space and --shape: only one of them can move");
        return FALSE;
    }
    if (options->for_contestants && (options->space || options->shape)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--for-contestants: not with --space or --shape: write the scenario with those "
                    "first");
        return FALSE;
    }
    return (options->for_contestants ||
            compare_options_check_json(options->common.output, error)) &&
           compare_output_check(options->common.output, error);
}

static int moves(Options *options)
{
    CompareOptions *common = &options->common;
    GError *error = NULL;
    if (!check(options, &error))
        return compare_command_fail(error);
    const char *output = common->output;
    g_autoptr(GPtrArray) scenarios = compare_command_open(common, &output, 1, &error);
    gboolean ok = scenarios && write_moves(options, scenarios->pdata[0], &error);
    return ok ? COMPARE_EXIT_GOOD : compare_command_fail(error);
}

int compare_command_moves(char **arguments)
{
    Options options = { 0 };
    int status;
    if (parse(&options, arguments, &status))
        status = moves(&options);
    compare_options_clear(&options.common);
    g_free(options.space);
    g_free(options.shape);
    return status;
}
