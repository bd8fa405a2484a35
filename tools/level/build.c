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
    CompareOptions common;
    char *method, *bevel_angle; /* bevel_angle: NULL: use the scenario's */
    gboolean no_sides, box_sides;
} Options;

static gboolean parse(Options *options, char **arguments, int *status)
{
    CompareOption own[] = {
        compare_option_text("method", &options->method, "METHOD",
                            compare_method_names(COMPARE_METHODS_SAVED),
                            "The method whose tree is built: onion, shift, shift-box, "
                            "shift-exact"),
        compare_option_text("bevel-angle", &options->bevel_angle, "DEGREES", NULL,
                            "For the method shift: bevel edges whose faces are more than this many "
                            "degrees apart; 90 if not given"),
        compare_option_flag("no-sides", &options->no_sides,
                            "Leave out the table that gives the brush and side that were hit"),
        compare_option_flag(
            "box-sides", &options->box_sides,
            "Make that table for boxes and points only, which is 60 percent smaller"),
    };
    own[0].letter = 'm';
    const CompareCommandLine line = {
        .command = "build",
        .arguments = "LEVEL",
        .summary =
            "Builds a method's tree for a level and saves it in a file. The boxes are those of "
            "--boxes,\nor of a scenario in place of the level. A program loads the file in a "
            "moment, with\nlibbsptrace alone. The file also has the table that gives the brush "
            "that was hit and,\nfor shift-exact, the cells. An existing file is replaced whole or "
            "not at all. bsplevel info\ndescribes the file; bspcompare run and regress load it "
            "with "
            "--tree.",
        .wanted = "level",
        .max = 1,
        .options = own,
        .n_options = G_N_ELEMENTS(own),
        .groups = COMPARE_OPTIONS_TREES | COMPARE_OPTIONS_LIMITS | COMPARE_OPTIONS_WORLD |
                  COMPARE_OPTIONS_MOVERS | COMPARE_OPTIONS_FILE,
        .output_argument = "TREE",
        .output_help = "The file for the tree; required",
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

/* --- checks before the long work --- */

static const CompareMethodClass *find_method(const char *name, GError **error)
{
    const CompareMethodClass *klass = name ? compare_method_find(name) : NULL;
    if (klass && klass->save)
        return klass;
    const char *const *names = compare_method_names(COMPARE_METHODS_SAVED);
    g_autofree char *list = g_strjoinv(", ", (char **)names);
    if (name)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--method: '%s' is not one of %s", name,
                    list);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "no --method given: name one of %s", list);
    return NULL;
}

/* Stores the bevel angle in the scenario. Only the method shift has one. */
static gboolean read_bevel_angle(const Options *options, CompareScenario *s,
                                 const CompareMethodClass *klass, GError **error)
{
    const char *text = options->bevel_angle;
    char *end;
    if (!text)
        return TRUE;
    if (klass != &compare_shift)
        return compare_command_wrong(error, "--bevel-angle: only the method %s has one, not %s",
                                     compare_shift.name, klass->name);
    s->bevel_angle = g_ascii_strtod(text, &end);
    return (g_ascii_isdigit(text[0]) && !*end && !strpbrk(text, "xX") && s->bevel_angle > 0 &&
            s->bevel_angle <= 180) ||
           compare_command_wrong(
               error, "--bevel-angle: '%s' is not a number of degrees above 0 and at most 180",
               text);
}

/* Checks the options before any long work begins. */
static gboolean check(const Options *options, GError **error)
{
    const char *output = options->common.output;
    if (!output)
        return compare_command_wrong(error, "no -o TREE given: name the file for the tree");
    if (options->no_sides && options->box_sides)
        return compare_command_wrong(error, "--no-sides and --box-sides: give only one of them");
    return compare_output_check(output, error) &&
           compare_output_check_input(output, options->common.files[0], error);
}

/* --- building --- */

static gboolean report_progress(double done, gpointer what)
{
    compare_progress_stage("building", done, what);
    return TRUE;
}

static CompareMethod *build_method(const Options *options, const CompareScenario *s,
                                   const CompareMethodClass *klass, GError **error)
{
    CompareMethod *method = compare_method_new(klass, s, &options->common.asked.trees,
                                               report_progress, s->world->name, error);
    compare_progress_end();
    if (!method)
        g_prefix_error(error, "%s: ", s->path);
    return method;
}

static GBytes *saved_bytes(const Options *options, const CompareScenario *s,
                           const CompareMethod *method, GError **error)
{
    const BspWorld *world = s->world;
    guint shapes = options->box_sides ? 0 : BSP_TABLE_ALL_SHAPES;
    g_autoptr(BspBrushTable) sides = NULL;
    if (!options->no_sides) {
        sides = compare_trees_sides(&options->common.asked.trees, s, shapes, NULL, NULL, error);
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
               strstr(reasons, " leaks from ") ? " (info --leak FILE.pts names the hole)" : "");
}

static gboolean build(const Options *options, GError **error)
{
    const CompareOptions *common = &options->common;
    const CompareMethodClass *klass = find_method(options->method, error);
    if (!klass || !check(options, error))
        return FALSE;
    g_autoptr(CompareScenario) s = compare_command_read_scenario(common->files[0], common, error);
    if (!s || !compare_output_check_input(common->output, s->world_path, error) ||
        !read_bevel_angle(options, s, klass, error))
        return FALSE;
    if (!klass->any_shape && s->spaces->len == 0)
        return compare_command_wrong(error,
                                     "no --boxes given: an onion is built for certain boxes");
    CompareMethod *method = build_method(options, s, klass, error);
    g_autoptr(GBytes) bytes = method ? saved_bytes(options, s, method, error) : NULL;
    gboolean ok = bytes && compare_output_write_bytes(common->output, bytes, error);
    if (ok && common->asked.trees.build.fill != BSP_FILL_OFF)
        report_filled(method);
    compare_method_free(method);
    return ok;
}

int level_command_build(char **arguments)
{
    Options options = { 0 };
    GError *error = NULL;
    int status;
    if (parse(&options, arguments, &status))
        status = build(&options, &error) ? COMPARE_EXIT_GOOD : compare_command_fail(error);
    compare_options_clear(&options.common);
    return status;
}
