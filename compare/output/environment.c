/* environment: the origin of results: program, command line, processor, system, compiler. */
#include "output/environment.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "text/strings.h"

/* The source's commit as git describes it; "" if the build did not know it. The makefile defines
 * it. */
extern const char compare_commit[];

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

char *compare_environment_parse_cpu(const char *cpuinfo)
{
    g_auto(GStrv) lines = g_strsplit(cpuinfo, "\n", -1);
    for (char **line = lines; *line; line++) {
        const char *colon = strchr(*line, ':');
        if (colon && g_str_has_prefix(*line, "model name"))
            return g_strstrip(g_strdup(colon + 1));
    }
    return NULL;
}

/* Without memory the program ends, like everywhere in GLib: results must not name a wrong
 * machine. */
static char *cpu_model(void)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    char *model = NULL;
    if (g_file_get_contents("/proc/cpuinfo", &text, NULL, &error))
        model = compare_environment_parse_cpu(text);
    else if (g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM))
        g_error("%s", error->message);
    return model ? model : g_strdup("unknown");
}

static char *system_name(void)
{
    g_autofree char *distribution = g_get_os_info(G_OS_INFO_KEY_PRETTY_NAME);
    struct utsname name;
    if (uname(&name) != 0)
        return g_strdup(distribution ? distribution : "unknown");
    return g_strdup_printf("%s%s%s %s %s", distribution ? distribution : "",
                           distribution ? ", " : "", name.sysname, name.release, name.machine);
}

/* Characters that a shell does not interpret. */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%"

char *compare_environment_command(char *const *arguments)
{
    g_autoptr(GString) line = g_string_new("bspcompare");
    for (; *arguments; arguments++) {
        gboolean plain = **arguments && strspn(*arguments, PLAIN) == strlen(*arguments);
        g_autofree char *quoted = plain ? g_strdup(*arguments) : g_shell_quote(*arguments);
        g_string_append_printf(line, " %s", quoted);
    }
    return g_strdup(line->str);
}

static char *now(void)
{
    g_autoptr(GDateTime) time = g_date_time_new_now_utc();
    return g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
}

static void note_machine(CompareEnvironment *environment)
{
    double load;
    environment->date = now();
    environment->cpu = cpu_model();
    environment->cores = g_get_num_processors();
    environment->caches = compare_caches();
    environment->load = getloadavg(&load, 1) == 1 ? load : -1;
    environment->os = system_name();
}

CompareEnvironment *compare_environment_new(gboolean is_measured, char *const *arguments)
{
    CompareEnvironment *environment = g_new0(CompareEnvironment, 1);
    environment->program = "bspcompare " PACKAGE_VERSION;
    environment->commit = *compare_commit ? compare_commit : NULL;
    environment->compiler = COMPILER;
#ifdef COMPARE_BUILD_FLAGS
    environment->flags = COMPARE_BUILD_FLAGS;
#endif
    environment->is_measured = is_measured;
    if (is_measured)
        note_machine(environment);
    if (is_measured && arguments)
        environment->command = compare_environment_command(arguments);
    return environment;
}

void compare_environment_free(CompareEnvironment *environment)
{
    if (!environment)
        return;
    g_free(environment->command);
    g_free(environment->date);
    g_free(environment->cpu);
    g_free(environment->os);
    g_free(environment);
}

/* --- in words --- */

static char *describe_program(const CompareEnvironment *e)
{
    return g_strdup_printf("%s%s%s%s; %s%s%s", e->program, e->commit ? " (commit " : "",
                           e->commit ? e->commit : "", e->commit ? ")" : "", e->compiler,
                           e->flags ? " " : "", e->flags ? e->flags : "");
}

static void add_cache(GString *line, const char *name, gsize bytes)
{
    g_autofree char *size = compare_number_bytes(bytes);
    if (bytes)
        g_string_append_printf(line, ", %s %s", name, size);
}

static char *describe_machine(const CompareEnvironment *e)
{
    g_autoptr(GString) line = g_string_new(NULL);
    g_string_append_printf(line, "%s on %s, %u core%s", e->date, e->cpu, e->cores,
                           e->cores == 1 ? "" : "s");
    add_cache(line, "L1d", e->caches.l1d);
    add_cache(line, "L2", e->caches.l2);
    add_cache(line, "L3", e->caches.l3);
    if (e->load >= 0)
        g_string_append_printf(line, ", load %.2f", e->load);
    g_string_append_printf(line, "; %s", e->os);
    return g_strdup(line->str);
}

char **compare_environment_tell(const CompareEnvironment *e)
{
    GPtrArray *lines = g_ptr_array_new();
    g_ptr_array_add(lines, describe_program(e));
    if (e->is_measured)
        g_ptr_array_add(lines, describe_machine(e));
    if (e->command)
        g_ptr_array_add(lines, g_strdup_printf("command: %s", e->command));
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}
