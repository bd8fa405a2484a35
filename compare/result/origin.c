/* origin: describes the origin of results, which is the program, the command line, the processor,
 * the system and the compiler. */
#include "result/origin.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "text/strings.h"

/* The commit of the sources, as git describes it, or "" if the build could not find it. The
 * makefile defines it. */
extern const char compare_commit[];

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

#ifndef COMPARE_BUILD_FLAGS
#define COMPARE_BUILD_FLAGS NULL
#endif

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

static char *command_text(char *const *arguments)
{
    g_autoptr(GString) line = g_string_new("bspcompare");
    for (; *arguments; arguments++) {
        gboolean plain = **arguments && strspn(*arguments, PLAIN) == strlen(*arguments);
        g_autofree char *quoted = plain ? g_strdup(*arguments) : g_shell_quote(*arguments);
        g_string_append_printf(line, " %s", quoted);
    }
    return g_strdup(line->str);
}

static char *current_time(void)
{
    g_autoptr(GDateTime) time = g_date_time_new_now_utc();
    return g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
}

json_object *compare_environment_new(gboolean is_measured, char *const *arguments)
{
    static const char *const of_processor[] = { "cpu",      "caches", "mhz",
                                                "governor", "smt",    "vector_bytes" };
    json_object *processor = is_measured ? compare_processor_json() : NULL;
    json_object *object = compare_json_object();
    g_autofree char *command = is_measured && arguments ? command_text(arguments) : NULL;
    g_autofree char *date = is_measured ? current_time() : NULL;
    g_autofree char *os = is_measured ? system_name() : NULL;
    compare_json_add(object, "program", compare_json_text("bspcompare " PACKAGE_VERSION));
    compare_json_add(object, "commit", compare_json_text(*compare_commit ? compare_commit : NULL));
    compare_json_add(object, "command", compare_json_text(command));
    compare_json_add(object, "date", compare_json_text(date));
    for (guint i = 0; i < G_N_ELEMENTS(of_processor); i++)
        compare_json_add(object, of_processor[i],
                         json_object_get(json_object_object_get(processor, of_processor[i])));
    compare_json_add(object, "cores",
                     is_measured ? compare_json_count(g_get_num_processors()) : NULL);
    compare_json_add(object, "os", compare_json_text(os));
    compare_json_add(object, "compiler", compare_json_text(COMPILER));
    compare_json_add(object, "flags", compare_json_text(COMPARE_BUILD_FLAGS));
    json_object_put(processor);
    return object;
}

/* --- in words --- */

static const char *member_text(json_object *environment, const char *key)
{
    const char *text = compare_text_at(environment, key);
    return text ? text : "unknown";
}

static char *describe_program(json_object *e)
{
    const char *program = compare_text_at(e, "program"), *commit = compare_text_at(e, "commit");
    const char *compiler = compare_text_at(e, "compiler"), *flags = compare_text_at(e, "flags");
    return g_strdup_printf("%s%s%s%s; %s%s%s", program ? program : "bspcompare",
                           commit ? " (commit " : "", commit ? commit : "", commit ? ")" : "",
                           compiler ? compiler : "unknown compiler", flags ? " " : "",
                           flags ? flags : "");
}

static char *describe_machine(json_object *e)
{
    guint64 cores = json_object_get_uint64(json_object_object_get(e, "cores"));
    return g_strdup_printf("%s on %s, %" G_GUINT64_FORMAT " core%s; %s", member_text(e, "date"),
                           member_text(e, "cpu"), cores, cores == 1 ? "" : "s",
                           member_text(e, "os"));
}

char **compare_environment_lines(json_object *e)
{
    GPtrArray *lines = g_ptr_array_new();
    const char *command = compare_text_at(e, "command");
    if (e)
        g_ptr_array_add(lines, describe_program(e));
    if (compare_text_at(e, "date"))
        g_ptr_array_add(lines, describe_machine(e));
    if (command)
        g_ptr_array_add(lines, g_strdup_printf("command: %s", command));
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}
