/* options: parses the command line once. */
#include "command/options.h"

#include <math.h>
#include <string.h>

#include "bsp-file.h"
#include "command/command.h"
#include "command/complete.h"
#include "command/help.h"
#include "text/file.h"
#include "text/strings.h"

/* --- methods --- */

static const char *nearest_method(const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; compare_methods[i]; i++)
        g_ptr_array_add(names, (gpointer)compare_methods[i]->name);
    g_ptr_array_add(names, NULL);
    return compare_nearest(name, (const char *const *)names->pdata);
}

static gboolean unknown_method(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; compare_methods[i]; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", compare_methods[i]->name);
    const char *nearest = nearest_method(name);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--methods: there is no method '%s'%s%s%s methods are %s", name,
                nearest ? "; did you mean '" : ":", nearest ? nearest : "",
                nearest ? "'? The" : " the", names->str);
    return FALSE;
}

static gboolean add_method(GPtrArray *classes, const char *name, GError **error)
{
    const CompareMethodClass *klass = compare_method_find(name);
    if (!klass)
        return unknown_method(name, error);
    if (g_ptr_array_find(classes, klass, NULL)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--methods: '%s' is named twice", name);
        return FALSE;
    }
    g_ptr_array_add(classes, (gpointer)klass);
    return TRUE;
}

gboolean compare_options_ask(CompareOptions *options, const char *list, GError **error)
{
    g_autoptr(GPtrArray) classes = g_ptr_array_new();
    g_auto(GStrv) names = list ? g_strsplit(list, ",", -1) : NULL;
    for (guint i = 0; !list && compare_methods[i] && !compare_methods[i]->on_demand; i++)
        g_ptr_array_add(classes, (gpointer)compare_methods[i]);
    for (guint i = 0; list && names[i]; i++)
        if (!add_method(classes, g_strstrip(names[i]), error))
            return FALSE;
    if (classes->len == 0)
        return unknown_method("", error);
    g_ptr_array_add(classes, NULL);
    g_free((gpointer)options->asked.methods);
    options->asked.methods = (const CompareMethodClass *const *)g_ptr_array_steal(classes, NULL);
    return TRUE;
}

gboolean compare_options_ask_usual(CompareOptions *options, GError **error)
{
    return options->asked.methods || compare_options_ask(options, NULL, error);
}

/* --- option values --- */

/* GLib calls these with the option's value and the CompareOptions. */

static gboolean read_methods(const char *name, const char *value, gpointer data, GError **error)
{
    (void)name;
    return compare_options_ask(data, value, error);
}

/* The index of the name in the list; -1 with an error if it is not there. */
static gint choose(const char *option, const char *name, const char *const *names, GError **error)
{
    for (gint i = 0; names[i]; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    g_autofree char *list = g_strjoinv(", ", (char **)names);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--%s: '%s' is none of %s", option, name, list);
    return -1;
}

static gboolean read_builder(const char *name, const char *value, gpointer data, GError **error)
{
    CompareOptions *options = data;
    gint which = choose("builder", value, compare_builder_names, error);
    (void)name;
    if (which >= 0)
        compare_trees_set_builder(&options->asked.trees, (CompareBuilder)which);
    return which >= 0;
}

static gboolean read_fill(const char *name, const char *value, gpointer data, GError **error)
{
    CompareOptions *options = data;
    gint which = choose("fill", value, compare_fill_names, error);
    (void)name;
    if (which >= 0)
        options->asked.trees.build.fill = (BspFillMode)which;
    return which >= 0;
}

static gboolean read_threads(const char *name, const char *value, gpointer data, GError **error)
{
    CompareOptions *options = data;
    gint64 n;
    (void)name;
    if (!g_ascii_string_to_signed(value, 10, G_MININT, G_MAXINT, &n, NULL))
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--threads: '%s' is no whole number", value);
    else if (n < 0)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--threads: %" G_GINT64_FORMAT " is less than 0", n);
    else
        options->asked.trees.build.n_threads = (guint)n;
    return !error || !*error;
}

/* Parses a number above 0 and an optional letter of `letters`: the first is a factor of 1024, the
 * second of 1024^2, and so on. */
static gboolean parse_amount(const char *option, const char *text, const char *letters,
                             double *amount, GError **error)
{
    char *end;
    *amount = g_ascii_strtod(text, &end);
    const char *letter = end > text && *end ? strchr(letters, g_ascii_toupper(*end)) : NULL;
    if (letter) {
        *amount *= pow(1024, (double)(letter - letters + 1));
        end++;
    }
    /* strtod() also accepts hexadecimal numbers and names of infinity. */
    if (g_ascii_isdigit(text[0]) && !strpbrk(text, "xX") && !*end && isfinite(*amount) &&
        *amount > 0)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--%s: '%s' is no number above 0%s", option,
                text, *letters ? " with K, M, G, T or nothing after it" : "");
    return FALSE;
}

static gboolean read_seconds(const char *name, const char *value, gpointer data, GError **error)
{
    CompareOptions *options = data;
    (void)name;
    return parse_amount("max-seconds", value, "", &options->asked.trees.build.max_seconds, error);
}

static gboolean read_memory(const char *name, const char *value, gpointer data, GError **error)
{
    CompareOptions *options = data;
    double bytes;
    (void)name;
    if (!parse_amount("max-memory", value, "KMGT", &bytes, error))
        return FALSE;
    /* An amount beyond any memory means no limit; the least limit is one byte. */
    options->asked.trees.build.max_bytes = bytes >= 0x1p63 ? G_MAXINT64 : (guint64)ceil(bytes);
    return TRUE;
}

static gboolean read_repeat(const char *name, const char *value, gpointer data, GError **error)
{
    CompareOptions *options = data;
    gint64 n;
    (void)name;
    if (!g_ascii_string_to_signed(value, 10, 1, COMPARE_MAX_REPEAT, &n, NULL)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--repeat: '%s' is no whole number from 1 to %d", value, COMPARE_MAX_REPEAT);
        return FALSE;
    }
    options->repeat = (guint)n;
    return TRUE;
}

static gboolean read_format(const char *name, const char *value, gpointer data, GError **error)
{
    CompareOptions *options = data;
    (void)name;
    if (compare_format_find(value, &options->style.format))
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--format: '%s' is none of table, markdown, csv, json, html", value);
    return FALSE;
}

/* --- parsing --- */

#define READ(function) G_OPTION_ARG_CALLBACK, (gpointer)function
#define END                                                                                        \
    {                                                                                              \
        NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL                                            \
    }

/* An option of the commands with one of these groups. */
typedef struct {
    guint groups;
    GOptionEntry entry;
} Option;

static void add_options(GOptionGroup *group, guint groups, const Option *options, guint n)
{
    for (guint i = 0; i < n; i++) {
        const GOptionEntry one[] = { options[i].entry, END };
        if (groups & options[i].groups)
            g_option_group_add_entries(group, one);
    }
}

static void add_asked(GOptionGroup *group, guint groups, CompareOptions *options)
{
    const Option all[] = {
        { COMPARE_OPTIONS_METHODS,
          { "methods", 'm', 0, READ(read_methods),
            "The methods, with commas between; if not given all, or those that a sweep is about",
            "METHOD,..." } },
        { COMPARE_OPTIONS_SAVED,
          { "tree", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->trees,
            "Load this tree, which bspcompare build has saved, where it would be built; any number "
            "of them",
            "TREE" } },
        { COMPARE_OPTIONS_BUILDER,
          { "builder", 'b', 0, READ(read_builder),
            "How to choose planes: fast (if not given), counting, or listing2, the article's way",
            "BUILDER" } },
        { COMPARE_OPTIONS_BUILDER,
          { "fill", 0, 0, READ(read_fill),
            "Count what no start reaches as solid: off (if not given), auto (where sealed), on",
            "WHEN" } },
        { COMPARE_OPTIONS_BUILDER,
          { "plain", 0, 0, G_OPTION_ARG_NONE, &options->asked.trees.build.plain,
            "Build trees without what makes them small and fast; the answers are the same",
            NULL } },
        { COMPARE_OPTIONS_THREADS,
          { "threads", 0, 0, READ(read_threads),
            "Build trees on N threads; 0 (if not given): one per processor", "N" } },
        { COMPARE_OPTIONS_LIMITS,
          { "max-seconds", 0, 0, READ(read_seconds),
            "Give up when building a tree takes longer; no limit if not given", "N" } },
        { COMPARE_OPTIONS_LIMITS,
          { "max-memory", 0, 0, READ(read_memory),
            "Give up when more memory is in use while building, bytes, or with K, M, G or T; no "
            "limit if not given",
            "SIZE" } },
    };
    add_options(group, groups, all, G_N_ELEMENTS(all));
}

static void add_printing(GOptionGroup *group, guint groups, CompareOptions *options)
{
    const Option all[] = {
        { COMPARE_OPTIONS_WORLD,
          { "world", 'w', 0, G_OPTION_ARG_FILENAME, &options->world,
            "Use this world in place of the scenario's own", "WORLD" } },
        { COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_PATCHES,
          { "patches", 0, 0, G_OPTION_ARG_NONE, &options->patches,
            "Curved patches of a .bsp, too, as thin brushes; a name that ends in #patches says so "
            "itself",
            NULL } },
        { COMPARE_OPTIONS_WIDE,
          { "wide", 0, 0, G_OPTION_ARG_NONE, &options->style.wide,
            "Tables of all columns, not only of those that fit 100 characters", NULL } },
        { COMPARE_OPTIONS_FORMAT,
          { "format", 'f', 0, READ(read_format),
            "table (if not given), markdown, csv, json or html", "FORMAT" } },
        { COMPARE_OPTIONS_FILE,
          { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
            "Write the results to FILE, not to standard output", "FILE" } },
        { COMPARE_OPTIONS_REPEAT,
          { "repeat", 0, 0, READ(read_repeat),
            "Repeat timing N times; if not given, as the scenario says", "N" } },
        { COMPARE_OPTIONS_NO_TIMING,
          { "no-timing", 0, 0, G_OPTION_ARG_NONE, &options->no_timing,
            "Measure no times: the output is the same on every run", NULL } },
    };
    add_options(group, groups, all, G_N_ELEMENTS(all));
}

/* Help on the values of --methods. */
static char *methods_help(void)
{
    GString *out = g_string_new("Methods, all but the last group unless --methods says otherwise:");
    for (guint i = 0; compare_methods[i]; i++) {
        const CompareMethodClass *klass = compare_methods[i];
        gboolean first = klass->on_demand && i && !compare_methods[i - 1]->on_demand;
        g_string_append_printf(out, "%s\n  %-20s  %s", first ? "\n" : "", klass->name,
                               klass->summary);
    }
    return g_string_free(out, FALSE);
}

static GOptionContext *context_new(const CompareCommandLine *line, CompareOptions *options,
                                   gboolean *help)
{
    const GOptionEntry last[] = {
        { "help", 'h', 0, G_OPTION_ARG_NONE, help, "Show this", NULL },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files, NULL, NULL },
        END,
    };
    GOptionContext *context = g_option_context_new(line->arguments);
    GOptionGroup *group = g_option_group_new(line->command, NULL, NULL, options, NULL);
    g_autofree char *name = g_strdup_printf("bspcompare %s", line->command);
    g_set_prgname(name);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_summary(context, line->summary);
    if (line->groups & COMPARE_OPTIONS_METHODS) {
        g_autofree char *methods = methods_help();
        g_option_context_set_description(context, methods);
    }
    if (line->entries)
        g_option_group_add_entries(group, line->entries);
    add_asked(group, line->groups, options);
    add_printing(group, line->groups, options);
    g_option_group_add_entries(group, last);
    g_option_context_set_main_group(context, group);
    return context;
}

static int print_completion(const CompareCommandLine *line, const char *help, char **arguments)
{
    CompareCompletion completion = { line->command, help, line->wanted ? line->arguments : NULL };
    g_autofree char *text = compare_complete(&completion, arguments);
    GError *error = NULL;
    return compare_output_write(NULL, text, &error) ? COMPARE_EXIT_GOOD
                                                    : compare_command_fail(error);
}

/* The option most similar to the unknown one in the message. */
static const char *nearest_option(char **names, const GError *error)
{
    const char *dashes = strstr(error->message, "--");
    return error->code == G_OPTION_ERROR_UNKNOWN_OPTION && dashes
               ? compare_nearest(dashes, (const char *const *)names)
               : NULL;
}

/* Prints the error and refers to --help. */
static void say_usage(const CompareCommandLine *line, const char *help, const GError *error)
{
    g_auto(GStrv) names = compare_complete_options(help);
    const char *nearest = nearest_option(names, error);
    if (nearest)
        compare_command_say("%s; did you mean %s? See 'bspcompare %s --help'", error->message,
                            nearest, line->command);
    else
        compare_command_say("%s; see 'bspcompare %s --help'", error->message, line->command);
}

static gboolean check_files(const CompareCommandLine *line, char **files)
{
    guint n = files ? g_strv_length(files) : 0;
    if (!line->wanted && n > 0)
        compare_command_say("%s: options alone are wanted; see 'bspcompare %s --help'", files[0],
                            line->command);
    if (!line->wanted)
        return n == 0;
    if (n == 0)
        compare_command_say("no %s given; see 'bspcompare %s --help'", line->wanted, line->command);
    else if (n > line->max)
        compare_command_say("%s: one %s is wanted, not %u; see 'bspcompare %s --help'",
                            files[line->max], line->wanted, n, line->command);
    return n > 0 && n <= line->max;
}

static void select_patches(char **name)
{
    char *selected = bsp_world_select(*name ? *name : "", BSP_WORLD_PATCHES);
    g_free(*name);
    *name = selected;
}

/* Applies --patches to the world that replaces the scenario's, or to the scenario's; or to the
 * named worlds. */
static void apply_patches(const CompareCommandLine *line, CompareOptions *options)
{
    if (!options->patches)
        return;
    if (line->groups & COMPARE_OPTIONS_WORLD)
        select_patches(&options->world);
    for (char **file = options->files; file && *file && (line->groups & COMPARE_OPTIONS_PATCHES);
         file++)
        select_patches(file);
}

/* GLib does not report which argument is wrong. */
static GError *not_utf8(char **arguments)
{
    GError *error = NULL;
    while (*arguments && g_utf8_validate(*arguments, -1, NULL))
        arguments++;
    g_autofree char *shown = g_utf8_make_valid(*arguments ? *arguments : "", -1);
    compare_command_wrong(&error, "'%s': an option's value is not UTF-8", shown);
    return error;
}

gboolean compare_options_parse(const CompareCommandLine *line, char **arguments,
                               CompareOptions *options, int *status)
{
    gboolean help = FALSE;
    *options = (CompareOptions){ .arguments = arguments, .asked.trees = compare_trees_default() };
    g_autoptr(GOptionContext) context = context_new(line, options, &help);
    g_autofree char *told = g_option_context_get_help(context, TRUE, NULL);
    g_auto(GStrv) copy = g_strdupv(arguments);
    GError *error = NULL;
    *status = COMPARE_EXIT_BAD;
    if (compare_complete_asked(arguments)) {
        *status = print_completion(line, told, arguments);
        return FALSE;
    }
    if (!g_option_context_parse_strv(context, &copy, &error)) {
        if (error->domain == G_CONVERT_ERROR) {
            g_clear_error(&error);
            error = not_utf8(arguments);
        }
        if (error->domain != G_OPTION_ERROR) {
            *status = compare_command_fail(error);
            return FALSE;
        }
        say_usage(line, told, error);
        g_error_free(error);
        return FALSE;
    }
    if (help) {
        *status = compare_command_print_help(context);
        return FALSE;
    }
    options->environment = compare_environment_new(!options->no_timing, arguments);
    if (line->groups & COMPARE_OPTIONS_OUTPUT)
        options->style.environment = options->environment;
    apply_patches(line, options);
    return check_files(line, options->files);
}

gboolean compare_options_check_format(const char *format, GError **error)
{
    return !format || strcmp(format, "table") == 0 || strcmp(format, "json") == 0 ||
           compare_command_wrong(error, "--format: '%s' is none of table, json", format);
}

gboolean compare_options_check_json(const char *output, GError **error)
{
    BspFileKind kind;
    const char *ending = output ? bsp_ending_text(output, &kind) : NULL;
    if (!ending || kind == BSP_FILE_JSON)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: what is written is JSON, and no %s: the name must end in .json", output,
                ending);
    return FALSE;
}

void compare_options_clear(CompareOptions *options)
{
    g_strfreev(options->files);
    g_free((gpointer)options->asked.methods);
    g_free(options->world);
    g_free(options->output);
    g_strfreev(options->trees);
    if (options->saved)
        g_ptr_array_unref(options->saved);
    compare_environment_free(options->environment);
}
