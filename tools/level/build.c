/* build: "bsplevel build": builds a method's tree of a world once and saves it. */
#include <string.h>

#include "bsp-saved.h"
#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/report.h"
#include "level/level.h"
#include "methods/method.h"
#include "text/file.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"

typedef struct {
    CompareOptions *common;
    char *method;
    double bevel_angle; /* -1: not given */
    guint sides;        /* Sides */
    char *sides_text;
} Options;

static Options own = { .bevel_angle = -1 };

/* The shapes for which the brush table is saved, in the order of the names. */
typedef enum { SIDES_ALL, SIDES_BOXES, SIDES_NONE } Sides;
static const char *const sides_names[] = { "all", "boxes", "none", NULL };

/* --- checks before the long work --- */

static const CompareMethodClass *find_method(const char *name, GError **error)
{
    const CompareMethodClass *klass = name ? compare_method_find(name) : NULL;
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; compare_methods[i]; i++)
        if (compare_methods[i]->save)
            g_string_append_printf(list, "%s%s", list->len ? ", " : "", compare_methods[i]->name);
    if (klass && klass->save)
        return klass;
    if (name)
        compare_command_wrong(error, "--method: '%s' is not one of %s", name, list->str);
    else
        compare_command_wrong(error, "no --method given: name one of %s", list->str);
    return NULL;
}

/* Stores the bevel angle in the scenario. Only the method shift has one. */
static gboolean set_bevel_angle(const Options *options, CompareScenario *s,
                                const CompareMethodClass *klass, GError **error)
{
    if (options->bevel_angle == -1)
        return TRUE;
    if (klass != &compare_shift)
        return compare_command_wrong(error, "--bevel-angle: only the method %s has one, not %s",
                                     compare_shift.name, klass->name);
    s->bevel_angle = options->bevel_angle;
    return compare_options_check_number("--bevel-angle", s->bevel_angle, 0.001, 180, error);
}

/* Checks the options before any long work begins. */
static gboolean check(Options *options, GError **error)
{
    const char *output = options->common->output;
    if (!output)
        return compare_command_wrong(error, "no -o TREE given: name the file for the tree");
    return compare_options_choose("--sides", options->sides_text, sides_names, &options->sides,
                                  error) &&
           compare_output_check(output, error) &&
           compare_output_check_input(output, options->common->files[0], error);
}

/* --- building --- */

static CompareMethod *build_method(const Options *options, const CompareScenario *s,
                                   const CompareMethodClass *klass, GError **error)
{
    CompareMethod *method = compare_method_new(klass, s, &options->common->asked.trees,
                                               level_report_building, s->world->name, error);
    compare_progress_end();
    if (!method)
        g_prefix_error(error, "%s: ", s->path);
    return method;
}

static GBytes *saved_bytes(const Options *options, const CompareScenario *s,
                           const CompareMethod *method, GError **error)
{
    const BspWorld *world = s->world;
    guint shapes = options->sides == SIDES_BOXES ? 0 : BSP_TABLE_ALL_SHAPES;
    g_autoptr(BspBrushTable) sides = NULL;
    if (options->sides != SIDES_NONE) {
        sides = compare_trees_sides(&options->common->asked.trees, s, shapes, error);
        if (!sides)
            return NULL;
    }
    BspSaveOptions about = {
        .world = world->name, .sha256 = world->sha256, .flags = world->flags, .sides = sides
    };
    GBytes *bytes = method->klass->save(method->data, &about, error);
    if (!bytes)
        g_prefix_error(error, "%s: ", s->path);
    return bytes;
}

/* Prints in how many spaces the outside is filled, and why not in the others. */
static void report_filled(const CompareMethod *method)
{
    CompareSize size;
    method->klass->size(method->data, &size);
    g_autofree char *reasons =
        method->unfilled ? compare_escape_terminal(method->unfilled) : g_strdup("");
    g_printerr("outside filled: %u of %u space%s%s%s%s\n", size.filled, size.fillable,
               size.fillable == 1 ? "" : "s", *reasons ? "; " : "", reasons,
               method->leaks ? " (bsplevel info --leak FILE.pts names the hole)" : "");
}

static gboolean build(Options *options, GError **error)
{
    const CompareOptions *common = options->common;
    const CompareMethodClass *klass = find_method(options->method, error);
    if (!klass || !check(options, error))
        return FALSE;
    g_autoptr(CompareScenario) s = compare_command_read_scenario(common->files[0], common, error);
    if (!s || !compare_command_check_left(s->world, common->files[0], error) ||
        !compare_output_check_input(common->output, s->world_path, error) ||
        !set_bevel_angle(options, s, klass, error))
        return FALSE;
    if (!klass->any_shape && s->spaces->len == 0)
        return compare_command_wrong(error,
                                     "no --shapes given: an onion is built for certain boxes");
    CompareMethod *method = build_method(options, s, klass, error);
    g_autoptr(GBytes) bytes = method ? saved_bytes(options, s, method, error) : NULL;
    gboolean ok = bytes && compare_output_write_bytes(common->output, bytes, error);
    if (ok && common->asked.trees.build.fill != BSP_FILL_OFF)
        report_filled(method);
    compare_method_free(method);
    return ok;
}

static int run(CompareOptions *common, GError **error)
{
    own.common = common;
    return build(&own, error) ? COMPARE_EXIT_GOOD : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "method", 'm', 0, G_OPTION_ARG_STRING, &own.method,
      "The method whose tree is built: onion, shift, shift-box, shift-exact", "METHOD" },
    { "bevel-angle", 0, 0, G_OPTION_ARG_DOUBLE, &own.bevel_angle,
      "For the method shift: bevel edges whose faces are more than this many degrees apart "
      "(default: 90)",
      "DEGREES" },
    { "sides", 0, 0, G_OPTION_ARG_STRING, &own.sides_text,
      "The table that gives the brush and side that were hit: for all shapes (default), for boxes "
      "and points, which is 60 percent smaller, or none",
      "all|boxes|none" },
    { 0 },
};

const CompareCommand level_command_build = {
    .name = "build",
    .summary = "build a method's tree of a level and save it",
    .arguments = "LEVEL",
    .about =
        "Builds a method's tree for a level and saves it in a file. The boxes are those of "
        "--shapes, or of a scenario in place of the level. A program loads the file in a "
        "moment, with libbsptrace alone. The file also has the table that gives the brush that "
        "was hit and, for shift-exact, the cells. An existing file is replaced whole or not at "
        "all. --output is required. bsplevel info describes the file.",
    .wanted = "level",
    .max = 1,
    .groups = COMPARE_OPTIONS_TREES | COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_MOVERS |
              COMPARE_OPTIONS_FILE,
    .options = entries,
    .run = run,
};
