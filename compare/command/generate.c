/* generate: the commands "bspcompare generate world" and "bspcompare generate scenario". */
#include <string.h>

#include "bsp-world.h"
#include "command/command.h"
#include "command/program.h"
#include "command/report.h"
#include "generate/character.h"
#include "generate/generated.h"
#include "scenario/write.h"
#include "text/file.h"
#include "text/path.h"
#include "text/pipe.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"
#include "tools/bsp-json.h"

/* --- worlds --- */

static gint n_brushes = 1000;

static const CompareWorldKind *find_kind(const char *name, GError **error)
{
    const CompareWorldKind *kind = compare_world_kind_find(name);
    if (kind)
        return kind;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; compare_world_kinds[i].name; i++)
        g_ptr_array_add(names, (gpointer)compare_world_kinds[i].name);
    g_ptr_array_add(names, NULL);
    const char *nearest = bsp_nearest_name(name, (const char *const *)names->pdata);
    g_autofree char *list = g_strjoinv(", ", (char **)names->pdata);
    compare_wrong(error, "'%s' is not a kind of world%s%s%s kinds are %s", name,
                  nearest ? "; did you mean " : ":", nearest ? nearest : "",
                  nearest ? "? The" : " the", list);
    return NULL;
}

static int generate_world(CompareOptions *options, GError **error)
{
    const CompareWorldKind *kind = find_kind(options->files[0], error);
    if (!kind ||
        !compare_options_check_integer("--brushes", n_brushes, COMPARE_GENERATE_MIN_BRUSHES,
                                       COMPARE_GENERATE_MAX_BRUSHES, error) ||
        !compare_options_check_json(options->output, error) ||
        !compare_output_check(options->output, error))
        return COMPARE_EXIT_BAD;
    g_autofree char *text =
        compare_generate_world(kind, (guint)n_brushes, compare_options_seed(options));
    return compare_output_write(options->output, text, error) ? COMPARE_EXIT_GOOD
                                                              : COMPARE_EXIT_BAD;
}

static const GOptionEntry world_entries[] = {
    { "brushes", 0, 0, G_OPTION_ARG_INT, &n_brushes,
      "The number of brushes, 8 to 1000000 (default: 1000)", "N" },
    { 0 },
};

const CompareCommand compare_command_generate_world = {
    .name = "generate world",
    .summary = "make up a world from a seed",
    .arguments = "KIND",
    .about =
        "Makes up a sealed world and writes it as JSON. The same KIND, number and seed give the "
        "same bytes on every machine; twice the brushes make a world twice as large. The kinds "
        "are city and rooms, and, with nearly equal planes, slivers, wedges, "
        "near-axial, near-coplanar and bricks.",
    .wanted = "kind",
    .max = 1,
    .groups = COMPARE_OPTIONS_SEED | COMPARE_OPTIONS_FILE,
    .options = world_entries,
    .run = generate_world,
};

/* --- scenarios --- */

static struct {
    gint spaces;
    char *kind;
} own = { .spaces = 5 };

/* The number of names in move_kinds() that come before the kinds of aimed moves. */
#define N_UNAIMED 3

static const char *const *move_kinds(void)
{
    static const char *names[N_UNAIMED + COMPARE_AIM_KINDS + 2] = { "walks", "character",
                                                                    "tumble" };
    for (guint i = 0; i < COMPARE_AIM_KINDS; i++)
        names[N_UNAIMED + i] = compare_aim_kind_names[i];
    names[N_UNAIMED + COMPARE_AIM_KINDS] = "thin";
    return names;
}

/* Checks the options. Converts the value of --kind to a CompareAimKind, or to -1 if the moves are
 * not aimed. */
static gboolean check_scenario(const CompareOptions *common, gint *aim, GError **error)
{
    guint kind = 0;
    gboolean ok = compare_options_check_integer("--spaces", own.spaces, 1,
                                                COMPARE_GENERATE_MAX_SPACES, error) &&
                  compare_options_check_json(common->output, error) &&
                  compare_output_check(common->output, error) &&
                  compare_options_choose("--kind", own.kind, move_kinds(), &kind, error) &&
                  compare_output_check_input(common->output, common->files[0], error);
    *aim = MAX((gint)kind - N_UNAIMED, -1);
    return ok;
}

/* Loads the world. Rejects a world without starts, because no walk could begin there. For aimed
 * moves, it rejects a world without brushes instead. */
static BspWorld *load_world(const char *path, gint aim, GError **error)
{
    g_autoptr(BspWorld) world = compare_command_read_world(path, 0, error);
    if (!world)
        return NULL;
    if (aim >= 0 ? bsp_solid_n_brushes(world->solid) : world->starts->len)
        return g_steal_pointer(&world);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                aim >= 0
                    ? "%s: the world has no brushes to aim at"
                    : "%s: the world has no starts, where moves could begin; give --kind graze or "
                      "another kind of aimed moves, or a world in JSON with \"starts\"",
                path);
    return NULL;
}

static gboolean generate_scenario(const CompareOptions *common, GError **error)
{
    const char *path = common->files[0];
    gint aim;
    if (!check_scenario(common, &aim, error))
        return FALSE;
    g_autofree char *beside = compare_path_in_document(path, common->output, error);
    g_autoptr(BspWorld) world = beside ? load_world(path, aim, error) : NULL;
    guint64 seed = compare_options_seed(common);
    g_autoptr(CompareCharacterRun) run = NULL;
    gboolean is_character = g_strcmp0(own.kind, "character") == 0;
    if (world && is_character)
        run = compare_character_run(world, seed, (guint)common->moves, error);
    if (!world || (is_character && !run))
        return FALSE;
    guint n_shots = (guint)common->moves / 5;
    CompareGenerateScenario wanted = { .name = world->name,
                                       .solid = aim >= 0 ? world->solid : NULL,
                                       .aim = (CompareAimKind)MAX(aim, 0),
                                       .n_spaces = (guint)own.spaces,
                                       .n_walks = (guint)common->moves - n_shots,
                                       .n_shots = n_shots,
                                       .seed = seed };
    gboolean is_tumble = g_strcmp0(own.kind, "tumble") == 0;
    g_autoptr(CompareScenario) scenario = run         ? compare_generate_character(&wanted, run)
                                          : is_tumble ? compare_generate_tumble(&wanted, world)
                                                      : compare_generate_scenario(&wanted);
    g_autofree char *text =
        compare_scenario_write(scenario, beside, compare_pipe_has(path) ? world : NULL);
    return compare_output_write(common->output, text, error);
}

static int generate(CompareOptions *common, GError **error)
{
    return generate_scenario(common, error) ? COMPARE_EXIT_GOOD : COMPARE_EXIT_BAD;
}

static const GOptionEntry scenario_entries[] = {
    { "spaces", 0, 0, G_OPTION_ARG_INT, &own.spaces,
      "The number of spaces, at most 64: stand, crouch, point, small, big, then random ones "
      "(default: 5)",
      "N" },
    { "kind", 0, 0, G_OPTION_ARG_STRING, &own.kind,
      "The kind of moves. walks (default): walks and shots; character: a ray, a sphere and a "
      "cylinder that run and jump; tumble: crates, planks, pills, cans and rocks that tumble, and "
      "doors that turn; graze, edges, faces, seams, floats: moves aimed at hard places; thin: such "
      "aimed moves of thin spaces and shapes",
      "KIND" },
    { 0 },
};

const CompareCommand compare_command_generate_scenario = {
    .name = "generate scenario",
    .summary = "make up a scenario over a world from a seed",
    .arguments = "WORLD",
    .about =
        "Makes up a scenario over a world: spaces, and random walks and shots of each from its "
        "starts, or moves aimed at its brushes. The same world, numbers and seed give the same "
        "scenario.",
    .wanted = "world",
    .max = 1,
    .groups = COMPARE_OPTIONS_MOVES | COMPARE_OPTIONS_FILE | COMPARE_OPTIONS_INPUT,
    .options = scenario_entries,
    .run = generate,
};
