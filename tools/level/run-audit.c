/* run-audit: "bsplevel audit" prints differences between a level's own sides or hulls and the exact
 * expansion. */
#include "level/audit.h"

#include "command/command.h"
#include "command/options.h"
#include "level/level.h"
#include "scenario/parse-shape.h"
#include "text/file.h"
#include "text/selection.h"
#include "tools/bsp-file.h"

static struct {
    const CompareOptions *common;
    char *space, *picture;
    double least;
} own = { .least = 0.125 };

/* The maximum number of findings that are printed. The worst are the first. They fit on a
 * screen. */
#define PLACES 20

static gboolean check(GError **error)
{
    const char *level = own.common->files[0], *picture = own.picture;
    const char *output = own.common->output ? own.common->output : "-";
    if (picture && !g_str_has_suffix(picture, ".svg"))
        return compare_wrong(error, "--picture: '%s' must end in .svg", picture);
    if (picture && compare_output_same(output, picture))
        return compare_wrong(error, "two outputs would be written to the same file, %s", picture);
    return compare_options_check_number("--least", own.least, BSP_BRACKET, BSP_WORLD_HALF, error) &&
           level_check_file(output, level, error) && level_check_file(picture, level, error);
}

/* Reads the level and the box of --space. */
static LevelAudit *make_audit(GError **error)
{
    const char *path = own.common->files[0];
    g_autofree char *file = g_strndup(path, compare_selection(path, NULL));
    CompareMover space = { 0 };
    gsize length;
    g_autofree char *data = bsp_read_file(file, &length, error);
    if (!data)
        return NULL;
    if (own.space && !compare_parse_space(own.space, &space, error)) {
        g_prefix_error(error, "--space: ");
        return NULL;
    }
    g_autofree char *name = space.name;
    if (space.mask) {
        compare_wrong(error,
                      "--space: leave out the contents, because an audit covers all contents");
        return NULL;
    }
    return level_audit_level(path, data, length, name ? &space : NULL, own.least, error);
}

/* --- output --- */

/* Writes the report and the picture. Writes no picture if there is no finding. */
static gboolean write_all(const LevelAudit *audit, GError **error)
{
    gboolean in_json = own.common->style.format == COMPARE_FORMAT_JSON;
    g_autofree char *text =
        in_json ? level_audit_json(audit, PLACES) : level_audit_text(audit, PLACES);
    const LevelFinding *worst = own.picture ? level_audit_worst(audit) : NULL;
    g_autofree char *svg = worst ? level_audit_svg(audit, worst, error) : NULL;
    if (worst && !svg)
        return FALSE;
    if (own.picture && !worst)
        compare_command_say("%s: no picture was written, because there is nothing to draw",
                            own.picture);
    const CompareText texts[] = { { own.common->output, text }, { own.picture, svg } };
    return compare_outputs_write(texts, svg ? 2 : 1, error);
}

/* --- the command --- */

static int run_audit(CompareOptions *common, GError **error)
{
    own.common = common;
    g_autoptr(LevelAudit) audit = check(error) ? make_audit(error) : NULL;
    if (!audit || !write_all(audit, error))
        return COMPARE_EXIT_BAD;
    gboolean is_clean = audit->findings->len == audit->n[LEVEL_AUDIT_TWICE];
    return is_clean ? COMPARE_EXIT_GOOD : COMPARE_EXIT_WRONG;
}

static const GOptionEntry entries[] = {
    { "space", 0, 0, G_OPTION_ARG_STRING, &own.space,
      "The box (default: standing=-15,-15,-24:15,15,32); not for levels with clip hulls, which "
      "have boxes of their own",
      "NAME=MINS:MAXS" },
    { "least", 0, 0, G_OPTION_ARG_DOUBLE, &own.least,
      "Report differences greater than this (default: 0.125)", "UNITS" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &own.picture,
      "Draw a slice through the worst open place to FILE.svg", "FILE.svg" },
    { 0 },
};

const CompareCommand level_command_audit = {
    .name = "audit",
    .summary = "find where a level's own bevels or clip hulls differ from the exact expansion",
    .arguments = "LEVEL",
    .about =
        "Reports where a compiled level's own sides, bevels included, or clip hulls differ from "
        "the exact expansion for a box, and by how much. Exit status 1 if there is a difference.",
    .wanted = "level",
    .max = 1,
    .groups = COMPARE_OPTIONS_PRINT | COMPARE_OPTIONS_INPUT,
    .formats = compare_formats_of_reports,
    .options = entries,
    .run = run_audit,
};
