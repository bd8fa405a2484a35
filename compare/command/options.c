/* options: what the commands' options have in common. */
#include "command/options.h"

#include <math.h>
#include <string.h>

#include "command/command.h"
#include "text/file.h"

/* GLib's own --help would end the program without asking whether anybody could read it. */
static int print_help(GOptionContext *context)
{
    g_autofree char *help = g_option_context_get_help(context, TRUE, NULL);
    g_autoptr(GString) ascii = g_string_new(help);
    GError *error = NULL;
    g_string_replace(ascii, "…", "...", 0);
    return compare_output_write(NULL, ascii->str, &error) ? COMPARE_EXIT_GOOD
                                                          : compare_command_fail(error);
}

static GOptionContext *context_new(const CompareCommandLine *line, const GOptionEntry *common)
{
    GOptionContext *context = g_option_context_new(line->arguments);
    g_autofree char *name = g_strdup_printf("bspcompare %s", line->command);
    g_set_prgname(name);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_summary(context, line->summary);
    if (line->entries)
        g_option_context_add_main_entries(context, line->entries, NULL);
    g_option_context_add_main_entries(context, common, NULL);
    return context;
}

static gboolean check_files(const CompareCommandLine *line, char **files)
{
    guint n = files ? g_strv_length(files) : 0;
    if (n == 0)
        compare_command_say("no %s given; see 'bspcompare %s --help'", line->wanted, line->command);
    else if (n > line->max)
        compare_command_say("%s: one %s is wanted, not %u; see 'bspcompare %s --help'",
                            files[line->max], line->wanted, n, line->command);
    return n > 0 && n <= line->max;
}

gboolean compare_options_parse(const CompareCommandLine *line, char **arguments, char ***files,
                               int *status)
{
    gboolean help = FALSE;
    const GOptionEntry common[] = {
        { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this", NULL },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, files, NULL, NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    g_autoptr(GOptionContext) context = context_new(line, common);
    g_auto(GStrv) copy = g_strdupv(arguments);
    GError *error = NULL;
    *files = NULL;
    *status = COMPARE_EXIT_BAD;
    if (!g_option_context_parse_strv(context, &copy, &error)) {
        compare_command_say("%s; see 'bspcompare %s --help'", error->message, line->command);
        g_error_free(error);
        return FALSE;
    }
    if (help) {
        *status = print_help(context);
        return FALSE;
    }
    return check_files(line, *files);
}

static gboolean unknown_method(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; compare_methods[i]; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", compare_methods[i]->name);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--methods: there is no method '%s': the methods are %s", name, names->str);
    return FALSE;
}

static gboolean add_method(GPtrArray *classes, const char *name, GError **error)
{
    const CompareMethodClass *klass = compare_method_find(name);
    if (!klass)
        return unknown_method(name, error);
    if (g_ptr_array_find(classes, klass, NULL)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--methods: '%s' is named twice", name);
        return FALSE;
    }
    g_ptr_array_add(classes, (gpointer)klass);
    return TRUE;
}

const CompareMethodClass **compare_options_methods(const char *list, GError **error)
{
    g_autoptr(GPtrArray) classes = g_ptr_array_new();
    g_auto(GStrv) names = list ? g_strsplit(list, ",", -1) : NULL;
    for (guint i = 0; !list && compare_methods[i] && !compare_methods[i]->on_demand; i++)
        g_ptr_array_add(classes, (gpointer)compare_methods[i]);
    for (guint i = 0; list && names[i]; i++)
        if (!add_method(classes, g_strstrip(names[i]), error))
            return NULL;
    if (classes->len == 0) {
        unknown_method("", error);
        return NULL;
    }
    g_ptr_array_add(classes, NULL);
    return (const CompareMethodClass **)g_ptr_array_steal(classes, NULL);
}

/* --- limits --- */

/* A number above 0, and the letter after it if it is one of those: as many powers of 1024. */
static gboolean parse_amount(const char *option, const char *text, const char *letters,
                             double *amount, GError **error)
{
    char *end;
    *amount = g_ascii_strtod(text, &end);
    const char *letter = end > text && *end ? strchr(letters, g_ascii_toupper(*end)) : NULL;
    if (letter) {
        *amount *= pow(1024, (double)(letter - letters + 1));
        end++;
    }
    /* strtod takes hexadecimal numbers and names of infinity, too. */
    if (g_ascii_isdigit(text[0]) && !strpbrk(text, "xX") && !*end && isfinite(*amount) &&
        *amount > 0)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--%s: '%s' is no number above 0%s", option,
                text, *letters ? " with K, M, G, T or nothing after it" : "");
    return FALSE;
}

gboolean compare_options_limits(const char *seconds, const char *memory, CompareLimits *limits,
                                GError **error)
{
    double bytes = 0;
    *limits = (CompareLimits){ 0 };
    if ((seconds && !parse_amount("max-seconds", seconds, "", &limits->max_seconds, error)) ||
        (memory && !parse_amount("max-memory", memory, "KMGT", &bytes, error)))
        return FALSE;
    /* More than any machine has is no limit; less than a byte is the least there is. */
    limits->max_bytes = bytes >= 0x1p63 ? G_MAXINT64 : (guint64)ceil(bytes);
    return TRUE;
}

/* --- trees --- */

/* The index of the name in the list, of which the first is also what NULL names; -1 with an error
 * when it is none of them. */
static gint choose(const char *option, const char *name, const char *const *names, GError **error)
{
    for (gint i = 0; names[i]; i++)
        if (!name || strcmp(name, names[i]) == 0)
            return i;
    g_autofree char *list = g_strjoinv(", ", (char **)names);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--%s: '%s' is none of %s", option, name, list);
    return -1;
}

gboolean compare_options_trees(const char *builder, const char *fill, gint n_threads,
                               CompareTrees *trees, GError **error)
{
    static const char *const fills[] = { "off", "auto", "on", NULL };
    static const BspFillMode modes[] = { BSP_FILL_OFF, BSP_FILL_AUTO, BSP_FILL_ON };
    gint b = choose("builder", builder, compare_builders, error);
    gint f = b < 0 ? -1 : choose("fill", fill, fills, error);
    if (f < 0)
        return FALSE;
    if (n_threads < 0) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--threads: %d is less than 0", n_threads);
        return FALSE;
    }
    *trees = (CompareTrees){ .builder = (CompareBuilder)b,
                             .fill = modes[f],
                             .n_threads = (guint)n_threads };
    return TRUE;
}
