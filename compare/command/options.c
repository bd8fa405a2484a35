/* options: the options that commands share, and --help. */
#include "command/options.h"

#include <math.h>
#include <string.h>

#include "command/command.h"
#include "result/text-page.h"
#include "scenario/scenario.h"
#include "text/pipe.h"
#include "text/strings.h"
#include "tools/bsp-file.h"
#include "tools/bsp-json.h"

/* --- methods --- */

static gboolean unknown_method(const char *name, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; compare_methods[i]; i++)
        g_ptr_array_add(names, (gpointer)compare_methods[i]->name);
    g_ptr_array_add(names, NULL);
    const char *nearest = bsp_nearest_name(name, (const char *const *)names->pdata);
    g_autofree char *list = g_strjoinv(", ", (char **)names->pdata);
    return compare_wrong(error, "--methods: there is no method '%s'%s%s%s methods are %s", name,
                         nearest ? "; did you mean '" : ":", nearest ? nearest : "",
                         nearest ? "'? The" : " the", list);
}

static gboolean add_method(GPtrArray *classes, const char *name, GError **error)
{
    const CompareMethodClass *klass = compare_method_find(name);
    if (!klass)
        return unknown_method(name, error);
    if (g_ptr_array_find(classes, klass, NULL))
        return compare_wrong(error, "--methods: '%s' is named twice", name);
    g_ptr_array_add(classes, (gpointer)klass);
    return TRUE;
}

/* Sets the methods. Takes ownership of the array of method classes. */
static void set_methods(CompareOptions *options, GPtrArray *classes)
{
    g_ptr_array_add(classes, NULL);
    g_free((gpointer)options->asked.methods);
    options->asked.methods = (const CompareMethodClass *const *)g_ptr_array_free(classes, FALSE);
}

gboolean compare_options_select(CompareOptions *options, const char *list, GError **error)
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
    set_methods(options, g_steal_pointer(&classes));
    return TRUE;
}

void compare_options_select_all(CompareOptions *options)
{
    GPtrArray *classes = g_ptr_array_new();
    for (guint i = 0; compare_methods[i]; i++)
        g_ptr_array_add(classes, (gpointer)compare_methods[i]);
    set_methods(options, classes);
}

gboolean compare_options_select_default(CompareOptions *options, GError **error)
{
    return options->asked.methods || compare_options_select(options, NULL, error);
}

/* --- the shared table --- */

const char *const compare_formats_of_reports[] = { "table", "json", NULL };
const char *const compare_formats_without_html[] = { "table", "markdown", "csv", "json", NULL };

/* The values of the shared options. The program parses only one command line, so they can have
 * fixed places. */
static CompareOptions shared = {
    .moves = G_MININT64, .seed = G_MININT64, .edits = G_MININT64, .repeat = G_MININT
};
static struct {
    char *methods, *builder, *fill, *format, *input_format;
    double crack;
} given = { .crack = BSP_BRACKET };

/* Lists each option with the groups of options that it belongs to. */
static const struct {
    guint groups;
    GOptionEntry entry;
} table[] = {
    { COMPARE_OPTIONS_METHODS,
      { "methods", 'm', 0, G_OPTION_ARG_STRING, &given.methods,
        "The methods (default: all but the last group below; in a sweep, those that depend on the "
        "parameter)",
        "METHOD,..." } },
    { COMPARE_OPTIONS_BUILDER,
      { "builder", 0, 0, G_OPTION_ARG_STRING, &given.builder,
        "How to choose planes: fast (default), counting, or listing2 (as in the article); plain is "
        "fast without optimizations of size and speed, and gives the same answers",
        "BUILDER" } },
    { COMPARE_OPTIONS_FILL,
      { "fill", 0, 0, G_OPTION_ARG_STRING, &given.fill,
        "Treat space that no start reaches as solid: off (default), auto (if the world is sealed), "
        "on",
        "WHEN" } },
    { COMPARE_OPTIONS_FILL | COMPARE_OPTIONS_CRACK,
      { "crack", 0, 0, G_OPTION_ARG_DOUBLE, &given.crack,
        "With --fill, openings narrower than this count as closed (default: 0.001)", "UNITS" } },
    { COMPARE_OPTIONS_WORLD,
      { "world", 'w', 0, G_OPTION_ARG_FILENAME, &shared.world,
        "Use this world in place of the scenario's own; a selection alone, such as #quake2, "
        "#patches or #+func_wall, applies to the scenario's own world",
        "WORLD" } },
    { COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_INPUT,
      { "input-format", 0, 0, G_OPTION_ARG_STRING, &given.input_format,
        "The format of a pipe, which is - (standard input) or a FIFO: " COMPARE_PIPE_FORMATS
        " (default: the ending of its name, or its first bytes)",
        "FORMAT" } },
    { COMPARE_OPTIONS_MOVERS,
      { "shapes", 0, 0, G_OPTION_ARG_STRING, &shared.shapes,
        "Add these boxes, NAME=MINS:MAXS[:CONTENTS], such as stand=-15,-15,-24:15,15,32, and round "
        "shapes, NAME=KIND:RADIUS[,BOTTOM,TOP], such as ball=sphere:16 or pill=capsule:15,-24,32; "
        "a level has only these. CONTENTS, such as solid,playerclip, stop the box (default: all)",
        "SHAPE,..." } },
    { COMPARE_OPTIONS_MOVES,
      { "moves", 0, 0, G_OPTION_ARG_INT64, &shared.moves,
        "The number of random moves of each box, one in five of them a shot (default: 500)",
        "N" } },
    { COMPARE_OPTIONS_MOVES | COMPARE_OPTIONS_SEED,
      { "seed", 0, 0, G_OPTION_ARG_INT64, &shared.seed,
        "The random seed (default: the scenario's, or 1)", "N" } },
    { COMPARE_OPTIONS_EDITS,
      { "edits", 0, 0, G_OPTION_ARG_INT64, &shared.edits,
        "Add and remove N random brushes (--seed) between the moves, in place of the scenario's "
        "edits; the brush table is edited, and all other methods are built anew",
        "N" } },
    { COMPARE_OPTIONS_WIDE,
      { "wide", 0, 0, G_OPTION_ARG_NONE, &shared.style.wide,
        "Print all columns, not only those that fit 100 characters", NULL } },
    { COMPARE_OPTIONS_FORMAT,
      { "format", 'f', 0, G_OPTION_ARG_STRING, &given.format, NULL, "FORMAT" } },
    { COMPARE_OPTIONS_FILE,
      { "output", 'o', 0, G_OPTION_ARG_FILENAME, &shared.output,
        "Write to FILE, not to standard output", "FILE" } },
    { COMPARE_OPTIONS_TIMING,
      { "repeat", 0, 0, G_OPTION_ARG_INT, &shared.repeat,
        "Repeat timing N times (default: as the scenario says)", "N" } },
    { COMPARE_OPTIONS_TIMING,
      { "no-timing", 0, 0, G_OPTION_ARG_NONE, &shared.no_timing,
        "Measure no times: the output is the same on every run", NULL } },
};

/* Returns the command's own options and then those of its groups, ending with an entry without a
 * name. A command's own option replaces a shared option of the same name. */
static GArray *entries_of(const CompareCommand *command)
{
    static gboolean help;
    static const GOptionEntry last = {
        "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this", NULL
    };
    GArray *entries = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));
    for (const GOptionEntry *own = command->options; own && own->long_name; own++)
        g_array_append_vals(entries, own, 1);
    for (guint i = 0; i < G_N_ELEMENTS(table); i++)
        if (command->groups & table[i].groups)
            g_array_append_vals(entries, &table[i].entry, 1);
    g_array_append_vals(entries, &last, 1);
    return entries;
}

static const char *const *formats_of(const CompareCommand *command)
{
    return command->formats ? command->formats : compare_format_names;
}

/* --- values --- */

gboolean compare_options_check_integer(const char *option, gint64 value, gint64 min, gint64 max,
                                       GError **error)
{
    return (value >= min && value <= max) ||
           compare_wrong(error,
                         "%s: %" G_GINT64_FORMAT " is out of range, %" G_GINT64_FORMAT
                         " to %" G_GINT64_FORMAT,
                         option, value, min, max);
}

gboolean compare_options_check_number(const char *option, double value, double min, double max,
                                      GError **error)
{
    if (value >= min && value <= max)
        return TRUE;
    if (max == G_MAXDOUBLE)
        return compare_wrong(error, "%s must be %s 0, not %g", option,
                             min > 0 ? "above" : "at least", value);
    return compare_wrong(error, "%s: %g is out of range, %g to %g", option, value, min, max);
}

gboolean compare_options_choose(const char *option, const char *text, const char *const *choices,
                                guint *index, GError **error)
{
    for (guint i = 0; text && choices[i]; i++) {
        if (strcmp(text, choices[i]) == 0) {
            *index = i;
            return TRUE;
        }
    }
    g_autofree char *list = g_strjoinv(", ", (char **)choices);
    return !text || compare_wrong(error, "%s: '%s' is not one of %s", option, text, list);
}

/* Without --format, the extension of the output's name chooses the format. The extension .md stands
 * for .markdown. With .txt or no extension, the format is a table. */
static gboolean choose_format(const CompareCommand *command, guint *format, GError **error)
{
    const char *const *formats = formats_of(command);
    g_autofree char *name =
        !given.format && shared.output && (command->groups & COMPARE_OPTIONS_FORMAT)
            ? g_path_get_basename(shared.output)
            : NULL;
    const char *ending = name ? strrchr(name, '.') : NULL;
    if (!ending || !ending[1] || strcmp(ending, ".txt") == 0)
        return compare_options_choose("--format", given.format, formats, format, error);
    ending = strcmp(ending, ".md") == 0 ? "markdown" : ending + 1;
    if (g_strv_contains(formats, ending))
        return compare_options_choose("--output", ending, formats, format, error);
    g_autofree char *list = g_strjoinv(", ", (char **)formats);
    return compare_wrong(error,
                         "%s: the ending .%s is not one of the formats %s; give --format, too",
                         shared.output, ending, list);
}

/* Reads --builder. The value "plain" is the fast builder without its optimizations. */
static gboolean read_builder(CompareTrees *trees, GError **error)
{
    static const char *const names[] = { "fast", "counting", "listing2", "plain", NULL };
    guint builder = COMPARE_BUILDER_FAST;
    if (!compare_options_choose("--builder", given.builder, names, &builder, error))
        return FALSE;
    trees->build.plain = builder > COMPARE_BUILDER_LISTING2;
    compare_trees_set_builder(trees,
                              trees->build.plain ? COMPARE_BUILDER_FAST : (CompareBuilder)builder);
    return TRUE;
}

static gboolean read_fill(const CompareCommand *command, BspBuildOptions *build, GError **error)
{
    guint fill = (guint)build->fill;
    if (!compare_options_choose("--fill", given.fill, compare_fill_names, &fill, error))
        return FALSE;
    build->fill = (BspFillMode)fill;
    build->crack = given.crack;
    if (!compare_options_check_number("--crack", build->crack, BSP_BRACKET, BSP_MOST_CRACK, error))
        return FALSE;
    return build->crack == BSP_BRACKET || build->fill ||
           !(command->groups & COMPARE_OPTIONS_FILL) ||
           compare_wrong(error, "--crack: give --fill=auto or --fill=on, too");
}

/* Reads each pipe among the arguments, and the pipe of --world, into memory. */
static gboolean keep_pipes(const CompareCommand *command, GError **error)
{
    g_autofree char *dotted =
        given.input_format ? g_strconcat(".", given.input_format, NULL) : NULL;
    const char *ending = dotted ? bsp_ending_text(dotted) : NULL;
    gboolean takes_format =
        (command->groups & (COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_INPUT)) != 0;
    if (dotted && g_strcmp0(ending, dotted) != 0)
        return compare_wrong(error, "--input-format: '%s' is not one of " COMPARE_PIPE_FORMATS,
                             given.input_format);
    for (char **file = shared.files; file && *file; file++)
        if (!compare_pipe_keep(file, ending, takes_format, error))
            return FALSE;
    if (shared.world &&
        compare_pipe_has(strcmp(shared.world, "-") == 0 ? "/dev/stdin" : shared.world))
        return compare_wrong(error,
                             "--world: a pipe is read only once, so %s cannot be both the scenario "
                             "and the world; give one of them as a file",
                             strcmp(shared.world, "-") == 0 ? "standard input" : shared.world);
    return !shared.world || compare_pipe_keep(&shared.world, ending, TRUE, error);
}

static gboolean convert_shared(const CompareCommand *command, GError **error)
{
    BspBuildOptions *build = &shared.asked.trees.build;
    guint format = 0;
    if (!read_builder(&shared.asked.trees, error) || !read_fill(command, build, error) ||
        !choose_format(command, &format, error))
        return FALSE;
    compare_format_find(formats_of(command)[format], &shared.style.format);
    shared.style.can_widen = (command->groups & COMPARE_OPTIONS_WIDE) != 0;
    gboolean repeat_given = shared.repeat != G_MININT, edits_given = shared.edits != G_MININT64;
    if (!edits_given)
        shared.edits = 0;
    if (!repeat_given)
        shared.repeat = 0;
    shared.moves_given = shared.moves != G_MININT64;
    if (!shared.moves_given)
        shared.moves =
            command->groups & (COMPARE_OPTIONS_MOVES | COMPARE_OPTIONS_METHODS) ? 500 : 0;
    return (!shared.moves_given ||
            compare_options_check_integer("--moves", shared.moves, 1, COMPARE_MAX_RANDOM, error)) &&
           (shared.seed == G_MININT64 ||
            compare_options_check_integer("--seed", shared.seed, 0, G_MAXINT64, error)) &&
           (!edits_given ||
            compare_options_check_integer("--edits", shared.edits, 1, COMPARE_MAX_EDITS, error)) &&
           (!repeat_given || compare_options_check_integer("--repeat", shared.repeat, 1,
                                                           COMPARE_MAX_REPEAT, error)) &&
           (!given.methods || compare_options_select(&shared, given.methods, error));
}

gboolean compare_options_check_json(const char *output, GError **error)
{
    const char *ending = output ? bsp_ending_text(output) : NULL;
    return !ending || bsp_ending_is(output, BSP_FILE_JSON) ||
           compare_wrong(error, "%s: the output is JSON, not %s: the name must end in .json",
                         output, ending);
}

/* --- help --- */

/* The column at which descriptions begin. A longer option has a line of its own. */
#define HELP_COLUMN 28

/* Adds the text, broken between words. The text begins at the column `at`. Further lines begin at
 * `column`. */
static void add_wrapped(GString *out, const char *text, guint at, guint column, guint width)
{
    while (at + strlen(text) > width) {
        const char *end = text + width - at;
        while (end > text && *end != ' ')
            end--;
        if (end == text)
            break;
        g_string_append_printf(out, "%.*s\n%*s", (int)(end - text), text, (int)column, "");
        text = end + 1;
        at = column;
    }
    g_string_append_printf(out, "%s\n", text);
}

static void add_option(GString *out, const CompareCommand *command, const GOptionEntry *entry,
                       guint width)
{
    const char *argument = entry->arg_description;
    const char letter[] = { '-', entry->short_name, ',', ' ', '\0' };
    g_autofree char *head = g_strconcat("  ", entry->short_name ? letter : "", "--",
                                        entry->long_name, argument ? "=" : "", argument, NULL);
    g_autofree char *formats = g_strjoinv(", ", (char **)formats_of(command));
    g_autofree char *format =
        g_strdup_printf("One of %s (default: the ending of the output's name, or table)", formats);
    if (strlen(head) + 2 > HELP_COLUMN)
        g_string_append_printf(out, "%s\n%*s", head, HELP_COLUMN, "");
    else
        g_string_append_printf(out, "%-*s", HELP_COLUMN, head);
    add_wrapped(out, entry->description ? entry->description : format, HELP_COLUMN, HELP_COLUMN,
                width);
}

static void add_methods_help(GString *out)
{
    g_string_append(out, "\nMethods; by default, all but the last group run:\n");
    for (guint i = 0; compare_methods[i]; i++) {
        const CompareMethodClass *klass = compare_methods[i];
        gboolean first = klass->on_demand && i && !compare_methods[i - 1]->on_demand;
        g_string_append_printf(out, "%s  %-20s  %s\n", first ? "\n" : "", klass->name,
                               klass->summary);
    }
}

char *compare_options_help(const CompareCommand *command)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GArray) entries = entries_of(command);
    CompareStyle style = { .width = COMPARE_WIDTH };
    compare_style_fit_terminal(&style);
    g_string_append_printf(out, "Usage:\n  %s %s [OPTION...] %s\n\n", g_get_prgname(),
                           command->name, command->arguments);
    g_auto(GStrv) lines = g_strsplit(command->about, "\n", -1);
    for (char **line = lines; *line; line++)
        add_wrapped(out, *line, 0, 0, style.width);
    g_string_append(out, "\nOptions:\n");
    for (guint i = 0; i < entries->len; i++)
        add_option(out, command, &g_array_index(entries, GOptionEntry, i), style.width);
    if (command->groups & COMPARE_OPTIONS_METHODS)
        add_methods_help(out);
    return g_string_free(out, FALSE);
}

char *compare_options_nearest(const CompareCommand *command, const char *word)
{
    g_autoptr(GArray) entries = entries_of(command);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < entries->len; i++)
        g_ptr_array_add(names,
                        g_strconcat("--", g_array_index(entries, GOptionEntry, i).long_name, NULL));
    g_ptr_array_add(names, NULL);
    return g_strdup(bsp_nearest_name(word, (const char *const *)names->pdata));
}

/* --- the command line --- */

static gboolean wrong_usage(GError **error, const char *format, const char *a, const char *b)
{
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, format, a, b);
    return FALSE;
}

static gboolean check_files(const CompareCommand *command, GError **error)
{
    guint n = shared.files ? g_strv_length(shared.files) : 0;
    if (n == 0 && !command->may_have_none)
        return wrong_usage(error, "no %s given", command->wanted, NULL);
    return n <= command->max || wrong_usage(error, "%s: this is one %s too many",
                                            shared.files[command->max], command->wanted);
}

/* Sets the error to one that names the argument that is not UTF-8, because GLib's error does not
 * name it. Returns FALSE. */
static gboolean name_wrong_text(char **arguments, GError **error)
{
    if (*error && (*error)->domain != G_CONVERT_ERROR)
        return FALSE;
    while (*arguments && g_utf8_validate(*arguments, -1, NULL))
        arguments++;
    g_autofree char *shown = g_utf8_make_valid(*arguments ? *arguments : "", -1);
    g_clear_error(error);
    return compare_wrong(error, "'%s' is not UTF-8, as arguments must be", shown);
}

/* Returns whether the word is the option, with or without its value, such as --format,
 * --format=csv, -f and -fcsv. */
static gboolean is_option(const char *word, const GOptionEntry *entry)
{
    gsize n = strlen(entry->long_name);
    if (word[0] != '-')
        return FALSE;
    if (word[1] == '-')
        return strncmp(word + 2, entry->long_name, n) == 0 &&
               (word[n + 2] == '\0' || word[n + 2] == '=');
    return entry->short_name && word[1] == entry->short_name;
}

/* Fails if an option that has one value is given twice. Without this check, GLib would silently
 * take the last value. */
static gboolean check_once(const GArray *entries, char **arguments, GError **error)
{
    for (guint i = 0; i < entries->len; i++) {
        const GOptionEntry *entry = &g_array_index(entries, GOptionEntry, i);
        guint n = 0;
        for (char **word = arguments; *word && strcmp(*word, "--") != 0; word++)
            n += is_option(*word, entry) ? 1 : 0;
        if (n > 1 && entry->arg != G_OPTION_ARG_NONE && entry->arg != G_OPTION_ARG_STRING_ARRAY &&
            entry->arg != G_OPTION_ARG_FILENAME_ARRAY)
            return wrong_usage(error, "--%s is given twice", entry->long_name, NULL);
    }
    return TRUE;
}

static gboolean parse(const CompareCommand *command, char **arguments, GError **error)
{
    const GOptionEntry files[] = {
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &shared.files, NULL, NULL }, { 0 }
    };
    g_autoptr(GArray) entries = entries_of(command);
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_auto(GStrv) words = g_strdupv(arguments);
    for (char **word = words; *word && strcmp(*word, "--") != 0; word++)
        compare_pipe_name(
            word); /* removes the name of a pipe, so that "-#3" is not parsed as an option */
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_add_main_entries(context, (const GOptionEntry *)entries->data, NULL);
    g_option_context_add_main_entries(context, files, NULL);
    return (g_option_context_parse_strv(context, &words, error) ||
            name_wrong_text(arguments, error)) &&
           check_once(entries, arguments, error);
}

CompareOptions *compare_options_parse(const CompareCommand *command, char **arguments,
                                      GError **error)
{
    if (!parse(command, arguments, error) || !check_files(command, error) ||
        !convert_shared(command, error))
        return NULL;
    if (!keep_pipes(command, error))
        return NULL;
    shared.arguments = arguments;
    shared.environment = compare_environment_new(!shared.no_timing, arguments);
    if (!shared.output)
        compare_style_fit_terminal(&shared.style);
    return &shared;
}

void compare_options_clear(CompareOptions *options)
{
    g_clear_pointer(&options->environment, compare_json_free);
}
