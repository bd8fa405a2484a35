/* audit: "bsplevel audit": differences between a level's own sides or hulls and the exact
 * expansion. */
#include "level/audit.h"

#include "command/command.h"
#include "command/options.h"
#include "level/level.h"
#include "scenario/log.h"
#include "text/file.h"
#include "tools/bsp-file.h"

typedef struct {
    CompareOptions *common;
    char *space, *picture;
    double least;
} Options;

#define PLACES 20 /* are printed, the worst */

static Options own = { .least = 0.125 };

static gboolean check(const Options *options, GError **error)
{
    const char *level = options->common->files[0], *picture = options->picture;
    const char *output = options->common->output ? options->common->output : "-";
    if (picture && !g_str_has_suffix(picture, ".svg"))
        return compare_command_wrong(error, "--picture: '%s' must end in .svg", picture);
    if (picture && compare_output_same(output, picture))
        return compare_command_wrong(error, "two outputs would be written to the same file, %s",
                                     picture);
    return compare_options_check_number("--least", options->least, BSP_BRACKET, BSP_WORLD_HALF,
                                        error) &&
           compare_output_check(output, error) &&
           compare_output_check_input(output, level, error) &&
           (!picture || (compare_output_check(picture, error) &&
                         compare_output_check_input(picture, level, error)));
}

/* --- worlds --- */

/* A file, and all that an audit points to. */
typedef struct {
    const char *path;
    char *data;
    gsize length;
    BspWorld *level, *base, *hulls[BSP_WORLD_LAST_HULL + 1];
    guint n_hulls;
    LevelShipped *shipped;
} Worlds;

static void clear_worlds(Worlds *worlds)
{
    g_free(worlds->data);
    bsp_world_free(worlds->level);
    bsp_world_free(worlds->base);
    for (guint i = 0; i < worlds->n_hulls; i++)
        bsp_world_free(worlds->hulls[i]);
    level_shipped_free(worlds->shipped);
}

static BspWorld *read_world(const Worlds *worlds, guint flags, GError **error)
{
    return bsp_world_read(worlds->path, worlds->data, worlds->length, flags, error);
}

/* Rejects a path that selects one hull, because the audit compares hulls with each other. */
static gboolean is_whole(const char *path, GError **error)
{
    g_auto(BspWorldOptions) selected = { 0 };
    gsize length = bsp_world_selection(path, &selected);
    return !bsp_world_selects_part(selected.flags) ||
           compare_command_wrong(error, "%s: an audit covers all hulls of a level: leave out %s",
                                 path, path + length);
}

static CompareAudit *audit_hulls(const Options *options, Worlds *worlds, GError **error)
{
    const char *path = options->common->files[0];
    if (!is_whole(path, error))
        return NULL;
    if (options->space) {
        compare_command_wrong(error, "--space: leave it out: the hulls of %s have their own boxes",
                              path);
        return NULL;
    }
    g_autoptr(GArray) extents = level_extents_read(path, worlds->data, worlds->length, error);
    if (!extents)
        return NULL;
    worlds->base = read_world(worlds, BSP_WORLD_HULL(0), error);
    for (guint i = 1; worlds->base && i < worlds->level->report.n_hulls; i++) {
        BspWorld *hull = read_world(worlds, BSP_WORLD_HULL(i), error);
        if (!hull)
            return NULL;
        worlds->hulls[worlds->n_hulls++] = hull;
    }
    if (!worlds->base)
        return NULL;
    gboolean has_brushes = worlds->level->report.brushes_given;
    CompareAudit *audit = compare_audit_hulls(
        path, worlds->base, has_brushes ? worlds->level : NULL,
        (const BspWorld *const *)worlds->hulls, worlds->n_hulls, options->least, error);
    if (audit)
        compare_audit_extents(audit, extents);
    return audit;
}

/* Reads the original brushes of a level of id Tech 2 or 3. */
static gboolean read_sides(Worlds *worlds, GError **error)
{
    g_auto(BspWorldOptions) options = { 0 };
    g_autofree char *file = g_strndup(worlds->path, bsp_world_selection(worlds->path, &options));
    BspFileKind kind;
    if (g_strcmp0(bsp_ending_text(file, &kind), ".bsp") != 0)
        return compare_command_wrong(
            error, "%s: not a .bsp file: only a compiled level has sides or hulls to audit",
            worlds->path);
    worlds->shipped = level_shipped_read(file, worlds->data, worlds->length, &options, error);
    return worlds->shipped != NULL;
}

static CompareAudit *audit_sides(const Options *options, Worlds *worlds, GError **error)
{
    const char *path = options->common->files[0];
    CompareSpace space = { NULL, bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32)), 0 };
    if (!read_sides(worlds, error))
        return NULL;
    if (options->space && !compare_parse_space(options->space, &space, error)) {
        g_prefix_error(error, "--space: ");
        return NULL;
    }
    if (space.mask) {
        g_free(space.name);
        compare_command_wrong(error,
                              "--space: leave out the contents: an audit covers all of them");
        return NULL;
    }
    const LevelSides level = { worlds->level, worlds->shipped };
    CompareAudit *audit = compare_audit_sides(path, &level, space.name ? space.name : "standing",
                                              &space.shape.bounds, options->least, error);
    g_free(space.name);
    return audit;
}

static CompareAudit *make_audit(const Options *options, Worlds *worlds, GError **error)
{
    worlds->path = options->common->files[0];
    g_autofree char *file = g_strndup(worlds->path, bsp_world_selection(worlds->path, NULL));
    worlds->data = bsp_read_file(file, &worlds->length, error);
    worlds->level = worlds->data ? read_world(worlds, 0, error) : NULL;
    if (!worlds->level)
        return NULL;
    return worlds->level->report.n_hulls ? audit_hulls(options, worlds, error)
                                         : audit_sides(options, worlds, error);
}

/* --- output --- */

/* Writes the files; no picture if there is no finding. */
static gboolean write_all(const Options *options, const CompareAudit *audit, GError **error)
{
    gboolean in_json = options->common->style.format == COMPARE_FORMAT_JSON;
    g_autofree char *text =
        in_json ? compare_audit_json(audit, PLACES) : compare_audit_text(audit, PLACES);
    const CompareFinding *worst = options->picture ? compare_audit_worst(audit) : NULL;
    g_autofree char *svg = worst ? compare_audit_svg(audit, worst, error) : NULL;
    if (worst && !svg)
        return FALSE;
    if (options->picture && !worst)
        compare_command_say("%s: nothing to draw: no picture was written", options->picture);
    const CompareText texts[] = { { options->common->output, text }, { options->picture, svg } };
    return compare_outputs_write(texts, svg ? 2 : 1, error);
}

/* --- the command --- */

static gboolean is_clean(const CompareAudit *audit)
{
    return audit->findings->len == audit->n[COMPARE_AUDIT_TWICE] && !audit->n_undecided;
}

static int run_audit(CompareOptions *common, GError **error)
{
    Options *options = &own;
    own.common = common;
    Worlds worlds = { 0 };
    if (!check(options, error))
        return COMPARE_EXIT_BAD;
    CompareAudit *audit = make_audit(options, &worlds, error);
    int status = COMPARE_EXIT_GOOD;
    if (!audit || !write_all(options, audit, error))
        status = COMPARE_EXIT_BAD;
    else if (!is_clean(audit))
        status = COMPARE_EXIT_WRONG;
    compare_audit_free(audit);
    clear_worlds(&worlds);
    return status;
}

static const GOptionEntry entries[] = {
    { "space", 0, 0, G_OPTION_ARG_STRING, &own.space,
      "The box (default: standing=-15,-15,-24:15,15,32); hulls have their own", "NAME=MINS:MAXS" },
    { "least", 0, 0, G_OPTION_ARG_DOUBLE, &own.least,
      "Report differences greater than this (default: 0.125)", "UNITS" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &own.picture,
      "Draw a slice through the worst place to FILE.svg", "FILE.svg" },
    { 0 },
};

const CompareCommand level_command_audit = {
    .name = "audit",
    .summary = "where a level's own bevels or clip hulls differ from the exact expansion",
    .arguments = "LEVEL",
    .about =
        "Reports where a compiled level's own sides, bevels included, or clip hulls differ from "
        "the exact expansion for a box, and by how much. Exit status 1 if they do.",
    .wanted = "level",
    .max = 1,
    .groups = COMPARE_OPTIONS_PRINT,
    .formats = compare_formats_of_reports,
    .options = entries,
    .run = run_audit,
};
