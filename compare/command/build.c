/* build: "bspcompare build": builds a method's tree of a world once and saves it. */
#include <string.h>

#include "bsp-inspect.h"
#include "bsp-saved.h"
#include "command/choices.h"
#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/report.h"
#include "methods/method.h"
#include "scenario/log.h"
#include "text/file.h"

typedef struct {
    CompareOptions common;
    char *method;
    char **spaces;
    char *bevel_angle; /* NULL: the default */
    gboolean no_sides, box_sides;
} Options;

static gboolean parse(Options *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "method", 'm', 0, G_OPTION_ARG_STRING, &options->method,
          "The method whose tree is built: onion, shift, shift-box, shift-exact", "METHOD" },
        { "space", 's', 0, G_OPTION_ARG_STRING_ARRAY, &options->spaces,
          "A box that the tree is for, from MINX,MINY,MINZ to MAXX,MAXY,MAXZ, relative to what "
          "moves; any number of them, one at least of an onion. CONTENTS, as solid,playerclip, "
          "stop it; else all do. A shift tree takes any shape, and of spaces their contents alone",
          "NAME=MINS:MAXS[:CONTENTS]" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->common.output,
          "Where the tree goes; must be given", "TREE" },
        { "bevel-angle", 0, 0, G_OPTION_ARG_STRING, &options->bevel_angle,
          "Of the method shift: degrees between faces beyond which their edge is beveled; 90 if "
          "not given",
          "DEGREES" },
        { "no-sides", 0, 0, G_OPTION_ARG_NONE, &options->no_sides,
          "Leave out the table that gives the brush and side that were hit", NULL },
        { "box-sides", 0, 0, G_OPTION_ARG_NONE, &options->box_sides,
          "Of that table keep the part for boxes and points, a third less", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "build",
        .arguments = "WORLD",
        .summary =
            "Builds a method's tree of a world and saves it in a file. A program loads it in a\n"
            "moment, with libbsptrace alone. The file also has the table of brushes that are hit,\n"
            "and the cells of the method shift-exact. It is replaced whole or not at all.\n"
            "bspcompare info describes it; run and regress take it as --tree.",
        .wanted = "world",
        .max = 1,
        .entries = entries,
        .groups = COMPARE_OPTIONS_TREES | COMPARE_OPTIONS_LIMITS,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

/* --- spaces --- */

/* An option that begins with a word may be meant as another shape. */
static gboolean read_space(const char *text, CompareSpace *space, GError **error)
{
    const char *equals = strchr(text, '=');
    if (!equals || !g_ascii_isalpha(equals[1]))
        return compare_parse_space(text, space, error);
    return compare_command_wrong(
        error,
        "--space: '%s' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS]: the spaces of trees "
        "are boxes; a shift tree takes shapes of other kinds, too, when it is asked",
        text);
}

static gboolean add_spaces(CompareScenario *s, char **texts, GError **error)
{
    for (; texts && *texts; texts++) {
        CompareSpace space;
        if (!read_space(*texts, &space, error))
            return FALSE;
        g_array_append_val(s->spaces, space);
        for (guint i = 0; i + 1 < s->spaces->len; i++) {
            if (strcmp(g_array_index(s->spaces, CompareSpace, i).name, space.name) == 0) {
                g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--space: two have the name '%s'",
                            space.name);
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* --- checks before the long work --- */

static const CompareMethodClass *find_method(const char *name, GError **error)
{
    const CompareMethodClass *klass = name ? compare_method_find(name) : NULL;
    if (klass && klass->save)
        return klass;
    g_auto(GStrv) names = compare_choices("build", "--method");
    g_autofree char *list = g_strjoinv(", ", names);
    if (name)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--method: '%s' is none of %s", name, list);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "no --method given: %s", list);
    return NULL;
}

/* Methods with bevels for boxes, and onions, have no bevel angle. */
static gboolean read_bevel_angle(const Options *options, CompareScenario *s,
                                 const CompareMethodClass *klass, GError **error)
{
    const char *text = options->bevel_angle;
    char *end;
    if (!text)
        return TRUE;
    if (klass != &compare_shift)
        return compare_command_wrong(error, "--bevel-angle: of the method %s alone, not of %s",
                                     compare_shift.name, klass->name);
    s->bevel_angle = g_ascii_strtod(text, &end);
    return (g_ascii_isdigit(text[0]) && !*end && !strpbrk(text, "xX") && s->bevel_angle > 0 &&
            s->bevel_angle <= 180) ||
           compare_command_wrong(
               error, "--bevel-angle: '%s' is no number of degrees above 0 and at most 180", text);
}

static gboolean check(const Options *options, const CompareScenario *s,
                      const CompareMethodClass *klass, GError **error)
{
    const char *output = options->common.output;
    if (!output)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "no -o TREE given: where the tree goes");
    else if (options->no_sides && options->box_sides)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--no-sides and --box-sides: only one of them can be");
    else if (!klass->any_shape && s->spaces->len == 0)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "no --space given: an onion is built for some");
    else
        return compare_output_check(output, error) &&
               compare_output_check_input(output, s->path, error);
    return FALSE;
}

/* --- building --- */

static gboolean report_progress(double done, gpointer progress)
{
    compare_progress_stage("building", done, progress);
    return TRUE;
}

static CompareMethod *make(const Options *options, const CompareScenario *s,
                           const CompareMethodClass *klass, GError **error)
{
    CompareProgress progress = compare_progress_new();
    progress.what = s->world->name;
    CompareMethod *method = compare_method_new(klass, s, &options->common.asked.trees,
                                               report_progress, &progress, error);
    compare_progress_end(&progress);
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

static gboolean build(const Options *options, GError **error)
{
    g_autoptr(CompareScenario) s = compare_scenario_new(options->common.files[0]);
    const CompareMethodClass *klass = find_method(options->method, error);
    if (!klass || !add_spaces(s, options->spaces, error) ||
        !read_bevel_angle(options, s, klass, error) || !check(options, s, klass, error))
        return FALSE;
    guint flags = compare_scenario_has_masks(s) ? BSP_WORLD_ALL_CONTENTS : 0;
    s->world = compare_command_read_world(s->path, flags, error);
    CompareMethod *method = s->world ? make(options, s, klass, error) : NULL;
    g_autoptr(GBytes) bytes = method ? saved_bytes(options, s, method, error) : NULL;
    compare_method_free(method);
    return bytes && compare_output_write_bytes(options->common.output, bytes, error);
}

int compare_command_build(char **arguments)
{
    Options options = { 0 };
    GError *error = NULL;
    int status;
    if (parse(&options, arguments, &status))
        status = build(&options, &error) ? COMPARE_EXIT_GOOD : compare_command_fail(error);
    compare_options_clear(&options.common);
    g_free(options.method);
    g_strfreev(options.spaces);
    g_free(options.bevel_angle);
    return status;
}
