/* import-moves: "bspcompare import-moves": turns an engine's log into a scenario of recorded
 * moves. */
#include <string.h>

#include "bsp-file.h"
#include "command/command.h"
#include "command/options.h"
#include "command/report.h"
#include "scenario/log.h"
#include "scenario/recording.h"
#include "text/file.h"
#include "text/path.h"
#include "text/strings.h"

/* The most moves of one scenario, which is the limit for one trajectory. */
#define MAX_MOVES COMPARE_MAX_LIST

typedef struct {
    CompareOptions common;
    char *name;
    char **spaces, **shapes, *spheres;
    gint64 limit; /* moves to read; by default one more than allowed */
    gboolean positions, masks;
} Options;

static void clear_space(gpointer space)
{
    g_free(((CompareSpace *)space)->name);
}

static gboolean names_movers(const Options *options)
{
    return options->spaces || options->shapes || options->spheres;
}

static gboolean bad_usage(GError **error, const char *what)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s; see 'bspcompare import-moves --help'",
                what);
    return FALSE;
}

/* Checks what can be checked before the log is read. */
static gboolean check(const Options *options, GError **error)
{
    const CompareOptions *common = &options->common;
    if (!common->world)
        return bad_usage(error, "no --world given, in which the moves were made");
    if (options->positions && !names_movers(options))
        return bad_usage(error, "--positions: no --space or --shape given, which went there");
    if (names_movers(options) && !options->positions)
        return bad_usage(error, "--space, --shape and --sphere: only with --positions, other logs "
                                "name boxes");
    if (options->masks && options->positions)
        return bad_usage(error, "--masks: not with --positions, which have none");
    if (options->limit < 1 || options->limit > MAX_MOVES + 1) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--limit: %" G_GINT64_FORMAT " is out of range, 1 to %d", options->limit,
                    MAX_MOVES);
        return FALSE;
    }
    if (options->name && (!options->name[0] || !g_utf8_validate(options->name, -1, NULL)))
        return bad_usage(error, "--name: the name is empty, or not UTF-8");
    return compare_output_check(common->output, error) &&
           compare_output_check_input(common->output, common->files[0], error) &&
           compare_output_check_input(common->output, common->world, error);
}

/* --- from log to scenario --- */

static gboolean check_number(const char *path, gsize n, GError **error)
{
    if (n <= MAX_MOVES)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                "%s: more than %d moves; --limit takes the first of them", path, MAX_MOVES);
    return FALSE;
}

/* The given spaces and shapes; their names are distinct. */
typedef struct {
    GArray *spaces, *shapes;
    GHashTable *names;
} Movers;

static void movers_init(Movers *m)
{
    m->spaces = g_array_new(FALSE, FALSE, sizeof(CompareSpace));
    m->shapes = g_array_new(FALSE, FALSE, sizeof(CompareShape));
    m->names = g_hash_table_new(g_str_hash, g_str_equal);
    g_array_set_clear_func(m->spaces, clear_space);
    g_array_set_clear_func(m->shapes, compare_shape_clear);
}

static void movers_clear(Movers *m)
{
    g_hash_table_unref(m->names);
    g_array_unref(m->shapes);
    g_array_unref(m->spaces);
}

static gboolean is_new(Movers *m, char *name, const char *option, GError **error)
{
    if (g_hash_table_add(m->names, name))
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--%s: two have the name '%s'", option, name);
    return FALSE;
}

static gboolean add_spaces(Movers *m, char **texts, GError **error)
{
    for (; texts && *texts; texts++) {
        CompareSpace space;
        if (!compare_parse_space(*texts, &space, error))
            return FALSE;
        g_array_append_val(m->spaces, space);
        if (!is_new(m, space.name, "space", error))
            return FALSE;
    }
    return TRUE;
}

static gboolean add_shapes(Movers *m, char **texts, GError **error)
{
    for (; texts && *texts; texts++) {
        CompareShape shape;
        if (!compare_parse_shape(*texts, &shape, error))
            return FALSE;
        g_array_append_val(m->shapes, shape);
        if (!is_new(m, shape.name, "shape", error))
            return FALSE;
    }
    return TRUE;
}

/* Adds balls for radii separated by commas, each named "sphere RADIUS". */
static gboolean add_spheres(Movers *m, const char *text, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text ? text : "", ",", -1);
    for (char **part = parts; *part; part++) {
        char *end;
        double radius = g_ascii_strtod(*part, &end);
        if (end == *part || *end || !(radius > 0) || !(radius <= BSP_WORLD_HALF)) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--sphere: '%s' is no radius above 0",
                        *part);
            return FALSE;
        }
        g_autofree char *number = compare_number_exact(radius);
        CompareShape ball = { g_strdup_printf("sphere %s", number), bsp_shape_sphere(radius), NULL,
                              0 };
        g_array_append_val(m->shapes, ball);
        if (!is_new(m, ball.name, "sphere", error))
            return FALSE;
    }
    return TRUE;
}

static CompareScenario *record_movers(const Options *options, const Movers *m, const char *path,
                                      const char *text, gsize length, GError **error)
{
    g_autoptr(GArray) moves =
        compare_log_read_positions(path, text, length, (guint)options->limit, error);
    gsize n = moves ? (gsize)moves->len * (m->spaces->len + m->shapes->len) : 0;
    return moves && check_number(path, n, error)
               ? compare_recording_of_positions(path, moves, m->spaces, m->shapes)
               : NULL;
}

static CompareScenario *record_positions(const Options *options, const char *path, const char *text,
                                         gsize length, GError **error)
{
    Movers movers;
    CompareScenario *recording = NULL;
    movers_init(&movers);
    if (add_spaces(&movers, options->spaces, error) &&
        add_shapes(&movers, options->shapes, error) &&
        add_spheres(&movers, options->spheres, error))
        recording = record_movers(options, &movers, path, text, length, error);
    movers_clear(&movers);
    return recording;
}

static CompareScenario *record(const Options *options, const char *path, GError **error)
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

/* --- writing --- */

static gboolean import(const Options *options, GError **error)
{
    const char *path = options->common.files[0], *output = options->common.output;
    if (!check(options, error))
        return FALSE;
    g_autofree char *beside = compare_path_in_document(options->common.world, output, error);
    g_autoptr(CompareScenario) recording = beside ? record(options, path, error) : NULL;
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

/* --- the command line --- */

static gboolean parse(Options *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "world", 'w', 0, G_OPTION_ARG_FILENAME, &options->common.world,
          "The world in which the moves were made", "WORLD" },
        { "limit", 'l', 0, G_OPTION_ARG_INT64, &options->limit,
          "Only the first N moves of the log, 1000000 at most; all if not given", "N" },
        { "name", 'n', 0, G_OPTION_ARG_STRING, &options->name,
          "What to call the scenario; the world's name if not given", "NAME" },
        { "positions", 'p', 0, G_OPTION_ARG_NONE, &options->positions,
          "The log has positions, x y z: a move from each to the next", NULL },
        { "masks", 'm', 0, G_OPTION_ARG_NONE, &options->masks,
          "Moves are stopped by the contents of their masks, not by all that stops a player",
          NULL },
        { "space", 's', 0, G_OPTION_ARG_STRING_ARRAY, &options->spaces,
          "The box that went there; given again, another one that goes the same way. CONTENTS, as "
          "solid,playerclip, stop it; else all do",
          "NAME=MINS:MAXS[:CONTENTS]" },
        { "shape", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->shapes,
          "A sphere, cylinder or capsule that went the same way; any number of them",
          "NAME=KIND:RADIUS[,BOTTOM,TOP]" },
        { "sphere", 0, 0, G_OPTION_ARG_STRING, &options->spheres,
          "The same for spheres of these radii", "RADIUS,..." },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->common.output,
          "Write the scenario to FILE, not to standard output; compressed if it ends in .gz",
          "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "import-moves",
        .arguments = "LOG",
        .summary =
            "Makes a scenario of the moves that an engine has logged, in the engine's order. A "
            "line\n"
            "of the log, which may be compressed, is\n"
            "    mask  minx miny minz  maxx maxy maxz  startx starty startz  endx endy endz\n"
            "with white space or commas between; the mask is hexadecimal, also with 0x. With "
            "--positions it is\n"
            "    x y z\n"
            "and MINS:MAXS of a --space are minx,miny,minz:maxx,maxy,maxz; an empty line ends a\n"
            "path.",
        .wanted = "log",
        .max = 1,
        .entries = entries,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

int compare_command_import_moves(char **arguments)
{
    Options options = { .limit = MAX_MOVES + 1 };
    GError *error = NULL;
    int status;
    if (parse(&options, arguments, &status))
        status = import(&options, &error) ? COMPARE_EXIT_GOOD : compare_command_fail(error);
    compare_options_clear(&options.common);
    g_free(options.name);
    g_free(options.spheres);
    g_strfreev(options.spaces);
    g_strfreev(options.shapes);
    return status;
}
