/* command: the command line of bspcompare and bsplevel: finds the command, and prints errors.
 *
 * Exit status: 0 success; 1 a method gave a wrong answer, or a contestant failed; 2 bad input or
 * usage, reported in one line on standard error without any output. Results go to standard output,
 * everything else to standard error. */
#ifndef COMPARE_COMMAND_H
#define COMPARE_COMMAND_H

#include <glib.h>

enum { COMPARE_EXIT_GOOD, COMPARE_EXIT_WRONG, COMPARE_EXIT_BAD };

typedef struct {
    const char *name, *summary;
    int (*run)(char **arguments); /* arguments[0] is the command's name */
} CompareCommand;

typedef struct {
    const char *name, *summary;
    const CompareCommand *commands; /* a name of NULL ends them */
} CompareProgram;

/* The whole program; returns its exit status. */
int compare_command_main(const CompareProgram *program, int argc, char **argv);

/* The commands of bspcompare. */
int compare_command_run(char **arguments);
int compare_command_regress(char **arguments);
int compare_command_sweep(char **arguments);
int compare_command_moves(char **arguments);
int compare_command_generate(char **arguments);
int compare_command_draw(char **arguments);
int compare_command_report(char **arguments);
int compare_command_diff(char **arguments);
int compare_command_explain(char **arguments);

/* Prints "PROGRAM: MESSAGE" to standard error, always on one line. */
void compare_command_say(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* Sets the error to BSP_ERROR_VALUE and returns FALSE. */
gboolean compare_command_wrong(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Prints the error and frees it; returns COMPARE_EXIT_BAD. */
int compare_command_fail(GError *error);

/* Prints the text to standard output; returns the exit status. */
int compare_command_print(const char *text);

#endif
