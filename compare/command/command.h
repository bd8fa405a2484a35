/* command: the messages and the exit statuses of commands. Results go to standard output.
 * Everything else goes to standard error. */
#ifndef COMPARE_COMMAND_H
#define COMPARE_COMMAND_H

#include <glib.h>

#include "text/strings.h"

/* Exit statuses. 1 means that a method gave a wrong answer or a contestant failed. 2 means bad
 * input or usage, which is reported in one line on standard error, without any other output. */
enum { COMPARE_EXIT_GOOD, COMPARE_EXIT_WRONG, COMPARE_EXIT_BAD };

/* Prints "PROGRAM: MESSAGE" to standard error, always on one line. */
void compare_command_say(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif
