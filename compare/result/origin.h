/* origin: describes the origin of results, which is the program, the command line, the processor,
 * the system and the compiler. */
#ifndef COMPARE_ORIGIN_H
#define COMPARE_ORIGIN_H

#include <glib.h>

#include "run/processor.h"
#include "text/json-value.h"

/* Returns the environment in JSON. Unknown members are null. If nothing is measured, the date, the
 * machine and the command are null, too, because they differ from run to run. `arguments` is the
 * command line without the program. It ends with NULL, or is NULL. */
json_object *compare_environment_new(gboolean is_measured, char *const *arguments);

/* Returns lines for people about the program, and, if times were measured, about the machine, the
 * system and the command. Names are not escaped. For an environment of NULL, there are no lines.
 * The caller frees the array with g_strfreev(). */
char **compare_environment_lines(json_object *environment);

#endif
