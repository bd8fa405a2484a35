/* progress: shows the stage of long work in one line on a terminal. The work reports its stages.
 * The line appears after a second of work, and is rewritten in place. */
#ifndef COMPARE_COMMAND_PROGRESS_H
#define COMPARE_COMMAND_PROGRESS_H

#include <glib.h>

/* Is a CompareStageFunc. `stage` is a text such as "building onion, method 3 of 10". If `done` is
 * less than 0, the stage appears at once, because the stage may be silent for long. `what` is a
 * text that is printed before the stage, such as the scenario's name, or NULL. Any thread may call
 * it, but only one at a time. */
void compare_progress_stage(const char *stage, double done, gpointer what);

/* Erases the line. Call this before printing anything else to standard error. */
void compare_progress_end(void);

#endif
