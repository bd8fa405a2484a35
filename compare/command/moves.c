/* moves: "bspcompare moves": writes the moves of a scenario, a level or an engine's log as a
 * scenario of recorded moves, or as contestants read them. */
#include "command/command.h"
#include "command/movers.h"
#include "command/program.h"
#include "command/progress.h"
#include "command/report.h"
#include "contest/stream.h"
#include "result/scenario-text.h"
#include "scenario/log.h"
#include "scenario/recording.h"
#include "scenario/scenario.h"
#include "scenario/write.h"
#include "text/file.h"
#include "text/path.h"
#include "tools/bsp-file.h"

/* The most moves of one scenario, which is the limit for one trajectory. */
#define MAX_MOVES COMPARE_MAX_LIST

typedef struct {
    CompareOptions *common;
    char *shape;
    gboolean for_contestants;
} Options;

static Options own;

/* --- logs --- */

static gboolean check_log(const Options *options, GError **error)
{
    const CompareOptions *common = options->common;
    if (options->for_contestants || options->shape || common->shapes || common->moves_given ||
        common->seed >= 0)
        return compare_command_wrong(error,
                                     "%s: this is no scenario and no level: --shape, --shapes, "
                                     "--for-contestants, --moves and --seed are not for logs",
                                     common->files[0]);
    if (!common->world || common->world[0] == '#')
        return compare_command_wrong(error,
                                     "%s: this is no scenario and no level: if it is a log of "
                                     "moves, give --world, the world of the log",
                                     common->files[0]);
    return compare_output_check_input(common->output, common->files[0], error) &&
           compare_output_check_input(common->output, common->world, error);
}

static gboolean check_number(const char *path, gsize n, GError **error)
{
    if (n <= MAX_MOVES)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "%s: more than %d moves: cut the log into parts",
                path, MAX_MOVES);
    return FALSE;
}

static CompareScenario *record_log(const char *path, GError **error)
{
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, error);
    if (!text)
        return NULL;
    g_autoptr(GArray) logged = compare_log_read_moves(path, text, length, MAX_MOVES + 1, error);
    return logged && check_number(path, logged->len, error)
               ? compare_recording_of_moves(path, logged, error)
               : NULL;
}

static gboolean write_log(const Options *options, GError **error)
{
    const char *path = options->common->files[0], *output = options->common->output;
    if (!check_log(options, error))
        return FALSE;
    g_autofree char *beside = compare_path_in_document(options->common->world, output, error);
    g_autoptr(CompareScenario) recording = beside ? record_log(path, error) : NULL;
    /* Reads the world to fail early: moves without a readable world are useless. */
    g_autoptr(BspWorld) world =
        recording ? compare_command_read_world(options->common->world, 0, error) : NULL;
    if (!world)
        return FALSE;
    recording->name = g_strdup(world->name);
    g_autofree char *text = compare_scenario_write(recording, beside, NULL);
    return compare_scenario_check_length(path, strlen(text), error) &&
           compare_gzip_write(output, text, error);
}

/* --- scenarios --- */

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

static gboolean write_stream(const Options *options, const CompareScenario *s, GError **error)
{
    g_autoptr(GArray) moves = resolved_moves(s, error);
    if (!moves)
        return FALSE;
    g_autoptr(CompareStream) stream = compare_stream_new(s, moves);
    return compare_gzip_write(options->common->output, stream->text->str, error);
}

static gboolean write_moves(const Options *options, const CompareScenario *scenario, GError **error)
{
    if (options->for_contestants)
        return write_stream(options, scenario, error);
    gint mover = COMPARE_OWN_MOVER;
    g_autoptr(CompareScenario) s = compare_variant_new(scenario);
    if (options->shape && !compare_find_or_add_mover(s, options->shape, &mover, error))
        return FALSE;
    g_autoptr(GArray) moves = resolved_moves(s, error);
    if (!moves)
        return FALSE;
    g_autofree char *world =
        compare_path_in_document(s->world_path, options->common->output, error);
    g_autofree char *text = world ? compare_recorded_text(s, moves, mover, world, error) : NULL;
    return text && compare_scenario_check_length(s->path, strlen(text), error) &&
           compare_gzip_write(options->common->output, text, error);
}

static gboolean write_scenario(const Options *options, GError **error)
{
    const CompareOptions *common = options->common;
    if (options->for_contestants && options->shape)
        return compare_command_wrong(error, "--for-contestants: not with --shape: write a scenario "
                                            "with it first, then give that");
    if (!options->for_contestants && !compare_options_check_json(common->output, error))
        return FALSE;
    const char *output = common->output;
    g_autoptr(GPtrArray) scenarios = compare_command_open(common, &output, 1, error);
    return scenarios && write_moves(options, scenarios->pdata[0], error);
}

/* --- the command --- */

/* Every other file is a log. */
static gboolean is_scenario_or_level(const char *path)
{
    return bsp_ending_is(path, BSP_FILE_JSON) || compare_scenario_is_world(path);
}

static int moves(CompareOptions *common, GError **error)
{
    own.common = common;
    gboolean ok = compare_output_check(common->output, error) &&
                  (is_scenario_or_level(common->files[0]) ? write_scenario(&own, error)
                                                          : write_log(&own, error));
    return ok ? COMPARE_EXIT_GOOD : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "shape", 0, 0, G_OPTION_ARG_STRING, &own.shape,
      "Let this space or shape of the scenario, or a new one, written as in --shapes, make all "
      "moves",
      "NAME[=SHAPE]" },
    { "for-contestants", 0, 0, G_OPTION_ARG_NONE, &own.for_contestants,
      "Write world, shapes and moves as run --contestant sends them to a program", NULL },
    { 0 },
};

const CompareCommand compare_command_moves = {
    .name = "moves",
    .summary = "write the moves of a scenario, a level or a log as a scenario",
    .arguments = "INPUT",
    .about =
        "Writes moves as a scenario of recorded moves: to be kept, changed, or made by another "
        "box or shape; compressed if the output's name ends in .gz. INPUT is one of two "
        "things:\n"
        "- A scenario or a level, with its random walks and waypoints.\n"
        "- With --world, an engine's log of moves, which may be compressed. A line is\n"
        "    mask  minx miny minz  maxx maxy maxz  startx starty startz  endx endy endz\n"
        "  with white space or commas between; the mask is hexadecimal, also with 0x.",
    .wanted = "input",
    .max = 1,
    .groups = COMPARE_OPTIONS_LEVEL | COMPARE_OPTIONS_FILE,
    .options = entries,
    .run = moves,
};
