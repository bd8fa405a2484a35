/* progress: shows the stage of long work in one line on a terminal. The work reports its stages.
 * The line appears after a second of work. Later stages replace its text. */
#ifndef COMPARE_COMMAND_PROGRESS_H
#define COMPARE_COMMAND_PROGRESS_H

#include <glib.h>

/* Shows a stage. This is the function of a CompareStage. `stage` is a text such as "building onion,
 * method 3 of 10". If `done` is less than 0, the stage appears at once, because it may take long
 * until its next report. `what` is a text that is printed before the stage, such as the scenario's
 * name, or NULL. Any thread may call this function, but only one thread at a time. */
void compare_progress_stage(const char *stage, double done, gpointer what);

/* Erases the line. Call this before printing anything else to standard error. */
void compare_progress_end(void);

#endif
