/* command: the command line of bspcompare. */
#include "command/command.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "bsp-error.h"
#include "command/complete.h"
#include "result/origin.h"
#include "text/file.h"
#include "text/strings.h"

static const struct {
    const char *name, *summary;
    int (*run)(char **arguments);
} commands[] = {
    { "run", "build every method, run every trajectory, print the comparison",
      compare_command_run },
    { "regress", "agreement only: every method against the oracle and each other",
      compare_command_regress },
    { "sweep", "one scenario with one parameter varied: a row for each value",
      compare_command_sweep },
    { "report", "print saved results (JSON) as a table or a page", compare_command_report },
    { "diff", "what changed from one saved result to another; exit status 1 if it is worse",
      compare_command_diff },
    { "build", "build a method's tree of a world and save it", compare_command_build },
    { "convert", "convert a world, an engine's log or a scenario's moves to JSON",
      compare_command_convert },
    { "info", "describe a world or a saved tree", compare_command_info },
    { "audit", "where a level's own bevels or clip hulls differ from the exact expansion",
      compare_command_audit },
    { "hulls", "write a level's clip hulls anew, for boxes of other sizes", compare_command_hulls },
    { "generate", "generate a world or a scenario from a seed", compare_command_generate },
    { "explain", "one move: the truth, what each method answers, and why",
      compare_command_explain },
    { "draw", "draw a slice of a level, a plan of it, or a map of query costs",
      compare_command_draw },
};

/* Removed commands, and the commands that replace them. */
static const struct {
    const char *name, *now;
} former_commands[] = {
    { "import", "bspcompare convert" },
    { "import-moves", "bspcompare convert --world" },
    { "moves", "bspcompare convert --resolve" },
    { "plan", "bsp-shards plan" },
    { "work", "bsp-shards work" },
    { "merge", "bsp-shards merge" },
    { "paper", "bsp-paper" },
};

void compare_command_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    /* File names, and strings from files, may contain any characters. */
    g_autofree char *line = compare_escape_terminal(message);
    fprintf(stderr, "bspcompare: %s\n", line);
}

gboolean compare_command_wrong(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(error, BSP_ERROR, BSP_ERROR_VALUE, message);
    return FALSE;
}

int compare_command_fail(GError *error)
{
    compare_command_say("%s", error->message);
    g_error_free(error);
    return COMPARE_EXIT_BAD;
}

int compare_command_print(const char *text)
{
    GError *error = NULL;
    return compare_output_write(NULL, text, &error) ? COMPARE_EXIT_GOOD
                                                    : compare_command_fail(error);
}

/* Prints the program's version, commit and compiler, in the same words as results do. */
static int print_version(void)
{
    g_autoptr(CompareEnvironment) environment = compare_environment_new(FALSE, NULL);
    json_object *json = compare_environment_json(environment);
    g_auto(GStrv) lines = compare_environment_lines(json);
    json_object_put(json);
    g_autofree char *line = g_strconcat(lines[0], "\n", NULL);
    return compare_command_print(line);
}

static int print_help(void)
{
    g_autoptr(GString) out = g_string_new("Usage:\n"
                                          "  bspcompare COMMAND [OPTION...] ARGUMENT...\n\n"
                                          "Collision detection with onion BSPs and with plane "
                                          "shifting, compared with each other.\n\n"
                                          "Commands:\n");
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        g_string_append_printf(out, "  %-13s %s\n", commands[i].name, commands[i].summary);
    g_string_append(out, "\nOptions:\n"
                         "  -h, --help     Show this; after a command, show its options, as "
                         "bspcompare help COMMAND does\n"
                         "  --version      Show the version\n\n"
                         "Exit status: 0 good; 1 a method gave a wrong answer; 2 bad input.\n");
    return compare_command_print(out->str);
}

/* If a standard stream is closed, the next opened file would get its number, and results would be
 * written into it. So a missing stream is replaced by one that cannot be used. */
static void replace_closed_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/* Returns the valid first arguments: the commands, --help and --version. The caller frees the array
 * with g_free(). */
static const char **first_words(void)
{
    const char **words = g_new0(const char *, G_N_ELEMENTS(commands) + 3);
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        words[i] = commands[i].name;
    words[G_N_ELEMENTS(commands)] = "--help";
    words[G_N_ELEMENTS(commands) + 1] = "--version";
    return words;
}

static int complete_first(const char *word)
{
    g_autofree const char **words = first_words();
    g_autofree char *text = compare_complete_word(words, word);
    return compare_command_print(text);
}

static int usage_error(const char *what, const char *name)
{
    g_autofree const char **words = first_words();
    const char *nearest = compare_nearest(name, words);
    if (nearest) {
        compare_command_say("%s%s; did you mean %s? See 'bspcompare --help'", what, name, nearest);
        return COMPARE_EXIT_BAD;
    }
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        g_string_append_printf(list, "%s%s", i == 0 ? "" : ", ", commands[i].name);
    compare_command_say("%s%s: the commands are %s; see 'bspcompare --help'", what, name,
                        list->str);
    return COMPARE_EXIT_BAD;
}

/* Returns the command's index; -1 if there is no such command. */
static gint find_command(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        if (strcmp(name, commands[i].name) == 0)
            return (gint)i;
    return -1;
}

/* Refuses a word that is no command. */
static int no_such_command(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(former_commands); i++) {
        if (strcmp(name, former_commands[i].name) != 0)
            continue;
        compare_command_say("%s is now '%s'; see 'bspcompare --help'", name,
                            former_commands[i].now);
        return COMPARE_EXIT_BAD;
    }
    return usage_error(name[0] == '-' ? "unknown option " : "unknown command ", name);
}

/* Runs "help COMMAND" as "COMMAND --help". words: the arguments after "help". */
static int run_help(char **words)
{
    char help[] = "--help", *arguments[4] = { NULL };
    guint n = g_strv_length(words);
    if (n > 0 && compare_is_completion(words - 1))
        return complete_first(n > 1 ? words[n - 2] : "");
    if (n == 0)
        return print_help();
    gint place = find_command(words[0]);
    if (place < 0)
        return no_such_command(words[0]);
    for (guint i = 0; i < MIN(n, 2); i++)
        arguments[i] = words[i];
    arguments[MIN(n, 2)] = help;
    return commands[place].run(arguments);
}

int compare_command_main(int argc, char **argv)
{
    /* Numbers and messages, including those of libraries, must not depend on the environment's
     * language. Arguments are UTF-8, like all files, so CHARSET, which GLib heeds, is removed. */
    g_unsetenv("CHARSET");
    setlocale(LC_CTYPE, "C.UTF-8");
    replace_closed_streams();
    signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe then fails with an error, */
    signal(SIGXFSZ, SIG_IGN); /* and so does writing beyond a file size limit */
    if (argc < 2)
        return usage_error("no command given", "");
    const char *name = argv[1];
    if (argc <= 3 && compare_is_completion(argv))
        return complete_first(argc == 3 ? name : "");
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return print_help();
    if (strcmp(name, "--version") == 0)
        return print_version();
    if (strcmp(name, "help") == 0)
        return run_help(argv + 2);
    gint place = find_command(name);
    return place < 0 ? no_such_command(name) : commands[place].run(argv + 1);
}
