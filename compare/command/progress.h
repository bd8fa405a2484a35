/* progress: one line on a terminal that tells how far long work has come, and how long it will
 * still take where that is known.
 *
 * Shown only where standard error is a terminal and once the work has taken a second; rewritten in
 * place, by a thread of its own, so that work which tells nothing for long is seen to go on; and
 * erased at the end, and when a signal ends or stops the program. A terminal that TERM calls dumb,
 * or says nothing of, could not erase it, and has none. */
#ifndef COMPARE_COMMAND_PROGRESS_H
#define COMPARE_COMMAND_PROGRESS_H

#include <glib.h>

typedef struct _CompareTicker CompareTicker;

typedef struct {
    const char *what;      /* stands before the stage: the scenario's name */
    gboolean terminal;     /* there is somebody to look at it */
    gint64 start;          /* of the work, in microseconds */
    CompareTicker *ticker; /* what writes the line; NULL: nothing to tell yet */
} CompareProgress;

CompareProgress compare_progress_new(void);

/* A CompareStageFunc; user_data is the CompareProgress. done: how much of 1; less than 0: that is
 * not known. The time left is the stage's. A stage of NULL is all the work, of many stages that
 * come again and again: what is told of it stands behind that of the stage. */
void compare_progress_stage(const char *stage, double done, gpointer user_data);

/* Erases the line. To be called before anything else is written to standard error. */
void compare_progress_end(CompareProgress *progress);

#endif
