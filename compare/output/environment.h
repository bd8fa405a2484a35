/* environment: where results come from: program, command line, processor, system, compiler. */
#ifndef COMPARE_ENVIRONMENT_H
#define COMPARE_ENVIRONMENT_H

#include "run/caches.h"
#include "text/json-value.h"

typedef struct {
    const char *program;  /* and version */
    const char *commit;   /* as git describes it; NULL when the build did not know */
    const char *compiler; /* of this program */
    const char *flags;    /* given to it; NULL when the build did not say */
    /* Where and when, what differs from run to run: nothing of it when nothing is measured. */
    gboolean is_measured;
    char *command; /* line; NULL when there is none */
    char *date;    /* UTC, ISO 8601 */
    char *cpu;     /* "unknown" where the system does not tell */
    guint cores;   /* that this process may use */
    CompareCaches caches;
    double load; /* average of one minute; below 0 where the system does not tell */
    char *os;    /* distribution, kernel and machine */
} CompareEnvironment;

/* arguments: the command line without the program, ends with NULL; or NULL. */
CompareEnvironment *compare_environment_new(gboolean is_measured, char *const *arguments);

/* The command line of these arguments, as a shell takes it. Free with g_free(). */
char *compare_environment_command(char *const *arguments);

void compare_environment_free(CompareEnvironment *environment);

/* Lines for people (array that ends with NULL, for g_strfreev()): the program, and, when something
 * is measured, the machine, the system and the command. Anything may be in the names there. */
char **compare_environment_tell(const CompareEnvironment *environment);

/* All of it, null what there is nothing of; NULL for NULL. */
json_object *compare_environment_json(const CompareEnvironment *environment);

/* The processor's name in the text of /proc/cpuinfo; NULL when it has none. */
char *compare_environment_parse_cpu(const char *cpuinfo);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareEnvironment, compare_environment_free)

#endif
