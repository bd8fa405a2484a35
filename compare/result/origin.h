/* origin: the origin of results: program, command line, processor, system, compiler. */
#ifndef COMPARE_ORIGIN_H
#define COMPARE_ORIGIN_H

#include <glib.h>

#include "run/processor.h"
#include "text/json-value.h"

/* Returns the environment in JSON. Unknown members are null, and so are the date, the machine and
 * the command if nothing is measured, because they differ from run to run. arguments: the command
 * line without the program, ending with NULL; or NULL. */
json_object *compare_environment_new(gboolean is_measured, char *const *arguments);

/* Lines for people (a NULL-terminated array for g_strfreev()): the program, and, if something is
 * measured, the machine, the system and the command. Names are not escaped. No lines for NULL. */
char **compare_environment_lines(json_object *environment);

#endif
