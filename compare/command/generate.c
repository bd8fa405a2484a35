/* generate: "bspcompare generate world" and "bspcompare generate scenario". */
#include <string.h>

#include "bsp-world.h"
#include "command/command.h"
#include "command/options.h"
#include "command/report.h"
#include "generate/character.h"
#include "generate/generated.h"
#include "scenario/write.h"
#include "text/file.h"
#include "text/path.h"
#include "tools/bsp-inspect.h"

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
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "'%s' is not a kind of world: the kinds are %s",
                name, names->str);
    return NULL;
}

static gboolean generate_world(const WorldOptions *options, const char *name, GError **error)
{
    const CompareWorldKind *kind = find_kind(name, error);
    if (!kind || !compare_options_check_json(options->common.output, error) ||
        !compare_output_check(options->common.output, error))
        return FALSE;
    g_autofree char *text =
        compare_generate_world(kind, (guint)options->brushes, (guint64)options->seed);
    return compare_output_write(options->common.output, text, error);
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
    const CompareOption own[] = {
        compare_option_integer("brushes", &options->brushes, COMPARE_GENERATE_MIN_BRUSHES,
                               COMPARE_GENERATE_MAX_BRUSHES, "N",
                               "The number of brushes, 8 to 1000000; 1000 if not given"),
        compare_option_integer("seed", &options->seed, 0, G_MAXINT64, "N",
                               "The random seed; 1 if not given"),
    };
    const char *kinds[32] = { NULL };
    for (guint i = 0; compare_world_kinds[i] && i + 1 < G_N_ELEMENTS(kinds); i++)
        kinds[i] = compare_world_kinds[i]->name;
    g_autofree char *summary = world_summary();
    const CompareCommandLine line = {
        .command = "generate world",
        .arguments = "KIND",
        .summary = summary,
        .wanted = "kind",
        .max = 1,
        .choices = kinds,
        .options = own,
        .n_options = G_N_ELEMENTS(own),
        .groups = COMPARE_OPTIONS_FILE,
        .output_argument = "WORLD.json",
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
    gint64 spaces, moving;
    char *kind;
} ScenarioOptions;

/* The values of --kind. */
static const char *const *move_kinds(void)
{
    static const char *names[COMPARE_AIM_KINDS + 4] = { "walks", "character" };
    for (guint i = 0; i < COMPARE_AIM_KINDS; i++)
        names[i + 2] = compare_aim_kind_name((CompareAimKind)i);
    names[COMPARE_AIM_KINDS + 2] = "thin";
    return names;
}

/* Converts --kind to a CompareAimKind; -1 if the moves are not aimed: walks and shots, or those of
 * a character. */
static gboolean find_aim(const char *name, gint *aim, GError **error)
{
    const char *const *kinds = move_kinds();
    *aim = -1;
    for (gint i = 0; kinds[i]; i++) {
        if (!name || strcmp(name, kinds[i]) == 0) {
            *aim = MAX(i - 2, -1);
            return TRUE;
        }
    }
    g_autofree char *list = g_strjoinv(", ", (char **)kinds);
    return compare_command_wrong(error, "--kind: '%s' is not a kind of moves: the kinds are %s",
                                 name, list);
}

static gboolean check_scenario(const ScenarioOptions *options, GError **error)
{
    if (options->moving > options->spaces)
        return compare_command_wrong(
            error, "--moving: %" G_GINT64_FORMAT " is out of range, 0 to %" G_GINT64_FORMAT,
            options->moving, options->spaces);
    return compare_options_check_json(options->common.output, error) &&
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
                aim >= 0 ? "%s: the world has no brushes to aim at"
                         : "%s: the world has no starts to move from: give --kind graze or another "
                           "kind of aimed moves, or a world in JSON with \"starts\"",
                path);
    return NULL;
}

static gboolean check_moving(const ScenarioOptions *options, gint aim, GError **error)
{
    if (aim < 0 || options->moving == 0)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--moving: not with --kind %s: all spaces make aimed moves", options->kind);
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
    const CompareOptions *common = &options->common;
    guint64 seed = common->seed >= 0 ? (guint64)common->seed : 1;
    g_autoptr(CompareCharacterRun) run = NULL;
    gboolean is_character = g_strcmp0(options->kind, "character") == 0;
    if (world && is_character)
        run = compare_character_run(world, seed, (guint)common->moves, error);
    if (!world || (is_character && !run))
        return FALSE;
    guint n_shots = (guint)common->moves / 5;
    CompareGenerateScenario wanted = { .name = world->name,
                                       .solid = aim >= 0 ? world->solid : NULL,
                                       .aim = (CompareAimKind)MAX(aim, 0),
                                       .n_spaces = (guint)options->spaces,
                                       .n_moving = (guint)options->moving,
                                       .n_walks = (guint)common->moves - n_shots,
                                       .n_shots = n_shots,
                                       .repeat = common->repeat ? common->repeat : 15,
                                       .seed = seed };
    g_autoptr(CompareScenario) scenario =
        run ? compare_generate_character(&wanted, run) : compare_generate_scenario(&wanted);
    g_autofree char *text = compare_scenario_write(scenario, beside, NULL);
    return compare_output_write(common->output, text, error);
}

static gboolean parse_scenario(ScenarioOptions *options, char **arguments, int *status)
{
    const CompareOption own[] = {
        compare_option_integer("spaces", &options->spaces, 1, COMPARE_GENERATE_MAX_SPACES, "N",
                               "The number of spaces, at most 64: stand, crouch, point, small, "
                               "big, then random ones; 5 if not given"),
        compare_option_text("kind", &options->kind, "KIND", move_kinds(),
                            "The kind of moves: walks and shots (walks; if not given); a character "
                            "that runs and jumps, as a ray, a sphere and a cylinder (character); "
                            "moves aimed at hard places (graze, edges, faces, seams, floats); or "
                            "all of these with thin spaces and shapes (thin)"),
        compare_option_integer("moving", &options->moving, 0, COMPARE_GENERATE_MAX_SPACES, "N",
                               "Let only the first N spaces walk and shoot; 0, or not given: all"),
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
        .options = own,
        .n_options = G_N_ELEMENTS(own),
        .groups = COMPARE_OPTIONS_PATCHES | COMPARE_OPTIONS_MOVES | COMPARE_OPTIONS_REPEAT |
                  COMPARE_OPTIONS_FILE,
        .output_argument = "SCENARIO.json",
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

static int run_scenario(char **arguments)
{
    ScenarioOptions options = { .spaces = 5 };
    GError *error = NULL;
    int status;
    if (parse_scenario(&options, arguments, &status))
        status = generate_scenario(&options, options.common.files[0], &error)
                     ? COMPARE_EXIT_GOOD
                     : compare_command_fail(error);
    compare_options_clear(&options.common);
    return status;
}

/* --- the command --- */

static int print_help(void)
{
    static const char text[] = "Usage:\n"
                               "  bspcompare generate world KIND [OPTION...]\n"
                               "  bspcompare generate scenario WORLD [OPTION...]\n\n"
                               "Makes up a world, or a scenario over a world, from a seed. With "
                               "--help after either word,\n"
                               "its options are shown.\n";
    return compare_command_print(text);
}

int compare_command_generate(char **arguments)
{
    const char *what = arguments[1];
    if (what && strcmp(what, "world") == 0)
        return run_world(arguments + 1);
    if (what && strcmp(what, "scenario") == 0)
        return run_scenario(arguments + 1);
    if (what && (strcmp(what, "--help") == 0 || strcmp(what, "-h") == 0))
        return print_help();
    compare_command_say(
        "generate makes a world or a scenario, not %s%s%s; see 'bspcompare generate --help'",
        what ? "'" : "", what ? what : "nothing", what ? "'" : "");
    return COMPARE_EXIT_BAD;
}
