/* complete: lists completions of a partly typed word, for the shell. */
#include "command/complete.h"

#include <string.h>

#include "command/choices.h"

#define MARK "--complete"

gboolean compare_complete_asked(char **arguments)
{
    guint n = g_strv_length(arguments);
    return n > 1 && g_str_equal(arguments[n - 1], MARK);
}

/* --- the options in --help --- */

typedef struct {
    char *name;  /* "--methods" */
    char *value; /* "METHOD,..."; NULL: no value */
    char letter; /* 'm'; 0: no short form */
} Option;

static void clear_option(gpointer data)
{
    Option *option = data;
    g_free(option->name);
    g_free(option->value);
}

/* Reads the lines of the form "  -m, --methods=METHOD,...   Description". */
static GArray *read_options(const char *help)
{
    GArray *options = g_array_new(FALSE, FALSE, sizeof(Option));
    g_array_set_clear_func(options, clear_option);
    g_autoptr(GRegex) regex =
        g_regex_new("^  (?:-(\\w), )?(--[\\w-]+)(?:=(\\S+))?", G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(regex, help, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *letter = g_match_info_fetch(match, 1);
        g_autofree char *value = g_match_info_fetch(match, 3);
        Option option = { g_match_info_fetch(match, 2), *value ? g_strdup(value) : NULL, *letter };
        g_array_append_val(options, option);
    }
    return options;
}

char **compare_complete_options(const char *help)
{
    g_autoptr(GArray) options = read_options(help);
    char **names = g_new0(char *, options->len + 1);
    for (guint i = 0; i < options->len; i++)
        names[i] = g_strdup(g_array_index(options, Option, i).name);
    return names;
}

/* The option of the word "--methods" or "-m"; NULL if there is none. */
static const Option *find_option(const GArray *options, const char *word)
{
    for (guint i = 0; i < options->len; i++) {
        const Option *option = &g_array_index(options, Option, i);
        gboolean by_letter = word[0] == '-' && word[1] && word[1] == option->letter && !word[2];
        if (by_letter || g_str_equal(word, option->name))
            return option;
    }
    return NULL;
}

/* --- completions --- */

/* The file name extensions for a value's name in --help; "" for any file; NULL if it is not a file.
 * "/" stands for directories only. */
static const char *extensions_of(const char *value)
{
    static const char *const all[][2] = {
        { "SCENARIO", " .json .json.gz" },
        { "WORLD", " .json .map .bsp .obj .pk3 .pk4 .zip .gz" },
        { "WORLD|TREE", " .json .map .bsp .obj .pk3 .pk4 .zip .gz .onion .shift" },
        { "TREE", " .onion .shift" },
        { "RESULT", " .json" },
        { "OLD", " .json" },
        { "DIRECTORY", " /" },
        { "LOG", "" },
        { "FILE", "" },
        { "NAME=FILE", "" },
    };
    gsize length = strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ=|");
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        if (strlen(all[i][0]) == length && strncmp(value, all[i][0], length) == 0)
            return all[i][1];
    return NULL;
}

static guint count_equals(const char *text)
{
    guint n = 0;
    for (; *text; text++)
        n += *text == '=';
    return n;
}

/* Adds files. "FILE.svg" requires its extension. "WORLD.json" must be JSON, "WORLD" need not be.
 * For NAME=FILE, the file follows one "=" more than the prefix has. */
static void add_files(GString *out, const char *value, const char *prefix, const char *typed)
{
    const char *dot = strchr(value, '.'), *ends = extensions_of(value);
    if (!ends || (strchr(value, '=') && !strchr(typed, '=')))
        return;
    guint equals = count_equals(prefix) + (strchr(value, '=') ? 1 : 0);
    if (dot && g_ascii_isalpha(dot[1]))
        g_string_append_printf(out, "files %u %s\n", equals, dot);
    else
        g_string_append_printf(out, "files %u%s\n", equals, ends);
}

static void add_possibility(GString *out, const char *prefix, const char *name, const char *typed,
                            gboolean more)
{
    if (g_str_has_prefix(name, typed))
        g_string_append_printf(out, "%s %s%s\n",
                               more || g_str_has_suffix(name, "=") ? "part" : "word", prefix, name);
}

/* Adds the choices that are not in the list yet; prefix is the text before the list. */
static void add_to_list(GString *out, const char *prefix, char **choices, const char *typed)
{
    const char *comma = strrchr(typed, ',');
    g_autofree char *before = g_strndup(typed, comma ? (gsize)(comma + 1 - typed) : 0);
    g_autofree char *whole = g_strconcat(prefix, before, NULL);
    g_auto(GStrv) taken = g_strsplit(before, ",", -1);
    for (guint i = 0; choices[i]; i++)
        if (!g_strv_contains((const char *const *)taken, choices[i]))
            add_possibility(out, whole, choices[i], comma ? comma + 1 : typed, TRUE);
}

/* Adds the values of an option, or of an argument by its name in --help. */
static void add_values(GString *out, const char *command, const char *option, const char *value,
                       const char *prefix, const char *typed)
{
    g_auto(GStrv) choices = compare_choices(command, option);
    if (!choices)
        add_files(out, value, prefix, typed);
    else if (strstr(value, ",...") && !strchr(value, '='))
        add_to_list(out, prefix, choices, typed);
    else
        for (guint i = 0; choices[i]; i++)
            add_possibility(out, prefix, choices[i], typed, FALSE);
}

static void add_options(GString *out, const GArray *options, const char *typed)
{
    for (guint i = 0; i < options->len; i++) {
        const Option *option = &g_array_index(options, Option, i);
        g_autofree char *name = g_strconcat(option->name, option->value ? "=" : NULL, NULL);
        add_possibility(out, "", name, typed, FALSE);
    }
}

char *compare_complete_word(const char *const *names, const char *word)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; names[i]; i++)
        add_possibility(out, "", names[i], word, FALSE);
    return g_string_free(out, FALSE);
}

/* TRUE if "--" is before the last of n arguments. Arguments after it are not options. */
static gboolean options_are_over(char **arguments, guint n)
{
    for (guint i = 1; i + 1 < n; i++)
        if (g_str_equal(arguments[i], "--"))
            return TRUE;
    return FALSE;
}

/* Adds possible arguments. Later arguments are of the first one's kind. Directories are offered
 * together with any files. */
static void add_arguments(GString *out, const CompareCompletion *completion, const char *typed)
{
    if (!completion->arguments)
        return;
    const char *kinds = completion->arguments;
    g_autofree char *kind = g_strndup(kinds, strspn(kinds, "ABCDEFGHIJKLMNOPQRSTUVWXYZ|"));
    add_values(out, completion->command, kind, kind, "", typed);
}

char *compare_complete(const CompareCompletion *completion, char **arguments)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GArray) options = read_options(completion->help);
    guint n = g_strv_length(arguments) - 1;
    const char *word = n > 1 ? arguments[n - 1] : "";
    const char *command = completion->command;
    const Option *option = n > 2 ? find_option(options, arguments[n - 2]) : NULL;
    const char *equals = strchr(word, '=');
    if (options_are_over(arguments, n)) {
        add_arguments(out, completion, word);
    } else if (option && option->value) {
        add_values(out, command, option->name, option->value, "", word);
    } else if (g_str_has_prefix(word, "--") && equals) {
        g_autofree char *name = g_strndup(word, (gsize)(equals - word));
        g_autofree char *prefix = g_strconcat(name, "=", NULL);
        option = find_option(options, name);
        if (option && option->value)
            add_values(out, command, name, option->value, prefix, equals + 1);
    } else if (word[0] == '-') {
        add_options(out, options, word);
    } else {
        add_arguments(out, completion, word);
    }
    return g_string_free(out, FALSE);
}
