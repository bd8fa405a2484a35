/* options: the tables of options that commands share, the parser, and --help. */
#include "command/options.h"

#include <math.h>
#include <string.h>

#include "command/command.h"
#include "result/text-page.h"
#include "scenario/scenario.h"
#include "text/file.h"
#include "text/strings.h"
#include "tools/bsp-file.h"

/* --- methods --- */

#define MOST_METHODS 64

const char *const *compare_method_names(CompareMethodSet set)
{
    static const char *names[3][MOST_METHODS + 1];
    guint n = 0;
    for (guint i = 0; compare_methods[i] && n < MOST_METHODS; i++) {
        const CompareMethodClass *klass = compare_methods[i];
        if (set == COMPARE_METHODS_ALL || (set == COMPARE_METHODS_DRAWN && klass->view) ||
            (set == COMPARE_METHODS_SAVED && klass->save))
            names[set][n++] = klass->name;
    }
    return names[set];
}

static gboolean unknown_method(const char *name, GError **error)
{
    const char *const *all = compare_method_names(COMPARE_METHODS_ALL);
    const char *nearest = compare_nearest(name, all);
    g_autofree char *names = g_strjoinv(", ", (char **)all);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--methods: there is no method '%s'%s%s%s methods are %s", name,
                nearest ? "; did you mean '" : ":", nearest ? nearest : "",
                nearest ? "'? The" : " the", names);
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
    g_ptr_array_add(classes, NULL);
    g_free((gpointer)options->asked.methods);
    options->asked.methods = (const CompareMethodClass *const *)g_ptr_array_steal(classes, NULL);
    return TRUE;
}

gboolean compare_options_select_default(CompareOptions *options, GError **error)
{
    return options->asked.methods || compare_options_select(options, NULL, error);
}

/* --- the shared table --- */

const char *const compare_formats_without_html[] = { "table", "markdown", "csv", "json", NULL };
const char *const compare_formats_of_reports[] = { "table", "json", NULL };

static const char *const *formats_of(const CompareCommandLine *line)
{
    return line->formats ? line->formats : compare_format_names;
}

static CompareOption with_letter(char letter, CompareOption option)
{
    option.letter = letter;
    return option;
}

/* A shared option, and the groups that have it. */
typedef struct {
    guint groups;
    CompareOption option;
} SharedOption;

static void add_shared(GArray *table, guint groups, const SharedOption *all, guint n)
{
    for (guint i = 0; i < n; i++)
        if (groups & all[i].groups)
            g_array_append_val(table, all[i].option);
}

static void add_building(GArray *table, guint groups, CompareOptions *o)
{
    BspBuildOptions *build = &o->asked.trees.build;
    const SharedOption all[] = {
        { COMPARE_OPTIONS_METHODS,
          with_letter(
              'm',
              compare_option_text(
                  "methods", &o->methods, "METHOD,...", compare_method_names(COMPARE_METHODS_ALL),
                  "The methods; if not given, all, or in a sweep those that it concerns")) },
        { COMPARE_OPTIONS_SAVED,
          compare_option_list("tree", &o->trees, "TREE",
                              "Load this tree, which bsplevel build has saved, instead of "
                              "building it; may be given several times") },
        { COMPARE_OPTIONS_BUILDER,
          compare_option_choice("builder", &o->builder, compare_builder_names, "BUILDER",
                                "How to choose planes: fast (if not given), counting, or listing2, "
                                "as in the article") },
        { COMPARE_OPTIONS_BUILDER,
          compare_option_choice("fill", &o->fill, compare_fill_names, "WHEN",
                                "Treat space that no start reaches as solid: off (if not given), "
                                "auto (if the world is sealed), on") },
        { COMPARE_OPTIONS_BUILDER,
          compare_option_flag(
              "plain", &build->plain,
              "Build trees without optimizations of size and speed; the answers are the same") },
        { COMPARE_OPTIONS_THREADS,
          compare_option_integer("threads", &o->threads, 0, G_MAXINT, "N",
                                 "Build trees on N threads; 0 (if not given): one per processor") },
        { COMPARE_OPTIONS_LIMITS,
          compare_option_number("max-seconds", &build->max_seconds, G_MINDOUBLE, G_MAXDOUBLE, "N",
                                "Give up if building a tree takes longer; no limit if not given") },
        { COMPARE_OPTIONS_LIMITS,
          compare_option_text("max-memory", &o->max_memory, "SIZE", NULL,
                              "Give up if more memory than this is in use while building: bytes, "
                              "or with K, M, G or T; no limit if not given") },
    };
    add_shared(table, groups, all, G_N_ELEMENTS(all));
}

/* In the order of BspGame. */
static const char *const games[] = { "auto",    "quake", "quake2", "quake3",
                                     "goldsrc", "doom3", "cod",    NULL };

static void add_world(GArray *table, guint groups, CompareOptions *o)
{
    const SharedOption all[] = {
        { COMPARE_OPTIONS_WORLD,
          with_letter('w', compare_option_path("world", &o->world, "WORLD",
                                               "Use this world in place of the scenario's own")) },
        { COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_PATCHES,
          compare_option_flag("patches", &o->patches,
                              "Read curved patches of a .bsp, too, as thin brushes; a name that "
                              "ends in #patches does the same") },
        { COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_PATCHES,
          compare_option_number(
              "patch-error", &o->patch_error, BSP_PATCH_LEAST_ERROR, 65536, "UNITS",
              "Read curved patches of a .bsp as brushes that are at most this far "
              "from the surface; 2 with --patches alone; the more, the fewer "
              "brushes; #patches=UNITS does the same") },
        { COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_PATCHES,
          compare_option_choice("game", &o->game, games, "GAME",
                                "Take those brushes of a .map for solid that the compiler of this "
                                "game does: quake, quake2, quake3, goldsrc, doom3 or cod; auto (if "
                                "not given): of the game that the file shows") },
        { COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_PATCHES,
          compare_option_text("include", &o->include, "CLASS,...", NULL,
                              "Add the brushes of entities of these classes to the world, such as "
                              "func_wall,func_door*; * stands for any ending") },
        { COMPARE_OPTIONS_MOVERS,
          compare_option_text("boxes", &o->boxes, "NAME=MINS:MAXS[:CONTENTS],...", NULL,
                              "Add these boxes, such as stand=-15,-15,-24:15,15,32; a level has "
                              "only these. CONTENTS, such as solid,playerclip, stop the box; if "
                              "not given, all do") },
        { COMPARE_OPTIONS_MOVERS,
          compare_option_text("shapes", &o->shapes, "NAME=KIND:RADIUS[,BOTTOM,TOP],...", NULL,
                              "Add these round shapes, such as ball=sphere:16 or "
                              "pill=capsule:15,-24,32") },
        { COMPARE_OPTIONS_MOVES,
          compare_option_integer("moves", &o->moves, 1, COMPARE_MAX_RANDOM, "N",
                                 "The number of random moves of each box, one in five of them a "
                                 "shot; 500 if not given") },
        { COMPARE_OPTIONS_MOVES,
          compare_option_integer(
              "seed", &o->seed, 0, G_MAXINT64, "N",
              "Draw random moves with this seed; if not given, with the scenario's, or with 1") },
    };
    add_shared(table, groups, all, G_N_ELEMENTS(all));
}

static const char *format_help(const char *const *formats)
{
    if (formats == compare_formats_of_reports)
        return "table (if not given) or json";
    if (formats == compare_formats_without_html)
        return "table (if not given), markdown, csv or json";
    return "table (if not given), markdown, csv, json or html";
}

static void add_printing(GArray *table, const CompareCommandLine *line, CompareOptions *o)
{
    const char *const *formats = formats_of(line);
    const SharedOption all[] = {
        { COMPARE_OPTIONS_WIDE,
          compare_option_flag("wide", &o->style.wide,
                              "Print all columns, not only those that fit 100 characters") },
        { COMPARE_OPTIONS_FORMAT,
          with_letter('f', compare_option_choice("format", &o->format, formats, "FORMAT",
                                                 format_help(formats))) },
        { COMPARE_OPTIONS_FILE,
          with_letter('o', compare_option_path(
                               "output", &o->output,
                               line->output_argument ? line->output_argument : "FILE",
                               line->output_help ? line->output_help
                                                 : "Write to FILE, not to standard output")) },
        { COMPARE_OPTIONS_REPEAT,
          compare_option_integer("repeat", &o->repetitions, 1, COMPARE_MAX_REPEAT, "N",
                                 "Repeat timing N times; if not given, as the scenario says") },
        { COMPARE_OPTIONS_NO_TIMING,
          compare_option_flag("no-timing", &o->no_timing,
                              "Measure no times: the output is the same on every run") },
    };
    add_shared(table, line->groups, all, G_N_ELEMENTS(all));
}

/* Returns the table of all options of the command. */
static GArray *table_new(const CompareCommandLine *line, CompareOptions *options, gboolean *help)
{
    GArray *table = g_array_new(FALSE, FALSE, sizeof(CompareOption));
    CompareOption last = with_letter('h', compare_option_flag("help", help, "Show this"));
    if (line->n_options)
        g_array_append_vals(table, line->options, line->n_options);
    add_building(table, line->groups, options);
    add_world(table, line->groups, options);
    add_printing(table, line, options);
    g_array_append_val(table, last);
    return table;
}

/* --- values --- */

static gboolean store_integer(const CompareOption *option, const char *text, GError **error)
{
    gint64 n;
    if (!g_ascii_string_to_signed(text, 10, G_MININT64, G_MAXINT64, &n, NULL))
        return compare_command_wrong(error, "--%s: '%s' is not a whole number", option->name, text);
    if ((double)n < option->min || (double)n > option->max)
        return compare_command_wrong(error, "--%s: %s is out of range, %.0f to %" G_GINT64_FORMAT,
                                     option->name, text, option->min,
                                     option->max < 0x1p63 ? (gint64)option->max : G_MAXINT64);
    *(gint64 *)option->value = n;
    return TRUE;
}

static gboolean store_number(const CompareOption *option, const char *text, GError **error)
{
    double x;
    gboolean is_number = compare_number_read(text, &x) && isfinite(x);
    gboolean fits = is_number && x >= option->min && x <= option->max;
    if (fits)
        *(double *)option->value = x;
    else if (option->max == G_MAXDOUBLE)
        compare_command_wrong(error, "--%s: '%s' is not a number %s 0", option->name, text,
                              option->min > 0 ? "above" : "of at least");
    else if (is_number)
        compare_command_wrong(error, "--%s: %g is out of range, %g to %g", option->name, x,
                              option->min, option->max);
    else
        compare_command_wrong(error, "--%s: '%s' is not a number", option->name, text);
    return fits;
}

static gboolean store_choice(const CompareOption *option, const char *text, GError **error)
{
    for (guint i = 0; option->choices[i]; i++) {
        if (strcmp(text, option->choices[i]) == 0) {
            *(guint *)option->value = i;
            return TRUE;
        }
    }
    g_autofree char *list = g_strjoinv(", ", (char **)option->choices);
    return compare_command_wrong(error, "--%s: '%s' is not one of %s", option->name, text, list);
}

/* Replaces the list by one with the text at its end. */
static void append_to_list(char ***list, const char *text)
{
    guint n = *list ? g_strv_length(*list) : 0;
    *list = g_renew(char *, *list, n + 2);
    (*list)[n] = g_strdup(text);
    (*list)[n + 1] = NULL;
}

static gboolean store_value(const CompareOption *option, const char *text, GError **error)
{
    if (option->kind != COMPARE_OPTION_PATH && text && !g_utf8_validate(text, -1, NULL)) {
        g_autofree char *shown = g_utf8_make_valid(text, -1);
        return compare_command_wrong(error, "'%s': an option's value is not UTF-8", shown);
    }
    switch (option->kind) {
    case COMPARE_OPTION_FLAG:
        *(gboolean *)option->value = TRUE;
        return TRUE;
    case COMPARE_OPTION_TEXT:
    case COMPARE_OPTION_PATH:
        *(char **)option->value = (char *)text;
        return TRUE;
    case COMPARE_OPTION_LIST:
        append_to_list(option->value, text);
        return TRUE;
    case COMPARE_OPTION_INTEGER:
        return store_integer(option, text, error);
    case COMPARE_OPTION_NUMBER:
        return store_number(option, text, error);
    case COMPARE_OPTION_CHOICE:
        return store_choice(option, text, error);
    }
    return FALSE;
}

/* Parses a number above 0 with K, M, G or T, powers of 1024, or nothing after it. */
static gboolean parse_memory(const char *text, guint64 *bytes, GError **error)
{
    static const char letters[] = "KMGT";
    char *end;
    double amount = g_ascii_strtod(text, &end);
    const char *letter = end > text && *end ? strchr(letters, g_ascii_toupper(*end)) : NULL;
    if (letter) {
        amount *= pow(1024, (double)(letter - letters + 1));
        end++;
    }
    /* strtod() would accept hexadecimal numbers and names of infinity. */
    if (!g_ascii_isdigit(text[0]) || strpbrk(text, "xX") || *end || !isfinite(amount) ||
        amount <= 0)
        return compare_command_wrong(
            error,
            "--max-memory: '%s' is not a number above 0, with K, M, G, T or nothing after it",
            text);
    /* More than 2^63 bytes means no limit. The smallest limit is one byte. */
    *bytes = amount >= 0x1p63 ? G_MAXINT64 : (guint64)ceil(amount);
    return TRUE;
}

static gboolean select_parts(CompareOptions *options, char **name, GError **error)
{
    g_auto(BspWorldOptions) own = { 0 };
    bsp_world_selection(*name ? *name : "", &own);
    if (options->game && own.game && own.game != (BspGame)options->game)
        return compare_command_wrong(error, "--game: the game of %s is given twice", *name);
    if (options->patch_error > 0 && own.patch_error > 0 && options->patch_error != own.patch_error)
        return compare_command_wrong(error, "--patch-error: the error of %s is given twice", *name);
    gboolean patches = options->patches || options->patch_error > 0;
    const BspWorldOptions parts = { .flags = patches ? BSP_WORLD_PATCHES : 0,
                                    .game = (BspGame)options->game,
                                    .include = options->include,
                                    .patch_error = options->patch_error };
    *name = bsp_world_select(*name ? *name : "", &parts);
    g_ptr_array_add(options->owned, *name);
    return TRUE;
}

/* If --patches, --patch-error, --game or --include is given, appends the selection, such as
 * "#patches", to the value of --world (to "" if there is none, for the scenario's own world), or to
 * each world named as an argument. */
static gboolean apply_parts(const CompareCommandLine *line, CompareOptions *options, GError **error)
{
    if (!options->patches && !(options->patch_error > 0) && !options->game && !options->include)
        return TRUE;
    gboolean ok =
        !(line->groups & COMPARE_OPTIONS_WORLD) || select_parts(options, &options->world, error);
    for (char **file = options->files;
         ok && file && *file && (line->groups & COMPARE_OPTIONS_PATCHES); file++)
        ok = select_parts(options, file, error);
    return ok;
}

/* Whether the list has no empty class, and none with a character that ends a selection. */
static gboolean check_classes(const char *list, GError **error)
{
    g_auto(GStrv) classes = g_strsplit(list, ",", -1);
    gboolean good = *list != '\0';
    for (char **name = classes; *name; name++)
        good &= **name && !strchr(*name, '#');
    return good || compare_command_wrong(error, "--include: '%s' is not a list of classes", list);
}

/* Converts the shared options. */
static gboolean convert_shared(const CompareCommandLine *line, CompareOptions *options,
                               GError **error)
{
    BspBuildOptions *build = &options->asked.trees.build;
    compare_trees_set_builder(&options->asked.trees, (CompareBuilder)options->builder);
    build->fill = (BspFillMode)options->fill;
    build->n_threads = (guint)options->threads;
    options->repeat = (guint)options->repetitions;
    compare_format_find(formats_of(line)[options->format], &options->style.format);
    if (options->include && !check_classes(options->include, error))
        return FALSE;
    if (options->max_memory && !parse_memory(options->max_memory, &build->max_bytes, error))
        return FALSE;
    return !options->methods || compare_options_select(options, options->methods, error);
}

/* --- parsing --- */

typedef struct {
    const GArray *table;
    char **next;         /* the next argument */
    gboolean given[128]; /* indexed like the table */
    GPtrArray *files;
} Parser;

static gboolean wrong_usage(GError **error, GOptionError code, const char *what, const char *word)
{
    g_set_error(error, G_OPTION_ERROR, (gint)code, what, word);
    return FALSE;
}

/* Finds an option by its name, of this length, or by its letter. Returns its index in the table. */
static gint find_option(const GArray *table, const char *name, gsize length, char letter)
{
    for (guint i = 0; i < table->len; i++) {
        const CompareOption *option = &g_array_index(table, CompareOption, i);
        if (letter ? option->letter == letter
                   : strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return (gint)i;
    }
    return -1;
}

/* Parses the option at this index of the table. value: NULL if it is not in the same argument. */
static gboolean parse_found(Parser *p, guint place, const char *word, const char *value,
                            GError **error)
{
    const CompareOption *option = &g_array_index(p->table, CompareOption, place);
    if (!option->argument && value)
        return wrong_usage(error, G_OPTION_ERROR_BAD_VALUE, "%s: this option has no value", word);
    if (option->argument && !value && !*p->next)
        return wrong_usage(error, G_OPTION_ERROR_BAD_VALUE, "%s: its value is missing", word);
    if (p->given[place] && option->kind != COMPARE_OPTION_LIST)
        return wrong_usage(error, G_OPTION_ERROR_FAILED, "--%s is given twice", option->name);
    p->given[place] = TRUE;
    if (option->argument && !value)
        value = *p->next++;
    return store_value(option, value, error);
}

/* Parses "--name", "--name=value", "-l" or "-lvalue"; its value may be the next argument. */
static gboolean parse_option(Parser *p, char *word, GError **error)
{
    gboolean is_long = word[1] == '-';
    const char *name = word + (is_long ? 2 : 1), *equals = is_long ? strchr(name, '=') : NULL;
    gsize length = is_long ? strcspn(name, "=") : 1;
    gint place = find_option(p->table, name, length, is_long ? 0 : *name);
    g_autofree char *shown = g_strndup(word, (gsize)(name - word) + length);
    if (place < 0)
        return wrong_usage(error, G_OPTION_ERROR_UNKNOWN_OPTION, "Unknown option %s", shown);
    const char *value = equals ? equals + 1 : !is_long && name[1] ? name + 1 : NULL;
    return parse_found(p, (guint)place, shown, value, error);
}

static gboolean parse_all(Parser *p, GError **error)
{
    gboolean over = FALSE;
    while (*p->next) {
        char *word = *p->next++;
        if (!over && strcmp(word, "--") == 0)
            over = TRUE;
        else if (over || word[0] != '-' || !word[1])
            g_ptr_array_add(p->files, word);
        else if (!parse_option(p, word, error))
            return FALSE;
    }
    return TRUE;
}

/* --- help --- */

/* Characters in a line of --help, and the farthest column of descriptions. */
#define HELP_WIDTH 100
#define HELP_COLUMN 32

/* Adds the text, broken between words; lines after the first begin at the column. */
static void add_wrapped(GString *out, const char *text, guint at, guint column)
{
    while (at + strlen(text) > HELP_WIDTH) {
        const char *end = text + HELP_WIDTH - at;
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

/* Returns the option's names for --help: "  -m, --methods=METHOD,...". The caller frees them. */
static char *option_head(const CompareOption *option)
{
    char letter[] = { '-', option->letter, ',', ' ', '\0' };
    return g_strconcat("  ", option->letter ? letter : "", "--", option->name,
                       option->argument ? "=" : "", option->argument, NULL);
}

static void add_option_help(GString *out, const CompareOption *option, guint column)
{
    g_autofree char *head = option_head(option);
    if (strlen(head) + 2 > column)
        g_string_append_printf(out, "%s\n%*s", head, (int)column, "");
    else
        g_string_append_printf(out, "%-*s", (int)column, head);
    add_wrapped(out, option->help, column, column);
}

static void add_methods_help(GString *out)
{
    g_string_append(out, "\nMethods, all but the last group unless --methods says otherwise:\n");
    for (guint i = 0; compare_methods[i]; i++) {
        const CompareMethodClass *klass = compare_methods[i];
        gboolean first = klass->on_demand && i && !compare_methods[i - 1]->on_demand;
        g_string_append_printf(out, "%s  %-20s  %s\n", first ? "\n" : "", klass->name,
                               klass->summary);
    }
}

static char *help_text(const CompareCommandLine *line, const GArray *table)
{
    GString *out = g_string_new(NULL);
    guint column = 0;
    g_string_append_printf(out, "Usage:\n  %s %s [OPTION...]%s%s\n\n", g_get_prgname(),
                           line->command, line->arguments ? " " : "",
                           line->arguments ? line->arguments : "");
    g_auto(GStrv) lines = g_strsplit(line->summary, "\n", -1);
    for (char **text = lines; *text; text++)
        add_wrapped(out, *text, 0, 0);
    for (guint i = 0; i < table->len; i++) {
        g_autofree char *head = option_head(&g_array_index(table, CompareOption, i));
        column = MAX(column, (guint)strlen(head) + 2);
    }
    g_string_append(out, "\nOptions:\n");
    for (guint i = 0; i < table->len; i++)
        add_option_help(out, &g_array_index(table, CompareOption, i), MIN(column, HELP_COLUMN));
    if (line->groups & COMPARE_OPTIONS_METHODS)
        add_methods_help(out);
    return g_string_free(out, FALSE);
}

/* --- the command line --- */

/* Prints the error, refers to --help, and frees the error. */
static void say_usage(const CompareCommandLine *line, const GArray *table, GError *error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < table->len; i++)
        g_ptr_array_add(names,
                        g_strconcat("--", g_array_index(table, CompareOption, i).name, NULL));
    g_ptr_array_add(names, NULL);
    const char *dashes = strstr(error->message, "--");
    const char *nearest = error->code == G_OPTION_ERROR_UNKNOWN_OPTION && dashes
                              ? compare_nearest(dashes, (const char *const *)names->pdata)
                              : NULL;
    if (nearest)
        compare_command_say("%s; did you mean %s? See '%s %s --help'", error->message, nearest,
                            g_get_prgname(), line->command);
    else
        compare_command_say("%s; see '%s %s --help'", error->message, g_get_prgname(),
                            line->command);
    g_error_free(error);
}

static gboolean check_files(const CompareCommandLine *line, char **files)
{
    guint n = g_strv_length(files);
    if (!line->wanted && n > 0)
        compare_command_say("%s: only options are allowed; see '%s %s --help'", files[0],
                            g_get_prgname(), line->command);
    if (!line->wanted)
        return n == 0;
    if (n == 0)
        compare_command_say("no %s given; see '%s %s --help'", line->wanted, g_get_prgname(),
                            line->command);
    else if (n > line->max)
        compare_command_say("%s: give one %s, not %u; see '%s %s --help'", files[line->max],
                            line->wanted, n, g_get_prgname(), line->command);
    return n > 0 && n <= line->max;
}

/* Makes the options own all lists, so that compare_options_clear() frees them. */
static void give_lists_to_options(CompareOptions *options, const GArray *table)
{
    for (guint i = 0; i < table->len; i++) {
        const CompareOption *option = &g_array_index(table, CompareOption, i);
        if (option->kind != COMPARE_OPTION_LIST)
            continue;
        char **list = *(char ***)option->value;
        for (char **text = list; text && *text; text++)
            g_ptr_array_add(options->owned, *text);
        g_ptr_array_add(options->owned, list);
    }
}

/* TRUE if --help or -h is among the arguments before "--". */
static gboolean asks_help(char **arguments)
{
    for (char **word = arguments; *word && strcmp(*word, "--") != 0; word++)
        if (strcmp(*word, "--help") == 0 || strcmp(*word, "-h") == 0)
            return TRUE;
    return FALSE;
}

/* Sets *help if the arguments contain --help, also if another argument is wrong. */
static gboolean parse_line(const CompareCommandLine *line, const GArray *table,
                           CompareOptions *options, gboolean *help)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    Parser parser = { .table = table, .next = options->arguments + 1, .files = files };
    GError *error = NULL;
    gboolean ok = parse_all(&parser, &error) && convert_shared(line, options, &error);
    g_ptr_array_add(files, NULL);
    options->files = (char **)g_ptr_array_steal(files, NULL);
    give_lists_to_options(options, table);
    gint moves = find_option(table, "moves", strlen("moves"), 0);
    options->moves_given = moves >= 0 && parser.given[moves];
    if (!ok && asks_help(options->arguments + 1)) {
        g_error_free(error);
        *help = TRUE;
        return TRUE;
    }
    if (!ok && error->domain == G_OPTION_ERROR)
        say_usage(line, table, error);
    else if (!ok)
        compare_command_fail(error);
    return ok;
}

gboolean compare_options_parse(const CompareCommandLine *line, char **arguments,
                               CompareOptions *options, int *status)
{
    gboolean help = FALSE;
    *options = (CompareOptions){ .arguments = arguments,
                                 .moves = line->groups & COMPARE_OPTIONS_MOVES ? 500 : 0,
                                 .seed = -1,
                                 .owned = g_ptr_array_new_with_free_func(g_free) };
    options->threads = (gint64)options->asked.trees.build.n_threads;
    options->builder = (guint)options->asked.trees.builder;
    options->fill = (guint)options->asked.trees.build.fill;
    g_autoptr(GArray) table = table_new(line, options, &help);
    *status = COMPARE_EXIT_BAD;
    if (!parse_line(line, table, options, &help))
        return FALSE;
    if (help) {
        g_autofree char *text = help_text(line, table);
        *status = compare_command_print(text);
        return FALSE;
    }
    options->environment = compare_environment_new(!options->no_timing, arguments);
    if (line->groups & COMPARE_OPTIONS_OUTPUT)
        options->style.environment = options->environment;
    if (!options->output)
        compare_style_fit_terminal(&options->style);
    GError *error = NULL;
    if (!apply_parts(line, options, &error)) {
        compare_command_fail(error);
        return FALSE;
    }
    return check_files(line, options->files);
}

gboolean compare_options_check_json(const char *output, GError **error)
{
    BspFileKind kind;
    const char *ending = output ? bsp_ending_text(output, &kind) : NULL;
    return !ending || kind == BSP_FILE_JSON ||
           compare_command_wrong(
               error, "%s: the output is JSON, not %s: the name must end in .json", output, ending);
}

void compare_options_clear(CompareOptions *options)
{
    g_free(options->files);
    g_free((gpointer)options->asked.methods);
    if (options->saved)
        g_ptr_array_unref(options->saved);
    compare_environment_free(options->environment);
    if (options->owned)
        g_ptr_array_unref(options->owned);
}
