/* progress: shows the progress of long work in one line on a terminal, with the remaining time if
 * it is known.
 *
 * The line is shown only if standard error is a terminal, and once the work has taken a second. A
 * thread rewrites it in place, so that silent work is seen to continue. It is erased at the end,
 * and when a signal ends or stops the program. A terminal that TERM calls dumb or does not name
 * gets no line, because it could not erase it. */
#ifndef COMPARE_COMMAND_PROGRESS_H
#define COMPARE_COMMAND_PROGRESS_H

#include <glib.h>

typedef struct _CompareTicker CompareTicker;

typedef struct {
    const char *what;      /* printed before the stage: the scenario's name */
    gboolean terminal;     /* standard error is a terminal */
    gint64 start;          /* start of the work in microseconds */
    CompareTicker *ticker; /* writes the line; NULL: nothing reported yet */
} CompareProgress;

CompareProgress compare_progress_new(void);

/* A CompareStageFunc; user_data is the CompareProgress. done: 0 to 1; less than 0: unknown. The
 * remaining time is shown for each stage. stage: NULL for the whole work, if its stages repeat;
 * then its progress is shown after the stage's. */
void compare_progress_stage(const char *stage, double done, gpointer user_data);

/* Erases the line. Call this before printing anything else to standard error. */
void compare_progress_end(CompareProgress *progress);

#endif
