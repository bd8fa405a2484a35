/* program: runs a program that consists of commands. Finds the command, and prints errors. */
#include "command/program.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

#include "command/command.h"
#include "result/origin.h"
#include "text/file.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

static const CompareProgram *program; /* set once, by compare_program_main() */

static int fail(GError *error)
{
    compare_command_say("%s", error->message);
    g_error_free(error);
    return COMPARE_EXIT_BAD;
}

static int print(const char *text)
{
    GError *error = NULL;
    return compare_output_write(NULL, text, &error) ? COMPARE_EXIT_GOOD : fail(error);
}

/* Prints the program's version, commit and compiler, in the same words as results. */
static int print_version(void)
{
    json_object *environment = compare_environment_new(FALSE, NULL);
    g_auto(GStrv) lines = compare_environment_lines(environment);
    json_object_put(environment);
    g_autofree char *line = g_strconcat(program->name, strchr(lines[0], ' '), "\n", NULL);
    return print(line);
}

static int print_help(void)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_string_append_printf(out, "Usage:\n  %s COMMAND [OPTION...] ARGUMENT...\n\n%s\n\nCommands:\n",
                           program->name, program->summary);
    for (guint i = 0; program->commands[i]; i++)
        g_string_append_printf(out, "  %-17s  %s\n", program->commands[i]->name,
                               program->commands[i]->summary);
    g_string_append_printf(
        out,
        "\nOptions:\n  -h, --help         Show this help; after a command, show the options of the "
        "command, like %s help COMMAND\n  --version          Show the version\n\nExit status: 0 "
        "good; 1 something is wrong or differs; 2 bad input.\n",
        program->name);
    return print(out->str);
}

/* If a standard stream is closed, the next file that is opened gets its number, and results would
 * be written into that file. So a missing stream is replaced by one that cannot be used. */
static void replace_closed_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/* --- commands --- */

/* The maximum number of commands of a program. It leaves room for more. */
#define MOST_COMMANDS 20

/* Fails because the word is not a command. Suggests a similar command, or lists all commands. */
static int fail_without_command(const char *what, const char *word)
{
    const char *words[MOST_COMMANDS + 3] = { "--help", "--version" };
    for (guint i = 0; i < MOST_COMMANDS && program->commands[i]; i++)
        words[i + 2] = program->commands[i]->name;
    g_autofree char *list = g_strjoinv(", ", (char **)words + 2);
    const char *nearest = bsp_nearest_name(word, words);
    if (nearest)
        compare_command_say("%s%s; did you mean %s? See '%s --help'", what, word, nearest,
                            program->name);
    else
        compare_command_say("%s%s: the commands are %s; see '%s --help'", what, word, list,
                            program->name);
    return COMPARE_EXIT_BAD;
}

/* Finds the command that the first words name, and stores the number of its words in *n. Returns
 * NULL if they name no command. */
static const CompareCommand *find_command(char **words, guint *n)
{
    g_autofree char *both = g_strconcat(words[0], " ", words[1], NULL);
    for (guint i = 0; program->commands[i]; i++) {
        const char *name = program->commands[i]->name;
        *n = strchr(name, ' ') ? 2 : 1;
        if (strcmp(name, *n == 2 ? both : words[0]) == 0)
            return program->commands[i];
    }
    return NULL;
}

static gboolean asks_help(char **arguments)
{
    for (char **word = arguments; *word && strcmp(*word, "--") != 0; word++)
        if (strcmp(*word, "--help") == 0 || strcmp(*word, "-h") == 0)
            return TRUE;
    return FALSE;
}

/* Returns the member of a scenario's "options" that the word, which is no option of the command,
 * probably means. Returns NULL if it means none. */
static const char *scenario_member(const CompareCommand *command, const char *word)
{
    static const char *const members[] = { "--bevel_angle", "--space_node_faces", "--masks", NULL };
    const char *nearest =
        strcmp(command->wanted, "scenario") == 0 ? bsp_nearest_name(word, members) : NULL;
    return nearest ? nearest + 2 : NULL;
}

/* Appends to an error of usage advice to read the command's --help. */
static void advise(const CompareCommand *command, GError *error)
{
    const char *dashes = strstr(error->message, "--");
    gboolean is_unknown = error->code == G_OPTION_ERROR_UNKNOWN_OPTION && dashes;
    g_autofree char *nearest = is_unknown ? compare_options_nearest(command, dashes) : NULL;
    const char *member = is_unknown && !nearest ? scenario_member(command, dashes) : NULL;
    g_autofree char *place =
        member ? g_strdup_printf("; \"%s\" is a member of the scenario's \"options\"", member)
               : g_strdup("");
    char *message = g_strdup_printf("%s%s%s%s%s '%s %s --help'", error->message, place,
                                    nearest ? "; did you mean " : "", nearest ? nearest : "",
                                    nearest ? "? See" : "; see", program->name, command->name);
    g_free(error->message);
    error->message = message;
}

/* Runs the command with these arguments. The first argument is the last word of the command's
 * name. */
static int run_command(const CompareCommand *command, char **arguments)
{
    GError *error = NULL;
    int status = COMPARE_EXIT_BAD;
    if (asks_help(arguments)) {
        g_autofree char *help = compare_options_help(command);
        return print(help);
    }
    CompareOptions *options = compare_options_parse(command, arguments, &error);
    if (options) {
        status = command->run(options, &error);
        compare_options_clear(options);
    } else if (error->domain == G_OPTION_ERROR) {
        advise(command, error);
    }
    return error ? fail(error) : status;
}

/* Returns the words that the user probably meant as a command. These are two words if the first
 * word is the beginning of commands of two words. The caller frees the text with g_free(). */
static char *wanted_command(char **words)
{
    g_autofree char *begin = g_strconcat(words[0], " ", NULL);
    for (guint i = 0; program->commands[i]; i++)
        if (words[1] && g_str_has_prefix(program->commands[i]->name, begin))
            return g_strconcat(begin, words[1], NULL);
    return g_strdup(words[0]);
}

/* Runs the command that the words begin with. If is_help, prints only the command's help. */
static int run_words(char **words, gboolean is_help)
{
    static char help[] = "--help";
    char *arguments[] = { help, NULL };
    guint n = 0;
    const CompareCommand *command = find_command(words, &n);
    if (command)
        return run_command(command, is_help ? arguments : words + n - 1);
    g_autofree char *wanted = wanted_command(words);
    return fail_without_command(wanted[0] == '-' ? "unknown option " : "unknown command ", wanted);
}

int compare_program_main(const CompareProgram *this_program, int argc, char **argv)
{
    program = this_program;
    g_set_prgname(program->name);
    /* Numbers and messages, including those of libraries, must not depend on the environment's
     * language. All arguments and files are UTF-8. CHARSET is removed, because GLib obeys it. */
    g_unsetenv("CHARSET");
    setlocale(LC_CTYPE, "C.UTF-8");
    replace_closed_streams();
    /* Writing beyond a limit of file sizes then fails with an error, and not with a signal. */
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2)
        return fail_without_command("no command given", "");
    const char *name = argv[1];
    gboolean is_help = strcmp(name, "help") == 0;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || (is_help && argc == 2))
        return print_help();
    if (strcmp(name, "--version") == 0)
        return print_version();
    return run_words(is_help ? argv + 2 : argv + 1, is_help);
}
