/* environment: what a measurement was made on: processor, system, compiler. */
#include "output/environment.h"

#include <string.h>
#include <sys/utsname.h>

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

/* Where there is no memory to read it the program ends, as GLib has it elsewhere: a result would
 * tell of another machine. */
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

CompareEnvironment *compare_environment_new(void)
{
    CompareEnvironment *environment = g_new0(CompareEnvironment, 1);
    environment->cpu = cpu_model();
    environment->cores = g_get_num_processors();
    environment->os = system_name();
    environment->compiler = COMPILER;
#ifdef COMPARE_BUILD_FLAGS
    environment->flags = COMPARE_BUILD_FLAGS;
#endif
    return environment;
}

void compare_environment_free(CompareEnvironment *environment)
{
    if (!environment)
        return;
    g_free(environment->cpu);
    g_free(environment->os);
    g_free(environment);
}
