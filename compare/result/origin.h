/* origin: the origin of results: program, command line, processor, system, compiler. */
#ifndef COMPARE_ORIGIN_H
#define COMPARE_ORIGIN_H

#include <glib.h>

#include "run/processor.h"
#include "text/json-value.h"

typedef struct {
    const char *program;  /* name and version */
    const char *commit;   /* as git describes it; NULL if the build did not know it */
    const char *compiler; /* compiler of this program */
    const char *flags;    /* compiler flags; NULL if the build did not know them */
    /* whether the following fields, which differ from run to run, are set; they are not if nothing
     * is measured */
    gboolean is_measured;
    char *command;          /* command line; NULL if there is none */
    char *date;             /* UTC, ISO 8601 */
    json_object *processor; /* of compare_processor_json() */
    guint cores;            /* processors that this process may use */
    char *os;               /* distribution, kernel and machine */
} CompareEnvironment;

/* arguments: the command line without the program, ending with NULL; or NULL. */
CompareEnvironment *compare_environment_new(gboolean is_measured, char *const *arguments);

void compare_environment_free(CompareEnvironment *environment);

/* Lines for people (a NULL-terminated array for g_strfreev()) of an environment in JSON: the
 * program, and, if something is measured, the machine, the system and the command. Names are not
 * escaped. No lines for NULL. */
char **compare_environment_lines(json_object *environment);

/* The whole environment, with null for unknown fields; NULL for NULL. */
json_object *compare_environment_json(const CompareEnvironment *environment);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareEnvironment, compare_environment_free)

#endif
