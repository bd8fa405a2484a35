/* complete: lists completions of a partly typed word, for the shell. */
#include "command/complete.h"

#include <string.h>

#define MARK "--complete"

gboolean compare_is_completion(char **arguments)
{
    guint n = g_strv_length(arguments);
    return n > 1 && g_str_equal(arguments[n - 1], MARK);
}

/* Finds the option for a word such as "--methods" or "-m"; NULL if there is none. */
static const CompareOption *find_option(const CompareOption *options, guint n, const char *word)
{
    for (guint i = 0; i < n; i++) {
        gboolean by_letter = word[0] == '-' && word[1] && word[1] == options[i].letter && !word[2];
        if (by_letter || (g_str_has_prefix(word, "--") && g_str_equal(word + 2, options[i].name)))
            return &options[i];
    }
    return NULL;
}

/* --- files --- */

/* Returns the extensions of the files to offer for a placeholder of --help, such as "WORLD". "":
 * all files; " /": only directories; NULL: the value is not a file. */
static const char *extensions_of(const char *value)
{
#define LEVELS " .json .map .bsp .obj .glb .gltf .pk3 .pk4 .zip .gz"
    static const char *const all[][2] = {
        { "SCENARIO", LEVELS },
        { "INPUT", "" },
        { "WORLD", LEVELS },
        { "LEVEL", LEVELS },
        { "WORLD|TREE", LEVELS " .onion .shift" },
        { "TREE", " .onion .shift" },
        { "RESULT", " .json" },
        { "OLD", " .json" },
        { "DIRECTORY", " /" },
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

/* Adds a line that makes the shell complete file names. The placeholder "FILE.svg" allows only that
 * extension, "FILE" allows all. In NAME=FILE the file name follows one "=" more than the prefix
 * has. */
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

/* --- words --- */

static void add_possibility(GString *out, const char *prefix, const char *name, const char *typed,
                            gboolean more)
{
    if (g_str_has_prefix(name, typed))
        g_string_append_printf(out, "%s %s%s\n",
                               more || g_str_has_suffix(name, "=") ? "part" : "word", prefix, name);
}

/* Adds the choices that the typed list, separated by commas, lacks. prefix: the text before the
 * list. */
static void add_to_list(GString *out, const char *prefix, const char *const *choices,
                        const char *typed)
{
    const char *comma = strrchr(typed, ',');
    g_autofree char *before = g_strndup(typed, comma ? (gsize)(comma + 1 - typed) : 0);
    g_autofree char *whole = g_strconcat(prefix, before, NULL);
    g_auto(GStrv) named = g_strsplit(before, ",", -1);
    for (guint i = 0; choices[i]; i++)
        if (!g_strv_contains((const char *const *)named, choices[i]))
            add_possibility(out, whole, choices[i], comma ? comma + 1 : typed, TRUE);
}

/* Adds the possible values for a placeholder of --help. In "WHAT=VALUE,..." the choices are those
 * of WHAT. */
static void add_values(GString *out, const char *const *choices, const char *value,
                       const char *prefix, const char *typed)
{
    gboolean has_equals = strchr(value, '=') != NULL;
    if (!choices) {
        add_files(out, value, prefix, typed);
        return;
    }
    if (g_str_has_suffix(value, ",...") && !has_equals) {
        add_to_list(out, prefix, choices, typed);
        return;
    }
    for (guint i = 0; choices[i]; i++) {
        g_autofree char *name = g_strconcat(choices[i], has_equals ? "=" : NULL, NULL);
        add_possibility(out, prefix, name, typed, FALSE);
    }
}

static void add_options(GString *out, const CompareOption *options, guint n, const char *typed)
{
    for (guint i = 0; i < n; i++) {
        g_autofree char *name =
            g_strconcat("--", options[i].name, options[i].argument ? "=" : NULL, NULL);
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

/* Adds possible arguments. All arguments of a command are of the same kind as its first. */
static void add_arguments(GString *out, const CompareCommandLine *line, const char *typed)
{
    if (!line->wanted)
        return;
    const char *kinds = line->arguments;
    g_autofree char *kind = g_strndup(kinds, strspn(kinds, "ABCDEFGHIJKLMNOPQRSTUVWXYZ|"));
    add_values(out, line->choices, kind, "", typed);
}

char *compare_complete(const CompareCommandLine *line, const CompareOption *options, guint n,
                       char **arguments)
{
    GString *out = g_string_new(NULL);
    guint n_words = g_strv_length(arguments) - 1;
    const char *word = n_words > 1 ? arguments[n_words - 1] : "", *equals = strchr(word, '=');
    const CompareOption *option =
        n_words > 2 ? find_option(options, n, arguments[n_words - 2]) : NULL;
    if (options_are_over(arguments, n_words)) {
        add_arguments(out, line, word);
    } else if (option && option->argument) {
        add_values(out, option->choices, option->argument, "", word);
    } else if (g_str_has_prefix(word, "--") && equals) {
        g_autofree char *name = g_strndup(word, (gsize)(equals - word));
        g_autofree char *prefix = g_strconcat(name, "=", NULL);
        option = find_option(options, n, name);
        if (option && option->argument)
            add_values(out, option->choices, option->argument, prefix, equals + 1);
    } else if (word[0] == '-') {
        add_options(out, options, n, word);
    } else {
        add_arguments(out, line, word);
    }
    return g_string_free(out, FALSE);
}
