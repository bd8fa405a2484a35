/* paper: "bspcompare paper": the papers' results beside those measured here. */
#include "paper/paper.h"

#include <string.h>

#include "bsp-inspect.h"
#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/report.h"
#include "paper/environment.h"
#include "paper/print.h"
#include "text/file.h"

typedef struct {
    CompareOptions common;
    char **tables, **figures, **claims, **worlds;
} Options;

static gboolean parse(Options *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "table", 't', 0, G_OPTION_ARG_STRING_ARRAY, &options->tables,
          "This table of the 2000 paper alone: 1, merge against no slice, or 2, ray, sphere, "
          "cylinder",
          "N" },
        { "figure", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->figures,
          "This figure of it alone: 5, bevel angle; 6, object size; or 8, frames", "N" },
        { "claim", 'c', 0, G_OPTION_ARG_STRING_ARRAY, &options->claims,
          "This claim alone: points, what bevels cost them; or spaces, what many cost an onion",
          "CLAIM" },
        { "world", 'w', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->worlds,
          "A finished level to measure on, in place of made up ones; may be given several times",
          "WORLD" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "paper",
        .arguments = NULL,
        .summary =
            "Measures again what the papers report (Melax 2000; Golodetz 2013), and prints it\n"
            "beside what was published, with a verdict: reproduced, or differs and why. What\n"
            "is asked for by --table, --figure and --claim is measured alone.",
        .wanted = NULL,
        .max = 0,
        .entries = entries,
        .groups = COMPARE_OPTIONS_OUTPUT | COMPARE_OPTIONS_WIDE,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

/* --- parts --- */

static gboolean is_asked(const Options *options, const ComparePaperKind *kind)
{
    char **names = strcmp(kind->option, "table") == 0    ? options->tables
                   : strcmp(kind->option, "figure") == 0 ? options->figures
                                                         : options->claims;
    if (!options->tables && !options->figures && !options->claims)
        return TRUE;
    return names && g_strv_contains((const char *const *)names, kind->name);
}

/* Fails if a name is not that of a part. */
static gboolean check_names(const char *option, char **names, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    for (const ComparePaperKind *kind = compare_paper_kinds; kind->option; kind++) {
        if (strcmp(kind->option, option) != 0)
            continue;
        g_string_append_printf(list, "%s%s", list->len ? ", " : "", kind->name);
        g_ptr_array_add(known, (gpointer)kind->name);
    }
    g_ptr_array_add(known, NULL);
    for (char **name = names; name && *name; name++)
        if (!g_strv_contains((const char *const *)known->pdata, *name)) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--%s: '%s' is none of %s", option,
                        *name, list->str);
            return FALSE;
        }
    return TRUE;
}

/* --- measuring --- */

static GPtrArray *load_levels(char **paths, GError **error)
{
    g_autoptr(GPtrArray) levels = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_world_free);
    for (char **path = paths; path && *path; path++) {
        BspWorld *level = compare_command_read_world(*path, 0, error);
        if (!level)
            return NULL;
        g_ptr_array_add(levels, level);
    }
    return g_steal_pointer(&levels);
}

/* Returns an array of ComparePaperPart, which owns them. */
static GPtrArray *measure(const Options *options, const ComparePaper *paper, GError **error)
{
    g_autoptr(GPtrArray) parts =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_paper_part_free);
    CompareProgress progress = compare_progress_new();
    progress.what = "paper";
    guint done = 0, n = 0;
    for (const ComparePaperKind *kind = compare_paper_kinds; kind->option; kind++)
        n += is_asked(options, kind) ? 1 : 0;
    ComparePaperPart *part = NULL;
    for (const ComparePaperKind *kind = compare_paper_kinds; kind->option; kind++) {
        if (!is_asked(options, kind))
            continue;
        g_autofree char *stage =
            g_strdup_printf("%s %s (%u of %u)", kind->option, kind->name, ++done, n);
        compare_progress_stage(stage, -1, &progress);
        part = kind->measure(paper, error);
        if (!part)
            break;
        g_ptr_array_add(parts, part);
    }
    compare_progress_end(&progress);
    return part ? g_steal_pointer(&parts) : NULL;
}

static int run(const Options *options, GError **error)
{
    g_autoptr(GPtrArray) levels = load_levels(options->worlds, error);
    if (!levels)
        return COMPARE_EXIT_BAD;
    g_autoptr(BspWorld) environment =
        compare_paper_environment(COMPARE_PAPER_SEED, COMPARE_PAPER_SIMPLE_SHAPES);
    const ComparePaper paper = { environment, levels, options->common.repeat,
                                 options->common.no_timing };
    g_autoptr(GPtrArray) parts = measure(options, &paper, error);
    if (!parts)
        return COMPARE_EXIT_BAD;
    g_autofree char *text = compare_paper_print(parts, levels, options->common.style);
    return compare_output_write(options->common.output, text, error) ? COMPARE_EXIT_GOOD
                                                                     : COMPARE_EXIT_BAD;
}

/* Fails if the output is one of the worlds that are read, or has no known format. */
static gboolean check_output(const Options *options, GError **error)
{
    if (options->common.style.format == COMPARE_FORMAT_HTML) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--format: 'html': paper prints table, markdown, csv and json");
        return FALSE;
    }
    if (!compare_output_check(options->common.output, error))
        return FALSE;
    for (char **path = options->worlds; path && *path; path++)
        if (!compare_output_check_input(options->common.output, *path, error))
            return FALSE;
    return TRUE;
}

int compare_command_paper(char **arguments)
{
    Options options = { 0 };
    GError *error = NULL;
    int status;
    if (parse(&options, arguments, &status)) {
        status = check_names("table", options.tables, &error) &&
                         check_names("figure", options.figures, &error) &&
                         check_names("claim", options.claims, &error) &&
                         check_output(&options, &error)
                     ? run(&options, &error)
                     : COMPARE_EXIT_BAD;
        if (error)
            status = compare_command_fail(error);
    }
    compare_options_clear(&options.common);
    g_strfreev(options.tables);
    g_strfreev(options.figures);
    g_strfreev(options.claims);
    g_strfreev(options.worlds);
    return status;
}
