/* hulls: "bsplevel hulls" rewrites the clip hulls of a Quake or GoldSrc level for boxes of other
 * sizes. */
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "level/clip.h"
#include "level/level.h"
#include "scenario/parse-shape.h"
#include "text/file.h"
#include "text/selection.h"
#include "text/strings.h"
#include "tools/bsp-file.h"

static struct {
    const CompareOptions *common;
    char **hulls;
    gboolean as_given;
    LevelClipBox *boxes;
    guint n_boxes;
} own;

/* --- checks before the long work --- */

static gboolean read_hull(const char *text, LevelClipBox *box, GError **error)
{
    CompareMover space = { 0 };
    guint64 number;
    gboolean ok = compare_parse_space(text, &space, NULL) &&
                  g_ascii_string_to_unsigned(space.name, 10, 1, LEVEL_CLIP_HULLS, &number, NULL);
    g_free(space.name);
    if (!ok || space.mask)
        return compare_wrong(error,
                             "--hull: '%s' is not N=MINS:MAXS, where N is the number of a clip "
                             "hull, 1 to %d, and no min exceeds its max",
                             text, LEVEL_CLIP_HULLS);
    *box = (LevelClipBox){ (guint)number, space.shape.bounds, own.as_given };
    return TRUE;
}

static gboolean check(GError **error)
{
    const char *output = own.common->output, *level = own.common->files[0];
    if (compare_selection(level, NULL) != strlen(level))
        return compare_wrong(error, "%s: the hulls of all models are written; leave out %s", level,
                             strrchr(level, '#'));
    if (g_strcmp0(bsp_ending_text(level), ".bsp") != 0)
        return compare_wrong(error,
                             "%s: this is not a .bsp file; only a compiled level of Quake or "
                             "GoldSrc has clip hulls",
                             level);
    if (!output)
        return compare_wrong(error, "no output: give -o FILE.bsp, the file for the level");
    if (!g_str_has_suffix(output, ".bsp"))
        return compare_wrong(error, "--output: '%s' must end in .bsp", output);
    if (!own.hulls || !own.hulls[0])
        return compare_wrong(error, "no hull: give --hull N=MINS:MAXS, a hull and its box");
    own.n_boxes = g_strv_length(own.hulls);
    own.boxes = g_new(LevelClipBox, own.n_boxes);
    for (guint i = 0; i < own.n_boxes; i++)
        if (!read_hull(own.hulls[i], &own.boxes[i], error))
            return FALSE;
    return level_check_file(output, level, error);
}

/* --- the report --- */

static void print_hull(GString *out, const LevelClipHull *hull)
{
    g_autofree char *box = level_box(&hull->box, 100), *made_for = level_box(&hull->made_for, 100),
                    *mins = compare_point_text(hull->made_for.mins.v, 100);
    g_string_append_printf(out, "hull %u   for a box of %s\n", hull->hull, box);
    if (memcmp(&hull->box, &hull->made_for, sizeof hull->box) != 0)
        g_string_append_printf(
            out, "         stored for %s, because games place a box by its mins, here %s\n",
            made_for, mins);
    g_string_append_printf(out, "         %u clip nodes, before %u\n", hull->after, hull->before);
    if (hull->n_kept)
        g_string_append_printf(
            out, "         %u cells that only the old hull has, such as clip brushes, are kept\n",
            hull->n_kept);
    if (hull->n_unmoved)
        g_string_append_printf(
            out, "         %u faces are not moved outward, as in the old hull (BEVEL)\n",
            hull->n_unmoved);
}

static char *report_text(const LevelClipReport *report)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < report->n_hulls; i++)
        print_hull(out, &report->hulls[i]);
    g_string_append_printf(out, "models   %u\nsolids   %s\n", report->n_models,
                           report->brushes_given ? "brushes of the BRUSHLIST" : "cells of hull 0");
    g_string_append_printf(out, "nodes    %u of at most %u\n", report->n_nodes, report->most);
    g_string_append_printf(out, "planes   %u of at most %u, %u of them new\n", report->n_planes,
                           report->most, report->n_new_planes);
    return g_string_free(out, FALSE);
}

static void say_remarks(const char *path, const LevelClipReport *report)
{
    for (guint i = 0; i < report->n_hulls; i++) {
        const LevelClipHull *hull = &report->hulls[i];
        if (hull->usual != hull->hull)
            compare_command_say("%s: hull %u: the game will not use this hull, because it takes "
                                "hull %u for a box of this size%s",
                                path, hull->hull, hull->usual,
                                hull->hull == 2 ? ""
                                                : "; only for a player in GoldSrc the size does "
                                                  "not matter: the player has hull 1, or hull 3 "
                                                  "when crouched");
        g_autofree char *at = compare_point_text(hull->lost_at.v, 100);
        if (hull->n_lost)
            compare_command_say(
                "%s: hull %u: cells left out: %u, because they are not in hull 0, such as clip "
                "brushes, and the new box does not contain the old box; the largest of them ends "
                "at %s of model %u, %.4g units from hull 0",
                path, hull->hull, hull->n_lost, at, hull->lost_model, hull->lost);
        if (hull->n_thin)
            compare_command_say(
                "%s: hull %u: cells left out: %u, because they are thinner than a brush can be",
                path, hull->hull, hull->n_thin);
    }
    if (report->half_open)
        compare_command_say("%s: the outside of the level is partly solid; in the new hulls it is "
                            "empty beyond the bounds of the level",
                            path);
}

/* --- the command --- */

static gboolean write_hulls(GError **error)
{
    const char *path = own.common->files[0];
    if (!check(error))
        return FALSE;
    LevelClipFile file = { .path = path };
    g_autofree char *data = bsp_read_file(path, &file.length, error);
    file.data = data;
    if (!data)
        return FALSE;
    LevelClipReport report;
    BspBuildOptions build = own.common->asked.trees.build;
    build.progress = level_report_building;
    build.progress_data = (gpointer)path;
    g_autoptr(GBytes) bytes =
        level_clip_replace(&file, own.boxes, own.n_boxes, &build, &report, error);
    compare_progress_end();
    if (!bytes || !compare_output_write_bytes(own.common->output, bytes, error))
        return FALSE;
    say_remarks(path, &report);
    g_autofree char *text = report_text(&report);
    return compare_output_write(NULL, text, error);
}

static int run(CompareOptions *common, GError **error)
{
    own.common = common;
    return write_hulls(error) ? COMPARE_EXIT_GOOD : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "hull", 0, 0, G_OPTION_ARG_STRING_ARRAY, &own.hulls,
      "Replace clip hull N by one for the box, such as 1=-12,-12,-20:12,12,20; may be repeated",
      "N=MINS:MAXS" },
    { "as-given", 0, 0, G_OPTION_ARG_NONE, &own.as_given,
      "Make the hulls for the boxes as they are (default: for boxes of the same sizes, moved to "
      "where the games align them)",
      NULL },
    { 0 },
};

const CompareCommand level_command_hulls = {
    .name = "hulls",
    .summary = "write a level's clip hulls anew, for boxes of other sizes",
    .arguments = "LEVEL",
    .about =
        "Writes the clip hulls of a level of Quake or GoldSrc anew, exactly, for boxes of other "
        "sizes, for all models of the level. Prints the numbers of clip nodes, which the "
        "format limits to 32767. All else in the file stays as it is. --hull and --output are "
        "required.\n\n"
        "Hull 1 is for players (Quake: 32 x 32 x 56 units; GoldSrc: 32 x 32 x 72), hull 2 for "
        "large monsters (64 x 64 x 88; 64 x 64 x 64), hull 3 for crouched players (GoldSrc "
        "only: 32 x 32 x 36).",
    .wanted = "level",
    .max = 1,
    .groups = COMPARE_OPTIONS_FILE | COMPARE_OPTIONS_INPUT,
    .options = entries,
    .run = run,
};
