/* build: "bsplevel build" makes a level's brush table, or a tree of one method, and saves it. */
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

static struct {
    char *method_name, *sides_name;
    double bevel_angle; /* -1 if the option is absent */
    guint method;       /* the index of the method in `methods` */
    guint sides;        /* one of Sides */
} own = { .bevel_angle = -1 };

/* The shapes for which the brush table is saved, in the order of sides_names. */
typedef enum { SIDES_ALL, SIDES_BOXES, SIDES_NONE } Sides;
static const char *const sides_names[] = { "all", "boxes", "none", NULL };

/* --- checks before the long work --- */

/* The methods whose trees can be saved, and their names. */
static const CompareMethodClass *const methods[] = { &compare_brushes, &compare_onion,
                                                     &compare_shift, &compare_shift_box,
                                                     &compare_shift_exact };
static const char *const method_names[] = { "brushes",   "onion",       "shift",
                                            "shift-box", "shift-exact", NULL };

/* Checks the options before any long work begins. Only the method shift has a bevel angle. */
static gboolean check(const CompareOptions *common, GError **error)
{
    const char *output = common->output;
    if (!compare_options_choose("--method", own.method_name, method_names, &own.method, error))
        return FALSE;
    if (!output)
        return compare_wrong(error, "no output: give -o FILE, the file for the level");
    if (own.bevel_angle != -1 && methods[own.method] != &compare_shift)
        return compare_wrong(error, "--bevel-angle: only the method %s has a bevel angle, not %s",
                             compare_shift.name, own.method_name);
    if (methods[own.method] == &compare_brushes && g_strcmp0(own.sides_name, "none") == 0)
        return compare_wrong(error, "--sides none: the file would be empty; give --method, too");
    if (methods[own.method] == &compare_brushes && common->shapes)
        return compare_wrong(error, "--shapes: the brush table is for all shapes; leave --shapes "
                                    "out, or give --method onion, too");
    return (own.bevel_angle == -1 ||
            compare_options_check_number("--bevel-angle", own.bevel_angle, 0.001, 180, error)) &&
           compare_options_choose("--sides", own.sides_name, sides_names, &own.sides, error) &&
           level_check_file(output, common->files[0], error);
}

/* --- building --- */

/* The largest number of boxes that are named. More names would not fit a line; bsplevel info has
 * all of them. */
#define MOST_NAMED 12

static GBytes *saved_bytes(const CompareTrees *trees, const CompareScenario *s,
                           const CompareMethod *method, GError **error)
{
    const BspWorld *world = s->world;
    guint shapes = own.sides == SIDES_BOXES ? BSP_TABLE_BOXES : 0;
    g_autoptr(BspBrushTable) sides =
        own.sides == SIDES_NONE ? NULL : compare_trees_table(trees, s, shapes, error);
    if (!sides && own.sides != SIDES_NONE)
        return NULL;
    BspSaveOptions about = {
        .world = world->name, .sha256 = world->sha256, .flags = world->flags, .sides = sides
    };
    return method->klass->save(method->data, &about, error);
}

/* Prints the number of spaces whose outside is filled, and why the others are not filled. */
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

/* Returns the names of boxes or shapes, such as "stand, crouch". */
static char *names_of(const GArray *movers)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < MIN(movers->len, MOST_NAMED); i++) {
        g_autofree char *name =
            compare_escape_terminal(g_array_index(movers, CompareMover, i).name);
        g_string_append_printf(out, "%s%s", i ? ", " : "", name);
    }
    g_string_append(out, movers->len > MOST_NAMED ? ", ..." : "");
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* Prints a line about the contents of the file, such as "a.level: onion of 2 boxes (stand, crouch),
 * table of 18 brushes, 11.8 KiB". */
static void report_file(const char *path, const CompareScenario *s, gsize length)
{
    const CompareMethodClass *klass = methods[own.method];
    guint n = bsp_solid_n_brushes(s->world->solid);
    g_autoptr(GString) held = g_string_new(NULL);
    g_autofree char *size = compare_number_bytes(length), *name = compare_escape_terminal(path);
    g_autofree char *boxes = names_of(s->spaces), *others = names_of(s->shapes);
    if (klass != &compare_brushes)
        g_string_append(held, klass->name);
    if (!klass->any_shape)
        g_string_append_printf(held, " of %u box%s (%s)", s->spaces->len,
                               s->spaces->len == 1 ? "" : "es", boxes);
    if (own.sides != SIDES_NONE)
        g_string_append_printf(held, "%stable of %u brush%s", held->len ? ", " : "", n,
                               n == 1 ? "" : "es");
    g_print("%s: %s, %s\n", name, held->str, size);
    if (!klass->any_shape && *others)
        g_printerr("not in the onion, because only boxes can be: %s\n", others);
}

static gboolean build_tree(const CompareOptions *common, CompareScenario *s, GError **error)
{
    const CompareTrees *trees = &common->asked.trees;
    const CompareMethodClass *klass = methods[own.method];
    if (own.bevel_angle != -1)
        s->bevel_angle = own.bevel_angle;
    CompareMethod *method =
        compare_method_new(klass, s, trees, level_report_building, s->world->name, error);
    compare_progress_end();
    g_autoptr(GBytes) bytes = method ? saved_bytes(trees, s, method, error) : NULL;
    if (!bytes)
        g_prefix_error(error, "%s: ", s->path);
    gboolean ok = bytes && compare_output_write_bytes(common->output, bytes, error);
    if (ok)
        report_file(common->output, s, g_bytes_get_size(bytes));
    if (ok && trees->build.fill != BSP_FILL_OFF)
        report_filled(method);
    compare_method_free(method);
    return ok;
}

static gboolean build(const CompareOptions *common, GError **error)
{
    if (!check(common, error))
        return FALSE;
    g_autoptr(CompareScenario) s = compare_command_read_scenario(common->files[0], common, error);
    if (!s || !compare_command_check_left(s->world, common->files[0], error) ||
        !compare_output_check_input(common->output, s->world_path, error))
        return FALSE;
    if (!methods[own.method]->any_shape && s->spaces->len == 0)
        return compare_wrong(error,
                             "no box: give --shapes, because an onion is built for certain boxes");
    return build_tree(common, s, error);
}

static int run(CompareOptions *common, GError **error)
{
    return build(common, error) ? COMPARE_EXIT_GOOD : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "method", 'm', 0, G_OPTION_ARG_STRING, &own.method_name,
      "Also build the tree of this method: onion, shift, shift-box or shift-exact (default: "
      "brushes, which is the brush table without a tree)",
      "METHOD" },
    { "bevel-angle", 0, 0, G_OPTION_ARG_DOUBLE, &own.bevel_angle,
      "For the method shift: the angle between two faces above which their edge gets a bevel "
      "(default: 90)",
      "DEGREES" },
    { "sides", 0, 0, G_OPTION_ARG_STRING, &own.sides_name,
      "The shapes for which the file has the table, which finds the brush and side that were hit: "
      "all shapes (default), boxes and points alone, which takes less than half of the bytes, or "
      "none",
      "all|boxes|none" },
    { 0 },
};

const CompareCommand level_command_build = {
    .name = "build",
    .summary = "make a level's file for bsp_level_load(), with a tree if --method is given",
    .arguments = "LEVEL",
    .about =
        "Makes the brush table of a level and saves it in a file, which bsp_level_load() reads. "
        "With --method, the file also has the tree of a method and, for shift-exact, its cells. "
        "The boxes of an onion are those of --shapes, or of a scenario in place of the level, or "
        "by default stand, crouch, point, small and big. A program loads the file in a moment, "
        "with libbsptrace alone. An existing file is replaced whole or not at all. --output is "
        "required. bsplevel info describes the file.",
    .wanted = "level",
    .max = 1,
    .groups = COMPARE_OPTIONS_TREES | COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_MOVERS |
              COMPARE_OPTIONS_FILE,
    .options = entries,
    .run = run,
};
