/* moves: "bspcompare moves" writes the moves of a scenario or level, either as a scenario of
 * recorded moves, or in the form that contestants read. */
#include "command/command.h"
#include "command/movers.h"
#include "command/program.h"
#include "command/progress.h"
#include "command/report.h"
#include "contest/stream.h"
#include "result/scenario-text.h"
#include "scenario/scenario.h"
#include "scenario/write.h"
#include "text/file.h"
#include "text/path.h"
#include "tools/bsp-file.h"

static struct {
    char *shape;
    gboolean for_contestants;
} own;

static gboolean report_resolving(double done, gpointer what)
{
    compare_progress_stage("resolving moves", done, what);
    return TRUE;
}

static GArray *resolved_moves(const CompareScenario *s, GError **error)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    report_resolving(0, s->name);
    GArray *moves = compare_resolve(s, oracle, report_resolving, s->name, error);
    compare_progress_end();
    return moves;
}

static gboolean write_stream(const char *output, const CompareScenario *s, GError **error)
{
    g_autoptr(GArray) moves = resolved_moves(s, error);
    if (!moves)
        return FALSE;
    g_autoptr(CompareStream) stream = compare_stream_new(s, moves);
    return compare_gzip_write(output, stream->text->str, error);
}

static gboolean write_moves(const char *output, const CompareScenario *scenario, GError **error)
{
    if (own.for_contestants)
        return write_stream(output, scenario, error);
    gint mover = COMPARE_OWN_MOVER;
    g_autoptr(CompareScenario) s = compare_variant_new(scenario);
    if (own.shape && !compare_find_or_add_mover(s, own.shape, &mover, error))
        return FALSE;
    g_autoptr(GArray) moves = resolved_moves(s, error);
    if (!moves)
        return FALSE;
    g_autofree char *world = compare_path_in_document(s->world_path, output, error);
    g_autofree char *text = world ? compare_recorded_text(s, moves, mover, world, error) : NULL;
    return text && compare_scenario_check_length(s->path, strlen(text), error) &&
           compare_gzip_write(output, text, error);
}

static gboolean write_scenario(const CompareOptions *common, GError **error)
{
    const char *output = common->output;
    if (own.for_contestants && own.shape)
        return compare_wrong(error,
                             "--for-contestants cannot be given with --shape; write a scenario "
                             "with --shape first, then write that scenario with --for-contestants");
    if (!own.for_contestants && !compare_options_check_json(output, error))
        return FALSE;
    g_autoptr(GPtrArray) scenarios = compare_command_open(common, &output, 1, error);
    return scenarios && write_moves(output, scenarios->pdata[0], error);
}

static int moves(CompareOptions *common, GError **error)
{
    gboolean ok = compare_output_check(common->output, error) && write_scenario(common, error);
    return ok ? COMPARE_EXIT_GOOD : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "shape", 0, 0, G_OPTION_ARG_STRING, &own.shape,
      "Let this space or shape of the scenario make all moves, or a new one, written as for "
      "--shapes",
      "NAME[=SHAPE]" },
    { "for-contestants", 0, 0, G_OPTION_ARG_NONE, &own.for_contestants,
      "Write world, shapes and moves as run --contestant sends them to a program", NULL },
    { 0 },
};

const CompareCommand compare_command_moves = {
    .name = "moves",
    .summary = "write the moves of a scenario or a level as a scenario",
    .arguments = "SCENARIO",
    .about =
        "Writes the random walks and waypoints of a scenario or a level as a scenario of recorded "
        "moves, which you can keep, change, or let another box or shape make. The output is "
        "compressed if its name ends in .gz. bsp-log makes such a scenario from an engine's log.",
    .wanted = "scenario",
    .max = 1,
    .groups = COMPARE_OPTIONS_LEVEL | COMPARE_OPTIONS_FILE,
    .options = entries,
    .run = moves,
};
