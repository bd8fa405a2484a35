/* choices: the values of options that accept a fixed list. */
#ifndef COMPARE_COMMAND_CHOICES_H
#define COMPARE_COMMAND_CHOICES_H

#include <glib.h>

/* The values of an option such as "--builder", or of an argument by its name in --help, such as
 * "KIND". NULL if any value is allowed. The caller frees them with g_strfreev().
 *
 * A value that must be followed by more ends accordingly: "size=". */
char **compare_choices(const char *command, const char *option);

#endif
