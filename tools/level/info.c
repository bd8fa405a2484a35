/* info: "bsplevel info" describes a world or a saved tree. */
#include "level/info.h"

#include <glib/gstdio.h>

#include "command/command.h"
#include "command/options.h"
#include "command/report.h"
#include "level/level.h"
#include "oracle/oracle.h"
#include "scenario/parse-shape.h"
#include "text/file.h"
#include "text/strings.h"
#include "tools/bsp-file.h"
#include "tools/bsp-inspect.h"

static struct {
    const CompareOptions *common;
    char *leak, *box, *merge;
    CompareMover space, merged; /* the boxes of --box and --merge, if present */
    gboolean sealed;            /* with --leak: whether the world is known to be sealed */
} own;

static guint64 count_planes(const BspSolid *solid)
{
    guint64 n = 0;
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++)
        n += bsp_brush_cell(bsp_solid_brush(solid, i))->n_faces;
    return n;
}

/* Adds a text such as "#3 func_door at 0 0 0, targetname lift". */
static void add_model(GString *out, const BspWorldModel *model)
{
    g_autofree char *name = compare_escape_terminal(model->classname ? model->classname : "-"),
                    *origin = compare_point_text(model->origin.v, 1e6);
    g_string_append_printf(out, "#%u %s at %s", model->number, name, origin);
    if (model->targetname) {
        g_autofree char *target = compare_escape_terminal(model->targetname);
        g_string_append_printf(out, ", targetname %s", target);
    }
    g_string_append_c(out, '\n');
}

/* Adds the selected model. If no model is selected, adds all models. */
static void add_models(GString *out, const BspWorld *world)
{
    guint n = world->models->len, selected = BSP_WORLD_MODEL_OF(world->flags);
    if (selected && selected <= n) {
        g_string_append(out, "model    ");
        add_model(out, &g_array_index(world->models, BspWorldModel, selected - 1));
        return;
    }
    if (n)
        g_string_append_printf(out, "models   %u, besides the world\n", n);
    for (guint i = 0; i < n; i++) {
        g_string_append(out, "         ");
        add_model(out, &g_array_index(world->models, BspWorldModel, i));
    }
}

static char *describe_world(const BspWorld *world, const char *path)
{
    const BspSolid *solid = world->solid;
    g_autofree char *file = compare_escape_terminal(path);
    g_autofree char *name = compare_escape_terminal(world->name);
    GString *out = g_string_new(NULL);
    g_string_append_printf(
        out, "file     %s\nname     %s\nbrushes  %u\nplanes   %" G_GUINT64_FORMAT "\n", file, name,
        bsp_solid_n_brushes(solid), count_planes(solid));
    if (world->report.n_patches)
        g_string_append_printf(out, "patches  %u, which became %u of the brushes\n",
                               world->report.n_patches, world->report.n_patch_brushes);
    if (bsp_solid_n_brushes(solid)) {
        g_autofree char *bounds = level_box(bsp_solid_bounds(solid), 1e6);
        g_string_append_printf(out, "bounds   %s\n", bounds);
    }
    g_string_append_printf(out, "starts   %u\n", world->starts->len);
    const BspShape point = bsp_shape_point();
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    for (guint i = 0; i < world->starts->len; i++) {
        BspVec p = g_array_index(world->starts, BspVec, i);
        g_autofree char *start = compare_point_text(p.v, 1e6);
        gboolean in_solid = compare_oracle_move(oracle, &point, 0, p, p).inside;
        g_string_append_printf(out, "         %s%s\n", start, in_solid ? ", in solid" : "");
    }
    level_info_bodies(world, out);
    add_models(out, world);
    g_string_append_printf(out, "skipped  %u\n", world->report.n_skipped);
    for (guint i = 0; i < world->report.messages->len; i++) {
        g_autofree char *message = compare_escape_terminal(world->report.messages->pdata[i]);
        g_string_append_printf(out, "         %s\n", message);
    }
    return g_string_free(out, FALSE);
}

/* Prints the text, and lines about whether the world is sealed. If the world leaks, writes the way
 * out to a file. If it is sealed, removes the file of an earlier run, which an editor would still
 * draw. */
static gboolean write_leak(const BspWorld *world, const char *text, GError **error)
{
    const char *path = own.leak;
    g_autofree char *points = NULL;
    g_autofree char *lines = level_info_leak(world, own.box ? &own.space : NULL,
                                             &own.common->asked.trees, &own.sealed, &points, error);
    if (!lines)
        return FALSE;
    g_autofree char *all = g_strconcat(text, lines, NULL);
    const CompareText texts[] = { { NULL, all }, { path, points } };
    gboolean ok = compare_outputs_write(texts, points ? 2 : 1, error);
    if (ok && !points && g_file_test(path, G_FILE_TEST_IS_REGULAR) && g_remove(path) == 0)
        compare_command_say("%s: the old file was removed, because no way out is known now", path);
    return ok;
}

/* Reads the value of --box or --merge, "MINS:MAXS[:CONTENTS]". */
static gboolean read_box(const char *option, const char *text, CompareMover *space, GError **error)
{
    g_autofree char *named = g_strconcat("box=", text, NULL);
    if (!compare_parse_space(named, space, NULL))
        return compare_wrong(error,
                             "%s: '%s' is not a box; write MINS:MAXS[:CONTENTS], such as "
                             "-8,-8,-8:8,8,8 or -8,-8,-8:8,8,8:solid",
                             option, text);
    g_clear_pointer(&space->name, g_free);
    return TRUE;
}

/* Checks that options that need --leak come with it, and reads the boxes. */
static gboolean check(GError **error)
{
    if (!own.leak && own.common->asked.trees.build.crack != BSP_BRACKET)
        return compare_wrong(error, "--crack: give --leak=FILE.pts, too");
    if (!own.leak && own.box)
        return compare_wrong(error, "--box: give --leak=FILE.pts, too");
    if (own.merge && !read_box("--merge", own.merge, &own.merged, error))
        return FALSE;
    if (own.leak && !g_str_has_suffix(own.leak, ".pts"))
        return compare_wrong(error, "--leak: '%s' must end in .pts", own.leak);
    return (!own.box || read_box("--box", own.box, &own.space, error)) &&
           level_check_file(own.leak, own.common->files[0], error);
}

/* Returns the flags for reading. Brushes that are neither solid nor playerclip are read only if
 * they stop the box. */
static guint read_flags(void)
{
    const guint32 usual = BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP;
    return own.space.mask & ~usual ? BSP_WORLD_ALL_CONTENTS : 0;
}

static gboolean info_of_world(const char *path, GError **error)
{
    g_autoptr(BspWorld) world =
        check(error) ? compare_command_read_world(path, read_flags(), error) : NULL;
    if (!world)
        return FALSE;
    g_autofree char *text = own.merge ? level_info_merge(world, &own.merged.shape.bounds, error)
                                      : describe_world(world, path);
    return text &&
           (own.leak ? write_leak(world, text, error) : compare_output_write(NULL, text, error)) &&
           compare_command_check_left(world, path, error);
}

static gboolean info_of_tree(const char *path, GError **error)
{
    if (own.leak)
        return compare_wrong(error, "--leak: %s is a saved tree, not a world", path);
    g_autofree char *text = level_info_tree(path, error);
    return text && compare_output_write(NULL, text, error);
}

static int info(CompareOptions *common, GError **error)
{
    const char *path = common->files[0];
    own.common = common;
    if (!(level_info_is_tree(path) ? info_of_tree(path, error) : info_of_world(path, error)))
        return COMPARE_EXIT_BAD;
    return own.leak && !own.sealed ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
}

static const GOptionEntry entries[] = {
    { "leak", 0, 0, G_OPTION_ARG_FILENAME, &own.leak,
      "Report whether the world is sealed; if not, name the hole and write the way out to FILE.pts",
      "FILE.pts" },
    { "box", 0, 0, G_OPTION_ARG_STRING, &own.box,
      "With --leak: report whether this box can get out, such as -15,-15,-24:15,15,32; CONTENTS, "
      "such as solid, stop it (default: all). Without --box, a point is tested, which only solid "
      "brushes stop",
      "MINS:MAXS[:CONTENTS]" },
    { "merge", 0, 0, G_OPTION_ARG_STRING, &own.merge,
      "Print as JSON the costs (slices, nodes, leaves, solid cells, times) of merging this box "
      "into the world's tree, and of passing it down the tree without slicing it (Melax 2000)",
      "MINS:MAXS" },
    { 0 },
};

const CompareCommand level_command_info = {
    .name = "info",
    .summary = "describe a world or a saved tree; find the hole of a leak",
    .arguments = "WORLD|TREE",
    .about =
        "Describes a world: its brushes, their planes, bounds, starts, and which parts of its "
        "file were skipped, and why. With --leak, also whether a point or a box can get from a "
        "start to the void outside, through which hole, and how many nodes of its tree remain "
        "if the outside is filled; exit status 1 unless the world is sealed. Describes a tree that "
        "bsplevel build has saved: its world, spaces, sizes, hash.",
    .wanted = "world",
    .max = 1,
    .groups = COMPARE_OPTIONS_CRACK | COMPARE_OPTIONS_INPUT,
    .options = entries,
    .run = info,
};
