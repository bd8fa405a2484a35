/* help: what --help prints. */
#ifndef COMPARE_COMMAND_HELP_H
#define COMPARE_COMMAND_HELP_H

#include <glib.h>

/* Prints the help of the options; returns the exit status. GLib's own --help would end the program
 * without asking whether anybody could read it. */
int compare_command_print_help(GOptionContext *context);

#endif
