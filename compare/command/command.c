/* command: prints the messages of commands. */
#include "command/command.h"

#include <stdio.h>

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
