/* generate: "bspcompare generate world" and "bspcompare generate scenario". */
#include <string.h>

#include "bsp-inspect.h"
#include "bsp-world.h"
#include "command/command.h"
#include "command/complete.h"
#include "command/options.h"
#include "command/report.h"
#include "generate/generated.h"
#include "scenario/scenario.h"
#include "text/file.h"
#include "text/path.h"

/* Fails if the option's number is out of range. */
static gboolean check_range(const char *option, gint64 value, gint64 min, gint64 max,
                            GError **error)
{
    if (value >= min && value <= max)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--%s: %" G_GINT64_FORMAT " is out of range, %" G_GINT64_FORMAT
                " to %" G_GINT64_FORMAT,
                option, value, min, max);
    return FALSE;
}

/* --- worlds --- */

typedef struct {
    CompareOptions common;
    gint64 brushes, seed;
} WorldOptions;

static const CompareWorldKind *find_kind(const char *name, GError **error)
{
    const CompareWorldKind *kind = compare_world_kind_find(name);
    if (kind)
        return kind;
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; compare_world_kinds[i]; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", compare_world_kinds[i]->name);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "'%s' is no kind of world: the kinds are %s",
                name, names->str);
    return NULL;
}

static gboolean generate_world(const WorldOptions *options, const char *name, GError **error)
{
    const CompareWorldKind *kind = find_kind(name, error);
    if (!kind || !compare_options_check_json(options->common.output, error) ||
        !check_range("brushes", options->brushes, COMPARE_GENERATE_MIN_BRUSHES,
                     COMPARE_GENERATE_MAX_BRUSHES, error) ||
        !check_range("seed", options->seed, 0, G_MAXINT64, error))
        return FALSE;
    CompareOutput *out = compare_output_open(options->common.output, error);
    if (!out)
        return FALSE;
    compare_generate_world(kind, (guint)options->brushes, (guint64)options->seed, out);
    return compare_output_finish(out, error);
}

static char *world_summary(void)
{
    GString *out =
        g_string_new("Makes up a sealed world and writes it as JSON. The same KIND, number "
                     "and seed give\nthe same bytes on every machine; twice the brushes "
                     "make a world twice as large.\nKinds:");
    for (guint i = 0; compare_world_kinds[i]; i++)
        g_string_append_printf(out, "\n  %-13s %s", compare_world_kinds[i]->name,
                               compare_world_kinds[i]->summary);
    return g_string_free(out, FALSE);
}

static gboolean parse_world(WorldOptions *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "brushes", 'n', 0, G_OPTION_ARG_INT64, &options->brushes,
          "How many brushes, 8 to 1000000; 1000 if not given", "N" },
        { "seed", 's', 0, G_OPTION_ARG_INT64, &options->seed, "Which of them; 1 if not given",
          "N" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->common.output,
          "Write the world to WORLD.json, not to standard output", "WORLD.json" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    g_autofree char *summary = world_summary();
    const CompareCommandLine line = {
        .command = "generate world",
        .arguments = "KIND",
        .summary = summary,
        .wanted = "kind",
        .max = 1,
        .entries = entries,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

static int run_world(char **arguments)
{
    WorldOptions options = { .brushes = 1000, .seed = 1 };
    GError *error = NULL;
    int status;
    if (parse_world(&options, arguments, &status))
        status = generate_world(&options, options.common.files[0], &error)
                     ? COMPARE_EXIT_GOOD
                     : compare_command_fail(error);
    compare_options_clear(&options.common);
    return status;
}

/* --- scenarios --- */

typedef struct {
    CompareOptions common;
    gint64 spaces, moving, moves, repeat, seed;
    char *kind;
} ScenarioOptions;

/* The aim of --kind; -1: walks and shots. */
static gboolean find_aim(const char *name, gint *aim, GError **error)
{
    g_autoptr(GString) names = g_string_new("walks");
    *aim = -1;
    if (!name || strcmp(name, "walks") == 0)
        return TRUE;
    for (gint kind = 0; kind <= COMPARE_AIM_KINDS; kind++) {
        const char *is =
            kind < COMPARE_AIM_KINDS ? compare_aim_kind_name((CompareAimKind)kind) : "thin";
        g_string_append_printf(names, ", %s", is);
        if (strcmp(name, is) == 0)
            *aim = kind;
    }
    if (*aim >= 0)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--kind: '%s' is no kind of moves: the kinds are %s", name, names->str);
    return FALSE;
}

static gboolean check_scenario(const ScenarioOptions *options, GError **error)
{
    return check_range("spaces", options->spaces, 1, COMPARE_GENERATE_MAX_SPACES, error) &&
           check_range("moving", options->moving, 0, options->spaces, error) &&
           check_range("moves", options->moves, 1, COMPARE_MAX_RANDOM, error) &&
           check_range("repeat", options->repeat, 1, COMPARE_MAX_REPEAT, error) &&
           check_range("seed", options->seed, 0, G_MAXINT64, error) &&
           compare_options_check_json(options->common.output, error) &&
           compare_output_check(options->common.output, error);
}

/* Loads the world, and rejects one that makes the scenario useless: no walk can begin, or there are
 * no brushes to aim at. */
static BspWorld *load_world(const char *path, gint aim, GError **error)
{
    g_autoptr(BspWorld) world = compare_command_read_world(path, 0, error);
    if (!world)
        return NULL;
    if (aim >= 0 ? bsp_solid_n_brushes(world->solid) : world->starts->len)
        return g_steal_pointer(&world);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                aim >= 0 ? "%s: the world has no brushes, at which to aim"
                         : "%s: the world names no starts, from which to move",
                path);
    return NULL;
}

static gboolean check_moving(const ScenarioOptions *options, gint aim, GError **error)
{
    if (aim < 0 || options->moving == 0)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--moving: moves that are aimed are of all spaces, with --kind %s", options->kind);
    return FALSE;
}

static gboolean generate_scenario(const ScenarioOptions *options, const char *path, GError **error)
{
    gint aim;
    if (!check_scenario(options, error) || !find_aim(options->kind, &aim, error) ||
        !check_moving(options, aim, error) ||
        !compare_output_check_input(options->common.output, path, error))
        return FALSE;
    g_autofree char *beside = compare_path_in_document(path, options->common.output, error);
    g_autoptr(BspWorld) world = beside ? load_world(path, aim, error) : NULL;
    CompareOutput *out = world ? compare_output_open(options->common.output, error) : NULL;
    if (!out)
        return FALSE;
    guint n_shots = (guint)options->moves / 5;
    CompareGenerateScenario wanted = { .name = world->name,
                                       .world = beside,
                                       .solid = aim >= 0 ? world->solid : NULL,
                                       .aim = (CompareAimKind)MAX(aim, 0),
                                       .n_spaces = (guint)options->spaces,
                                       .n_moving = (guint)options->moving,
                                       .n_walks = (guint)options->moves - n_shots,
                                       .n_shots = n_shots,
                                       .repeat = (guint)options->repeat,
                                       .seed = (guint64)options->seed };
    compare_generate_scenario(&wanted, out);
    return compare_output_finish(out, error);
}

static gboolean parse_scenario(ScenarioOptions *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "spaces", 'p', 0, G_OPTION_ARG_INT64, &options->spaces,
          "How many of the spaces stand, crouch, point, small, big, and random ones, up to 64; 5 "
          "if not given",
          "N" },
        { "kind", 'k', 0, G_OPTION_ARG_STRING, &options->kind,
          "What moves: walks and shots (walks, if not given); or moves aimed at what is hard: "
          "graze, "
          "edges, faces, seams, floats, or all of these of thin spaces and shapes: thin",
          "KIND" },
        { "moving", 0, 0, G_OPTION_ARG_INT64, &options->moving,
          "How many of the spaces walk and shoot, the first ones; 0, or not given: all", "N" },
        { "moves", 'm', 0, G_OPTION_ARG_INT64, &options->moves,
          "How many moves of each space, one in five of them a shot; 500 if not given", "N" },
        { "repeat", 'r', 0, G_OPTION_ARG_INT64, &options->repeat,
          "How often each method is timed; 15 if not given", "N" },
        { "seed", 's', 0, G_OPTION_ARG_INT64, &options->seed, "Which of them; 1 if not given",
          "N" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->common.output,
          "Write the scenario to SCENARIO.json, not to standard output", "SCENARIO.json" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "generate scenario",
        .arguments = "WORLD",
        .summary =
            "Makes up a scenario over a world: spaces, and random walks and shots of each from\n"
            "its starts, or moves aimed at its brushes. The same world, numbers and seed give the "
            "same scenario.",
        .wanted = "world",
        .max = 1,
        .entries = entries,
        .groups = COMPARE_OPTIONS_PATCHES,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

static int run_scenario(char **arguments)
{
    ScenarioOptions options = { .spaces = 5, .moves = 500, .repeat = 15, .seed = 1 };
    GError *error = NULL;
    int status;
    if (parse_scenario(&options, arguments, &status))
        status = generate_scenario(&options, options.common.files[0], &error)
                     ? COMPARE_EXIT_GOOD
                     : compare_command_fail(error);
    compare_options_clear(&options.common);
    g_free(options.kind);
    return status;
}

/* --- the command --- */

static int print(const char *text)
{
    GError *error = NULL;
    return compare_output_write(NULL, text, &error) ? COMPARE_EXIT_GOOD
                                                    : compare_command_fail(error);
}

static int complete(const char *word)
{
    static const char *const words[] = { "world", "scenario", "--help", NULL };
    g_autofree char *text = compare_complete_word(words, word);
    return print(text);
}

static int print_help(void)
{
    static const char text[] = "Usage:\n"
                               "  bspcompare generate world KIND [OPTION...]\n"
                               "  bspcompare generate scenario WORLD [OPTION...]\n\n"
                               "Makes up a world, or a scenario over a world, from a seed. With "
                               "--help after either word,\n"
                               "its options are shown.\n";
    return print(text);
}

int compare_command_generate(char **arguments)
{
    const char *what = arguments[1];
    if (compare_complete_asked(arguments) && g_strv_length(arguments) <= 3)
        return complete(arguments[2] ? what : "");
    if (what && strcmp(what, "world") == 0)
        return run_world(arguments + 1);
    if (what && strcmp(what, "scenario") == 0)
        return run_scenario(arguments + 1);
    if (what && (strcmp(what, "--help") == 0 || strcmp(what, "-h") == 0))
        return print_help();
    compare_command_say("generate what: world or scenario, not %s%s%s; see 'bspcompare generate "
                        "--help'",
                        what ? "'" : "", what ? what : "nothing", what ? "'" : "");
    return COMPARE_EXIT_BAD;
}
