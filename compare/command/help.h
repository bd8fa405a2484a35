/* help: prints --help. */
#ifndef COMPARE_COMMAND_HELP_H
#define COMPARE_COMMAND_HELP_H

#include <glib.h>

/* Prints the help of the options and returns the exit status. GLib's own --help would ignore errors
 * of standard output. */
int compare_command_print_help(GOptionContext *context);

#endif
