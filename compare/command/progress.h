/* progress: one line on standard error says what long work does.
 *
 * The work itself reports. On a terminal, one line is rewritten in place once the work has taken a
 * second, and erased at the end, or when a signal ends the program. Without a terminal, or on a
 * terminal that TERM calls dumb or does not name, a line is printed every 20 seconds. */
#ifndef COMPARE_COMMAND_PROGRESS_H
#define COMPARE_COMMAND_PROGRESS_H

#include <glib.h>

/* A CompareStageFunc. stage: such as "building onion, method 3 of 10". done: 0 to 1, printed only
 * on a terminal, because it begins again for a method's next tree; less than 0: unknown, and the
 * stage may be silent, so a terminal shows its name at once. what: a string to print before the
 * stage, such as the scenario's name; may be NULL. Any thread may call it, but only one at a
 * time. */
void compare_progress_stage(const char *stage, double done, gpointer what);

/* The same at this time, in microseconds. The first call of the program is the start. */
void compare_progress_at(gint64 now, const char *stage, double done, const char *what);

/* Erases the line. Call this before printing anything else to standard error. */
void compare_progress_end(void);

#endif
