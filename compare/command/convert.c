/* convert: "bspcompare convert": turns a world of any format into JSON or .obj, an engine's log
 * into a scenario of recorded moves, and a scenario's moves into recorded ones. */
#include <string.h>

#include "command/command.h"
#include "command/movers.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/report.h"
#include "contest/stream.h"
#include "result/scenario-text.h"
#include "scenario/log.h"
#include "scenario/recording.h"
#include "scenario/scenario.h"
#include "text/file.h"
#include "text/obj.h"
#include "text/path.h"
#include "tools/bsp-file.h"
#include "tools/bsp-json.h"

/* The most moves of one scenario, which is the limit for one trajectory. */
#define MAX_MOVES COMPARE_MAX_LIST

typedef struct {
    CompareOptions common;
    char *name, *space, *shape;
    gint64
        limit; /* moves to read; by default one more than MAX_MOVES, so that too many are noticed */
    gboolean resolve, for_contestants, positions, masks;
    BspMeshOptions mesh;
} Options;

/* --- worlds --- */

static gboolean has_mesh_options(const Options *options)
{
    const BspMeshOptions *mesh = &options->mesh;
    return mesh->weld > 0 || mesh->snap > 0 || mesh->sheet > 0 || mesh->scale > 0 || mesh->close;
}

/* Whether the path is that of a Wavefront file or, if `any`, of any mesh. */
static gboolean is_mesh(const char *path, gboolean any)
{
    g_autofree char *file = g_strndup(path, bsp_world_selection(path, NULL));
    BspFileKind kind;
    const char *ending = bsp_ending_text(file, &kind);
    return ending && (strcmp(ending, ".obj") == 0 ||
                      (any && (strcmp(ending, ".glb") == 0 || strcmp(ending, ".gltf") == 0)));
}

static char *world_as_json(const BspWorld *world, const char *path, GError **error)
{
    g_autofree char *text = bsp_world_to_json(world);
    if (bsp_world_json_fits(world, strlen(text), error))
        return g_steal_pointer(&text);
    g_prefix_error(error, "%s: ", path);
    return NULL;
}

static gboolean convert_world(const Options *options, GError **error)
{
    const char *path = options->common.files[0], *output = options->common.output;
    gboolean to_obj = output && is_mesh(output, FALSE);
    g_autofree char *whole = compare_scenario_select(path, options->common.world);
    if (!compare_output_check_input(output, path, error) ||
        !(to_obj || compare_options_check_json(output, error)))
        return FALSE;
    if (has_mesh_options(options) && !is_mesh(path, TRUE))
        return compare_command_wrong(error, "--weld, --snap, --sheet, --scale and --close: only "
                                            "for meshes: .obj, .glb and .gltf");
    g_autoptr(BspWorld) world =
        compare_command_read_options(whole, &(BspWorldOptions){ .mesh = options->mesh }, error);
    if (!world)
        return FALSE;
    if (!compare_command_check_left(world, whole, error))
        return FALSE;
    g_autofree char *text =
        to_obj ? compare_obj_of_world(world) : world_as_json(world, path, error);
    if (!text || !compare_output_write(output, text, error))
        return FALSE;
    for (guint i = 0; i < world->messages->len; i++)
        compare_command_say("%s: %s", path, (const char *)world->messages->pdata[i]);
    return TRUE;
}

/* --- logs --- */

static gboolean check_log(const Options *options, GError **error)
{
    const CompareOptions *common = &options->common;
    gboolean has_movers = common->boxes || common->shapes;
    if (!common->world || common->world[0] == '#')
        return compare_command_wrong(error,
                                     "no --world given: name the world in which the log was made");
    if (options->positions && !has_movers)
        return compare_command_wrong(
            error, "--positions: name what moved there, with --boxes or --shapes");
    if (has_movers && !options->positions)
        return compare_command_wrong(error, "--boxes and --shapes: only with --positions or "
                                            "--resolve: other logs name their boxes");
    if (options->masks && options->positions)
        return compare_command_wrong(error,
                                     "--masks: not with --positions: positions have no masks");
    if (options->name && !options->name[0])
        return compare_command_wrong(error, "--name: the name is empty");
    return compare_output_check_input(common->output, common->files[0], error) &&
           compare_output_check_input(common->output, common->world, error);
}

static gboolean check_number(const char *path, gsize n, GError **error)
{
    if (n <= MAX_MOVES)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                "%s: more than %d moves; read only the first with --limit", path, MAX_MOVES);
    return FALSE;
}

static CompareScenario *record_positions(const Options *options, const char *path, const char *text,
                                         gsize length, GError **error)
{
    /* This scenario only holds the boxes and shapes that make the moves. */
    g_autoptr(CompareScenario) movers = compare_scenario_new(path);
    if (!compare_add_movers(movers, options->common.boxes, options->common.shapes, error))
        return NULL;
    g_autoptr(GArray) moves =
        compare_log_read_positions(path, text, length, (guint)options->limit, error);
    gsize n = moves ? (gsize)moves->len * (movers->spaces->len + movers->shapes->len) : 0;
    return moves && check_number(path, n, error)
               ? compare_recording_of_positions(path, moves, movers->spaces, movers->shapes)
               : NULL;
}

static CompareScenario *record_log(const Options *options, const char *path, GError **error)
{
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, error);
    if (!text)
        return NULL;
    if (options->positions)
        return record_positions(options, path, text, length, error);
    g_autoptr(GArray) logged =
        compare_log_read_moves(path, text, length, (guint)options->limit, error);
    return logged && check_number(path, logged->len, error)
               ? compare_recording_of_moves(path, logged, error)
               : NULL;
}

static gboolean convert_log(const Options *options, GError **error)
{
    const char *path = options->common.files[0], *output = options->common.output;
    if (!check_log(options, error))
        return FALSE;
    g_autofree char *beside = compare_path_in_document(options->common.world, output, error);
    g_autoptr(CompareScenario) recording = beside ? record_log(options, path, error) : NULL;
    /* Reads the world to fail early: moves without a readable world are useless. */
    g_autoptr(BspWorld) world =
        recording ? compare_command_read_world(options->common.world, 0, error) : NULL;
    if (!world)
        return FALSE;
    recording->masks = options->masks;
    recording->name = g_strdup(options->name ? options->name : world->name);
    g_autofree char *text = compare_recording_text(recording, beside);
    return compare_recording_check_length(path, strlen(text), error) &&
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
    GArray *moves = compare_resolve_with_progress(s, oracle, report_resolving, s->name, error);
    compare_progress_end();
    return moves;
}

static gboolean write_stream(const Options *options, const CompareScenario *s, GError **error)
{
    g_autoptr(GArray) moves = resolved_moves(s, error);
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
    g_autoptr(GArray) moves = resolved_moves(s, error);
    if (!moves)
        return FALSE;
    g_autofree char *world = compare_path_in_document(s->world_path, options->common.output, error);
    g_autofree char *text = world ? compare_recorded_text(s, moves, mover, world, error) : NULL;
    return text && compare_recording_check_length(s->path, strlen(text), error) &&
           compare_gzip_write(options->common.output, text, error);
}

static gboolean convert_scenario(const Options *options, GError **error)
{
    const CompareOptions *common = &options->common;
    if (options->space && options->shape)
        return compare_command_wrong(error, "--space and --shape: give only one of them");
    if (options->for_contestants && (options->space || options->shape))
        return compare_command_wrong(error, "--for-contestants: not with --space or --shape: write "
                                            "a scenario with these first, then convert that");
    if (!options->for_contestants && !compare_options_check_json(common->output, error))
        return FALSE;
    const char *output = common->output;
    g_autoptr(GPtrArray) scenarios = compare_command_open(common, &output, 1, error);
    return scenarios && write_moves(options, scenarios->pdata[0], error);
}

/* --- the command --- */

static gboolean is_of_log(const Options *options)
{
    const char *world = options->common.world;
    return options->positions || options->masks || options->name || options->limit <= MAX_MOVES ||
           (world && world[0] != '#');
}

/* Fails if an option is given that only --resolve or --positions uses. */
static gboolean check_movers_used(const Options *options, GError **error)
{
    const CompareOptions *common = &options->common;
    if (common->moves_given || common->seed >= 0)
        return compare_command_wrong(error, "--moves and --seed: only with --resolve");
    return is_of_log(options) || !(common->boxes || common->shapes) ||
           compare_command_wrong(error, "--boxes and --shapes: only with --resolve or --positions");
}

/* Whether the path, without the selection after it, ends as the file of a world. */
static gboolean is_world_file(const char *path)
{
    g_autofree char *file = g_strndup(path, bsp_world_selection(path, NULL));
    BspFileKind kind;
    return bsp_ending_text(file, &kind) != NULL;
}

/* Says in the error what to do with an input that is a scenario, or may be a log. */
static void advise(const Options *options, GError **error)
{
    const char *path = options->common.files[0];
    if (compare_scenario_is_scenario(path)) {
        g_clear_error(error);
        compare_command_wrong(error,
                              "%s: this is a scenario: add --resolve to write its moves as "
                              "recorded moves",
                              path);
    } else if (!is_of_log(options) && !is_world_file(path)) {
        g_autofree char *message = g_strdup((*error)->message);
        g_clear_error(error);
        compare_command_wrong(
            error, "%s; if it is a log of moves, give --world, the world of the log", message);
    }
}

static gboolean convert(const Options *options, GError **error)
{
    gboolean of_log = is_of_log(options);
    gboolean of_scenario = options->for_contestants || options->space || options->shape;
    if (options->resolve &&
        (options->positions || options->masks || options->name || options->limit <= MAX_MOVES))
        return compare_command_wrong(
            error,
            "--positions, --masks, --name and --limit are only for logs, not with --resolve");
    if (of_scenario && !options->resolve)
        return compare_command_wrong(
            error, "--space, --shape and --for-contestants are only for scenarios, with --resolve");
    if (!compare_output_check(options->common.output, error))
        return FALSE;
    if (options->resolve)
        return convert_scenario(options, error);
    GError *failure = NULL;
    if (check_movers_used(options, &failure) &&
        (of_log ? convert_log(options, &failure) : convert_world(options, &failure)))
        return TRUE;
    advise(options, &failure);
    g_propagate_error(error, failure);
    return FALSE;
}

static gboolean parse(Options *options, char **arguments, int *status)
{
    const CompareOption own[] = {
        compare_option_flag("resolve", &options->resolve,
                            "INPUT is a scenario or level: write its moves as recorded moves"),
        compare_option_text(
            "space", &options->space, "NAME[=MINS:MAXS[:CONTENTS]]", NULL,
            "With --resolve: let this space of the scenario, or this box, make all moves"),
        compare_option_text("shape", &options->shape, "NAME[=KIND:RADIUS[,BOTTOM,TOP]]", NULL,
                            "With --resolve: let this shape or space of the scenario, or this "
                            "round shape, make all moves"),
        compare_option_flag("for-contestants", &options->for_contestants,
                            "With --resolve: write world, shapes and moves as run --contestant "
                            "sends them to a program"),
        compare_option_flag(
            "positions", &options->positions,
            "For a log of positions, x y z: --boxes and --shapes move from each to the next"),
        compare_option_flag("masks", &options->masks,
                            "For a log: each move is stopped by the contents of its mask, not by "
                            "all that stop a player"),
        compare_option_integer(
            "limit", &options->limit, 1, MAX_MOVES, "N",
            "For a log: read only the first N moves, at most 1000000; all if not given"),
        compare_option_text("name", &options->name, "NAME", NULL,
                            "For a log: the name of the scenario; the world's name if not given"),
        compare_option_number("weld", &options->mesh.weld, 1e-9, 1, "UNITS",
                              "For a mesh: corners nearer than this become one; by default chosen "
                              "by the size of the mesh"),
        compare_option_number("snap", &options->mesh.snap, 1e-9, 1, "UNITS",
                              "For a mesh: faces nearer than this to a plane become parts of it; "
                              "at least, and by default, the distance of --weld"),
        compare_option_number("sheet", &options->mesh.sheet, 0.01, 4096, "UNITS",
                              "For a mesh: the thickness that open sheets get, behind their faces; "
                              "they are left out if not given"),
        compare_option_number("scale", &options->mesh.scale, 1e-6, 1e6, "N",
                              "For a mesh: multiply all coordinates by N"),
        compare_option_flag("close", &options->mesh.close,
                            "For a mesh: close large flat holes, too"),
    };
    const CompareCommandLine line = {
        .command = "convert",
        .arguments = "INPUT",
        .summary =
            "Converts INPUT into the toolkit's JSON. It is one of three things:\n"
            "- A world (.json, .map, .bsp, .obj, .glb, .gltf, or such a file inside an archive\n"
            "  as archive.pk3:path/inside). Contents that JSON worlds cannot hold are reported.\n"
            "  If the output's name ends in .obj, a mesh of its brushes is written instead.\n"
            "- With --world, an engine's log of moves, which may be compressed, as a scenario of\n"
            "  recorded moves. A line of the log is\n"
            "    mask  minx miny minz  maxx maxy maxz  startx starty startz  endx endy endz\n"
            "  with white space or commas between; the mask is hexadecimal, also with 0x. A log\n"
            "  of positions has lines x y z, and an empty line ends a path.\n"
            "- With --resolve, a scenario or level, whose random walks and waypoints become\n"
            "  recorded moves: to be kept, changed, or made by another box or shape.",
        .wanted = "input",
        .max = 1,
        .options = own,
        .n_options = G_N_ELEMENTS(own),
        .groups = COMPARE_OPTIONS_LEVEL | COMPARE_OPTIONS_FILE,
        .output_argument = "FILE.json",
        .output_help = "Write to FILE.json, not to standard output; a scenario is compressed if "
                       "the name ends in .gz; a world may be written to FILE.obj",
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

int compare_command_convert(char **arguments)
{
    Options options = { .limit = MAX_MOVES + 1 };
    GError *error = NULL;
    int status;
    if (parse(&options, arguments, &status))
        status = convert(&options, &error) ? COMPARE_EXIT_GOOD : compare_command_fail(error);
    compare_options_clear(&options.common);
    return status;
}
