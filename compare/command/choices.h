/* choices: the values of options that have a list of them. */
#ifndef COMPARE_COMMAND_CHOICES_H
#define COMPARE_COMMAND_CHOICES_H

#include <glib.h>

/* What may be given to the command for the option "--builder", or as its argument where the option
 * is what --help calls that: "KIND". NULL: anything. Free with g_strfreev().
 *
 * Where values are followed by more, they end so: "size=". */
char **compare_choices(const char *command, const char *option);

#endif
