/* help: prints --help. */
#include "command/help.h"

#include <string.h>

#include "command/command.h"
#include "text/file.h"

/* Characters in a line of --help. */
#define HELP_WIDTH 100

/* The column of the description in a line "  -m, --methods=METHOD,...     Description". */
static gsize description_column(const char *line)
{
    const char *gap = strstr(line + strspn(line, " "), "  ");
    return gap ? (gsize)(gap - line) + strspn(gap, " ") : 0;
}

/* Adds the line, broken between words; continued lines are under the description. */
static void add_wrapped(GString *out, const char *line)
{
    gsize indent = description_column(line);
    const char *rest = line;
    while (strlen(rest) + (rest == line ? 0 : indent) > HELP_WIDTH) {
        const char *end = rest + HELP_WIDTH - (rest == line ? 0 : indent);
        while (end > rest && *end != ' ')
            end--;
        if (end <= rest + (rest == line ? indent : 0))
            break;
        g_string_append_printf(out, "%*s%.*s\n", rest == line ? 0 : (int)indent, "",
                               (int)(end - rest), rest);
        rest = end + 1;
    }
    g_string_append_printf(out, "%*s%s\n", rest == line ? 0 : (int)indent, "", rest);
}

int compare_command_print_help(GOptionContext *context)
{
    g_autofree char *help = g_option_context_get_help(context, TRUE, NULL);
    g_autoptr(GString) ascii = g_string_new(help), wrapped = g_string_new(NULL);
    GError *error = NULL;
    g_string_replace(ascii, "…", "...", 0);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(ascii->str), "\n", -1);
    for (char **line = lines; *line; line++)
        add_wrapped(wrapped, *line);
    return compare_output_write(NULL, wrapped->str, &error) ? COMPARE_EXIT_GOOD
                                                            : compare_command_fail(error);
}
