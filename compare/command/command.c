/* command: the command line of bspcompare and bsplevel. */
#include "command/command.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "bsp-error.h"
#include "result/origin.h"
#include "text/file.h"
#include "text/strings.h"

static const CompareProgram *program; /* set once, by compare_command_main() */

void compare_command_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    /* File names, and strings from files, may contain any characters. */
    g_autofree char *line = compare_escape_terminal(message);
    fprintf(stderr, "%s: %s\n", g_get_prgname(), line);
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
    g_autofree char *line = g_strconcat(program->name, strchr(lines[0], ' '), "\n", NULL);
    return compare_command_print(line);
}

static int print_help(void)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_string_append_printf(out, "Usage:\n  %s COMMAND [OPTION...] ARGUMENT...\n\n%s\n\nCommands:\n",
                           program->name, program->summary);
    for (const CompareCommand *command = program->commands; command->name; command++)
        g_string_append_printf(out, "  %-13s %s\n", command->name, command->summary);
    g_string_append_printf(out,
                           "\nOptions:\n"
                           "  -h, --help     Show this; after a command, show its options, as "
                           "%s help COMMAND does\n"
                           "  --version      Show the version\n\n"
                           "Exit status: 0 good; 1 a wrong answer, or a difference; 2 bad input.\n",
                           program->name);
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
    GPtrArray *words = g_ptr_array_new();
    for (const CompareCommand *command = program->commands; command->name; command++)
        g_ptr_array_add(words, (gpointer)command->name);
    g_ptr_array_add(words, (gpointer) "--help");
    g_ptr_array_add(words, (gpointer) "--version");
    g_ptr_array_add(words, NULL);
    return (const char **)g_ptr_array_free(words, FALSE);
}

static int usage_error(const char *what, const char *name)
{
    g_autofree const char **words = first_words();
    const char *nearest = compare_nearest(name, words);
    if (nearest) {
        compare_command_say("%s%s; did you mean %s? See '%s --help'", what, name, nearest,
                            program->name);
        return COMPARE_EXIT_BAD;
    }
    g_autoptr(GString) list = g_string_new(NULL);
    for (const CompareCommand *command = program->commands; command->name; command++)
        g_string_append_printf(list, "%s%s", list->len ? ", " : "", command->name);
    compare_command_say("%s%s: the commands are %s; see '%s --help'", what, name, list->str,
                        program->name);
    return COMPARE_EXIT_BAD;
}

/* Returns NULL if there is no such command. */
static const CompareCommand *find_command(const char *name)
{
    const CompareCommand *command = program->commands;
    while (command->name && strcmp(name, command->name) != 0)
        command++;
    return command->name ? command : NULL;
}

static int no_such_command(const char *name)
{
    return usage_error(name[0] == '-' ? "unknown option " : "unknown command ", name);
}

/* Runs "help COMMAND" as "COMMAND --help". words: the arguments after "help". */
static int run_help(char **words)
{
    char help[] = "--help", *arguments[4] = { NULL };
    guint n = g_strv_length(words);
    if (n == 0)
        return print_help();
    const CompareCommand *command = find_command(words[0]);
    if (!command)
        return no_such_command(words[0]);
    for (guint i = 0; i < MIN(n, 2); i++)
        arguments[i] = words[i];
    arguments[MIN(n, 2)] = help;
    return command->run(arguments);
}

int compare_command_main(const CompareProgram *this_program, int argc, char **argv)
{
    program = this_program;
    g_set_prgname(program->name);
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
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return print_help();
    if (strcmp(name, "--version") == 0)
        return print_version();
    if (strcmp(name, "help") == 0)
        return run_help(argv + 2);
    const CompareCommand *command = find_command(name);
    return command ? command->run(argv + 1) : no_such_command(name);
}
