/* progress: one line on a terminal says what long work does. The work itself reports; the line
 * appears once the work has taken a second, and is rewritten in place. */
#ifndef COMPARE_COMMAND_PROGRESS_H
#define COMPARE_COMMAND_PROGRESS_H

#include <glib.h>

/* A CompareStageFunc. stage: such as "building onion, method 3 of 10". done: less than 0 shows the
 * stage at once, because the stage may be silent. what: a string to print before the stage, such as
 * the scenario's name; may be NULL. Any thread may call it, but only one at a time. */
void compare_progress_stage(const char *stage, double done, gpointer what);

/* Erases the line. Call this before printing anything else to standard error. */
void compare_progress_end(void);

#endif
